//! What the command engine says. It is asked first, and costs nothing.

use crate::ask::{Decision, Proposal, ProposeFailure};
use crate::effect::Refusal;
use crate::propose;
use crate::task::{Pending, TaskType};

use super::ending::{Ending, Turn};
use super::{act, carry, detour};

/// Acts on what was proposed, asks the person, or hands over to the models.
pub(super) fn decide(turn: &mut Turn, pending: Pending, proposal: Proposal) -> Ending {
    let proposal = propose::bounded(proposal);
    turn.task.notes.clone_from(&proposal.notes);
    let detour = turn.task.thinking.detour.as_ref();
    if detour.is_some_and(|detour| detour.by_engine) && !pending.seen.given.is_empty() {
        return detour::proposed(turn, pending, proposal);
    }
    let thinks = pending.seen.mind.is_some();
    if turn.task.thinking.taken_over && thinks {
        return of_step(turn, pending, proposal);
    }
    match proposal.decision {
        Decision::Act { ref action } => {
            if turn.task.task_type == TaskType::ChatOnly && !action.is_terminal() {
                // It is about the page after all.
                turn.task.task_type = TaskType::WebOnly;
            }
            act::act(turn, pending, proposal)
        }
        Decision::Question { question, missing } => {
            turn.ask(pending, proposal.thought, question, missing)
        }
        Decision::GiveUp { .. } if thinks => {
            turn.task.thinking.taken_over = true;
            carry::carry_on(turn, pending)
        }
        Decision::GiveUp { reason } => without_models(turn, pending, reason),
    }
}

/// The engine was asked for one step of the plan: only an action that it is sure of counts.
fn of_step(turn: &mut Turn, mut pending: Pending, mut proposal: Proposal) -> Ending {
    pending.done.step_asked = true;
    let sure = match &proposal.decision {
        Decision::Act { action } => !action.is_terminal(),
        Decision::Question { .. } | Decision::GiveUp { .. } => false,
    };
    if !sure {
        return carry::carry_on(turn, pending);
    }
    proposal.chain.clear();
    act::act(turn, pending, proposal)
}

/// Nobody else can be asked. What was said before may still be known.
fn without_models(turn: &mut Turn, pending: Pending, reason: String) -> Ending {
    if turn.task.task_type == TaskType::ChatOnly && pending.recalled.is_none() {
        turn.task.result = Some(reason);
        return turn.recall(pending);
    }
    turn.give_up(pending, reason)
}

/// An outage leaves the task where it stands; an unreadable answer is asked for again.
pub(super) fn cope(turn: &mut Turn, mut pending: Pending, failure: &ProposeFailure) -> Ending {
    match failure {
        ProposeFailure::TimedOut => Ending::refused(Refusal::TimedOut),
        ProposeFailure::Unavailable => Ending::refused(Refusal::Unavailable),
        ProposeFailure::Unreadable { why } => {
            pending.unreadable += 1;
            turn.again(pending, why)
        }
    }
}
