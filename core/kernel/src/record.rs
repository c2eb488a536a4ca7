//! A turn as it happened, to be run again.
//!
//! One JSON line a turn: the task before, what came in, what had to be done, the task after. Since
//! [`advance`] is pure, [`replay`] needs no network and must come to the same.
//!
//! A record tells no secret. Where a turn typed one, or the person's words name one, it is hidden
//! in everything that came in, and the turn is run again on that; the record then says so.

mod compare;
mod secrets;

use screen_agent_page::digest;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::effect::Effect;
use crate::event::Event;
use crate::task::{Task, Waiting};
use crate::turn::advance;

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
    effects: Vec<Vec<Effect>>,
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
    pub fn add(&mut self, event: Event, effects: &[Effect]) {
        self.events.push(event);
        self.effects.push(effects.to_vec());
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
                .map(|effects| values(effects))
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
        let bound = self.effects.iter().flatten().find_map(consumed);
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

fn consumed(effect: &Effect) -> Option<&str> {
    match effect {
        Effect::RecordApproval { request, .. } => Some(&request.fingerprint),
        _ => None,
    }
}

impl TurnRecord {
    /// Fingerprint of the approval that the turn ends by asking for.
    fn asked(&self) -> Option<&str> {
        match &self.task_after.waiting {
            Some(Waiting::Approval(request)) => Some(&request.fingerprint),
            _ => None,
        }
    }

    /// Runs a turn over its events.
    pub fn run(task_before: Task, events: Vec<Event>, hidden: bool) -> Result<Self, RecordError> {
        let mut task = task_before.clone();
        let mut effects = Vec::new();
        for event in &events {
            let (next, called_for) = advance(task, event.clone());
            task = next;
            effects.push(values(&called_for)?);
        }
        Ok(Self {
            task_before,
            events,
            effects,
            task_after: task,
            hidden,
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

/// How a replay went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReplayReport {
    /// Turns that were run.
    pub turns: usize,
    /// Events that were run.
    pub events: usize,
    /// The first thing that came out otherwise.
    pub difference: Option<Difference>,
}

/// Something that came out otherwise than recorded.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Line of the record, counted from 1.
    pub line: usize,
    /// Where in the record, such as `effects[0][1].reply.thought`.
    pub path: String,
    /// What is recorded; `null` where nothing is.
    pub recorded: Value,
    /// What came out; `null` where nothing did.
    pub replayed: Value,
}

/// Runs recorded turns again and compares every effect and state. Stops at the first difference.
pub fn replay(records: &str) -> Result<ReplayReport, RecordError> {
    let mut report = ReplayReport::default();
    for (index, text) in records.lines().enumerate() {
        if text.trim().is_empty() {
            continue;
        }
        let line = index + 1;
        let record: TurnRecord =
            serde_json::from_str(text).map_err(|why| RecordError::Line { line, why })?;
        report.turns += 1;
        report.events += record.events.len();
        let again = TurnRecord::run(
            record.task_before.clone(),
            record.events.clone(),
            record.hidden,
        )?;
        report.difference =
            compare::first(&outcome(&record)?, &outcome(&again)?).map(|found| Difference {
                line,
                path: found.path,
                recorded: found.recorded,
                replayed: found.replayed,
            });
        if report.difference.is_some() {
            break;
        }
    }
    Ok(report)
}

/// What a turn came to.
fn outcome(record: &TurnRecord) -> Result<Value, RecordError> {
    let mut outcome = serde_json::Map::new();
    outcome.insert("effects".to_owned(), serde_json::to_value(&record.effects)?);
    outcome.insert(
        "task_after".to_owned(),
        serde_json::to_value(&record.task_after)?,
    );
    Ok(Value::Object(outcome))
}

fn values(effects: &[Effect]) -> Result<Vec<Value>, RecordError> {
    effects.iter().map(value).collect()
}

/// An effect as it is recorded. What a proposer is asked follows from the task and the look, which
/// the record holds already, so only its print is kept.
fn value(effect: &Effect) -> Result<Value, RecordError> {
    let Effect::Propose { ask } = effect else {
        return Ok(serde_json::to_value(effect)?);
    };
    Ok(serde_json::json!({
        "effect": "propose",
        "query": ask.query,
        "answers": ask.answers,
        "seen": format!("{:016x}", digest(&ask.seen)),
        "steps": ask.steps.len(),
        "refused": ask.refused,
        "today": ask.today,
    }))
}

#[cfg(test)]
mod tests;
