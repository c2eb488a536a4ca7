//! What keeps a task from going on until somebody else acts.

use crate::blocker::{self, Blocker, Response};
use crate::open_question::OpenQuestion;
use crate::phase::Progress;
use crate::task::BlockerQuestion;
use screen_agent_action::Action;
use screen_agent_action::origin::origin_of;
use screen_agent_action::step::Step;

use super::act;
use super::ending::{Ending, Turn};

/// How sure a rule has to be. Facts §3.
const SURE: f32 = 0.8;
/// Longest wait of one step, in seconds, and how often in a row one is waited for.
const WAIT: u32 = 30;
const WAITS: usize = 2;
/// How often the person is asked while nothing else is done.
const TIMES: u8 = 2;

/// Asks the person, or waits, when something stands in the way that we cannot clear ourselves.
pub(super) fn held_up(turn: &mut Turn, progress: &Progress) -> Option<Ending> {
    let blocker = blocker::find(&progress.seen.screen, &turn.task.query, &turn.task.steps)?;
    if blocker.confidence < SURE {
        return None;
    }
    match blocker::response(&blocker) {
        Response::Person => ask(turn, progress.clone(), blocker),
        Response::Wait(seconds) => wait(turn, progress.clone(), &blocker, seconds),
        Response::Dismiss | Response::Correct => None,
    }
}

/// Why a task may not be called done, if what only the person can clear still stands there.
pub(super) fn stands(turn: &Turn, progress: &Progress) -> Option<String> {
    let blocker = blocker::find(&progress.seen.screen, &turn.task.query, &turn.task.steps)?;
    let person = matches!(blocker::response(&blocker), Response::Person);
    (person && blocker.confidence >= SURE).then_some(blocker.description)
}

/// The person is asked again while nothing was done and it still stands there, but not for ever: it may
/// be no obstacle at all.
fn ask(turn: &mut Turn, progress: Progress, blocker: Blocker) -> Option<Ending> {
    let steps = turn.next_index();
    let thinking = &mut turn.task.thinking;
    let before = thinking.blocked.as_ref();
    let times = before
        .filter(|asked| asked.kind == blocker.kind && asked.steps == steps)
        .map_or(0, |asked| asked.times);
    if thinking.detour.is_some() || times >= TIMES {
        return None;
    }
    thinking.blocked = Some(BlockerQuestion {
        kind: blocker.kind,
        steps,
        fields: blocker.fields.clone(),
        origin: origin_of(&progress.seen.screen.url).unwrap_or_default(),
        times: times + 1,
    });
    let question = OpenQuestion::Question {
        question: blocker.message.clone(),
        missing: blocker
            .fields
            .iter()
            .map(|field| field.name.clone())
            .collect(),
        blocker: Some(Box::new(blocker.clone())),
        offers: Vec::new(),
    };
    Some(turn.wait(progress, blocker.description, question))
}

fn wait(turn: &mut Turn, progress: Progress, blocker: &Blocker, seconds: u32) -> Option<Ending> {
    let waited = |step: &&Step| matches!(step.action, Action::Wait { .. });
    if turn.task.steps.iter().rev().take_while(waited).count() >= WAITS {
        return None;
    }
    let action = Action::Wait {
        seconds: f64::from(seconds.clamp(1, WAIT)),
    };
    let proposal = act::by_rule(&turn.task, action, blocker.description.clone());
    Some(act::act(turn, progress, proposal))
}
