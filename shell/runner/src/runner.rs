//! The runner's front door.

use std::sync::Arc;
use std::time::Duration;

use screen_agent_kernel::task::Task;
use screen_agent_kernel::{SessionId, TaskId};
use screen_agent_store::turn::{LeaseId, StoredResponse};
use screen_agent_store::{Owner, Scoped, Store};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::given::Given;
use crate::outstanding::Outstanding;
use crate::request::{Help, TurnAnswer, TurnReply, TurnRequest};
use crate::running::Running;
use crate::{TurnError, export, resume, stop, turn};
use screen_agent_ports::{Clock, Ids, Proposer, Search, Thinker};

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

/// What a runner is made of.
#[derive(Clone)]
pub struct Parts {
    /// Everything that is remembered.
    pub store: Arc<dyn Store>,
    /// Who is asked, in this order: the next one when the one before gives up.
    pub proposers: Vec<Arc<dyn Proposer>>,
    /// The models, where there are any.
    pub thinker: Option<Arc<dyn Thinker>>,
    /// Searches the web, where that is set up.
    pub search: Option<Arc<dyn Search>>,
    /// Draws fresh random text for the fence around page text.
    pub draw_mark: fn() -> String,
    /// Most millionths of the price table's unit for all tasks of a tenant in a day; 0 means no limit.
    pub tenant_micros_a_day: u64,
    /// How the surface words a turn for whoever listens: JSON, kept with the turn.
    pub tell: fn(&TurnReply) -> String,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Fresh ids.
    pub ids: Arc<dyn Ids>,
    /// How long proposers may take.
    pub patience: Patience,
}

/// Drives turns. Cheap to clone.
#[derive(Clone)]
pub struct Runner {
    pub(crate) parts: Arc<Parts>,
    pub(crate) running: Running,
    pub(crate) given: Given,
    pub(crate) outstanding: Outstanding,
    commits: watch::Sender<()>,
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner").finish_non_exhaustive()
    }
}

impl Runner {
    /// A runner of these parts.
    pub fn new(parts: Parts) -> Self {
        Self {
            parts: Arc::new(parts),
            running: Running::default(),
            given: Given::default(),
            outstanding: Outstanding::default(),
            commits: watch::Sender::new(()),
        }
    }

    /// Advances a task by one turn and answers with what `encode` makes of it.
    ///
    /// The answer is committed, with everything that it rests on, before this returns. A caller
    /// that goes away in the middle of a model's thought breaks that off and lets the task go, unless
    /// it left a key: then the turn is finished without it, and its answer waits under the key.
    pub async fn turn(
        &self,
        caller: Owner,
        request: TurnRequest,
        encode: impl FnOnce(&TurnReply) -> StoredResponse + Send + 'static,
    ) -> Result<TurnAnswer, TurnError> {
        let runner = self.clone();
        let waits = CancellationToken::new();
        // Cancelled when this future is dropped: the caller has gone.
        let _here = waits.clone().drop_guard();
        detached(async move { turn::run(&runner, caller, request, waits, encode).await }).await
    }

    /// Stops a task, also in the middle of a turn; the next look takes it up again.
    pub async fn stop(&self, caller: Owner, task: TaskId) -> Result<Task, TurnError> {
        let runner = self.clone();
        detached(async move { stop::stop(&runner, caller, task).await }).await
    }

    /// Takes up a task that waits for the person, with what they said, and what they gave to get past
    /// a blocker, if anything. The next look goes on from there. What they gave is held in memory for a
    /// few minutes, handed to the turns that need it, and never stored.
    pub async fn resume(
        &self,
        caller: Owner,
        session: SessionId,
        task: TaskId,
        help: Help,
    ) -> Result<Task, TurnError> {
        let runner = self.clone();
        detached(async move {
            let task = (session, task);
            resume::resume(&runner, caller, task, help).await
        })
        .await
    }

    /// What happened in a task, one line of JSON a turn, for replay.
    pub async fn export(&self, caller: Owner, task: TaskId) -> Result<String, TurnError> {
        export::export(self, caller, task).await
    }

    /// Changes whenever something was committed that listeners are told of. It says no more: what
    /// it was stands in the store's outbox.
    pub fn commits(&self) -> watch::Receiver<()> {
        self.commits.subscribe()
    }

    pub(crate) fn rows(&self, caller: Owner) -> Box<dyn Scoped + '_> {
        self.parts.store.scoped(caller)
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.parts.clock.now_ms()
    }

    pub(crate) fn fresh_lease(&self) -> LeaseId {
        LeaseId(self.parts.ids.fresh())
    }

    /// Something was committed that listeners are told of, here or past the runner; nobody has to
    /// listen.
    pub fn committed(&self) {
        self.commits.send_replace(());
    }
}

/// Runs to the end, whatever becomes of the caller.
async fn detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, TurnError>> + Send + 'static,
) -> Result<T, TurnError> {
    // The request's span goes along, so that a trace shows the whole of it.
    tokio::spawn(work.in_current_span())
        .await
        .map_err(|cause| TurnError::Broken(cause.into()))?
}
