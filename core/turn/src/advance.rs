//! One turn: what came in, what must be done. The only file that knows the stage order.

mod act;
mod blocked;
mod chain;
mod detour;
mod ending;
mod engine;
mod judge;
mod ledger;
mod links;
mod models;
mod obstacle;
mod outside;
mod question;
mod reasoning;
mod redaction;
mod resume;
mod send;
mod server_actions;

use crate::correct::{self, Spent};
use crate::event::{Event, Seen};
use crate::next::{Next, Note, Refusal};
use crate::observe::{self, LookQuality};
use crate::person::{self, Heard};
use crate::phase::{About, Phase, Progress};
use crate::task::Task;
use crate::{propose, route, secrets};
use screen_agent_action::ask::{Decision, Refused, SAID_NO};
use screen_agent_action::status::TaskStatus;
use screen_agent_words::secrets::Secrets;

use ending::{Ending, Turn};

/// Decides what follows an event. Pure: the same task and event give the same.
///
/// Exactly one thing is waited for at a time. An event that answers something else changes nothing, and neither does
/// any event of a task that has ended.
pub fn advance(mut task: Task, event: Event) -> (Task, Vec<Note>, Next) {
    if task.status.is_terminal() {
        return (task, Vec::new(), Next::refused(Refusal::Ended));
    }
    let secrets = secrets_over(&task, &event);
    let phase = std::mem::take(&mut task.phase);
    let mut turn = Turn::new(task);
    let ending = match follow(&mut turn, phase, event) {
        Ok(ending) => ending,
        Err(phase) => {
            turn.task.phase = *phase;
            return (turn.task, Vec::new(), Next::refused(Refusal::NotAsked));
        }
    };
    let (mut task, mut notes, mut next) = turn.end(ending);
    redaction::hide_in_task(&mut task, &secrets);
    redaction::hide_in_notes(&mut notes, &secrets);
    if let Next::Reply(reply) = &mut next {
        redaction::hide_in_reply(reply, &secrets);
    }
    if task.status.is_terminal() {
        redaction::forget(&mut task);
    }
    (task, notes, next)
}

/// What the person told before the turn and gave with its look.
fn secrets_over(task: &Task, event: &Event) -> Secrets {
    match (event, task.phase.progress()) {
        (Event::Observed { seen }, _) => secrets::of(task, seen),
        (_, Some(progress)) => secrets::of(task, &progress.seen),
        _ => secrets::of(task, &Seen::default()),
    }
}

/// What an event leads to. The phase comes back where it waits for something else.
fn follow(turn: &mut Turn, phase: Phase, event: Event) -> Result<Ending, Box<Phase>> {
    Ok(match (phase, event) {
        (phase, Event::Observed { seen }) => {
            turn.task.phase = phase.without_call();
            look(turn, *seen)
        }
        (phase, Event::Stopped) => {
            turn.task.phase = phase.without_call();
            stop(turn)
        }
        (Phase::AskingPerson(question), Event::Resumed { said })
            if turn.task.status == TaskStatus::AwaitingUser =>
        {
            resume::resume(turn, &question, said)
        }
        (Phase::Proposing(progress), Event::Proposed { proposal }) => {
            engine::decide(turn, *progress, *proposal)
        }
        (Phase::Proposing(progress), Event::ProposeFailed { failure }) => {
            engine::cope(turn, *progress, &failure)
        }
        (Phase::Recalling(progress), Event::Recalled { recollection }) => {
            models::recalled(turn, *progress, *recollection)
        }
        (Phase::Searching(progress, lookup), Event::Searched { result }) => {
            server_actions::searched(turn, *progress, lookup, result)
        }
        (Phase::Thinking(progress, question), Event::Thought { said }) => {
            question::answered(turn, *progress, question, said)
        }
        (Phase::Thinking(progress, question), Event::ThinkFailed { failure, spent }) => {
            question::failed(turn, *progress, &question.about, failure, spent)
        }
        (phase, _) => return Err(Box::new(phase)),
    })
}

/// Observe, route, verify.
fn look(turn: &mut Turn, mut seen: Seen) -> Ending {
    if observe::look_quality(&seen) == LookQuality::TooLittle {
        return Ending::needs_page();
    }
    seen.screen = screen_agent_page::secret::without_secrets(seen.screen);
    let known = turn.task.file.as_ref().map(|file| file.key.clone());
    // A client may name the same file with each look; what was taken of it at first stays.
    if let Some(file) = seen
        .file
        .take()
        .filter(|file| known.as_ref() != Some(&file.key))
    {
        turn.task.file = Some(file);
    }
    turn.task.by_program |= seen.client.by_program;
    turn.task.each_is_asked |= seen.client.each_is_asked;
    route::place(&mut turn.task, &seen);
    turn.start_from(&seen.screen.url);
    let progress = Progress {
        seen,
        ..Progress::default()
    };
    outside::look(turn, progress)
}

/// Hear what the person said; then go on, wait, or say honestly that it does not work.
fn go_on(turn: &mut Turn, mut progress: Progress) -> Ending {
    let answers = turn.task.answers.len();
    let heard = person::take_words(&mut turn.task, &progress.seen);
    match correct::spent(&turn.task) {
        Some(Spent::Steps) => return turn.out_of_steps(),
        Some(Spent::Tries(why)) => return turn.give_up(progress, why),
        None => {}
    }
    if heard != Heard::StillWaiting {
        turn.enter(TaskStatus::Planning);
    }
    match heard {
        Heard::GoOn => {
            let answered = turn.task.answers.len() > answers;
            if answered {
                // New words: what was reached before them is not all that is wanted.
                progress.goal = None;
            }
            detour::begin(turn, &mut progress, answered);
            proceed(turn, progress)
        }
        Heard::StillWaiting => turn.wait_on(progress),
        Heard::Yes(held, request) => {
            progress.approved = Some(request);
            act::resume(turn, progress, *held)
        }
        Heard::No(held, request) => {
            if let Decision::Act { action } = held.proposal.decision {
                act::remember_no(turn, &progress, &action, &request);
                let why = SAID_NO.to_owned();
                progress.refused.push(Refused { action, why });
            }
            proceed(turn, progress)
        }
    }
}

/// What stands in the way comes first; then whoever is in charge: the engine, or the models.
fn proceed(turn: &mut Turn, mut progress: Progress) -> Ending {
    if let Some(answer) = progress.goal.take() {
        return act::conclude(turn, progress, answer);
    }
    if let Some(ending) = blocked::held_up(turn, &progress) {
        return ending;
    }
    if let Some(way) = progress.show.take() {
        return obstacle::show(turn, progress, way);
    }
    if let Some(ending) = models::of_file(turn, &mut progress) {
        return ending;
    }
    let progress = match detour::fill_in(turn, progress) {
        Ok(ending) => return ending,
        Err(progress) => *progress,
    };
    let detour = propose::detour(&turn.task, &progress).is_some();
    if !detour && propose::by_models(&turn.task, &progress) {
        models::carry_on(turn, progress)
    } else {
        Ending::Propose(Box::new(progress))
    }
}

/// A proposal was refused: whoever made it is asked again.
fn ask_again(turn: &mut Turn, progress: Progress) -> Ending {
    let progress = match detour::fill_in(turn, progress) {
        Ok(ending) => return ending,
        Err(progress) => *progress,
    };
    if !propose::by_models(&turn.task, &progress) {
        return Ending::Propose(Box::new(progress));
    }
    let about = match turn.has_missed() {
        true => About::Correct,
        false => About::Act,
    };
    question::ask(turn, progress, about)
}

/// Something was done inside the server; whoever wanted it says what follows.
fn proceed_after_tool(turn: &mut Turn, progress: Progress) -> Ending {
    if propose::by_models(&turn.task, &progress) {
        question::ask(turn, progress, About::Act)
    } else {
        Ending::Propose(Box::new(progress))
    }
}

/// What is with the client stays outstanding; the next look takes the task up again.
fn stop(turn: &mut Turn) -> Ending {
    turn.enter(TaskStatus::Interrupted);
    Ending::refused(Refusal::Stopped)
}

#[cfg(test)]
mod tests;
