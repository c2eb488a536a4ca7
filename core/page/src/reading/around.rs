//! What is content, and what stands around it: menus, notices, share bars, the foot of the page.

use super::hint::Hints;
use super::survey::{Fact, Survey, share};
use crate::html::NodeRef;

/// What an element is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Zone {
    /// To be read.
    #[default]
    Content,
    /// Comments on it.
    Comments,
    /// Around it; not worth reading.
    Around,
}

/// What holds more than this share of what a page says is the page, whatever it is called.
const MOST: f32 = 0.35;

/// What an element is for, given what it stands in.
pub(super) fn zone(survey: &Survey, at: NodeRef, whole: &Fact, outer: Zone) -> Zone {
    let dom = survey.dom;
    let tag = dom.tag(at).unwrap_or_default();
    if outer == Zone::Around {
        return Zone::Around;
    }
    if matches!(tag, "html" | "body" | "main") {
        return outer;
    }
    let fact = survey.fact(at);
    let role = dom.attr(at, "role").unwrap_or_default();
    if is_around(survey, at, tag, role, whole) {
        return Zone::Around;
    }
    if outer == Zone::Content && fact.hints.any(Hints::COMMENTS) && holds_comments(tag, fact) {
        return Zone::Comments;
    }
    outer
}

// A link or a line that says how many comments there are holds none.
fn holds_comments(tag: &str, fact: &Fact) -> bool {
    fact.prose() >= 40 && !matches!(tag, "a" | "span" | "p" | "button" | "time" | "em" | "b")
}

fn is_around(survey: &Survey, at: NodeRef, tag: &str, role: &str, whole: &Fact) -> bool {
    let fact = survey.fact(at);
    let prose = share(fact.prose(), whole.prose());
    if matches!(
        role,
        "navigation" | "menu" | "menubar" | "toolbar" | "tablist" | "dialog" | "alertdialog"
            | "search" | "contentinfo" | "tooltip"
    ) || matches!(tag, "nav" | "menu" | "dialog")
    {
        return prose < 0.6;
    }
    if matches!(tag, "footer" | "header" | "aside" | "form" | "button") || role == "complementary" {
        return prose < MOST && is_edge(survey, at, tag, fact);
    }
    fact.hints.any(Hints::AROUND) && is_hinted_away(survey, at, tag, fact, prose)
}

/// Parts that may belong to the content or to the page around it.
fn is_edge(survey: &Survey, at: NodeRef, tag: &str, fact: &Fact) -> bool {
    let dense = fact.density() > 0.3;
    let within = dom_has_article(survey, at);
    match tag {
        // The head of an article holds its title, that of the page its menus.
        "header" => fact.titles == 0 && (dense || !within || fact.hints.any(Hints::AROUND)),
        "footer" => {
            let quoted = survey.dom.closest(at, "blockquote").is_some();
            !quoted && (!within || dense || fact.prose() < 250 || fact.hints.any(Hints::AROUND))
        }
        "form" => asks(survey, at) || fact.prose() < 200,
        "button" => !in_heading(survey, at),
        // A note in the text is read with it; a column of links is not.
        _ => dense || fact.prose() < 80 || fact.hints.any(Hints::AROUND) || !within,
    }
}

fn dom_has_article(survey: &Survey, at: NodeRef) -> bool {
    survey.dom.ancestors(at).any(|around| {
        matches!(survey.dom.tag(around), Some("article" | "main" | "section"))
            || survey.dom.attr(around, "role") == Some("main")
    })
}

fn in_heading(survey: &Survey, at: NodeRef) -> bool {
    survey.dom.parent(at).is_some_and(|around| {
        matches!(
            survey.dom.tag(around),
            Some("h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "summary" | "dt")
        )
    })
}

// Forms that sign in, subscribe or search.
fn asks(survey: &Survey, at: NodeRef) -> bool {
    let dom = survey.dom;
    dom.descendants(at).take(200).any(|field| {
        dom.tag(field) == Some("input")
            && dom.attr(field, "type").is_some_and(|kind| {
                ["password", "email", "search"]
                    .iter()
                    .any(|asked| kind.eq_ignore_ascii_case(asked))
            })
    }) && survey.fact(at).prose() < 1_500
}

fn is_hinted_away(survey: &Survey, at: NodeRef, tag: &str, fact: &Fact, prose: f32) -> bool {
    if matches!(tag, "article" | "p" | "h1" | "td" | "pre" | "code" | "em" | "strong" | "b" | "i") {
        return false;
    }
    if fact.titles > 0 && !fact.hints.any(Hints::OVERLAY) && fact.density() < 0.5 {
        return false;
    }
    let holds_the_page = survey.dom.attr(at, "role") == Some("main");
    if holds_the_page {
        return false;
    }
    // These are hardly ever said of anything else.
    let sure = Hints::CONSENT
        .and(Hints::SHARE)
        .and(Hints::NAVIGATION)
        .and(Hints::SUBSCRIBE)
        .and(Hints::UNSEEN);
    if fact.hints.any(sure) {
        return prose < MOST && (prose < 0.15 || fact.density() > 0.4);
    }
    let limit = if fact.hints.any(Hints::CONTENT) { 0.1 } else { 0.25 };
    prose < limit
}
