//! What a turn holds while it is under way.

use std::time::Instant;

use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_store::answer::RequestKey;
use screen_agent_store::turn::LeaseId;
use screen_agent_store::{Owner, Scoped};

use tokio_util::sync::CancellationToken;

use crate::Engine;
use crate::knowledge::Known;
use crate::memory::Entry;
use crate::progress::ProgressSender;

/// What a turn holds: the right to advance one task, and whose it is.
pub(super) struct Held {
    pub(super) engine: Engine,
    pub(super) caller: Owner,
    pub(super) task: TaskId,
    pub(super) session: SessionId,
    pub(super) lease: LeaseId,
    /// What the answer is kept under, where the client gave a key.
    pub(super) key: Option<RequestKey>,
    pub(super) started: Instant,
    /// What the client said with its look.
    pub(super) words: String,
    /// Who is told how far the turn is.
    pub(super) progress: ProgressSender,
    /// Cancelled when nobody waits for the answer any more, and nobody can ask for it again.
    pub(super) caller_gone: CancellationToken,
    /// What the organisation knows of the page.
    pub(super) known: Option<Known>,
    /// How a stop reaches this turn; taken out when the turn is over.
    pub(super) entry: Entry,
}

impl Held {
    /// A turn whose lease was just taken.
    pub(super) fn new(
        engine: &Engine,
        caller: Owner,
        (session, task): (SessionId, TaskId),
        lease: LeaseId,
    ) -> Self {
        Self {
            engine: engine.clone(),
            caller,
            task,
            session,
            lease,
            key: None,
            caller_gone: CancellationToken::new(),
            started: Instant::now(),
            words: String::new(),
            known: None,
            progress: ProgressSender::default(),
            entry: engine.turns.running.enter(task),
        }
    }

    /// Resolves when nobody waits for the answer any more. Under a key the answer is kept, so there
    /// it never does.
    pub(super) async fn gone(&self) {
        match &self.key {
            Some(_) => std::future::pending().await,
            None => self.caller_gone.cancelled().await,
        }
    }

    /// The caller's rows.
    pub(super) fn rows(&self) -> Box<dyn Scoped + '_> {
        self.engine.rows(self.caller)
    }
}
