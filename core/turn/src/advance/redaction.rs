//! What is kept of a turn and told to others: without the secrets that the person told.
//!
//! This is the one place that everything passes on its way to a row, a record, a listener or an export. What
//! the client must type is the only thing that goes by.

use crate::next::{Note, Reply};
use crate::open_question::OpenQuestion;
use crate::phase::Phase;
use crate::task::Task;
use crate::{person, secrets};
use screen_agent_action::ask::OfferedAnswer;
use screen_agent_words::Words;
use screen_agent_words::secret::hide_named;
use screen_agent_words::secrets::Secrets;
use serde_json::{Map, Value};

/// Hides the secrets in what is kept of a task.
pub(super) fn hide_in_task(task: &mut Task, secrets: &Secrets) {
    for step in &mut task.steps {
        *step = secrets.hide_within(step);
    }
    if let Phase::AskingPerson(asked) = &mut task.phase
        && let OpenQuestion::Question {
            question, offers, ..
        } = &mut **asked
    {
        *question = secrets.hide(question);
        hide_in_offers(offers, secrets);
    }
    task.result = task.result.as_deref().map(|result| secrets.hide(result));
    for value in task.memory.values_mut() {
        *value = secrets.hide(value);
    }
    // What models analysed and planned, too, and what was seen before: they, and pages, repeat what they please.
    task.thinking = secrets.hide_within(&task.thinking);
    if let Some(sent) = &mut task.sent {
        sent.before = secrets.hide_within(&sent.before);
    }
}

fn hide_in_offers(offers: &mut [OfferedAnswer], secrets: &Secrets) {
    for offer in offers {
        offer.words = secrets.hide(&offer.words);
    }
}

/// Hides the secrets in what is kept of a turn.
pub(super) fn hide_in_notes(notes: &mut [Note], secrets: &Secrets) {
    for note in notes {
        match note {
            Note::RecordStep { step } => **step = secrets.hide_within(&**step),
            Note::RecordVerdict { verdict, .. } => *verdict = secrets.hide_within(verdict),
            Note::RecordApproval { request, .. } => *request = secrets.hide_within(request),
            Note::RecordCorrection { correction, .. } => {
                *correction = secrets.hide_within(correction)
            }
            Note::Learn { lesson } => *lesson = secrets.hide_within(lesson),
            Note::Export { key, value } => {
                (*key, *value) = (secrets.hide(key), secrets.hide(value))
            }
            Note::AnnouncePlan { .. } => {}
        }
    }
}

/// Hides the secrets in what the client is told. What it must type stays.
pub(super) fn hide_in_reply(reply: &mut Reply, secrets: &Secrets) {
    if let Reply::Act { action, .. } = reply {
        action.retell(|text| secrets.hide(text));
    }
    let verdict = match reply {
        Reply::Act {
            thought, verdict, ..
        }
        | Reply::Chain {
            thought, verdict, ..
        } => {
            *thought = secrets.hide(thought);
            verdict
        }
        Reply::Question {
            thought,
            question,
            offers,
            verdict,
            ..
        } => {
            *thought = secrets.hide(thought);
            *question = secrets.hide(question);
            hide_in_offers(offers, secrets);
            verdict
        }
        Reply::Approval {
            thought,
            request,
            verdict,
        } => {
            *thought = secrets.hide(thought);
            *request = secrets.hide_within(request);
            verdict
        }
        Reply::NeedsContext { .. } | Reply::Refused { .. } => return,
    };
    *verdict = verdict.as_ref().map(|verdict| secrets.hide_within(verdict));
}

/// A task that has ended needs no secret any more: its words are kept without them.
pub(super) fn forget(task: &mut Task) {
    let told = secrets::of(task, &crate::event::Seen::default());
    task.query = Words::said(hide_named(&task.query));
    for said in &mut task.answers {
        said.answer = Words::said(hide_named(&told.hide(&said.answer)));
    }
    task.heard = task
        .heard
        .take()
        .map(|heard| match hide_named(&heard) == heard {
            true => heard,
            false => person::print_of(&heard),
        });
    for note in task.notes.values_mut() {
        *note = match serde_json::from_str::<Map<String, Value>>(note) {
            // What stands in it may be spelled as JSON spells it.
            Ok(state) => Value::from(told.hide_within(&state)).to_string(),
            Err(_) => told.hide(note),
        };
    }
    if let Some(kept) = &mut task.kept {
        kept.values.retain(|name, _| !kept.secret.contains(name));
    }
    task.thinking.detour = None;
    task.thinking.blocked = None;
}
