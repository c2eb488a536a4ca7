//! The person gave what was missing to get past a blocker: it is used first, then forgotten, and
//! the task goes on where it was.

use crate::blocker_answer::is_secret;
use crate::event::BlockerAnswer;
use crate::phase::Progress;
use crate::task::{Detour, Task};
use crate::{blocker, person};
use screen_agent_action::Action;
use screen_agent_action::ask::Proposal;
use screen_agent_words::{HIDDEN, Words};

use super::ending::{Ending, Turn};
use super::{act, proceed};

/// Steps that it may take; what is not done by then was not understood.
const STEPS: u16 = 8;

/// Begins, when the person has just answered what they were asked.
pub(super) fn begin(turn: &mut Turn, progress: &mut Progress, answered: bool) {
    let now = turn.next_index();
    let thinking = &mut turn.task.thinking;
    let asked = thinking.blocked.as_ref().filter(|asked| asked.steps == now);
    let given = answered || !progress.seen.resolution.is_empty();
    if let (Some(asked), None, true) = (asked, &thinking.detour, given)
        && !asked.fields.is_empty()
    {
        thinking.detour = Some(Detour {
            from: now,
            notes: std::mem::take(&mut turn.task.notes),
            fields: asked.fields.clone(),
            origin: asked.origin.clone(),
            by_engine: true,
        });
    }
    if is_spent(&turn.task, progress, now) {
        end(turn);
    }
    progress.seen.given = BlockerAnswer::of(&turn.task, &progress.seen);
}

/// True when it is over, or was not understood.
fn is_spent(task: &Task, progress: &Progress, now: u16) -> bool {
    let Some(detour) = &task.thinking.detour else {
        return false;
    };
    let steps = now.saturating_sub(detour.from);
    let needed = u16::try_from(detour.fields.len()).unwrap_or(STEPS);
    let past = !detour.by_engine && steps > needed;
    steps >= STEPS
        || (past && blocker::find(&progress.seen.screen, &task.query, &task.steps).is_none())
}

/// Fills in what was given, and sends it, as long as there is something left of that to do.
pub(super) fn fill_in(turn: &mut Turn, progress: Progress) -> Result<Ending, Box<Progress>> {
    let detour = turn.task.thinking.detour.as_ref();
    let by_rule = detour.is_some_and(|detour| detour.by_engine);
    let Some(given) = progress.seen.given.clone().filter(|_| by_rule) else {
        return Err(Box::new(progress));
    };
    let next = given.next(&turn.task, &progress.seen.screen);
    let tried = |action: &Action| {
        progress
            .refused
            .iter()
            .any(|refused| refused.action == *action)
    };
    Ok(match next.filter(|action| !tried(action)) {
        Some(action) => {
            let thought = "I use what you gave me here.".to_owned();
            let proposal = act::by_rule(&turn.task, action, thought);
            act::act(turn, progress, proposal)
        }
        None => over(turn, progress),
    })
}

/// What the engine makes of an answer. When there is nothing more to do, the task goes on where it was.
pub(super) fn proposed(turn: &mut Turn, progress: Progress, proposal: Proposal) -> Ending {
    let action = proposal.decision.action();
    if action.is_some_and(|action| !action.is_terminal()) {
        return act::act(turn, progress, proposal);
    }
    over(turn, progress)
}

/// Nothing is left to do by rule. Where nothing was done at all, a model may know what to do.
fn over(turn: &mut Turn, progress: Progress) -> Ending {
    let detour = turn.task.thinking.detour.as_ref();
    let untouched = detour.is_some_and(|detour| detour.from == turn.next_index());
    if untouched && progress.seen.models.is_some() {
        turn.task.thinking.taken_over = true;
        if let Some(detour) = &mut turn.task.thinking.detour {
            detour.by_engine = false;
        }
    } else {
        end(turn);
    }
    proceed(turn, progress)
}

/// What was given is forgotten.
fn end(turn: &mut Turn) {
    let Some(detour) = turn.task.thinking.detour.take() else {
        return;
    };
    turn.task.notes = detour.notes;
    let secret = detour.fields.iter().any(is_secret);
    if let Some(said) = turn.task.answers.last_mut().filter(|_| secret) {
        said.answer = Words::said(HIDDEN);
        // A client may repeat the words with every look; they are known by their print from now on.
        turn.task.heard = turn.task.heard.take().map(|heard| person::print_of(&heard));
    }
}
