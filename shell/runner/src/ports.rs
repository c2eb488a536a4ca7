//! What the runner needs of the world. Adapters implement these; `main` joins them.

use async_trait::async_trait;
use screen_agent_kernel::ask::{Ask, Proposal, ProposeFailure};
use uuid::Uuid;

/// Somebody who proposes what to do: the command engine, or a model. Never trusted.
#[async_trait]
pub trait Proposer: Send + Sync {
    /// Its name, for records and logs.
    fn name(&self) -> &str;

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
