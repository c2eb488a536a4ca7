//! What was done and spent.

use super::response::InteractStatus;
use crate::derives::*;

/// Calls of a model on a site in a day.
#[contract(camel)]
pub struct ModelOfDay {
    /// `YYYY-MM-DD`.
    pub day: String,
    /// Registrable domain; empty for what was on none.
    pub site: String,
    /// Which one.
    pub model: String,
    /// How many.
    pub calls: u64,
    /// Of these, those that gave no answer.
    pub failed: u64,
    /// What went in.
    pub prompt_tokens: u64,
    /// What came out.
    pub completion_tokens: u64,
    /// Millionths of the price table's unit.
    pub cost_micros: u64,
    /// Milliseconds.
    pub duration: u64,
}

/// Tasks that were begun on a site in a day, by how they stand.
#[contract(camel)]
pub struct TasksOfDay {
    /// `YYYY-MM-DD`.
    pub day: String,
    /// Registrable domain.
    pub site: String,
    /// How they stand.
    pub status: InteractStatus,
    /// How many.
    pub tasks: u64,
}

/// Steps that were looked at afterwards on a site in a day.
#[contract(camel)]
pub struct ChecksOfDay {
    /// `YYYY-MM-DD`.
    pub day: String,
    /// Registrable domain.
    pub site: String,
    /// What was claimed was to be seen.
    pub met: u64,
    /// It was not, and so was not believed.
    pub refused: u64,
}

/// `GET /api/v1/usage`.
#[contract(Default)]
pub struct UsageData {
    /// The first day that is told of, `YYYY-MM-DD`.
    pub first: String,
    /// The last.
    pub last: String,
    /// What models cost.
    pub models: Vec<ModelOfDay>,
    /// What tasks came to.
    pub tasks: Vec<TasksOfDay>,
    /// What was checked.
    pub checks: Vec<ChecksOfDay>,
}
