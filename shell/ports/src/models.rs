//! Whoever proposes, and the models.

use async_trait::async_trait;
use screen_agent_action::ask::{Ask, Proposal, ProposeFailure};
use screen_agent_think::Prompt;
use screen_agent_think::models::{ModelLimits, ModelTier, ThinkFailure};

/// Somebody who proposes what to do: the command engine, or a model. Never trusted.
#[async_trait]
pub trait Proposer: Send + Sync {
    /// Its name, for records and logs.
    fn name(&self) -> &str;

    /// Each call costs something and is counted. True for a model, false for the command engine.
    fn is_metered(&self) -> bool {
        true
    }

    /// It goes through steps that are kept: nobody else proposes anything then, and a model may say where a control is.
    fn is_kept_steps(&self) -> bool {
        false
    }

    /// Proposes what to do next.
    async fn propose(&self, ask: &Ask) -> Result<Proposed, ProposeFailure>;
}

/// A proposal and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposed {
    /// The proposal.
    pub proposal: Proposal,
    /// What it cost; `None` when no model was called.
    pub usage: Option<Usage>,
}

/// Tokens of one call of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens sent.
    pub prompt_tokens: u32,
    /// Tokens received.
    pub completion_tokens: u32,
}

/// Who hears what a model says, piece by piece.
pub type Heard<'a> = &'a (dyn Fn(&str) + Send + Sync);

/// Models that are asked in the middle of a turn. Never trusted.
#[async_trait]
pub trait Thinker: Send + Sync {
    /// What the models can do.
    fn limits(&self) -> ModelLimits;

    /// Asks the model that the prompt is meant for, or the next best. Dropping the future breaks
    /// the call off.
    async fn think(&self, prompt: &Prompt) -> Thinking;

    /// The same, and hands on what is said as it comes. Where one that began to answer does not end, another begins anew.
    async fn think_aloud(&self, prompt: &Prompt, heard: Heard<'_>) -> Thinking {
        let thinking = self.think(prompt).await;
        if let Ok(answer) = &thinking.answer {
            heard(&answer.text);
        }
        thinking
    }
}

/// What came of asking, and every call that it took: failed ones count, too.
#[derive(Clone, Debug, PartialEq)]
pub struct Thinking {
    /// The answer, or why there is none.
    pub answer: Result<ModelAnswer, ThinkFailure>,
    /// Each call, in order.
    pub calls: Vec<ModelCall>,
}

/// What a model answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelAnswer {
    /// Its words.
    pub text: String,
    /// It reached the most that may be written before it was done.
    pub broken_off: bool,
    /// A lesser model answered for the one that was meant.
    pub degraded: bool,
}

/// One call of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelCall {
    /// Name of the model.
    pub model: String,
    /// What it was called as.
    pub role: ModelTier,
    /// Tokens sent.
    pub prompt_tokens: u32,
    /// Tokens received.
    pub completion_tokens: u32,
    /// Millionths of the price table's unit.
    pub micros: u64,
    /// How long it took.
    pub duration_ms: u32,
    /// It gave an answer.
    pub succeeded: bool,
}
