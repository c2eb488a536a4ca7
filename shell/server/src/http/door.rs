//! Who may come in: so many connections in all, so many from one address.
//!
//! Beyond that nobody is left standing: a few more are let in for as long as it takes to tell them to
//! come again, or that the server is well; others are closed at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use screen_agent_realtime::network;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Connections beyond the limit that are told so.
const TOLD: usize = 256;

/// Counts connections.
#[derive(Clone)]
pub(crate) struct Door {
    all: Arc<Semaphore>,
    told: Arc<Semaphore>,
    each: usize,
    from: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A connection's place, for as long as it lasts.
pub(crate) struct Place {
    /// It is served; else it is told that there is no place.
    pub(crate) is_served: bool,
    _one: OwnedSemaphorePermit,
    _from: Option<From>,
}

struct From {
    door: Door,
    address: IpAddr,
}

impl Door {
    /// For so many connections, and so many of one address.
    pub(crate) fn new(all: usize, each: usize) -> Self {
        Self {
            all: Arc::new(Semaphore::new(all)),
            told: Arc::new(Semaphore::new(TOLD)),
            each,
            from: Arc::default(),
        }
    }

    /// Lets a connection in; nothing for one that is to be closed at once.
    pub(crate) fn enter(&self, peer: IpAddr) -> Option<Place> {
        self.served(peer).or_else(|| {
            Some(Place {
                is_served: false,
                _one: Arc::clone(&self.told).try_acquire_owned().ok()?,
                _from: None,
            })
        })
    }

    fn served(&self, peer: IpAddr) -> Option<Place> {
        let one = Arc::clone(&self.all).try_acquire_owned().ok()?;
        let address = network(peer);
        // A proxy on this machine speaks for everybody.
        let from = match address.is_loopback() {
            true => None,
            false => Some(self.from(address)?),
        };
        Some(Place {
            is_served: true,
            _one: one,
            _from: from,
        })
    }

    fn from(&self, address: IpAddr) -> Option<From> {
        let mut known = self.lock();
        let count = known.entry(address).or_default();
        if *count >= self.each {
            return None;
        }
        *count += 1;
        let door = self.clone();
        Some(From { door, address })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.from.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for From {
    fn drop(&mut self) {
        let mut known = self.door.lock();
        if let Some(count) = known.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                known.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn served(door: &Door, peer: &str) -> Option<Place> {
        let place = door.enter(peer.parse().unwrap());
        place.filter(|place| place.is_served)
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
        assert!(door.lock().is_empty());
        let here: Vec<_> = (0..9).filter_map(|_| served(&door, "127.0.0.1")).collect();
        assert_eq!(here.len(), 9);
    }

    #[test]
    fn beyond_the_limit_some_are_told_and_the_rest_are_closed() {
        let door = Door::new(1, 9);
        let place = served(&door, "127.0.0.1").unwrap();
        let told: Vec<_> = (0..=TOLD)
            .map_while(|_| door.enter("192.0.2.1".parse().unwrap()))
            .collect();
        assert_eq!(told.len(), TOLD);
        drop(place);
        assert!(served(&door, "192.0.2.1").is_some());
    }
}
