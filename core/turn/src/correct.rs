//! What follows a verdict: go on, try another way, or say honestly that it does not work.
//!
//! A failure is first put right by rule, free of charge: by a fix that has worked before, by the
//! same control under another id, by a moment's patience, by looking further down. Only then is a
//! model asked, and never may it try again what has failed already. Spec 002 §4.9.1, §4.10.

mod critic;
mod remedy;
mod strategy;
#[cfg(test)]
mod tests;

pub(crate) use critic::{must_verify_first, needs_critic};
pub(crate) use remedy::{fix, remedy};
pub(crate) use strategy::{attributed, strategy_for};

use crate::task::{MAX_FAILURES, MAX_TRIES, Task};
use screen_agent_action::status::MAX_STEPS;
use screen_agent_action::step::{Step, Verdict};

/// Why a task cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spent {
    /// It has had all its steps.
    Steps,
    /// Too many tries of one step, or too many failures in a row.
    Tries(String),
}

/// Counts a verdict on the last step.
pub(crate) fn count(task: &mut Task, verdict: &Verdict) {
    if verdict.met {
        task.tries = 0;
        task.failures = 0;
        return;
    }
    let again = match task.steps.as_slice() {
        [.., before, last] => same_step(before, last),
        _ => false,
    };
    task.tries = if again {
        task.tries.saturating_add(1)
    } else {
        1
    };
    task.failures = task.failures.saturating_add(1);
}

/// Another try of the same step: the same kind of action on the same control.
fn same_step(a: &Step, b: &Step) -> bool {
    a.target == b.target && std::mem::discriminant(&a.action) == std::mem::discriminant(&b.action)
}

/// Says whether a task may go on.
///
/// Any number of steps that succeed is progress, up to the limit; the same action over and over is
/// stopped by the gate.
pub(crate) fn spent(task: &Task) -> Option<Spent> {
    if task.steps.len() >= MAX_STEPS {
        return Some(Spent::Steps);
    }
    if task.tries >= MAX_TRIES || task.failures >= MAX_FAILURES {
        return Some(Spent::Tries(in_words(task)));
    }
    None
}

fn in_words(task: &Task) -> String {
    let verdict = task.steps.last().and_then(|step| step.verdict.as_ref());
    let why = verdict.map_or("no step was seen to work", |verdict| {
        verdict.reason.as_str()
    });
    format!(
        "I tried {} times in a row without success; at last {why}.",
        task.failures
    )
}
