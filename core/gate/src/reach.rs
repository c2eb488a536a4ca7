//! Going somewhere else.

use screen_agent_page::Node;

use super::consequence::Consequence;
use super::nested_address::addresses_inside;
use super::weigh::{Found, Weighing};
use super::{Denial, DenyReason};
use crate::approval::AskReason;
use crate::consent::address::{NamedEffect, effects_of};
use screen_agent_action::origin::{
    Target, TargetFault, check_target, host_of, is_among, origin_of,
};
use screen_agent_action::query::{self, SEARCH_ENGINES, search_engine};
use screen_agent_action::{Action, ActionFamily};
use screen_agent_words::quote::{plain, quote, sentence};

/// Where a link leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    /// To an address.
    Away,
    /// To a named place of this page.
    Within,
    /// Nowhere: a script does whatever it does.
    Nowhere,
}

/// Where a link leads from this page.
pub(super) fn lead(href: &str, url: &str) -> Lead {
    let href = href.trim_start();
    let scripted = href.to_ascii_lowercase().starts_with("javascript:");
    let (page, fragment) = href.split_once('#').unwrap_or((href, ""));
    let same_page = href.contains('#') && (page.is_empty() || url.split('#').next() == Some(page));
    match (scripted || href.is_empty(), same_page) {
        (true, _) => Lead::Nowhere,
        (false, true) if fragment.is_empty() || fragment == "!" => Lead::Nowhere,
        (false, true) => Lead::Within,
        (false, false) => Lead::Away,
    }
}

impl Weighing<'_> {
    /// Opens an address.
    pub(super) fn go(&self, address: &str) -> Found {
        let target = check_target(address, self.case.url).map_err(denied)?;
        let mut found = self.leave(&target)?;
        let said = self.consent.hold_value(address);
        found.extend(self.effect_named(&target, said, said || self.on_site));
        Ok(found)
    }

    /// Follows a link. A fragment of the same page leads nowhere, and a script is the page's own.
    /// `on_site`: the person's words count where the link stands.
    pub(super) fn follow(&self, href: &str, named: bool, on_site: bool) -> Found {
        match lead(href, self.case.url) {
            Lead::Nowhere => Ok(Vec::new()),
            Lead::Within => Ok(self.effect_of(href, named, on_site).into_iter().collect()),
            Lead::Away => {
                let target = check_target(href, self.case.url).map_err(denied)?;
                let mut found = self.leave(&target)?;
                found.extend(self.effect_named(&target, named, on_site));
                Ok(found)
            }
        }
    }

    /// An address leads to its own host, and to each that stands inside it.
    fn leave(&self, target: &Target) -> Found {
        let mut found = Vec::new();
        if !is_among(&target.origin, self.case.origins) {
            found.push(self.leaving(target, &whole(target)));
        }
        for inner in addresses_inside(target).map_err(denied)? {
            let known = is_among(&inner.origin, self.case.origins);
            if !known && found.iter().all(|other| other.origin != inner.origin) {
                found.push(self.leaving(&inner, &whole(target)));
            }
        }
        Ok(found)
    }

    fn leaving(&self, to: &Target, address: &str) -> Consequence {
        let text = format!(
            "Go to {}, outside the sites of this task? The whole address is {address}.",
            to.origin
        );
        let ordered = self.consent.name_host(to.host());
        Consequence::there(AskReason::LeavesSite, &to.origin, text, ordered)
    }

    /// What opening an address does by its words.
    pub(super) fn effect_of(
        &self,
        address: &str,
        ordered: bool,
        on_site: bool,
    ) -> Option<Consequence> {
        let target = check_target(address, self.case.url).ok()?;
        self.effect_named(&target, ordered, on_site)
    }

    /// The same of an address that a form gives what it holds: the query is still to come.
    pub(super) fn effect_of_sending(
        &self,
        action: &str,
        ordered: bool,
        on_site: bool,
    ) -> Option<Consequence> {
        let mut target = check_target(action, self.case.url).ok()?;
        if target.url.query().is_none() {
            target.url.set_query(Some("…"));
        }
        self.effect_named(&target, ordered, on_site)
    }

    fn effect_named(&self, target: &Target, ordered: bool, on_site: bool) -> Option<Consequence> {
        let NamedEffect { part, effects } = effects_of(&target.url)?;
        let named = effects.iter().all(|effect| self.consent.orders(effect));
        let ordered = on_site && (ordered || !effects.is_empty() && named);
        let text = format!(
            "Open {}, an address that names {}?",
            whole(target),
            quote(&part)
        );
        let reason = AskReason::ChangesState;
        Some(Consequence::there(reason, &target.origin, text, ordered))
    }

    /// What a control's form sends, and where, when that is not this site.
    pub(super) fn sends_elsewhere(&self, node: &Node) -> Found {
        let action = node.facts.form_action.as_deref();
        action.map_or(Ok(Vec::new()), |action| self.given_to(action))
    }

    /// Gives something to an address.
    pub(super) fn given_to(&self, action: &str) -> Found {
        let scheme = action.split(':').next().unwrap_or_default();
        if matches!(scheme.to_ascii_lowercase().as_str(), "javascript" | "about") {
            return Ok(Vec::new());
        }
        let target = check_target(action, self.case.url).map_err(denied)?;
        if target.origin == self.origin || is_among(&target.origin, self.case.origins) {
            return Ok(Vec::new());
        }
        let text = format!(
            "Give this to {}, where a form on {} sends it?",
            target.origin,
            self.here()
        );
        let ordered = self.consent.name_host(target.host());
        let reason = AskReason::PostsElsewhere;
        Ok(vec![Consequence::there(
            reason,
            &target.origin,
            text,
            ordered,
        )])
    }

    /// Asks a search engine. The words carry the search where they are the person's own: a model
    /// has others from what it read.
    pub(super) fn search(&self, engine: Option<&str>, words: &str) -> Vec<Consequence> {
        let said: Vec<&str> = self.case.words.iter().map(|words| words.as_str()).collect();
        let own = query::gives_away(words).is_none()
            && query::strange(words, &said, self.case.url).is_empty();
        let known = search_engine(engine);
        let name = known.map_or("", |engine| engine.name);
        let page = known.unwrap_or(&SEARCH_ENGINES[0]).page;
        let origin = origin_of(page).unwrap_or_default();
        if is_among(&origin, self.case.origins) {
            return Vec::new();
        }
        let host = host_of(&origin).unwrap_or_default();
        let named = self.consent.mention(&["web", "internet", "online", name]);
        let text = format!(
            "Search on {origin}, outside the sites of this task, for \"{}\"?",
            plain(words)
        );
        let ordered = own && (named || self.consent.name_host(&host));
        vec![Consequence::there(
            AskReason::LeavesSite,
            &origin,
            text,
            ordered,
        )]
    }

    /// The page itself is none of the task's sites: it may have come by a redirect, a script or
    /// another tab. Until the person says yes, nothing is done there but going back.
    pub(super) fn is_outside(&self) -> Option<Consequence> {
        let action = self.case.action;
        let stays = *action == Action::GoBack
            || action.is_terminal()
            || action.family() == ActionFamily::Pause;
        if stays || self.origin.is_empty() || is_among(&self.origin, self.case.origins) {
            return None;
        }
        let what = if action.family() == ActionFamily::Picture {
            "Take a picture of"
        } else {
            "Go on at"
        };
        let text = format!("{what} {}, outside the sites of this task?", self.here());
        let host = host_of(&self.origin).unwrap_or_default();
        let ordered = self.consent.name_host(&host);
        let reason = AskReason::LeavesSite;
        Some(Consequence::there(reason, &self.origin, text, ordered))
    }
}

/// An address as a person reads it: all of it, since what is cut off may be what is given away.
fn whole(target: &Target) -> String {
    plain(target.url.as_str())
}

fn denied(fault: TargetFault) -> Denial {
    Denial::new(fault.into(), sentence(&fault.to_string()))
}

impl From<TargetFault> for DenyReason {
    fn from(fault: TargetFault) -> Self {
        match fault {
            TargetFault::Private | TargetFault::HiddenHost => Self::PrivateAddress,
            TargetFault::NotAbsolute
            | TargetFault::Scheme
            | TargetFault::Credentials
            | TargetFault::Port
            | TargetFault::Characters => Self::BadAddress,
        }
    }
}
