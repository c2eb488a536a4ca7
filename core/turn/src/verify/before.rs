//! What is kept of a page before an action.

use std::borrow::Cow;

use screen_agent_page::digest::Fingerprint;
use screen_agent_page::{Observation, snapshot};

use crate::task::Before;

/// Most controls and most lines that are compared; the task is stored each turn and stays small.
const CONTROLS: usize = 1000;
const LINES: usize = 1000;

/// Keeps what the next look is compared with.
pub fn before(screen: &Observation) -> Before {
    let screen = bounded(screen);
    Before {
        look: snapshot(&screen),
        regions: regions(&screen),
        places: places(&screen),
        events: events(&screen),
    }
}

/// A look cut to what is compared. Both looks are cut alike, so the rest is never news.
pub(super) fn bounded(screen: &Observation) -> Cow<'_, Observation> {
    if screen.nodes.len() <= CONTROLS && screen.lines.len() <= LINES {
        return Cow::Borrowed(screen);
    }
    let mut cut = screen.clone();
    cut.nodes.truncate(CONTROLS);
    cut.lines.truncate(LINES);
    Cow::Owned(cut)
}

/// How far each region is scrolled, in order.
pub(super) fn regions(screen: &Observation) -> Vec<String> {
    let named = screen
        .containers
        .iter()
        .map(|region| format!("{} {}", region.id, region.depth));
    let nodes = screen.nodes.iter().filter_map(|node| {
        let scroll = node.scroll.as_ref()?;
        Some(format!("{} {}", node.id, scroll.depth))
    });
    named.chain(nodes).collect()
}

/// Digest of where the controls stand, to the pixel, in reading order.
pub(super) fn places(screen: &Observation) -> u64 {
    let print = |print: Fingerprint, text: String| print.field(&text);
    screen
        .nodes
        .iter()
        .filter_map(|node| {
            let point = node.point()?;
            Some(format!("{} {:.0} {:.0}", node.name, point.x, point.y))
        })
        .fold(Fingerprint::default(), print)
        .value()
}

/// Recent events without their ages ("[2s ago] Added: ..."), which change by themselves.
pub(super) fn events(screen: &Observation) -> Vec<String> {
    screen.events.iter().map(|event| ageless(event)).collect()
}

fn ageless(event: &str) -> String {
    let text = event.trim();
    let without = text
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
        .map_or(text, |(_, rest)| rest);
    without.trim().to_owned()
}
