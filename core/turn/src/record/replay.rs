//! Recorded turns, run again.

use serde::Serialize;
use serde_json::Value;

use super::{RecordError, TurnRecord, compare};

/// How a replay went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReplayReport {
    pub turns: usize,
    pub events: usize,
    /// The first thing that came out otherwise.
    pub difference: Option<ReplayDifference>,
}

/// Something that came out otherwise than recorded.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReplayDifference {
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
    for record in TurnRecord::all(records) {
        let (line, record) = record?;
        report.turns += 1;
        report.events += record.events.len();
        let again = TurnRecord::run(
            record.task_before.clone(),
            record.events.clone(),
            record.hidden,
        )?;
        report.difference =
            compare::first(&outcome(&record)?, &outcome(&again)?).map(|found| ReplayDifference {
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
