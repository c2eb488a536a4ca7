//! What is known of the models that a turn may ask, and what asking costs.

use serde::{Deserialize, Serialize};

/// Which model is asked. Spec 002 §4.7.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelTier {
    /// For thinking: analysis, plans, judgement.
    Smart,
    /// For doing: the next action, summaries, a glance.
    Fast,
}

/// What the models can take, show and cost. None of it changes in the middle of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelLimits {
    /// Tokens that a prompt and its reply may take together.
    pub window: u32,
    /// Pictures can be shown to it.
    pub pictures: bool,
    /// Most tokens of one task, read and written together; 0 means no limit.
    pub task_tokens: u64,
    /// Most millionths of the price table's unit for one task; 0 means no limit.
    pub task_micros: u64,
}

/// What calls of models have cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Spent {
    pub calls: u32,
    /// Tokens read.
    pub prompt_tokens: u64,
    /// Tokens written.
    pub completion_tokens: u64,
    /// Millionths of the price table's unit.
    pub micros: u64,
}

impl Spent {
    /// Adds what another call has cost.
    pub fn add(&mut self, more: Self) {
        self.calls = self.calls.saturating_add(more.calls);
        self.prompt_tokens = self.prompt_tokens.saturating_add(more.prompt_tokens);
        self.completion_tokens = self
            .completion_tokens
            .saturating_add(more.completion_tokens);
        self.micros = self.micros.saturating_add(more.micros);
    }

    /// True when a task that has cost this much may ask no further.
    pub fn exhausts(self, limits: &ModelLimits) -> bool {
        let tokens = self.prompt_tokens.saturating_add(self.completion_tokens);
        (limits.task_tokens > 0 && tokens >= limits.task_tokens)
            || (limits.task_micros > 0 && self.micros >= limits.task_micros)
    }
}

/// What a model said. Nothing in it is trusted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelReply {
    pub text: String,
    /// A lesser model answered for the one that was meant; its confidence counts for less.
    pub degraded: bool,
    /// What it cost, failed tries included.
    pub spent: Spent,
}

/// Why a model said nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThinkFailure {
    /// None answered in time.
    TimedOut,
    /// None could be reached, or all refused.
    Unavailable,
    /// One answered, twice, and said nothing.
    Empty,
    /// What may be spent is spent.
    OverBudget,
}
