//! Which part of a page is its content.
//!
//! What is scored is the container that the content has in common: of a thread of four stories or a
//! grid of products, no single one is the content. So the search goes from the whole page inwards,
//! and stops where going on would leave content behind.

use super::around::Zone;
use super::hint::Hints;
use super::survey::Survey;
use crate::html::NodeRef;

/// A part that holds this much of what there is to read is gone into.
const NEARLY_ALL: f32 = 0.8;
/// Where the rest does not look like content, this much will do.
const MOST: f32 = 0.5;
/// Less than this is no content.
const LEAST: f32 = 60.0;

/// The element that is the content of a page.
pub(super) fn container(survey: &Survey) -> Option<NodeRef> {
    let mut at = survey.body;
    if survey.fact(at).mass < LEAST {
        return None;
    }
    while let Some(inner) = inner(survey, at) {
        at = inner;
    }
    Some(at)
}

/// The part of an element to go into, if nothing is lost by it.
fn inner(survey: &Survey, at: NodeRef) -> Option<NodeRef> {
    let whole = survey.fact(at).mass;
    let mut best: Option<NodeRef> = None;
    for child in survey.children(at) {
        let fact = survey.fact(child);
        if fact.zone != survey.fact(at).zone {
            continue;
        }
        if best.is_none_or(|best| survey.fact(best).mass < fact.mass) {
            best = Some(child);
        }
    }
    let best = best?;
    let tag = survey.dom.tag(best).unwrap_or_default();
    if matches!(tag, "p" | "li" | "td" | "pre" | "blockquote" | "dd" | "h1" | "h2") && tag != "td" {
        return None;
    }
    let share = survey.fact(best).mass / whole.max(1.0);
    let enough = if has_peers(survey, at, best) {
        0.92
    } else if is_said_to_be_content(survey, best) {
        MOST
    } else {
        NEARLY_ALL
    };
    (share >= enough).then_some(best)
}

/// True when others beside it are built alike and say something, too.
fn has_peers(survey: &Survey, at: NodeRef, best: NodeRef) -> bool {
    let form = form(survey, best);
    let mass = survey.fact(best).mass;
    survey.children(at).any(|other| {
        other != best
            && survey.fact(other).zone != Zone::Around
            && survey.fact(other).mass > mass * 0.1
            && self::form(survey, other) == form
    })
}

/// How an element is built, as far as its tag and first class tell.
fn form<'a>(survey: &Survey<'a>, at: NodeRef) -> (&'a str, &'a str) {
    let dom = survey.dom;
    let class = dom.attr(at, "class").unwrap_or_default();
    let first = class.split_ascii_whitespace().next().unwrap_or_default();
    (dom.tag(at).unwrap_or_default(), first)
}

fn is_said_to_be_content(survey: &Survey, at: NodeRef) -> bool {
    let dom = survey.dom;
    matches!(dom.tag(at), Some("main" | "article"))
        || dom.attr(at, "role") == Some("main")
        || dom
            .attr(at, "itemprop")
            .is_some_and(|prop| prop.eq_ignore_ascii_case("articleBody"))
        || survey.fact(at).hints.any(Hints::CONTENT)
}
