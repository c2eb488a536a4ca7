//! What the client saw besides the two looks. It informs; it is never taken for success.

use super::{Case, before};
use crate::quote::quote;

/// Most events that are quoted.
const EVENTS: usize = 5;

/// True when the client saw network traffic, the document change, or the address change.
pub(super) fn saw_something(case: &Case<'_>) -> bool {
    let report = case.report;
    [report.network, report.dom, report.url].contains(&Some(true))
}

/// Events that were not there before.
pub(super) fn new_events(case: &Case<'_>) -> Vec<String> {
    let mut known = case.before.events.clone();
    let mut fresh = Vec::new();
    for event in before::events(case.now) {
        match known.iter().position(|old| *old == event) {
            Some(at) => drop(known.swap_remove(at)),
            None => fresh.push(event),
        }
    }
    fresh
}

/// What the client saw, in words.
pub(super) fn notes(case: &Case<'_>) -> Vec<String> {
    let report = case.report;
    let seen = [
        (report.network, "network traffic"),
        (report.dom, "a change of the document"),
        (report.url, "a change of the address"),
    ];
    let mut notes: Vec<String> = seen
        .iter()
        .filter(|(saw, _)| *saw == Some(true))
        .map(|(_, what)| format!("client: saw {what}"))
        .collect();
    let events = new_events(case);
    notes.extend(
        events
            .iter()
            .take(EVENTS)
            .map(|event| format!("event: {}", quote(event))),
    );
    if let Some(state) = &report.state {
        notes.push(format!("read: {}", quote(state)));
    }
    notes
}
