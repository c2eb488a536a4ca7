//! What every handler shares.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use screen_agent_engine::Engine;
use screen_agent_ports::{Blobs, Callbacks, Designs, FileReader, Mail};
use screen_agent_realtime::{PhoenixHub, Tally};
use screen_agent_store::{Owner, Store};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::config::{ConfigError, ServerConfig};
use crate::credentials::attempts::UnderWay;
use crate::credentials::password::Checker;
use crate::credentials::seal::SealKey;
use crate::credentials::token::Believed;
use crate::error::ApiError;
use crate::limit::{Addresses, Limiter};
use crate::memory::BodyMemory;
use crate::realtime::{Publisher, Realtime, Sockets};

/// What the server is made of. `main` joins it.
pub struct ServerParts {
    /// Answers requests; its storage, clock and files are the server's.
    pub engine: Engine,
    /// Reads files.
    pub reader: Arc<dyn FileReader>,
    /// Reads designs, where that is set up.
    pub designs: Option<Arc<dyn Designs>>,
    /// Tells of runs, where that is done.
    pub callbacks: Option<Arc<dyn Callbacks>>,
    /// Writes to people, where that is set up.
    pub mail: Option<Arc<dyn Mail>>,
    /// Where listeners are told.
    pub realtime: Realtime,
    /// Seals the secrets of second factors.
    pub seal: SealKey,
    /// How the server behaves.
    pub config: ServerConfig,
}

/// What every handler shares. Cheap to clone. What only a surface's handlers share is in its folder.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

/// The parts, and what handlers keep together.
pub struct Shared {
    engine: Engine,
    pub(crate) reader: Arc<dyn FileReader>,
    pub(crate) designs: Option<Arc<dyn Designs>>,
    pub(crate) callbacks: Option<Arc<dyn Callbacks>>,
    pub(crate) mail: Option<Arc<dyn Mail>>,
    pub(crate) realtime: Realtime,
    /// The hub's second dialect.
    pub(crate) phoenix: Option<PhoenixHub>,
    pub(crate) seal: SealKey,
    pub(crate) config: ServerConfig,
    pub(crate) limiter: Limiter,
    pub(crate) addresses: Addresses,
    pub(crate) believed: Believed,
    pub(crate) checker: Checker,
    pub(crate) signing_in: UnderWay,
    pub(crate) sockets: Sockets,
    pub(crate) bodies: BodyMemory,
    /// Answers that are on their way as events, by whose they are.
    pub(crate) streams: Tally<Owner>,
    turns: Arc<Semaphore>,
    /// Since when nobody else has worked on what is stored.
    alone_since_ms: AtomicI64,
    /// Cancelled when the server was told to stop; it may go on for a while.
    pub(crate) leaving: CancellationToken,
    /// Cancelled when the server stops; the relay ends with it.
    pub(crate) closing: CancellationToken,
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl AppState {
    /// Joins the parts. Refuses a configuration that cannot be meant.
    pub fn new(parts: ServerParts) -> Result<Self, ConfigError> {
        parts.config.check()?;
        crate::metrics::handle();
        let store = Arc::clone(&parts.engine.parts().store);
        Ok(Self(Arc::new(Shared {
            limiter: Limiter::new(store, parts.config.rates, parts.config.tenant_rates.clone()),
            addresses: Addresses::default(),
            believed: Believed::default(),
            checker: Checker::default(),
            signing_in: UnderWay::default(),
            sockets: Sockets::default(),
            bodies: BodyMemory::new(parts.config.body_memory),
            streams: Tally::default(),
            turns: Arc::new(Semaphore::new(parts.config.max_turns)),
            alone_since_ms: AtomicI64::new(i64::MIN),
            leaving: CancellationToken::new(),
            closing: CancellationToken::new(),
            engine: parts.engine,
            phoenix: parts.realtime.hub().map(PhoenixHub::beside),
            reader: parts.reader,
            designs: parts.designs,
            callbacks: parts.callbacks,
            mail: parts.mail,
            realtime: parts.realtime,
            seal: parts.seal,
            config: parts.config,
        })))
    }

    /// Nobody else worked on what is stored just before: whoever told something before that is gone.
    pub fn alone_since(&self, at_ms: i64) {
        self.alone_since_ms.store(at_ms, Ordering::Relaxed);
    }

    /// Whether what was told then was told by a process that is gone.
    pub(crate) fn is_of_before(&self, at_ms: i64) -> bool {
        at_ms < self.alone_since_ms.load(Ordering::Relaxed)
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.engine().parts().store
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.engine().parts().clock.now_ms()
    }

    pub(crate) fn fresh_id(&self) -> Uuid {
        self.engine().parts().ids.fresh()
    }

    /// The name of a trace.
    pub(crate) fn random_id(&self) -> Uuid {
        self.engine().parts().ids.random()
    }

    pub(crate) fn blobs(&self) -> &dyn Blobs {
        &*self.engine().parts().blobs
    }

    /// Where what was committed is told; `None` when it is told nowhere.
    pub(crate) fn publisher(&self) -> Option<&dyn Publisher> {
        match (&self.phoenix, &self.realtime) {
            (Some(phoenix), _) => Some(phoenix),
            (None, Realtime::Elsewhere(elsewhere)) => Some(&*elsewhere.publisher),
            (None, Realtime::Off | Realtime::Embedded(_)) => None,
        }
    }

    /// A place for one more turn; none while as many are under way as may be.
    pub(crate) fn turn(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        Arc::clone(&self.turns)
            .try_acquire_owned()
            .map_err(|_| ApiError::BUSY)
    }

    /// The same, for those who can wait for it.
    pub(crate) async fn turn_in_time(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let place = Arc::clone(&self.turns).acquire_owned().await;
        place.map_err(ApiError::internal)
    }
}
