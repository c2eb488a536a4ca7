//! One turn: what came in, what must be done. The only file that knows the stage order.

mod act;
mod block;
mod carry;
mod chained;
mod detour;
mod ending;
mod engine;
mod judge;
mod keep;
mod leave;
mod links;
mod ponder;
mod resume;
mod round;
mod send;
mod thought;
mod tools;

use crate::correct::{self, Spent};
use crate::effect::{Effect, Refusal};
use crate::event::{Event, Seen};
use crate::hear::{self, Heard};
use crate::observe::{self, Sight};
use crate::propose;
use crate::route;
use crate::secrets;
use crate::task::{Pending, Task};
use screen_agent_action::ask::{Decision, Refused};
use screen_agent_action::status::TaskStatus;
use screen_agent_think::Topic;
use screen_agent_words::secrets::Secrets;

use ending::{Ending, Turn};

/// Decides what follows an event. Pure: the same task and event give the same effects.
///
/// The last effect is always one that is answered by an event of the same turn (`Propose`, `Think`,
/// `Search`, `Recall`), or one `Reply`, which ends the turn. A task that has ended is never changed.
pub fn advance(task: Task, event: Event) -> (Task, Vec<Effect>) {
    let veil = veil_over(&task, &event);
    let ended = task.status.is_terminal();
    let mut turn = Turn::new(task);
    let ending = if turn.task.status.is_terminal() {
        Ending::refused(Refusal::Ended)
    } else {
        follow(&mut turn, event)
    };
    let (mut task, mut effects) = turn.end(ending);
    keep::veil(&mut task, &mut effects, &veil);
    if task.status.is_terminal() && !ended {
        keep::forget(&mut task);
    }
    (task, effects)
}

/// Over what the person told before the turn and gave with its look.
fn veil_over(task: &Task, event: &Event) -> Secrets {
    match (event, &task.pending) {
        (Event::Observed { seen }, _) => secrets::of(task, seen),
        (_, Some(pending)) => secrets::of(task, &pending.seen),
        _ => secrets::of(task, &Seen::default()),
    }
}

fn follow(turn: &mut Turn, event: Event) -> Ending {
    match event {
        Event::Observed { seen } => look(turn, *seen),
        Event::Resumed { said } => resume::resume(turn, said),
        Event::Stopped => stop(turn),
        answer => match turn.task.pending.take() {
            None => Ending::refused(Refusal::NotAsked),
            Some(pending) => answered(turn, *pending, answer),
        },
    }
}

/// An answer to what the turn is waiting for; one that nothing asked for changes nothing.
fn answered(turn: &mut Turn, pending: Pending, event: Event) -> Ending {
    match (event, pending.topic.is_some(), pending.purpose.is_some()) {
        (Event::Proposed { proposal }, false, _) => engine::decide(turn, pending, *proposal),
        (Event::ProposeFailed { failure }, false, _) => engine::cope(turn, pending, &failure),
        (Event::Recalled { recollection }, false, _) => {
            carry::recalled(turn, pending, *recollection)
        }
        (Event::Thought { said }, true, _) => thought::heard(turn, pending, said),
        (Event::ThinkFailed { failure, spent }, true, _) => {
            thought::failed(turn, pending, failure, spent)
        }
        (Event::Searched { result }, false, true) => tools::searched(turn, pending, result),
        _ => Ending::refused(Refusal::NotAsked),
    }
}

/// Observe, route, verify.
fn look(turn: &mut Turn, mut seen: Seen) -> Ending {
    if observe::sight(&seen) == Sight::TooLittle {
        return Ending::needs_page();
    }
    seen.screen = observe::without_secrets(seen.screen);
    let known = turn.task.file.as_ref().map(|file| file.key.clone());
    // A client may name the same file with each look; what was taken of it at first stays.
    if let Some(file) = seen
        .file
        .take()
        .filter(|file| known.as_ref() != Some(&file.key))
    {
        turn.task.file = Some(file);
    }
    route::place(&mut turn.task, &seen);
    turn.start_from(&seen.screen.url);
    let pending = Pending {
        seen,
        ..Pending::default()
    };
    leave::look(turn, pending)
}

/// Hear what the person said; then go on, wait, or say honestly that it does not work.
fn go_on(turn: &mut Turn, mut pending: Pending) -> Ending {
    let answers = turn.task.answers.len();
    let heard = hear::hear(&mut turn.task, &pending.seen);
    match correct::spent(&turn.task) {
        Some(Spent::Steps) => return turn.out_of_steps(),
        Some(Spent::Tries(why)) => return turn.give_up(pending, why),
        None => {}
    }
    if !matches!(heard, Heard::StillWaiting(_)) {
        turn.enter(TaskStatus::Planning);
    }
    match heard {
        Heard::GoOn => {
            let answered = turn.task.answers.len() > answers;
            if answered {
                // New words: what was reached before them is not all that is wanted.
                pending.goal = None;
            }
            detour::begin(turn, &mut pending, answered);
            proceed(turn, pending)
        }
        Heard::StillWaiting(waiting) => turn.wait_on(pending, waiting),
        Heard::Yes(held, request) => {
            pending.approved = Some(request);
            act::resume(turn, pending, *held)
        }
        Heard::No(held, request) => {
            if let Decision::Act { action } = held.decision {
                act::remember_no(turn, &pending, &action, &request);
                let why = "the person said no".to_owned();
                pending.refused.push(Refused { action, why });
            }
            proceed(turn, pending)
        }
    }
}

/// What stands in the way comes first; then whoever is in charge: the engine, or the models.
fn proceed(turn: &mut Turn, mut pending: Pending) -> Ending {
    if let Some(answer) = pending.goal.take() {
        return act::conclude(turn, pending, answer);
    }
    if let Some(ending) = block::held_up(turn, &pending) {
        return ending;
    }
    if let Some(ending) = carry::of_file(turn, &mut pending) {
        return ending;
    }
    let pending = match detour::fill_in(turn, pending) {
        Ok(ending) => return ending,
        Err(pending) => *pending,
    };
    let detour = propose::detour(&turn.task, &pending).is_some();
    if !detour && propose::by_models(&turn.task, &pending) {
        carry::carry_on(turn, pending)
    } else {
        Ending::Propose(Box::new(pending))
    }
}

/// A proposal was refused: whoever made it is asked again.
fn ask_again(turn: &mut Turn, pending: Pending) -> Ending {
    let pending = match detour::fill_in(turn, pending) {
        Ok(ending) => return ending,
        Err(pending) => *pending,
    };
    if !propose::by_models(&turn.task, &pending) {
        return Ending::Propose(Box::new(pending));
    }
    let missed = turn.last_verdict().is_some_and(|verdict| !verdict.met);
    let topic = if missed { Topic::Correct } else { Topic::Act };
    thought::ask(turn, pending, topic)
}

/// Something was done inside the server; whoever wanted it says what follows.
fn proceed_after_tool(turn: &mut Turn, pending: Pending) -> Ending {
    if propose::by_models(&turn.task, &pending) {
        thought::ask(turn, pending, Topic::Act)
    } else {
        Ending::Propose(Box::new(pending))
    }
}

/// What is with the client stays outstanding; the next look takes the task up again.
fn stop(turn: &mut Turn) -> Ending {
    turn.enter(TaskStatus::Interrupted);
    Ending::refused(Refusal::Stopped)
}

#[cfg(test)]
mod tests;
