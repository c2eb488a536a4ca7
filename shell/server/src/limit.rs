//! Rate limits by tenant and class of endpoint. Spec 002 §4.13.
//!
//! The store counts in blocks and memory counts within a block, so that most requests cost no
//! transaction. A block that a crash cuts short is lost, never given twice: the limit holds across
//! restarts.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use ipnet::IpNet;
use screen_agent_action::id::TenantId;
use screen_agent_store::account::Tenant;
use screen_agent_store::upkeep::{Admission, RateWindow};
use screen_agent_store::{Store, StoreError};

use crate::config::Rates;

/// Length of a window.
const WINDOW_MS: i64 = 60_000;
/// Windows that are kept in memory before old ones are let go.
const KEPT_WINDOWS: usize = 10_000;

/// Which limit a request counts against. Surfaces share those that are here, or have their own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class {
    /// Its name in storage: what counts under the same counts together.
    pub(crate) name: &'static str,
    /// Requests per minute and tenant.
    pub(crate) rate: fn(&Rates) -> u32,
}

impl Class {
    pub(crate) const INTERACT: Self = Self {
        name: "interact",
        rate: |rates| rates.interact,
    };
    pub(crate) const SESSION: Self = Self {
        name: "session",
        rate: |rates| rates.session,
    };
    pub(crate) const CONSOLE: Self = Self {
        name: "console",
        rate: |rates| rates.console,
    };
    pub(crate) const KNOWLEDGE: Self = Self {
        name: "knowledge",
        rate: |rates| rates.knowledge,
    };
}

/// How long to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Whole seconds, at least 1.
    pub seconds: u64,
    /// Milliseconds since the epoch.
    pub reset_ms: i64,
}

impl Wait {
    /// From now to a moment.
    pub(crate) fn until(reset_ms: i64, now_ms: i64) -> Self {
        let ms = u64::try_from(reset_ms - now_ms).unwrap_or(0);
        Self {
            seconds: ms.div_ceil(1_000).max(1),
            reset_ms,
        }
    }
}

/// How a request stands to its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) admitted: bool,
    limit: u32,
    remaining: u32,
    reset_ms: i64,
}

impl Standing {
    pub(crate) fn wait(self, now_ms: i64) -> Wait {
        Wait::until(self.reset_ms, now_ms)
    }

    /// Tells the client.
    pub(crate) fn write(self, headers: &mut HeaderMap, now_ms: i64) {
        let reset_s = u64::try_from(self.reset_ms / 1_000).unwrap_or(0);
        let mut put = |name: &'static str, value: HeaderValue| {
            headers.insert(HeaderName::from_static(name), value);
        };
        put("x-ratelimit-limit", self.limit.into());
        put("x-ratelimit-remaining", self.remaining.into());
        put("x-ratelimit-reset", reset_s.into());
        // As the IETF has them: how long until then, and not when.
        put("ratelimit-limit", self.limit.into());
        put("ratelimit-remaining", self.remaining.into());
        put("ratelimit-reset", self.wait(now_ms).seconds.into());
    }
}

/// What memory has left of the blocks that the store gave.
#[derive(Clone, Copy, Debug)]
struct Window {
    left: u32,
    in_store: u32,
    reset_ms: i64,
}

impl Window {
    /// It has not ended; one that ends later than any can was begun by a clock that was wrong.
    fn is_open(self, now_ms: i64) -> bool {
        (now_ms + 1..=now_ms + WINDOW_MS).contains(&self.reset_ms)
    }
}

type Key = (TenantId, &'static str);

/// Counts requests.
pub(crate) struct Limiter {
    store: Arc<dyn Store>,
    rates: Rates,
    /// Of organisations that have others.
    of_tenants: HashMap<String, Rates>,
    windows: Mutex<HashMap<Key, Window>>,
}

impl Limiter {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        rates: Rates,
        of_tenants: HashMap<String, Rates>,
    ) -> Self {
        Self {
            store,
            rates,
            of_tenants,
            windows: Mutex::default(),
        }
    }

    /// Counts one request.
    pub(crate) async fn admit(
        &self,
        tenant: &Tenant,
        class: Class,
        now_ms: i64,
    ) -> Result<Standing, StoreError> {
        let rates = self.of_tenants.get(&tenant.name).unwrap_or(&self.rates);
        let (limit, tenant) = ((class.rate)(rates), tenant.id);
        let key = (tenant, class.name);
        if let Some(standing) = self.take(key, limit, now_ms) {
            return Ok(standing);
        }
        let block = block(limit);
        let window = RateWindow {
            limit: limit / block,
            length_ms: WINDOW_MS,
        };
        let name = format!("rate:{}:{tenant}", class.name);
        let (block, admission) = match self.store.upkeep().admit(name, window, now_ms).await {
            // Reading goes on while nothing can be written; the store refuses what cannot be kept.
            // What memory counts, a restart forgets, and no more is admitted in a window for it.
            Err(StoreError::Full(_) | StoreError::Unavailable(_) | StoreError::TimedOut(_)) => {
                (limit, self.in_memory(key, now_ms))
            }
            admission => (block, admission?),
        };
        if admission.admitted {
            self.put(key, block, admission, now_ms);
        }
        // Somebody else may have taken a block in the meantime, or this one.
        Ok(self.take(key, limit, now_ms).unwrap_or(Standing {
            admitted: false,
            limit,
            remaining: 0,
            reset_ms: admission.reset_ms,
        }))
    }

    fn take(&self, key: Key, limit: u32, now_ms: i64) -> Option<Standing> {
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        let window = windows.get_mut(&key)?;
        if !window.is_open(now_ms) || window.left == 0 {
            return None;
        }
        window.left -= 1;
        Some(Standing {
            admitted: true,
            limit,
            remaining: window.left.saturating_add(window.in_store),
            reset_ms: window.reset_ms,
        })
    }

    /// A window of which the store knows nothing: a whole one, unless one is open already.
    fn in_memory(&self, key: Key, now_ms: i64) -> Admission {
        let windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        let open = windows.get(&key).filter(|window| window.is_open(now_ms));
        Admission {
            admitted: open.is_none(),
            remaining: 0,
            reset_ms: open.map_or(now_ms + WINDOW_MS, |window| window.reset_ms),
        }
    }

    fn put(&self, key: Key, block: u32, admission: Admission, now_ms: i64) {
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        if windows.len() >= KEPT_WINDOWS {
            windows.retain(|_, window| window.reset_ms > admission.reset_ms - WINDOW_MS);
        }
        let fresh = Window {
            left: 0,
            in_store: 0,
            reset_ms: admission.reset_ms,
        };
        let window = windows.entry(key).or_insert(fresh);
        if window.reset_ms < admission.reset_ms || !window.is_open(now_ms) {
            *window = fresh;
        }
        window.left = window.left.saturating_add(block);
        window.in_store = admission.remaining * block;
    }
}

/// Counts what addresses ask without a token that counts: in memory alone, since nothing is theirs that a restart could
/// give them twice.
#[derive(Default)]
pub(crate) struct Addresses(Mutex<HashMap<IpNet, Counted>>);

#[derive(Clone, Copy, Debug)]
struct Counted {
    asked: u32,
    reset_ms: i64,
}

impl Addresses {
    /// Counts one request of an address. This machine's own are never too many: a proxy may stand before the server.
    pub(crate) fn admit(&self, from: Option<IpAddr>, limit: u32, now_ms: i64) -> Standing {
        let free = Standing {
            admitted: true,
            limit,
            remaining: limit,
            reset_ms: now_ms + WINDOW_MS,
        };
        let from = from.filter(|from| !from.is_loopback());
        let Some(network) = from.and_then(|from| neighbours(from).ok()) else {
            return free;
        };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let open =
            |counted: &Counted| (now_ms + 1..=now_ms + WINDOW_MS).contains(&counted.reset_ms);
        if known.len() >= KEPT_WINDOWS {
            known.retain(|_, counted| open(counted));
        }
        let fresh = Counted {
            asked: 0,
            reset_ms: now_ms + WINDOW_MS,
        };
        let counted = known.entry(network).or_insert(fresh);
        if !open(counted) {
            *counted = fresh;
        }
        counted.asked = counted.asked.saturating_add(1);
        Standing {
            admitted: counted.asked <= limit,
            remaining: limit.saturating_sub(counted.asked),
            reset_ms: counted.reset_ms,
            ..free
        }
    }
}

/// Addresses that count as one: one of IPv4, a /64 of IPv6.
fn neighbours(from: IpAddr) -> Result<IpNet, ipnet::PrefixLenError> {
    let bits = if from.is_ipv4() { 32 } else { 64 };
    Ok(IpNet::new(from, bits)?.trunc())
}

/// Most requests that one transaction stands for.
const LARGEST_BLOCK: u32 = 1_000;

/// How many requests one transaction stands for: about a twentieth of the limit, so that a few restarts
/// do not use a window up, and a divisor of it, so that whole blocks make up exactly the limit.
fn block(limit: u32) -> u32 {
    (1..=(limit / 20).min(LARGEST_BLOCK))
        .rev()
        .find(|size| limit.is_multiple_of(*size))
        .unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::block;

    #[test]
    fn blocks_make_up_exactly_the_limit() {
        for (limit, expected) in [
            (1, 1),
            (5, 1),
            (7, 1),
            (30, 1),
            (60, 3),
            (100, 5),
            (u32::MAX, 771),
        ] {
            assert_eq!(block(limit), expected, "{limit}");
            assert_eq!(limit % block(limit), 0);
        }
    }
}
