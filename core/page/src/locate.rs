//! Finding things by place, and ways out when something is in the way or out of view.

mod decline;

use screen_agent_words::WordList;
use std::collections::HashSet;

use crate::node::{Node, NodeId, Rect, State};
use crate::role::Role;
use crate::screen::Screen;

pub use decline::{Decline, decline};

/// How a control would clear what lies over the page, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dismissal {
    /// Closes it.
    Close,
    /// Says no to what it offers.
    Decline,
    /// Says yes to what it tells.
    Accept,
}

const CLOSE: [&str; 10] = [
    "close", "dismiss", "hide", "skip", "x", "\u{d7}", "\u{2715}", "\u{2716}", "\u{2573}",
    "\u{2a2f}",
];
static LATER: WordList = WordList::named("locate later");
/// These put something away only where they stand alone: "Pay later" does not.
static LATER_ALONE: WordList = WordList::named("locate later alone");
static ACCEPT: WordList = WordList::named("locate accept");

/// Controls that may clear an overlay, best first; among equals the shorter name, then the order on
/// the screen. Empty means: press Escape.
pub fn dismissals<'a>(screen: &Screen<'a>) -> Vec<(Dismissal, &'a Node)> {
    let mut found: Vec<(Dismissal, usize, &Node)> = screen
        .nodes()
        .iter()
        .filter(|node| is_ready(node) && presses(&node.role))
        .filter_map(|node| {
            let words = plain(&node.name);
            let kind = match decline(&node.name) {
                Some(_) => Dismissal::Decline,
                None => dismissal(&words)?,
            };
            Some((kind, words.len(), node))
        })
        .collect();
    found.sort_by_key(|&(kind, length, _)| (kind, length));
    found
        .into_iter()
        .map(|(kind, _, node)| (kind, node))
        .collect()
}

fn is_ready(node: &Node) -> bool {
    !node.covered && !node.is(State::Disabled)
}

fn presses(role: &Role) -> bool {
    matches!(
        role,
        Role::Button | Role::Link | Role::Generic | Role::Image
    )
}

// Long names are prose that happens to hold the word ("Close your account in three steps"), and
// a link that skips to a place leads there.
fn dismissal(words: &str) -> Option<Dismissal> {
    if words.split(' ').count() > 4 || words.starts_with("skip to ") {
        return None;
    }
    let says = |list: &[&str]| list.iter().any(|phrase| holds(words, phrase));
    if says(&CLOSE) {
        return Some(Dismissal::Close);
    }
    if says(&LATER) || says(&decline::REFUSES) || LATER_ALONE.contains(words) {
        return Some(Dismissal::Decline);
    }
    says(&ACCEPT).then_some(Dismissal::Accept)
}

fn holds(words: &str, phrase: &str) -> bool {
    // A one-letter sign counts only alone: "X" closes, "Model X" does not.
    if phrase.chars().count() == 1 {
        return words == phrase;
    }
    words == phrase
        || words.starts_with(&format!("{phrase} "))
        || words.ends_with(&format!(" {phrase}"))
}

fn plain(name: &str) -> String {
    let lower = name.to_lowercase();
    let kept: String = lower
        .chars()
        .map(|c| {
            if matches!(c, '.' | ',' | '!' | '\'' | '"' | '’') {
                ' '
            } else {
                c
            }
        })
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What could be scrolled to see more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scrollable {
    /// A region of the page.
    Region(NodeId),
    /// The page.
    Page,
}

impl Scrollable {
    /// The region, where it is not the page.
    pub fn region(self) -> Option<NodeId> {
        match self {
            Self::Region(id) => Some(id),
            Self::Page => None,
        }
    }
}

/// What could be scrolled to see more, regions first. The page counts as long as it is not known to
/// be at its end.
pub fn scrollables(screen: &Screen<'_>) -> Vec<Scrollable> {
    let observation = screen.observation();
    let mut found: Vec<Scrollable> = Vec::new();
    let mut seen: HashSet<&NodeId> = HashSet::new();
    let regions = observation
        .containers
        .iter()
        .filter(|region| region.has_more)
        .map(|region| &region.id);
    let nodes = screen
        .nodes()
        .iter()
        .filter(|node| node.scroll.as_ref().is_some_and(|scroll| scroll.has_more))
        .map(|node| &node.id);
    for id in regions.chain(nodes) {
        if seen.insert(id) {
            found.push(Scrollable::Region(id.clone()));
        }
    }
    if observation.scroll_position.as_deref() != Some("100%") {
        found.push(Scrollable::Page);
    }
    found
}

/// The empty distance between two boxes; 0 when they touch or overlap.
pub fn gap(a: Rect, b: Rect) -> f64 {
    let across = (b.x - (a.x + a.w)).max(a.x - (b.x + b.w)).max(0.0);
    let down = (b.y - (a.y + a.h)).max(a.y - (b.y + b.h)).max(0.0);
    across.hypot(down)
}

#[cfg(test)]
mod tests;
