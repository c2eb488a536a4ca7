//! What every handler shares.

use std::sync::Arc;

use screen_agent_engine::Engine;
use screen_agent_ports::{Blobs, FileReader};
use screen_agent_store::Store;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::auth::password::Checker;
use crate::auth::seal::SealKey;
use crate::auth::throttle::UnderWay;
use crate::auth::token::Believed;
use crate::config::{ConfigError, ServerConfig};
use crate::error::ApiError;
use crate::http::body::{BODY_PIECE, LARGEST_BODY};
use crate::limit::Limiter;
use crate::realtime::{Realtime, Sockets};

/// What the server is made of. `main` joins it.
pub struct Parts {
    /// Answers requests; its storage, clock and files are the server's.
    pub engine: Engine,
    /// Reads files.
    pub reader: Arc<dyn FileReader>,
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

struct Shared {
    parts: Parts,
    limiter: Limiter,
    believed: Believed,
    checker: Checker,
    signing_in: UnderWay,
    sockets: Sockets,
    bodies: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    closing: CancellationToken,
}

impl AppState {
    /// Joins the parts. Refuses a configuration that cannot be meant.
    pub fn new(parts: Parts) -> Result<Self, ConfigError> {
        parts.config.check()?;
        crate::metrics::handle();
        let store = Arc::clone(&parts.engine.parts().store);
        // A body of the largest size must fit, or it would wait for ever.
        let pieces = parts.config.body_memory.max(LARGEST_BODY) / BODY_PIECE;
        Ok(Self(Arc::new(Shared {
            limiter: Limiter::new(store, parts.config.rates),
            believed: Believed::default(),
            checker: Checker::default(),
            signing_in: UnderWay::default(),
            sockets: Sockets::default(),
            bodies: Arc::new(Semaphore::new(pieces.min(Semaphore::MAX_PERMITS))),
            turns: Arc::new(Semaphore::new(parts.config.max_turns)),
            closing: CancellationToken::new(),
            parts,
        })))
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.0.parts.engine
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.engine().parts().store
    }

    pub(crate) fn config(&self) -> &ServerConfig {
        &self.0.parts.config
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.engine().parts().clock.now_ms()
    }

    pub(crate) fn fresh_id(&self) -> Uuid {
        self.engine().parts().ids.fresh()
    }

    pub(crate) fn limiter(&self) -> &Limiter {
        &self.0.limiter
    }

    pub(crate) fn believed(&self) -> &Believed {
        &self.0.believed
    }

    pub(crate) fn checker(&self) -> &Checker {
        &self.0.checker
    }

    pub(crate) fn seal(&self) -> &SealKey {
        &self.0.parts.seal
    }

    pub(crate) fn signing_in(&self) -> &UnderWay {
        &self.0.signing_in
    }

    pub(crate) fn blobs(&self) -> &dyn Blobs {
        &*self.engine().parts().blobs
    }

    pub(crate) fn reader(&self) -> &dyn FileReader {
        &*self.0.parts.reader
    }

    pub(crate) fn realtime(&self) -> &Realtime {
        &self.0.parts.realtime
    }

    pub(crate) fn sockets(&self) -> &Sockets {
        &self.0.sockets
    }

    pub(crate) fn bodies(&self) -> &Arc<Semaphore> {
        &self.0.bodies
    }

    /// A place for one more turn; none while as many are under way as may be.
    pub(crate) fn turn(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        Arc::clone(&self.0.turns)
            .try_acquire_owned()
            .map_err(|_| ApiError::BUSY)
    }

    /// Cancelled when the server stops; the relay ends with it.
    pub(crate) fn closing(&self) -> &CancellationToken {
        &self.0.closing
    }
}
