//! What the command engine says. It is asked first, and costs nothing.

use crate::effect::Refusal;
use crate::propose;
use crate::task::{Pending, TaskType};
use screen_agent_action::Action;
use screen_agent_action::ask::MOST_IN_A_ROW;
use screen_agent_action::ask::{ChainLink, Decision, Proposal, ProposeFailure};
use screen_agent_gate::chain;

use super::ending::{Ending, Turn};
use super::{act, carry, detour};

/// Acts on what was proposed, asks the person, or hands over to the models.
pub(super) fn decide(turn: &mut Turn, pending: Pending, proposal: Proposal) -> Ending {
    let proposal = propose::bounded(proposal);
    if pending.row.is_empty() {
        turn.task.notes.clone_from(&proposal.notes);
    }
    if propose::detour(&turn.task, &pending).is_some() {
        return detour::proposed(turn, pending, proposal);
    }
    if propose::by_models(&turn.task, &pending) {
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
        Decision::GiveUp { .. } if pending.seen.mind.is_some() => {
            turn.task.thinking.taken_over = true;
            carry::carry_on(turn, pending)
        }
        Decision::GiveUp { reason } => without_models(turn, pending, reason),
    }
}

/// The engine was asked for one step of the plan: only an action that it is sure of counts. Where
/// the client performs several in a row, it is asked for the next steps, too, as long as they fit.
fn of_step(turn: &mut Turn, mut pending: Pending, proposal: Proposal) -> Ending {
    let sure = match &proposal.decision {
        Decision::Act { action } => !action.is_terminal() && !proposal.prepares,
        Decision::Question { .. } | Decision::GiveUp { .. } => false,
    };
    if pending.row.is_empty() && !sure {
        pending.done.step_asked = true;
        return carry::carry_on(turn, pending);
    }
    if sure && (pending.row.is_empty() || fits(&pending, &proposal)) {
        pending.row.push(proposal);
        if has_more(turn, &pending) {
            return Ending::Propose(Box::new(pending));
        }
    }
    in_a_row(turn, pending)
}

/// True when the row is still safe with it.
fn fits(pending: &Pending, next: &Proposal) -> bool {
    let actions: Option<Vec<_>> = pending.row.iter().chain([next]).map(named).collect();
    actions.is_some_and(|actions| chain::safe(&actions, &pending.seen.screen).is_ok())
}

fn named(proposal: &Proposal) -> Option<(Action, String)> {
    match &proposal.decision {
        Decision::Act { action } => Some((action.clone(), proposal.thought.clone())),
        Decision::Question { .. } | Decision::GiveUp { .. } => None,
    }
}

/// True when there is another step that could go in the same row; the last one only looks.
fn has_more(turn: &Turn, pending: &Pending) -> bool {
    let first = pending.row.first().and_then(named);
    let starts = first.is_some_and(|(action, _)| chain::may_hold(&action));
    let plan = turn.task.thinking.plan.as_ref();
    let steps = plan.is_some_and(|plan| plan.current + pending.row.len() + 1 < plan.steps.len());
    starts && steps && pending.seen.client.chain && pending.row.len() < MOST_IN_A_ROW
}

fn in_a_row(turn: &mut Turn, mut pending: Pending) -> Ending {
    pending.done.step_asked = true;
    let mut row = std::mem::take(&mut pending.row).into_iter();
    let Some(mut first) = row.next() else {
        return carry::carry_on(turn, pending);
    };
    first.chain = row
        .filter_map(|proposal| named(&proposal))
        .map(|(action, description)| ChainLink {
            action,
            description,
        })
        .collect();
    act::act(turn, pending, first)
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
