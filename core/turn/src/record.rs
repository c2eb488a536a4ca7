//! A turn as it happened, to be run again.
//!
//! One JSON line a turn: the task before, what came in, what had to be done, the task after. Since
//! [`advance`] is pure, [`replay`] needs no network and must come to the same.
//!
//! A record tells no secret. Where a turn typed one, or the person's words name one, it is hidden
//! in everything that came in, and the turn is run again on that; the record then says so.

mod compare;
mod replay;
pub(crate) mod secrets;

pub use replay::{ReplayDifference, ReplayReport, replay};

use std::sync::Arc;

use screen_agent_page::{Heavy, digest};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::advance::advance;
use crate::event::Event;
use crate::next::{Call, Next, Note};
use crate::open_question::OpenQuestion;
use crate::task::Task;
use screen_agent_page::secret::without_secrets;

/// One turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnRecord {
    /// The task before the turn.
    pub task_before: Task,
    /// What came in, in order.
    pub events: Vec<Event>,
    /// What each event called for.
    pub effects: Vec<Vec<Value>>,
    /// The task after the turn.
    pub task_after: Task,
    /// Secrets were hidden, and the turn run again without them.
    #[serde(default)]
    pub hidden: bool,
}

/// A turn being recorded.
#[derive(Clone, Debug)]
pub struct Recorder {
    before: Task,
    events: Vec<Event>,
    effects: Vec<(Vec<Note>, Next)>,
}

impl Recorder {
    /// Starts with the task as it is before the first event.
    pub fn new(before: Task) -> Self {
        Self {
            before,
            events: Vec::new(),
            effects: Vec::new(),
        }
    }

    /// Adds an event and what it called for.
    pub fn add(&mut self, event: Event, notes: &[Note], next: &Next) {
        self.events.push(kept(event));
        self.effects.push((notes.to_vec(), next.clone()));
    }

    /// The record of the turn, without secrets.
    pub fn finish(self, after: Task) -> Result<TurnRecord, RecordError> {
        let secrets = secrets::of(&self.before, &self.events);
        if !secrets.is_empty() {
            return self.without(&secrets);
        }
        Ok(TurnRecord {
            task_before: self.before,
            events: self.events,
            effects: self
                .effects
                .iter()
                .map(|(notes, next)| values(notes, next))
                .collect::<Result<_, _>>()?,
            task_after: after,
            hidden: false,
        })
    }
}

impl Recorder {
    fn without(&self, secrets: &[String]) -> Result<TurnRecord, RecordError> {
        let before = secrets::hidden(&self.before, secrets)?;
        let events = secrets::hidden(&self.events, secrets)?;
        let record = TurnRecord::run(before, events, true)?;
        // An approval is bound to what was typed, so to something else once that is hidden.
        let bound = self
            .effects
            .iter()
            .flat_map(|(notes, _)| notes)
            .find_map(consumed);
        match (bound, record.asked()) {
            (Some(old), Some(new)) => TurnRecord::run(
                secrets::renamed(&record.task_before, old, new)?,
                secrets::renamed(&record.events, old, new)?,
                true,
            ),
            _ => Ok(record),
        }
    }
}

/// What came in, without what no rule looks at: pictures, HTML that has been read already, and the
/// values of secret fields.
fn kept(event: Event) -> Event {
    let Event::Observed { mut seen } = event else {
        return event;
    };
    seen.screen = without_secrets(seen.screen);
    if seen.screen.heavy != Heavy::default() {
        let heavy = &mut Arc::make_mut(&mut seen.screen).heavy;
        let emptied = |html: &Option<Arc<str>>| html.as_ref().map(|_| Arc::from(""));
        *heavy = Heavy {
            dom: emptied(&heavy.dom),
            skeleton: emptied(&heavy.skeleton),
            screenshot: emptied(&heavy.screenshot),
            screenshot_hash: heavy.screenshot_hash.clone(),
        };
    }
    Event::Observed { seen }
}

fn consumed(note: &Note) -> Option<&str> {
    let Note::RecordApproval { request, .. } = note else {
        return None;
    };
    Some(&request.fingerprint)
}

impl TurnRecord {
    /// Fingerprint of the approval that the turn ends by asking for.
    fn asked(&self) -> Option<&str> {
        let question = self.task_after.phase.question();
        let request = question.and_then(OpenQuestion::request);
        request.map(|request| request.fingerprint.as_str())
    }

    /// Runs a turn over its events.
    pub fn run(task_before: Task, events: Vec<Event>, hidden: bool) -> Result<Self, RecordError> {
        let mut task = task_before.clone();
        let mut effects = Vec::new();
        for event in &events {
            let (after, notes, next) = advance(task, event.clone());
            task = after;
            effects.push(values(&notes, &next)?);
        }
        Ok(Self {
            task_before,
            events,
            effects,
            task_after: task,
            hidden,
        })
    }

    /// The turns of a record, each with its line, counted from 1.
    pub fn all(records: &str) -> impl Iterator<Item = Result<(usize, Self), RecordError>> {
        let lines = (1..).zip(records.lines());
        let turns = lines.filter(|(_, text)| !text.trim().is_empty());
        turns.map(|(line, text)| match serde_json::from_str(text) {
            Ok(turn) => Ok((line, turn)),
            Err(why) => Err(RecordError::Line { line, why }),
        })
    }

    /// As one line, without its end.
    pub fn line(&self) -> Result<String, RecordError> {
        Ok(serde_json::to_string(self)?)
    }
}

/// Why a turn cannot be recorded or read back.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Not JSON of this form.
    #[error("not a turn record: {0}")]
    Json(#[from] serde_json::Error),
    /// A line that is not a record.
    #[error("line {line} is not a turn record: {why}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        why: serde_json::Error,
    },
}

pub(crate) fn values(notes: &[Note], next: &Next) -> Result<Vec<Value>, RecordError> {
    let mut values = notes
        .iter()
        .map(serde_json::to_value)
        .collect::<Result<Vec<_>, _>>()?;
    values.push(value(next)?);
    Ok(values)
}

/// What comes next, as it is recorded. What is asked follows from the task and the look, which the record
/// holds already, so only its print is kept.
fn value(next: &Next) -> Result<Value, RecordError> {
    match next {
        Next::Await(Call::Propose { ask }) => Ok(json!({
            "effect": "propose",
            "query": ask.order.text(),
            "answers": ask.answers,
            "seen": format!("{:016x}", digest(&ask.seen)),
            "steps": ask.steps.len(),
            "refused": ask.refused,
            "today": ask.today,
        })),
        Next::Await(Call::Think { brief }) => Ok(json!({
            "effect": "think",
            "about": brief.topic,
            "query": brief.query,
            "seen": format!("{:016x}", digest(&brief.seen)),
            "steps": brief.steps.len(),
            "searches": brief.searches.len(),
            "refused": brief.refused,
            "repair": brief.repair,
        })),
        Next::Await(call) => Ok(serde_json::to_value(call)?),
        Next::Reply(reply) => Ok(json!({ "effect": "reply", "reply": reply })),
    }
}

#[cfg(test)]
mod tests;
