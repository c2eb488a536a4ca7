//! Why a turn was not answered with a decision.
//!
//! What the kernel itself refuses (out of steps, no answer in time) is a decision: it is committed
//! and reaches the surface as [`Reply::Refused`](screen_agent_turn::next::Reply::Refused).

use screen_agent_store::StoreError;
use screen_agent_store::turn::BeginRefusal;

use crate::work::Broken;

/// Why a turn was not answered with a decision. Nothing was changed, unless it says so.
#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    /// No such task: never there, or somebody else's.
    #[error("no such task")]
    UnknownTask,
    /// No such file: never there, deleted, or somebody else's.
    #[error("no such file")]
    UnknownFile,
    /// No such workflow, or no such version of it.
    #[error("no such workflow")]
    UnknownWorkflow,
    /// A workflow was given values that it cannot take.
    #[error("{0}")]
    WorkflowInputs(String),
    /// The task has ended.
    #[error("the task has already ended")]
    Ended,
    /// Another turn of the task is under way.
    #[error("another request for this task is under way")]
    Busy,
    /// The person stopped the task meanwhile.
    #[error("the task was stopped")]
    Stopped,
    /// The conversation was put away.
    #[error("the conversation is archived")]
    SessionArchived,
    /// The idempotency key was used for another body.
    #[error("the idempotency key was used for another request")]
    IdempotencyMismatch,
    /// The first request with this idempotency key is still under way.
    #[error("the first request with this idempotency key is under way")]
    InFlight,
    /// Only a task that waits for the person can be resumed.
    #[error("the task does not wait for the person")]
    NotWaiting,
    /// The caller went away in the middle of a long thought, without a key to ask again with.
    #[error("the caller went away")]
    Gone,
    /// Storage failed.
    #[error("storage failed")]
    Store(#[source] StoreError),
    /// The turn broke off through a fault of ours.
    #[error("the turn broke off")]
    Broken(#[from] Broken),
}

impl From<BeginRefusal> for TurnError {
    fn from(refusal: BeginRefusal) -> Self {
        match refusal {
            BeginRefusal::UnknownTask => Self::UnknownTask,
            BeginRefusal::Ended => Self::Ended,
            BeginRefusal::Busy => Self::Busy,
            BeginRefusal::SessionArchived => Self::SessionArchived,
            BeginRefusal::KeyReused => Self::IdempotencyMismatch,
            BeginRefusal::KeyInFlight => Self::InFlight,
        }
    }
}

impl From<StoreError> for TurnError {
    fn from(cause: StoreError) -> Self {
        match cause {
            StoreError::LeaseLost => Self::Busy,
            other => Self::Store(other),
        }
    }
}
