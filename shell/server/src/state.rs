//! What every handler shares.

use std::sync::Arc;

use screen_agent_packet_runner::PacketRunner;
use screen_agent_ports::{Blobs, Clock, FileReader, Ids};
use screen_agent_runner::Runner;
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
use crate::extension::audit::Watched;
use crate::extension::files::LARGEST_BODY;
use crate::extension::files::link::Links;
use crate::extension::health::Pulse;
use crate::fair::Fair;
use crate::limit::Limiter;
use crate::link::FileLinks;
use crate::packet::events::Streams;
use crate::realtime::{Realtime, Sockets};

/// What the server is made of. `main` joins it.
pub struct Parts {
    /// Storage.
    pub store: Arc<dyn Store>,
    /// Drives turns; on the same storage.
    pub runner: Runner,
    /// Answers packets; on the same storage.
    pub packets: PacketRunner,
    /// Signs links to files; the packets' own too.
    pub links: FileLinks,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Fresh ids.
    pub ids: Arc<dyn Ids>,
    /// Keeps files.
    pub blobs: Arc<dyn Blobs>,
    /// Reads files.
    pub reader: Arc<dyn FileReader>,
    /// Where listeners are told.
    pub realtime: Realtime,
    /// Seals the secrets of second factors.
    pub seal: SealKey,
    /// How the server behaves.
    pub config: ServerConfig,
}

/// What every handler shares. Cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

struct Shared {
    parts: Parts,
    limiter: Limiter,
    believed: Believed,
    checker: Checker,
    signing_in: UnderWay,
    streams: Streams,
    sockets: Sockets,
    bodies: Arc<Semaphore>,
    pulse: Pulse,
    watched: Watched,
    turns: Arc<Semaphore>,
    reading_html: Semaphore,
    reading: Fair,
    printing: Fair,
    closing: CancellationToken,
}

/// Bodies are counted in pieces of this many bytes.
pub(crate) const BODY_PIECE: usize = 1_024;
/// Documents that are read from HTML at once.
const HTML_AT_ONCE: usize = 2;

impl AppState {
    /// Joins the parts. Refuses a configuration that cannot be meant.
    pub fn new(parts: Parts) -> Result<Self, ConfigError> {
        parts.config.check()?;
        crate::metrics::handle();
        let limiter = Limiter::new(Arc::clone(&parts.store), parts.config.rates);
        // A body of the largest size must fit, or it would wait for ever.
        let pieces = parts.config.body_memory.max(LARGEST_BODY) / BODY_PIECE;
        Ok(Self(Arc::new(Shared {
            limiter,
            believed: Believed::default(),
            checker: Checker::default(),
            signing_in: UnderWay::default(),
            streams: Streams::default(),
            sockets: Sockets::default(),
            bodies: Arc::new(Semaphore::new(pieces.min(Semaphore::MAX_PERMITS))),
            pulse: Pulse::default(),
            watched: Watched::default(),
            turns: Arc::new(Semaphore::new(parts.config.max_turns)),
            reading_html: Semaphore::new(HTML_AT_ONCE),
            reading: Fair::default(),
            printing: Fair::default(),
            closing: CancellationToken::new(),
            parts,
        })))
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.0.parts.store
    }

    pub(crate) fn runner(&self) -> &Runner {
        &self.0.parts.runner
    }

    pub(crate) fn packets(&self) -> &PacketRunner {
        &self.0.parts.packets
    }

    pub(crate) fn streams(&self) -> &Streams {
        &self.0.streams
    }

    pub(crate) fn config(&self) -> &ServerConfig {
        &self.0.parts.config
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.0.parts.clock.now_ms()
    }

    pub(crate) fn fresh_id(&self) -> Uuid {
        self.0.parts.ids.fresh()
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
        &*self.0.parts.blobs
    }

    pub(crate) fn reader(&self) -> &dyn FileReader {
        &*self.0.parts.reader
    }

    pub(crate) fn links(&self) -> &Links {
        self.0.parts.links.inner()
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
            .map_err(|_| ApiError::Busy)
    }

    /// Who has a file read.
    pub(crate) fn reading(&self) -> &Fair {
        &self.0.reading
    }

    /// Who has something printed.
    pub(crate) fn printing(&self) -> &Fair {
        &self.0.printing
    }

    pub(crate) fn reading_html(&self) -> &Semaphore {
        &self.0.reading_html
    }

    /// How the audit log stands.
    pub(crate) fn watched(&self) -> &Watched {
        &self.0.watched
    }

    pub(crate) fn pulse(&self) -> &Pulse {
        &self.0.pulse
    }

    /// Cancelled when the server stops; the relay ends with it.
    pub(crate) fn closing(&self) -> &CancellationToken {
        &self.0.closing
    }
}
