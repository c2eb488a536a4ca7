//! What calls of models have cost.

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
