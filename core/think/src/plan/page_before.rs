//! What the page looked like that a plan counts on, and what has become of it.

use screen_agent_page::Observation;
use screen_agent_page::similarity::Structure;
use serde::{Deserialize, Serialize};
use url::Url;

use super::Plan;

/// Below this, a page is another one. Facts §3.
const ALIKE: f64 = 0.7;
/// Below this share of its controls, a page is another one. Facts §3.
const RETAINED: f64 = 0.5;

/// What a page looked like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Looks {
    pub url: String,
    /// The build of its controls.
    pub structure: Structure,
    /// How far it was scrolled: further down other controls are in view.
    pub scrolled: Option<String>,
}

impl Looks {
    /// What this page looks like.
    pub(crate) fn of(screen: &Observation) -> Self {
        Self {
            url: screen.url.clone(),
            structure: Structure::of(screen),
            scrolled: screen.scroll_position.clone(),
        }
    }

    /// True when the page is on another host or path.
    pub(super) fn moved(&self, screen: &Observation) -> bool {
        place(&self.url) != place(&screen.url)
    }

    fn ailment(&self, screen: &Observation) -> Option<String> {
        let (before, now) = (place(&self.url), place(&screen.url));
        if before.0 != now.0 {
            return Some("the page is on another site now".to_owned());
        }
        if before.1 != now.1 {
            return Some("the page is at another address now".to_owned());
        }
        // A page that still loads, and one that is scrolled, tell nothing.
        if screen.nodes.is_empty() || self.scrolled != screen.scroll_position {
            return None;
        }
        let change = self.structure.change_to(&Structure::of(screen));
        let why = if change.landmarks_changed {
            "forms, dialogs or tables came or went"
        } else if change.retained < RETAINED {
            "most of its controls are gone"
        } else if change.similarity < ALIKE {
            "it is built differently"
        } else {
            return None;
        };
        Some(format!("the page has changed: {why}"))
    }
}

/// Host and path. What follows them changes on the same page.
fn place(url: &str) -> (String, String) {
    match Url::parse(url) {
        Ok(url) => (
            url.host_str().unwrap_or_default().to_owned(),
            url.path().to_owned(),
        ),
        Err(_) => (String::new(), url.to_owned()),
    }
}

impl Plan {
    /// What makes it doubtful that the rest of the plan still fits, as a safe sentence without its
    /// end: nothing that a page says stands in it. Nothing when the last step was meant to change the page.
    pub fn ailment(&self, screen: &Observation, moved_on_purpose: bool) -> Option<String> {
        if moved_on_purpose || self.is_done() {
            return None;
        }
        self.looks.as_ref()?.ailment(screen)
    }
}
