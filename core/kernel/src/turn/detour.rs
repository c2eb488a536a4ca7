//! The person gave what was missing to get past a blocker: it is used first, then forgotten, and
//! the task goes on where it was.

use crate::ask::{Decision, Proposal};
use crate::blocker::{self, RequiredField};
use crate::event::Seen;
use crate::hear;
use crate::mask::HIDDEN;
use crate::task::{Detour, Pending, Task};

use super::act;
use super::ending::{Ending, Turn};
use super::proceed;

/// Steps that it may take; what is not done by then was not understood.
const STEPS: u16 = 8;

/// Begins, when the person has just answered what they were asked.
pub(super) fn begin(turn: &mut Turn, pending: &mut Pending, answered: bool) {
    let now = turn.next_index();
    let thinking = &mut turn.task.thinking;
    let asked = thinking.blocked.as_ref().filter(|asked| asked.steps == now);
    let given = answered || !pending.seen.resolution.is_empty();
    if let (Some(asked), None, true) = (asked, &thinking.detour, given)
        && !asked.fields.is_empty()
    {
        thinking.detour = Some(Detour {
            from: now,
            notes: std::mem::take(&mut turn.task.notes),
            fields: asked.fields.clone(),
            by_engine: true,
        });
    }
    if is_spent(&turn.task, pending, now) {
        end(turn);
    }
    pending.seen.given = instruction(&turn.task, &pending.seen).unwrap_or_default();
}

/// True when it is over, or was not understood.
fn is_spent(task: &Task, pending: &Pending, now: u16) -> bool {
    let Some(detour) = &task.thinking.detour else {
        return false;
    };
    let steps = now.saturating_sub(detour.from);
    let needed = u16::try_from(detour.fields.len()).unwrap_or(STEPS);
    let past = !detour.by_engine && steps > needed;
    steps >= STEPS || (past && blocker::find(&pending.seen.screen, task).is_none())
}

/// What the engine is asked to do with what was given, in plain words.
fn instruction(task: &Task, seen: &Seen) -> Option<String> {
    let detour = task.thinking.detour.as_ref()?;
    if !seen.resolution.is_empty() {
        // In the order of the page, and only what was asked for.
        let parts: Vec<String> = detour
            .fields
            .iter()
            .filter_map(|field| {
                let value = seen.resolution.get(&field.name)?;
                Some(entering(&field.label, value))
            })
            .collect();
        if parts.is_empty() {
            return None;
        }
        return Some(format!("{} and submit", parts.join(" and ")));
    }
    let said = task.answers.last()?;
    let secret = detour.fields.iter().find(|field| is_secret(field));
    match (detour.fields.as_slice(), secret) {
        (_, Some(field)) if !said.answer.trim().contains(char::is_whitespace) => Some(format!(
            "{} and submit",
            entering(&field.label, said.answer.trim())
        )),
        ([field], _) => Some(format!(
            "{} and submit",
            entering(&field.label, said.answer.trim())
        )),
        ([..], _) => Some(said.answer.clone()),
    }
}

fn is_secret(field: &RequiredField) -> bool {
    matches!(field.kind.as_str(), "password" | "code")
}

fn entering(label: &str, value: &str) -> String {
    format!("enter \"{}\" as {label}", value.replace('"', ""))
}

/// What the engine makes of it. When there is nothing more to do, the task goes on where it was.
pub(super) fn proposed(turn: &mut Turn, pending: Pending, proposal: Proposal) -> Ending {
    let acts = match &proposal.decision {
        Decision::Act { action } => !action.is_terminal(),
        Decision::Question { .. } | Decision::GiveUp { .. } => false,
    };
    if acts {
        return act::act(turn, pending, proposal);
    }
    let untouched = turn
        .task
        .thinking
        .detour
        .as_ref()
        .is_some_and(|detour| detour.from == turn.next_index());
    if untouched && pending.seen.mind.is_some() {
        // The engine does not understand it; a model may.
        turn.task.thinking.taken_over = true;
        if let Some(detour) = &mut turn.task.thinking.detour {
            detour.by_engine = false;
        }
    } else {
        end(turn);
    }
    proceed(turn, pending)
}

/// What was given is forgotten.
fn end(turn: &mut Turn) {
    let Some(detour) = turn.task.thinking.detour.take() else {
        return;
    };
    turn.task.notes = detour.notes;
    let secret = detour.fields.iter().any(is_secret);
    if let Some(said) = turn.task.answers.last_mut().filter(|_| secret) {
        HIDDEN.clone_into(&mut said.answer);
        // A client may repeat the words with every look; they are known by their print from now on.
        turn.task.heard = turn.task.heard.take().map(|heard| hear::print_of(&heard));
    }
}
