//! The packet runner's front door.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use screen_agent_packet::run::{Means, Moment, Service};
use screen_agent_packet::tools::ShippingTable;
use screen_agent_ports::{Blobs, Clock, Ids, Search, Thinker};
use screen_agent_store::{Owner, Scoped, Store};
use screen_agent_wire::packet::redact::Keep;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::engines::Engines;
use screen_agent_ports::{Fetch, Hook, Printer};

/// What a packet runner is made of.
#[derive(Clone)]
pub struct Parts {
    /// Everything that is remembered.
    pub store: Arc<dyn Store>,
    /// The models, where there are any.
    pub thinker: Option<Arc<dyn Thinker>>,
    /// Searches the web, where that is set up.
    pub search: Option<Arc<dyn Search>>,
    /// Engines that clients may be sent to.
    pub engines: Engines,
    /// Fetches pages, where that is set up.
    pub fetch: Option<Arc<dyn Fetch>>,
    /// Invokes services, where there are any.
    pub hook: Option<Arc<dyn Hook>>,
    /// What shipping costs, where somebody has said so.
    pub shipping: Option<Arc<ShippingTable>>,
    /// Prints, where that is set up.
    pub printer: Option<Arc<dyn Printer>>,
    /// Keeps what is handed out.
    pub blobs: Arc<dyn Blobs>,
    /// Makes links to it that need no token.
    pub link: Arc<dyn Link>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Fresh ids.
    pub ids: Arc<dyn Ids>,
    /// How long models may take.
    pub patience: Patience,
    /// Most millionths of the price table's unit for a tenant in a day; 0 means no limit.
    pub tenant_micros_a_day: u64,
    /// How much of packets is kept.
    pub keep: Keep,
}

/// Makes links to kept files that need no token and end soon.
pub trait Link: Send + Sync {
    /// The address of the owner's file from the server's own address on, and when it ends, in
    /// milliseconds since the epoch.
    fn link(&self, owner: Owner, key: &str, now_ms: i64) -> (String, i64);
}

/// How long models are waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For one answer.
    pub call: Duration,
    /// For everything that a request leads to.
    pub request: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            call: Duration::from_secs(60),
            request: Duration::from_secs(120),
        }
    }
}

/// Answers request packets, and does what collections need. Cheap to clone.
#[derive(Clone)]
pub struct PacketRunner {
    pub(crate) parts: Arc<Parts>,
    pub(crate) under_way: UnderWay,
}

impl std::fmt::Debug for PacketRunner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PacketRunner").finish_non_exhaustive()
    }
}

impl PacketRunner {
    /// A runner of these parts.
    pub fn new(parts: Parts) -> Self {
        Self {
            parts: Arc::new(parts),
            under_way: UnderWay::default(),
        }
    }

    /// Files can be made as PDF.
    pub fn can_print(&self) -> bool {
        self.parts.printer.is_some()
    }

    pub(crate) fn rows(&self, owner: Owner) -> Box<dyn Scoped + '_> {
        self.parts.store.scoped(owner)
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.parts.clock.now_ms()
    }

    /// A fresh id with a word before it.
    pub(crate) fn fresh(&self, kind: &str) -> String {
        format!("{kind}_{}", self.parts.ids.fresh().simple())
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment {
            now_ms: self.now_ms(),
            seed: self.parts.ids.fresh(),
        }
    }

    /// What can be done for a run; nothing without a model.
    pub(crate) fn means(&self) -> Option<Means> {
        let services = self.parts.hook.as_ref().map(|hook| hook.services());
        let services = services.unwrap_or_default().into_iter();
        Some(Means {
            mind: self.parts.thinker.as_ref()?.mind(),
            can_search: self.parts.search.is_some(),
            engines: self.parts.engines.names(),
            services: services
                .map(|(name, operations)| Service { name, operations })
                .collect(),
            today: day(self.now_ms()),
        })
    }
}

/// `YYYY-MM-DD` in UTC.
fn day(ms: i64) -> String {
    let moment = jiff::Timestamp::from_millisecond(ms).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    moment.strftime("%Y-%m-%d").to_string()
}

/// A moment as it stands in packets and documents: ISO 8601, to the millisecond.
pub(crate) fn iso(ms: i64) -> String {
    let moment = jiff::Timestamp::from_millisecond(ms).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    format!("{moment:.3}")
}

/// Most artifacts that are made at once.
const AT_ONCE: usize = 2;

/// What this process is at just now.
#[derive(Clone)]
pub(crate) struct UnderWay {
    pub(crate) room: Arc<Semaphore>,
    artifacts: Arc<Mutex<HashMap<(Owner, String), CancellationToken>>>,
}

impl Default for UnderWay {
    fn default() -> Self {
        Self {
            room: Arc::new(Semaphore::new(AT_ONCE)),
            artifacts: Arc::default(),
        }
    }
}

impl UnderWay {
    /// Begins to make an artifact; cancelled when somebody says so.
    pub(crate) fn begin(&self, owner: Owner, id: &str) -> CancellationToken {
        let token = CancellationToken::new();
        held(&self.artifacts).insert((owner, id.to_owned()), token.clone());
        token
    }

    /// It is made, or will not be. Whoever was cancelled has no place any more: what stands there is
    /// of somebody who began anew.
    pub(crate) fn end(&self, owner: Owner, id: &str, token: &CancellationToken) {
        if !token.is_cancelled() {
            held(&self.artifacts).remove(&(owner, id.to_owned()));
        }
    }

    /// Breaks off the making of an artifact, if it is made here.
    pub(crate) fn cancel(&self, owner: Owner, id: &str) {
        if let Some(token) = held(&self.artifacts).remove(&(owner, id.to_owned())) {
            token.cancel();
        }
    }
}

/// A panic elsewhere must not stop everything else.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use screen_agent_kernel::{TenantId, UserId};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn who_was_cancelled_does_not_end_what_was_begun_anew() {
        let owner = Owner {
            tenant: TenantId::new(Uuid::from_u128(1)),
            user: UserId::new(Uuid::from_u128(2)),
        };
        let under_way = UnderWay::default();
        let first = under_way.begin(owner, "art_1");
        under_way.cancel(owner, "art_1");
        let second = under_way.begin(owner, "art_1");
        under_way.end(owner, "art_1", &first);
        under_way.cancel(owner, "art_1");
        assert!(first.is_cancelled() && second.is_cancelled());
    }
}
