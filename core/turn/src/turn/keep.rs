//! What is kept of a turn and told to others: without the secrets that the person told.
//!
//! This is the one place that everything passes on its way to a row, a record, a listener or an export. What
//! the client must type is the only thing that goes by.

use crate::effect::{Effect, Reply};
use crate::hear;
use crate::secrets;
use crate::task::{Task, Waiting};
use screen_agent_words::Words;
use screen_agent_words::secret::hide_told;
use screen_agent_words::secrets::Secrets;

/// Hides the secrets in steps and effects.
pub(super) fn veil(task: &mut Task, effects: &mut [Effect], veil: &Secrets) {
    for step in &mut task.steps {
        *step = veil.hide_within(step);
    }
    if let Some(Waiting::Question { question, .. }) = &mut task.waiting {
        *question = veil.hide(question);
    }
    task.result = task.result.as_deref().map(|result| veil.hide(result));
    for value in task.memory.values_mut() {
        *value = veil.hide(value);
    }
    // What models analysed and planned, too, and what was seen before: they, and pages, repeat what they please.
    task.thinking = veil.hide_within(&task.thinking);
    task.before = veil.hide_within(&task.before);
    for effect in effects {
        match effect {
            Effect::RecordStep { step } => **step = veil.hide_within(&**step),
            Effect::RecordVerdict { verdict, .. } => *verdict = veil.hide_within(verdict),
            Effect::RecordApproval { request, .. } => *request = veil.hide_within(request),
            Effect::RecordCorrection { correction, .. } => {
                *correction = veil.hide_within(correction)
            }
            Effect::Learn { lesson } => *lesson = veil.hide_within(lesson),
            Effect::Export { key, value } => (*key, *value) = (veil.hide(key), veil.hide(value)),
            Effect::Reply { reply } => told(reply, veil),
            Effect::AnnouncePlan { .. }
            | Effect::Propose { .. }
            | Effect::Think { .. }
            | Effect::Search { .. }
            | Effect::Recall { .. } => {}
        }
    }
}

fn told(reply: &mut Reply, veil: &Secrets) {
    if let Reply::Act { action, .. } = reply {
        action.retell(|text| veil.hide(text));
    }
    let verdict = match reply {
        Reply::Act {
            thought, verdict, ..
        }
        | Reply::Chain {
            thought, verdict, ..
        } => {
            *thought = veil.hide(thought);
            verdict
        }
        Reply::Question {
            thought,
            question,
            verdict,
            ..
        } => {
            *thought = veil.hide(thought);
            *question = veil.hide(question);
            verdict
        }
        Reply::Approval {
            thought,
            request,
            verdict,
        } => {
            *thought = veil.hide(thought);
            *request = veil.hide_within(request);
            verdict
        }
        Reply::NeedsContext { .. } | Reply::Refused { .. } => return,
    };
    *verdict = verdict.as_ref().map(|verdict| veil.hide_within(verdict));
}

/// A task that has ended needs no secret any more: its words are kept without them.
pub(super) fn forget(task: &mut Task) {
    let veil = secrets::of(task, &crate::event::Seen::default());
    task.query = Words::said(hide_told(&task.query));
    for said in &mut task.answers {
        said.answer = Words::said(hide_told(&veil.hide(&said.answer)));
    }
    task.heard = task
        .heard
        .take()
        .map(|heard| match hide_told(&heard) == heard {
            true => heard,
            false => hear::print_of(&heard),
        });
    for note in task.notes.values_mut() {
        *note = veil.hide(note);
    }
    task.thinking.detour = None;
    task.thinking.blocked = None;
}
