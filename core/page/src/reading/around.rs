//! What is content, and what stands around it: menus, notices, share bars, the foot of the page.

use screen_agent_words::WordList;

use super::hint::Hints;
use super::survey::{Fact, Survey};
use crate::html::NodeRef;

static NEVER: WordList = WordList::named("elements that are content whatever their names");

/// What an element is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Zone {
    /// To be read.
    #[default]
    Content,
    /// To be read, though hardly what the page is about.
    Beside,
    /// Comments on it.
    Comments,
    /// Around it; not worth reading.
    Around,
}

/// What holds more than this share of what there is to read is the page, whatever it is called.
const MOST: f32 = 0.35;
/// A page with less than this says so little that shares of it tell nothing.
const SOME: f32 = 100.0;
/// With this much to read and few links, words of a class alone do not take an element away.
const PROSE: f32 = 250.0;

/// What an element is for, given what it stands in. `whole` is how much there is to read in all.
pub(super) fn zone(survey: &Survey, at: NodeRef, whole: f32, outer: Zone) -> Zone {
    let tag = survey.dom.tag(at).unwrap_or_default();
    if outer == Zone::Around {
        return Zone::Around;
    }
    if matches!(tag, "html" | "body" | "main") {
        return outer;
    }
    let part = Part {
        survey,
        at,
        tag,
        fact: survey.fact(at),
        share: survey.fact(at).mass / whole.max(1.0),
    };
    match part.zone() {
        Zone::Content => outer,
        Zone::Comments | Zone::Beside if outer != Zone::Content => outer,
        zone => zone,
    }
}

/// True for what holds an article, or says so.
pub(super) fn is_article(survey: &Survey, at: NodeRef) -> bool {
    match survey.dom.tag(at) {
        Some("article" | "main") => true,
        Some("html" | "body") => false,
        _ => {
            survey.dom.attr(at, "role") == Some("main") || survey.fact(at).hints.any(Hints::CONTENT)
        }
    }
}

/// An element, and how much of the page it is.
struct Part<'a> {
    survey: &'a Survey<'a>,
    at: NodeRef,
    tag: &'a str,
    fact: &'a Fact,
    share: f32,
}

impl Part<'_> {
    fn zone(&self) -> Zone {
        let role = self.survey.dom.attr(self.at, "role").unwrap_or_default();
        if is_around_by_role(role) || matches!(self.tag, "nav" | "menu" | "dialog") {
            return if self.is_share(0.5) {
                Zone::Content
            } else {
                Zone::Around
            };
        }
        if self.is_landmark(role) {
            return self.landmark();
        }
        if self.fact.hints.any(Hints::AROUND) {
            let zone = self.hinted();
            if zone != Zone::Content {
                return zone;
            }
        }
        if self.fact.hints.any(Hints::COMMENTS) && self.holds_comments() {
            return Zone::Comments;
        }
        Zone::Content
    }

    /// True when it holds at least this share of what there is to read.
    fn is_share(&self, least: f32) -> bool {
        self.share >= least && self.fact.mass >= SOME
    }

    /// Little but links, or running text?
    fn reads_well(&self) -> bool {
        self.fact.mass >= PROSE && self.fact.density() < 0.2
    }

    // A link or a line that says how many comments there are holds none.
    fn holds_comments(&self) -> bool {
        self.fact.prose() >= 40
            && self.fact.titles == 0
            && !matches!(
                self.tag,
                "a" | "span" | "p" | "button" | "time" | "em" | "b" | "h2" | "h3" | "h4"
            )
    }

    // A menu of role "banner" is one; so is the head of a page.
    fn is_landmark(&self, role: &str) -> bool {
        matches!(self.tag, "footer" | "header" | "aside" | "form" | "button")
            || role == "complementary"
    }

    /// Parts that may belong to the content or to the page around it.
    fn landmark(&self) -> Zone {
        if self.is_share(MOST) {
            return Zone::Content;
        }
        let fact = self.fact;
        let dense = fact.density() > 0.3;
        let hinted = fact.hints.any(Hints::AROUND);
        let around = match self.tag {
            // The head of an article holds its title, that of the page its menus.
            "header" => fact.titles == 0 && (dense || hinted || !self.fact.in_article),
            "footer" => {
                let quoted = self.survey.dom.closest(self.at, "blockquote").is_some();
                !quoted && (dense || hinted || fact.prose() < 250 || !self.fact.in_article)
            }
            "form" => self.asks() || fact.prose() < 200,
            "button" => !self.in_heading(),
            // A note in the text is read with it; a column of links is not.
            _ if self.fact.in_article && self.reads_well() => return Zone::Content,
            _ if self.reads_well() => return Zone::Beside,
            _ => dense || hinted || fact.prose() < 80 || !self.fact.in_article,
        };
        if around { Zone::Around } else { Zone::Content }
    }

    fn in_heading(&self) -> bool {
        let around = self.survey.dom.parent(self.at);
        around
            .and_then(|around| self.survey.dom.tag(around))
            .is_some_and(|tag| {
                matches!(
                    tag,
                    "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "summary" | "dt"
                )
            })
    }

    // A heading that leads back to a table of contents is a heading all the same.
    fn names_heading(&self) -> bool {
        let around = self.survey.dom.parent(self.at);
        let around = around.filter(|_| self.in_heading());
        around.is_some_and(|around| self.fact.letters * 2 > self.survey.fact(around).letters)
    }

    // Forms that sign in, subscribe or search.
    fn asks(&self) -> bool {
        let dom = self.survey.dom;
        let asks = |field: NodeRef| {
            dom.tag(field) == Some("input")
                && dom.attr(field, "type").is_some_and(|kind| {
                    ["password", "email", "search"]
                        .iter()
                        .any(|asked| kind.eq_ignore_ascii_case(asked))
                })
        };
        self.fact.prose() < 1_500 && dom.descendants(self.at).take(200).any(asks)
    }

    fn hinted(&self) -> Zone {
        let fact = self.fact;
        let never = NEVER.contains(self.tag);
        let titled = fact.titles > 0 && fact.density() < 0.5 && !fact.hints.any(Hints::OVERLAY);
        let main = self.survey.dom.attr(self.at, "role") == Some("main");
        if never || titled || main || self.is_share(MOST) || self.names_heading() {
            return Zone::Content;
        }
        // These are hardly ever said of anything else.
        let sure = Hints::CONSENT
            .and(Hints::SHARE)
            .and(Hints::NAVIGATION)
            .and(Hints::SUBSCRIBE)
            .and(Hints::UNSEEN);
        match (self.reads_well(), fact.hints.any(sure)) {
            (false, _) => Zone::Around,
            (true, true) if !self.is_share(0.15) => Zone::Around,
            (true, _) if self.fact.in_article => Zone::Content,
            (true, _) => Zone::Beside,
        }
    }
}

static AROUND: WordList = WordList::named("roles around a content");

fn is_around_by_role(role: &str) -> bool {
    AROUND.contains(role)
}
