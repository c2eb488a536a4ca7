//! Who may come in: so many connections in all, so many from one address.
//!
//! Beyond that nobody is left standing: a few more are let in for as long as it takes to tell them to
//! come again, or that the server is well. Each has a moment to ask; then whoever has been there longest
//! without asking anything makes room for the next.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use screen_agent_realtime::{Tallied, Tally, network};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Connections beyond the limit that are told so.
const OVERFLOW: usize = 256;
/// How long each of them has for its request to arrive, however many come after it.
const MOMENT: Duration = Duration::from_millis(100);

/// Counts connections.
#[derive(Clone)]
pub(crate) struct ConnectionLimit {
    all: Arc<Semaphore>,
    each: usize,
    from: Tally<IpAddr>,
    overflow: Arc<Mutex<Overflow>>,
}

/// Those beyond the limit, in the order in which they came.
#[derive(Default)]
struct Overflow {
    came: u64,
    here: BTreeMap<u64, (Instant, CancellationToken)>,
}

/// A connection's place, for as long as the connection lasts.
pub(crate) struct Admission {
    /// It is served; else it is told that there is no place.
    pub(crate) is_served: bool,
    /// Cancelled when it has to make room, unless it is being answered.
    pub(crate) out: CancellationToken,
    _kept: Kept,
}

/// What is given back with a place.
enum Kept {
    Served {
        _one: OwnedSemaphorePermit,
        _from: Option<Tallied<IpAddr>>,
    },
    Overflow {
        limit: ConnectionLimit,
        number: u64,
    },
}

impl ConnectionLimit {
    /// For so many connections, and so many of one address.
    pub(crate) fn new(all: usize, each: usize) -> Self {
        Self {
            all: Arc::new(Semaphore::new(all)),
            each,
            from: Tally::default(),
            overflow: Arc::default(),
        }
    }

    /// Lets a connection in.
    pub(crate) fn enter(&self, peer: IpAddr) -> Admission {
        self.served(peer).unwrap_or_else(|| self.overflow())
    }

    /// Waits until another may come in: so many a second.
    pub(crate) async fn room(&self) {
        let longest = || {
            let overflow = lock(&self.overflow);
            let longest = overflow.here.values().next().map(|(since, _)| *since);
            longest.filter(|_| overflow.here.len() >= OVERFLOW)
        };
        while let Some(since) = longest()
            && since.elapsed() < MOMENT
        {
            tokio::time::sleep_until(since + MOMENT).await;
        }
    }

    fn overflow(&self) -> Admission {
        let out = CancellationToken::new();
        let mut overflow = lock(&self.overflow);
        overflow.came += 1;
        let number = overflow.came;
        overflow.here.insert(number, (Instant::now(), out.clone()));
        if overflow.here.len() > OVERFLOW
            && let Some((_, (_, longest))) = overflow.here.pop_first()
        {
            longest.cancel();
        }
        let limit = self.clone();
        Admission {
            is_served: false,
            out,
            _kept: Kept::Overflow { limit, number },
        }
    }

    fn served(&self, peer: IpAddr) -> Option<Admission> {
        let one = Arc::clone(&self.all).try_acquire_owned().ok()?;
        let address = network(peer);
        // A proxy on this machine speaks for everybody.
        let from = match address.is_loopback() {
            true => None,
            false => Some(self.from.hold(address, self.each)?),
        };
        Some(Admission {
            is_served: true,
            out: CancellationToken::new(),
            _kept: Kept::Served {
                _one: one,
                _from: from,
            },
        })
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Kept {
    fn drop(&mut self) {
        if let Self::Overflow { limit, number } = self {
            lock(&limit.overflow).here.remove(number);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn served(limit: &ConnectionLimit, peer: &str) -> Option<Admission> {
        let place = limit.enter(peer.parse().unwrap());
        place.is_served.then_some(place)
    }

    #[test]
    fn an_address_has_so_many_places_and_gets_them_back() {
        let limit = ConnectionLimit::new(100, 2);
        for alike in [
            ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"],
            ["2001:db8::1", "2001:db8::2:3", "2001:db8:0:0:ffff::"],
        ] {
            let one = served(&limit, alike[0]).unwrap();
            let two = served(&limit, alike[1]).unwrap();
            assert!(served(&limit, alike[2]).is_none(), "{alike:?}");
            assert!(served(&limit, "2001:db8:0:1::1").is_some());
            drop(one);
            let three = served(&limit, alike[2]).unwrap();
            drop((two, three));
        }
        assert_eq!(limit.from.count(network("192.0.2.1".parse().unwrap())), 0);
        let here: Vec<_> = (0..9).filter_map(|_| served(&limit, "127.0.0.1")).collect();
        assert_eq!(here.len(), 9);
    }

    #[tokio::test]
    async fn everybody_beyond_the_limit_has_a_moment() {
        let limit = ConnectionLimit::new(1, 9);
        let began = Instant::now();
        let mut here = vec![limit.enter("127.0.0.1".parse().unwrap())];
        for _ in 0..OVERFLOW * 3 {
            limit.room().await;
            here.push(limit.enter("192.0.2.1".parse().unwrap()));
        }
        assert!(began.elapsed() >= MOMENT * 2, "{:?}", began.elapsed());
    }

    #[test]
    fn beyond_the_limit_whoever_stands_there_longest_makes_room() {
        let limit = ConnectionLimit::new(1, 9);
        let place = served(&limit, "127.0.0.1").unwrap();
        let come = || limit.enter("192.0.2.1".parse().unwrap());
        let mut overflow: Vec<Admission> = (0..OVERFLOW).map(|_| come()).collect();
        assert!(
            overflow
                .iter()
                .all(|one| !one.is_served && !one.out.is_cancelled())
        );
        overflow.push(come());
        let out = |place: &Admission| place.out.is_cancelled();
        assert_eq!(overflow.iter().position(out), Some(0));
        // One that was answered has made room already.
        drop(overflow.remove(1));
        overflow.push(come());
        assert_eq!(overflow.iter().filter(|one| out(one)).count(), 1);
        drop((place, overflow));
        assert!(served(&limit, "192.0.2.1").is_some());
        assert!(lock(&limit.overflow).here.is_empty());
    }
}
