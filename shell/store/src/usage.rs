//! What calls of models have cost, and what came of the work that they were for.

use screen_agent_action::status::TaskStatus;

/// One call of a model, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageLine {
    /// What it was asked about, in one word; empty for a plain proposal.
    pub topic: String,
    /// Which model was called.
    pub model: String,
    pub prompt_tokens: u32,
    pub completion_tokens: u32,
    /// Millionths of the price table's unit.
    pub micros: u64,
    pub duration_ms: u32,
    /// It gave an answer.
    pub succeeded: bool,
    /// When its turn was closed.
    pub at_ms: i64,
    /// In which turn of its task, from 0; unknown for what was kept before turns were noted.
    pub turn: Option<u32>,
}

/// A time that is looked at, in days as somebody's clock has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsageSpan {
    pub since_ms: i64,
    /// Up to here, without it.
    pub until_ms: i64,
    /// How far that clock is ahead of UTC.
    pub ahead_ms: i64,
}

/// Calls of a model on a site in a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpentDay {
    /// Counted from 1970-01-01.
    pub day: i64,
    /// Registrable domain; empty for what was on none.
    pub site: String,
    pub model: String,
    pub calls: u64,
    /// Of these, those that gave no answer.
    pub failed: u64,
    pub prompt_tokens: u64,
    pub completion_tokens: u64,
    /// Millionths of the price table's unit.
    pub micros: u64,
    pub duration_ms: u64,
}

/// Tasks that were begun on a site in a day, by how they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TasksDay {
    /// Counted from 1970-01-01.
    pub day: i64,
    pub site: String,
    pub status: TaskStatus,
    pub tasks: u64,
}

/// Steps that were looked at afterwards on a site in a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChecksDay {
    /// Counted from 1970-01-01.
    pub day: i64,
    pub site: String,
    pub met: u64,
    /// What was claimed was not to be seen.
    pub refused: u64,
}
