//! One turn: what came in, what must be done. The only file that knows the stage order.

mod act;
mod ending;
mod round;
mod send;

use crate::ask::{Decision, Proposal, ProposeFailure, Refused};
use crate::correct::Spent;
use crate::effect::{Effect, Refusal};
use crate::event::{Event, Seen};
use crate::hear::Heard;
use crate::observe::{self, Sight};
use crate::task::{Pending, Task, TaskStatus};
use crate::{correct, hear, propose, route};

use ending::{Ending, Turn};

/// Decides what follows an event. Pure: the same task and event give the same effects.
///
/// The last effect is always one `Propose`, whose answer comes back as an event of the same turn,
/// or one `Reply`, which ends the turn. A task that has ended is never changed.
pub fn advance(task: Task, event: Event) -> (Task, Vec<Effect>) {
    let mut turn = Turn::new(task);
    let ending = if turn.task.status.is_terminal() {
        Ending::refused(Refusal::Ended)
    } else {
        match event {
            Event::Observed { seen } => look(&mut turn, *seen),
            Event::Proposed { proposal } => decide(&mut turn, *proposal),
            Event::ProposeFailed { failure } => cope(&mut turn, &failure),
            Event::Recalled { .. }
            | Event::Thought { .. }
            | Event::ThinkFailed { .. }
            | Event::Searched { .. }
            | Event::Resumed { .. } => Ending::refused(Refusal::NotAsked),
            Event::Stopped => stop(&mut turn),
        }
    };
    turn.end(ending)
}

/// Observe, route, verify, hear; then ask the proposer.
fn look(turn: &mut Turn, mut seen: Seen) -> Ending {
    if observe::sight(&seen) == Sight::TooLittle {
        return Ending::needs_page();
    }
    seen.screen = observe::without_secrets(seen.screen);
    route::place(&mut turn.task, &seen);
    turn.start_from(&seen.screen.url);
    let verdict = turn.verify(&seen);
    let heard = hear::hear(&mut turn.task, &seen);
    let mut pending = Pending {
        seen,
        verdict,
        ..Pending::default()
    };
    match correct::spent(&turn.task) {
        Some(Spent::Steps) => return turn.out_of_steps(),
        Some(Spent::Tries(why)) => return turn.give_up(pending, why),
        None => {}
    }
    if !matches!(heard, Heard::StillWaiting(_)) {
        turn.enter(TaskStatus::Planning);
    }
    match heard {
        Heard::GoOn => Ending::Propose(Box::new(pending)),
        Heard::StillWaiting(waiting) => turn.wait_on(pending, waiting),
        Heard::Yes(held, request) => {
            pending.approved = Some(request);
            act::resume(turn, pending, *held)
        }
        Heard::No(held) => {
            if let Decision::Act { action } = held.decision {
                let why = "the person said no".to_owned();
                pending.refused.push(Refused { action, why });
            }
            Ending::Propose(Box::new(pending))
        }
    }
}

/// Validate and gate what was proposed; then act, ask the person, or ask the proposer again.
fn decide(turn: &mut Turn, proposal: Proposal) -> Ending {
    let Some(pending) = turn.task.pending.take() else {
        return Ending::refused(Refusal::NotAsked);
    };
    let proposal = propose::bounded(proposal);
    turn.task.notes.clone_from(&proposal.notes);
    match proposal.decision {
        Decision::Act { .. } => act::act(turn, *pending, proposal),
        Decision::Question { question, missing } => {
            turn.ask(*pending, proposal.thought, question, missing)
        }
        Decision::GiveUp { reason } => turn.give_up(*pending, reason),
    }
}

/// An outage leaves the task where it stands; an unreadable answer is asked for again.
fn cope(turn: &mut Turn, failure: &ProposeFailure) -> Ending {
    let Some(mut pending) = turn.task.pending.take() else {
        return Ending::refused(Refusal::NotAsked);
    };
    match failure {
        ProposeFailure::TimedOut => Ending::refused(Refusal::TimedOut),
        ProposeFailure::Unavailable => Ending::refused(Refusal::Unavailable),
        ProposeFailure::Unreadable { why } => {
            pending.unreadable += 1;
            turn.again(*pending, why)
        }
    }
}

/// What is with the client stays outstanding; the next look takes the task up again.
fn stop(turn: &mut Turn) -> Ending {
    turn.enter(TaskStatus::Interrupted);
    Ending::refused(Refusal::Stopped)
}

#[cfg(test)]
mod tests;
