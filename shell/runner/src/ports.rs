//! What the runner needs of the world. Adapters implement these; `main` joins them.

use std::time::Duration;

use async_trait::async_trait;
use screen_agent_kernel::ask::{Ask, Proposal, ProposeFailure};
use screen_agent_kernel::file::{Reading, Unreadable};
use screen_agent_kernel::mind::{Mind, Role, ThinkFailure};
use screen_agent_kernel::search::{Found, SearchFailure, SearchQuery};
use screen_agent_kernel::think::Prompt;
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

/// Models that are asked in the middle of a turn. Never trusted.
#[async_trait]
pub trait Thinker: Send + Sync {
    /// What the models can do.
    fn mind(&self) -> Mind;

    /// Asks the model that the prompt is meant for, or the next best. Dropping the future breaks
    /// the call off.
    async fn think(&self, prompt: &Prompt) -> Thinking;
}

/// What came of asking, and every call that it took: failed ones count, too.
#[derive(Clone, Debug, PartialEq)]
pub struct Thinking {
    /// The answer, or why there is none.
    pub answer: Result<Answer, ThinkFailure>,
    /// Each call, in order.
    pub calls: Vec<Call>,
}

/// What a model answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its words.
    pub text: String,
    /// A lesser model answered for the one that was meant.
    pub degraded: bool,
}

/// One call of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Name of the model.
    pub model: String,
    /// What it was called as.
    pub role: Role,
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

/// A search engine for the web. What it finds is untrusted.
#[async_trait]
pub trait Search: Send + Sync {
    /// Searches.
    async fn search(&self, query: &SearchQuery) -> Result<Found, SearchFailure>;
}

/// Keeps bytes under ids of ours. Nothing that a client says ever names one.
#[async_trait]
pub trait Blobs: Send + Sync {
    /// Keeps them, whole or not at all.
    async fn put(&self, id: Uuid, bytes: &[u8]) -> std::io::Result<()>;

    /// At most so many bytes of what is kept under an id, from a place in it on; `None` where
    /// nothing is kept.
    async fn get(&self, id: Uuid, from: u64, most: usize) -> std::io::Result<Option<Vec<u8>>>;

    /// Forgets them; it is no error that there are none.
    async fn remove(&self, id: Uuid) -> std::io::Result<()>;

    /// Everything that has been kept for at least so long.
    async fn older_than(&self, age: Duration) -> std::io::Result<Vec<Uuid>>;
}

/// Reads text out of a file. The file is a stranger's: reading it is bounded in time and memory.
#[async_trait]
pub trait FileReader: Send + Sync {
    /// Reads it.
    async fn read(&self, name: &str, bytes: &[u8]) -> Result<Reading, Unreadable>;
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
