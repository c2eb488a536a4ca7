//! What the runner needs of the world. Adapters implement these; `main` joins them.

use std::time::Duration;

use async_trait::async_trait;
use screen_agent_kernel::ask::{Ask, Proposal, ProposeFailure};
use uuid::Uuid;

/// Somebody who proposes what to do: the command engine, or a model. Never trusted.
#[async_trait]
pub trait Proposer: Send + Sync {
    /// Its name, for records and logs.
    fn name(&self) -> &str;

    /// Each call costs something and is counted. True for a model, false for the command engine.
    fn is_metered(&self) -> bool {
        true
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

/// The time.
pub trait Clock: Send + Sync {
    /// Milliseconds since the epoch.
    fn now_ms(&self) -> i64;
}

/// Fresh ids.
pub trait Ids: Send + Sync {
    /// An id that nobody has had.
    fn fresh(&self) -> Uuid;
}

/// How long the runner waits for proposers.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For one proposal.
    pub proposal: Duration,
    /// For all proposals of one turn.
    pub turn: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            proposal: Duration::from_secs(60),
            turn: Duration::from_secs(120),
        }
    }
}
