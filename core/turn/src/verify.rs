//! Stage 6: did the step do what it was meant to do? Decided by looking again.
//!
//! Without a model: gate 0 (nothing changed) and tier 1 (rules). Where a model drives the task, one
//! may be asked besides: at a glance (tier 2) or for a judgement (tier 3). Whatever cannot be shown
//! counts as not done; a client's word that it worked is never enough by itself.

mod before;
mod client_evidence;
mod control;
mod depth;
mod file;
mod goal;
mod judge;
mod judged;
mod loading;
mod message;
mod proof;
mod query;
mod same_value;

pub use before::before;
pub(crate) use depth::{Depth, Position, depth, goal_by_rules};
pub(crate) use goal::in_view as is_in_view;
pub(crate) use judged::{Judged, confirmed, judged, said_to_have_worked, undecided};
pub(crate) use loading::is_loading;
pub use same_value::same_value;
pub use screen_agent_action::expect::expect;

use screen_agent_page::{Changes, Observation, changes};

use crate::task::Before;
use screen_agent_action::Action;
use screen_agent_action::expect::{Expectation, OutcomeKind};
use screen_agent_action::step::{Proof, Report, Step, TargetPrint, Verdict};
use screen_agent_words::quote::quote;

/// Everything that a judgement looks at.
struct Case<'a> {
    action: &'a Action,
    target: Option<&'a TargetPrint>,
    expected: &'a Expectation,
    report: &'a Report,
    before: &'a Before,
    now: &'a Observation,
    changes: &'a Changes,
}

/// Compares what a step was meant to do with what is seen now.
///
/// `before` is missing only when the task was stored by something else; then nothing can be shown,
/// and the step counts as not done.
pub fn verify(step: &Step, before: Option<&Before>, report: &Report, now: &Observation) -> Verdict {
    let Some(before) = before else {
        return missed(0.0, "it is not known what the page looked like before", 1);
    };
    let now = before::bounded(now);
    let changes = changes(&before.look, &now);
    let case = Case {
        action: &step.action,
        target: step.target.as_ref(),
        expected: &step.expected,
        report,
        before,
        now: &now,
        changes: &changes,
    };
    let mut verdict = proof::with_proof(client_evidence::weighed(decide(&case), &case), &case);
    verdict.evidence.extend(evidence(&case));
    verdict
}

fn decide(case: &Case<'_>) -> Verdict {
    if case.report.success == Some(false) && !control::came_about(case) {
        return could_not(case.report);
    }
    match case.expected.kind {
        OutcomeKind::Query => query::judge(case),
        OutcomeKind::Field => control::judge(case),
        OutcomeKind::Navigation
        | OutcomeKind::Dropdown
        | OutcomeKind::Form
        | OutcomeKind::Generic => judge::judge(case),
    }
}

/// The client could not perform it; that it says so is enough, unless the very change was seen. The person reads the
/// reason, so that is in our words; the client's own, which may be a browser's, stand beside it.
fn could_not(report: &Report) -> Verdict {
    let code = report.code.as_deref().unwrap_or("ACTION_FAILED");
    let why = FAILURES.iter().find(|(word, _)| code.contains(word));
    let (_, why) = why.unwrap_or(&("", "the browser could not do it"));
    let said = report.message.as_deref().map_or_else(
        || format!("the client says {code}"),
        |message| format!("the client says {code}: {}", quote(message)),
    );
    Verdict {
        evidence: vec![said],
        ..missed(0.9, *why, 1)
    }
}

/// Words in an executor's code, and what it means.
const FAILURES: [(&str, &str); 7] = [
    ("NOT_FOUND", "what it was for is not on the page any more"),
    ("STALE", "what it was for is not on the page any more"),
    ("DETACHED", "what it was for is not on the page any more"),
    ("OBSCURED", "something on the page covers it"),
    ("TIMEOUT", "the page did not answer in time"),
    ("NETWORK", "the network failed"),
    ("CONTENT_SCRIPT", "the page could not be reached"),
];

/// What was seen to change, in words, most telling first. Nothing where nothing was: the gate
/// stops what is done again and again to no effect.
fn evidence(case: &Case<'_>) -> Vec<String> {
    let mut notes: Vec<String> = file::came(case).into_iter().collect();
    if !case.changes.is_empty() {
        notes.extend(case.changes.notes());
    }
    notes.extend(client_evidence::notes(case));
    notes
}

fn met(confidence: f32, reason: impl Into<String>, tier: u8) -> Verdict {
    verdict(true, confidence, reason, tier)
}

fn missed(confidence: f32, reason: impl Into<String>, tier: u8) -> Verdict {
    verdict(false, confidence, reason, tier)
}

/// Missed, because it was seen to be otherwise.
fn otherwise(confidence: f32, reason: impl Into<String>) -> Verdict {
    Verdict {
        proof: Proof::Otherwise,
        ..missed(confidence, reason, 1)
    }
}

fn verdict(met: bool, confidence: f32, reason: impl Into<String>, tier: u8) -> Verdict {
    Verdict {
        met,
        confidence,
        reason: reason.into(),
        tier,
        evidence: Vec::new(),
        proof: Proof::Nothing,
    }
}

#[cfg(test)]
mod deep_tests;
#[cfg(test)]
mod tests;
