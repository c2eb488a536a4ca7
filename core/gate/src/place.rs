//! Where something takes effect, and whether the person's words count there.

use screen_agent_page::Node;

use super::weigh::Weighing;
use screen_agent_action::origin::{host_of, is_among, origin_of};

/// Where something takes effect.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Its origin; empty where it has none.
    pub(super) origin: String,
    /// The person's words count there.
    pub(super) on_site: bool,
    /// It is a frame of another origin than the page, or one that is not known.
    pub(super) framed: bool,
    page: String,
}

impl Place {
    /// The page itself.
    pub(super) fn page(weighing: &Weighing<'_>) -> Self {
        Self {
            origin: weighing.origin.clone(),
            on_site: weighing.on_site,
            framed: false,
            page: weighing.here().to_owned(),
        }
    }

    /// As the person reads it.
    pub(super) fn shown(&self) -> String {
        match (self.framed, self.origin.is_empty()) {
            (false, _) => self.page.clone(),
            (true, true) => format!("{} (in a frame whose site is not known)", self.page),
            (true, false) => format!("{} (in a frame of {})", self.origin, self.page),
        }
    }
}

impl Weighing<'_> {
    /// Where a control is. A frame of another origin is that origin, whatever page it stands on.
    pub(super) fn place_of(&self, node: &Node) -> Place {
        let page = Place::page(self);
        let origin = match &node.frame_origin {
            Some(origin) if *origin == self.origin && !origin.is_empty() => return page,
            Some(origin) => origin.clone(),
            None if self.is_foreign(node) => String::new(),
            None => return page,
        };
        let named = || host_of(&origin).is_some_and(|host| self.consent.name_host(&host));
        let on_site = !origin.is_empty() && (is_among(&origin, self.case.origins) || named());
        Place {
            origin,
            on_site,
            framed: true,
            ..page
        }
    }

    /// A frame of which the client tells no origin, and nothing shows it to be of this site.
    fn is_foreign(&self, node: &Node) -> bool {
        let sends_here = || {
            let action = node.facts.form_action.as_deref();
            action.and_then(origin_of).as_ref() == Some(&self.origin)
        };
        node.frame != 0 && !self.case.tells() && !sends_here()
    }
}
