//! Who may come in: so many connections in all, so many from one address.
//!
//! Beyond that nobody is left standing: a few more are let in for as long as it takes to tell them to
//! come again, or that the server is well. Each has a moment to ask; then whoever has been there longest
//! without asking anything makes room for the next.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use screen_agent_realtime::{Held, Tally, network};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Connections beyond the limit that are told so.
const TOLD: usize = 256;
/// How long each of them has for its request to arrive, however many come after it.
const MOMENT: Duration = Duration::from_millis(100);

/// Counts connections.
#[derive(Clone)]
pub(crate) struct Door {
    all: Arc<Semaphore>,
    each: usize,
    from: Tally<IpAddr>,
    told: Arc<Mutex<Told>>,
}

/// Those beyond the limit, in the order in which they came.
#[derive(Default)]
struct Told {
    came: u64,
    here: BTreeMap<u64, (Instant, CancellationToken)>,
}

/// A connection's place, for as long as it lasts.
pub(crate) struct Place {
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
        _from: Option<Held<IpAddr>>,
    },
    Told {
        door: Door,
        number: u64,
    },
}

impl Door {
    /// For so many connections, and so many of one address.
    pub(crate) fn new(all: usize, each: usize) -> Self {
        Self {
            all: Arc::new(Semaphore::new(all)),
            each,
            from: Tally::default(),
            told: Arc::default(),
        }
    }

    /// Lets a connection in.
    pub(crate) fn enter(&self, peer: IpAddr) -> Place {
        self.served(peer).unwrap_or_else(|| self.told())
    }

    /// Waits until another may come in: so many a second.
    pub(crate) async fn room(&self) {
        let longest = || {
            let told = lock(&self.told);
            let longest = told.here.values().next().map(|(since, _)| *since);
            longest.filter(|_| told.here.len() >= TOLD)
        };
        while let Some(since) = longest()
            && since.elapsed() < MOMENT
        {
            tokio::time::sleep_until(since + MOMENT).await;
        }
    }

    fn told(&self) -> Place {
        let out = CancellationToken::new();
        let mut told = lock(&self.told);
        told.came += 1;
        let number = told.came;
        told.here.insert(number, (Instant::now(), out.clone()));
        if told.here.len() > TOLD
            && let Some((_, (_, longest))) = told.here.pop_first()
        {
            longest.cancel();
        }
        let door = self.clone();
        Place {
            is_served: false,
            out,
            _kept: Kept::Told { door, number },
        }
    }

    fn served(&self, peer: IpAddr) -> Option<Place> {
        let one = Arc::clone(&self.all).try_acquire_owned().ok()?;
        let address = network(peer);
        // A proxy on this machine speaks for everybody.
        let from = match address.is_loopback() {
            true => None,
            false => Some(self.from.hold(address, self.each)?),
        };
        Some(Place {
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
        if let Self::Told { door, number } = self {
            lock(&door.told).here.remove(number);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn served(door: &Door, peer: &str) -> Option<Place> {
        let place = door.enter(peer.parse().unwrap());
        place.is_served.then_some(place)
    }

    #[test]
    fn an_address_has_so_many_places_and_gets_them_back() {
        let door = Door::new(100, 2);
        for alike in [
            ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"],
            ["2001:db8::1", "2001:db8::2:3", "2001:db8:0:0:ffff::"],
        ] {
            let one = served(&door, alike[0]).unwrap();
            let two = served(&door, alike[1]).unwrap();
            assert!(served(&door, alike[2]).is_none(), "{alike:?}");
            assert!(served(&door, "2001:db8:0:1::1").is_some());
            drop(one);
            let three = served(&door, alike[2]).unwrap();
            drop((two, three));
        }
        assert_eq!(door.from.count(network("192.0.2.1".parse().unwrap())), 0);
        let here: Vec<_> = (0..9).filter_map(|_| served(&door, "127.0.0.1")).collect();
        assert_eq!(here.len(), 9);
    }

    #[tokio::test]
    async fn everybody_beyond_the_limit_has_a_moment() {
        let door = Door::new(1, 9);
        let began = Instant::now();
        let mut here = vec![door.enter("127.0.0.1".parse().unwrap())];
        for _ in 0..TOLD * 3 {
            door.room().await;
            here.push(door.enter("192.0.2.1".parse().unwrap()));
        }
        assert!(began.elapsed() >= MOMENT * 2, "{:?}", began.elapsed());
    }

    #[test]
    fn beyond_the_limit_whoever_stands_there_longest_makes_room() {
        let door = Door::new(1, 9);
        let place = served(&door, "127.0.0.1").unwrap();
        let come = || door.enter("192.0.2.1".parse().unwrap());
        let mut told: Vec<Place> = (0..TOLD).map(|_| come()).collect();
        assert!(
            told.iter()
                .all(|one| !one.is_served && !one.out.is_cancelled())
        );
        told.push(come());
        let out = |place: &Place| place.out.is_cancelled();
        assert_eq!(told.iter().position(out), Some(0));
        // One that was answered has made room already.
        drop(told.remove(1));
        told.push(come());
        assert_eq!(told.iter().filter(|one| out(one)).count(), 1);
        drop((place, told));
        assert!(served(&door, "192.0.2.1").is_some());
        assert!(lock(&door.told).here.is_empty());
    }
}
