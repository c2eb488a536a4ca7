//! What the client saw besides the two looks. It informs; it is never taken for success.

use super::{Case, before, control, file, goal};
use screen_agent_action::expect::OutcomeKind;
use screen_agent_action::step::{Proof, Report, Verdict};
use screen_agent_words::quote::quote;

/// Most events, and most messages of a kind, that are quoted.
const EVENTS: usize = 5;
/// Most that a verdict is worth when the client did not find what should be there; under what
/// passes.
const NOT_FOUND: f32 = 0.6;
/// Least that it is worth when the client did. Far from enough.
const FOUND: f32 = 0.4;

/// True when the client saw network traffic, the document change, the address change, or a file come.
pub(super) fn saw_something(case: &Case<'_>) -> bool {
    saw(case.report)
}

/// The same, from its report alone.
pub(super) fn saw(report: &Report) -> bool {
    [report.network, report.dom, report.url].contains(&Some(true)) || !report.downloads.is_empty()
}

/// The verdict with the client's own checks weighed in. They take away where nothing but some
/// change speaks for the step; they never make a success.
pub(super) fn weighed(verdict: Verdict, case: &Case<'_>) -> Verdict {
    let report = case.report;
    if !verdict.met {
        let floor = if report.element_found == Some(true) {
            FOUND
        } else {
            0.0
        };
        return Verdict {
            confidence: verdict.confidence.max(floor),
            ..verdict
        };
    }
    if is_proven(&verdict, case) {
        return verdict;
    }
    let doubt = |confidence: f32, reason: String| Verdict {
        met: false,
        confidence,
        reason,
        ..verdict.clone()
    };
    if let Some(error) = report.errors.first() {
        return Verdict {
            proof: Proof::Otherwise,
            ..doubt(0.8, format!("the page says {}", quote(error)))
        };
    }
    if report.element_found == Some(false) {
        let reason = "the client did not find what should be there".to_owned();
        return doubt(verdict.confidence.min(NOT_FOUND), reason);
    }
    if report.passed == Some(false) {
        let reason = "the client's own check of it failed".to_owned();
        return doubt(verdict.confidence.min(NOT_FOUND), reason);
    }
    verdict
}

/// True where more than some change was seen: just what was expected, with our own eyes.
fn is_proven(verdict: &Verdict, case: &Case<'_>) -> bool {
    let expected = case.expected;
    let arrived = case.changes.address.is_some() && expected.url_change != Some(false);
    let goal = expected.next_goal.as_ref();
    let goal_in_view = || goal.is_some_and(|wanted| goal::in_view(wanted, case.now));
    let holds = || {
        let changes = &expected.changes;
        !changes.is_empty() && changes.iter().all(|change| control::holds(case, change))
    };
    let appeared = || {
        let mut wanted = expected.appear.iter();
        wanted.any(|wanted| goal::appeared(wanted, case.now))
    };
    match expected.kind {
        OutcomeKind::Query => true,
        OutcomeKind::Field => holds(),
        OutcomeKind::Dropdown => holds() || appeared(),
        OutcomeKind::Navigation => arrived || verdict.confidence >= 1.0 || file::was_wanted(case),
        OutcomeKind::Form | OutcomeKind::Generic => {
            arrived || goal_in_view() || file::was_wanted(case)
        }
    }
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
    notes.extend(counted(report));
    notes.extend(checks(report));
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

/// What the client's watcher counted, in words.
fn counted(report: &Report) -> Vec<String> {
    let mut notes = Vec::new();
    let (added, removed) = (report.added.unwrap_or(0), report.removed.unwrap_or(0));
    if added + removed > 0 {
        notes.push(format!("client: {added} elements came, {removed} went"));
    }
    if report.list_opened == Some(true) {
        notes.push("client: saw a list open".to_owned());
    }
    notes
}

/// What the client's own checks came to, in words.
fn checks(report: &Report) -> Vec<String> {
    let mut notes = Vec::new();
    let quoted = |words: &Option<String>| words.as_deref().map(quote);
    let told = [
        (
            report.passed,
            ["check passed", "check failed"],
            quoted(&report.check),
        ),
        (
            report.element_found,
            [
                "found what should be there",
                "did not find what should be there",
            ],
            quoted(&report.looked_for),
        ),
    ];
    for (found, [yes, no], more) in told {
        if let Some(found) = found {
            let what = if found { yes } else { no };
            let more = more.map(|more| format!(": {more}")).unwrap_or_default();
            notes.push(format!("client: {what}{more}"));
        }
    }
    let errors = report.errors.iter().take(EVENTS);
    notes.extend(errors.map(|words| format!("client: error {}", quote(words))));
    let successes = report.successes.iter().take(EVENTS);
    notes.extend(successes.map(|words| format!("client: success {}", quote(words))));
    notes
}
