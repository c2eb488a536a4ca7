//! What a turn holds while it is under way.

use std::time::Instant;

use screen_agent_kernel::{SessionId, TaskId};
use screen_agent_store::turn::{IdempotencyKey, LeaseId};
use screen_agent_store::{Owner, Scoped};

use tokio_util::sync::CancellationToken;

use crate::Runner;
use crate::running::Entry;
use crate::sealed::Seal;

/// What a turn holds: the right to advance one task, and whose it is.
pub(crate) struct Held {
    pub(crate) runner: Runner,
    pub(crate) caller: Owner,
    pub(crate) task: TaskId,
    pub(crate) session: SessionId,
    pub(crate) lease: LeaseId,
    /// The client's key, by its name, with what its answer is kept under.
    pub(crate) key: Option<(IdempotencyKey, Seal)>,
    pub(crate) started: Instant,
    /// What the client said with its look.
    pub(crate) words: String,
    /// Cancelled when nobody waits for the answer any more, and nobody can ask for it again.
    pub(crate) caller_gone: CancellationToken,
    /// How a stop reaches this turn; taken out when the turn is over.
    pub(crate) entry: Entry,
}

impl Held {
    /// A turn whose lease was just taken.
    pub(crate) fn new(
        runner: &Runner,
        caller: Owner,
        (session, task): (SessionId, TaskId),
        lease: LeaseId,
    ) -> Self {
        Self {
            runner: runner.clone(),
            caller,
            task,
            session,
            lease,
            key: None,
            caller_gone: CancellationToken::new(),
            started: Instant::now(),
            words: String::new(),
            entry: runner.running.enter(task),
        }
    }

    /// Resolves when nobody waits for the answer any more. Under a key the answer is kept, so there
    /// it never does.
    pub(crate) async fn gone(&self) {
        match &self.key {
            Some(_) => std::future::pending().await,
            None => self.caller_gone.cancelled().await,
        }
    }

    /// The caller's rows.
    pub(crate) fn rows(&self) -> Box<dyn Scoped + '_> {
        self.runner.rows(self.caller)
    }
}
