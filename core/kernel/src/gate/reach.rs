//! Going somewhere else.

use screen_agent_page::Node;

use super::consequence::Consequence;
use super::weigh::{Found, Weighing};
use super::{Denial, DenyReason};
use crate::approval::AskReason;
use crate::consent::address::{NamedEffect, effects_of};
use crate::origin::{Target, TargetFault, check_target, host_of, is_among, origin_of};

/// Search engines that are known by name.
const ENGINES: &[(&str, &str)] = &[
    ("duckduckgo", "https://duckduckgo.com"),
    ("google", "https://www.google.com"),
    ("bing", "https://www.bing.com"),
];

impl Weighing<'_> {
    /// Opens an address.
    pub(super) fn go(&self, address: &str) -> Found {
        let target = check_target(address, self.case.url).map_err(denied)?;
        let mut found = self.leave(&target);
        found.extend(self.grave_address(&target, self.consent.hold_value(address)));
        Ok(found)
    }

    /// Follows a link. A fragment of the same page leads nowhere, and a script is the page's own.
    pub(super) fn follow(&self, href: &str, named: bool) -> Found {
        let scripted = href
            .trim_start()
            .to_ascii_lowercase()
            .starts_with("javascript:");
        if scripted || is_same_page(href, self.case.url) {
            return Ok(Vec::new());
        }
        let target = check_target(href, self.case.url).map_err(denied)?;
        let mut found = self.leave(&target);
        found.extend(self.grave_address(&target, named));
        Ok(found)
    }

    fn leave(&self, target: &Target) -> Vec<Consequence> {
        if is_among(&target.origin, self.case.origins) {
            return Vec::new();
        }
        vec![Consequence {
            reason: AskReason::LeavesSite,
            origin: target.origin.clone(),
            text: format!("Go to {}, outside the sites of this task?", target.origin),
            ordered: self.consent.name_host(target.host()),
        }]
    }

    fn grave_address(&self, target: &Target, ordered: bool) -> Option<Consequence> {
        let NamedEffect { part, effects } = effects_of(&target.url)?;
        let named = effects.iter().all(|effect| self.consent.orders(effect));
        let ordered = ordered || !effects.is_empty() && named && self.on_site;
        let text = format!(
            "Open an address of {} that names \"{part}\"?",
            target.origin
        );
        Some(Consequence {
            reason: AskReason::ChangesState,
            origin: target.origin.clone(),
            text,
            ordered,
        })
    }

    /// What a control's form sends, and where, when that is not this site.
    pub(super) fn sends_elsewhere(&self, node: &Node) -> Found {
        let Some(action) = node.facts.form_action.as_deref() else {
            return Ok(Vec::new());
        };
        let scheme = action
            .split(':')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        if matches!(scheme.as_str(), "javascript" | "about") {
            return Ok(Vec::new());
        }
        let origin = origin_of(action);
        if origin.as_ref() == Some(&self.origin) {
            return Ok(Vec::new());
        }
        let target = check_target(action, self.case.url).map_err(denied)?;
        if is_among(&target.origin, self.case.origins) {
            return Ok(Vec::new());
        }
        Ok(vec![Consequence {
            reason: AskReason::PostsElsewhere,
            origin: target.origin.clone(),
            text: format!(
                "Give this to {}, where a form on {} sends it?",
                target.origin,
                self.here()
            ),
            ordered: self.consent.name_host(target.host()),
        }])
    }

    /// Asks a search engine.
    pub(super) fn search(&self, engine: Option<&str>) -> Vec<Consequence> {
        let wanted = engine.unwrap_or("duckduckgo").to_ascii_lowercase();
        let known = ENGINES.iter().find(|(name, _)| *name == wanted);
        let (name, origin) = known.copied().unwrap_or(("", "https://duckduckgo.com"));
        if is_among(origin, self.case.origins) {
            return Vec::new();
        }
        let host = host_of(origin).unwrap_or_default();
        let named = self.consent.mention(&["web", "internet", "online", name]);
        vec![Consequence {
            reason: AskReason::LeavesSite,
            origin: origin.to_owned(),
            text: format!("Search on {origin}, outside the sites of this task?"),
            ordered: named || self.consent.name_host(&host),
        }]
    }

    /// Takes a picture. Pages that the task is not on may show anything.
    pub(super) fn capture(&self) -> Vec<Consequence> {
        if self.on_site {
            return Vec::new();
        }
        let text = format!(
            "Take a picture of {}, outside the sites of this task?",
            self.here()
        );
        let host = host_of(&self.origin).unwrap_or_default();
        vec![Consequence {
            reason: AskReason::LeavesSite,
            origin: self.origin.clone(),
            text,
            ordered: self.consent.name_host(&host),
        }]
    }
}

fn is_same_page(href: &str, url: &str) -> bool {
    let without_fragment = |address: &str| address.split('#').next().map(str::to_owned);
    href.contains('#') && without_fragment(href) == without_fragment(url)
}

fn denied(fault: TargetFault) -> Denial {
    let reason = match fault {
        TargetFault::Private | TargetFault::HiddenHost => DenyReason::PrivateAddress,
        TargetFault::NotAbsolute
        | TargetFault::Scheme
        | TargetFault::Credentials
        | TargetFault::Characters => DenyReason::BadAddress,
    };
    Denial::new(reason, sentence(&fault.to_string()))
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        format!("{}{}.", first.to_uppercase(), letters.as_str())
    })
}
