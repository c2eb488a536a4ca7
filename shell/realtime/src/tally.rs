//! How many of something there are at a time, by whose they are.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts by key. A key that nothing is counted of takes no memory. Clones count together.
#[derive(Debug)]
pub struct Tally<K>(Arc<Mutex<HashMap<K, usize>>>);

/// One that is counted until this is dropped.
#[derive(Debug)]
pub struct Tallied<K: Copy + Eq + Hash> {
    tally: Tally<K>,
    key: K,
}

impl<K: Copy + Eq + Hash> Tally<K> {
    /// Counts one more, and says how many there are with it.
    pub fn add(&self, key: K) -> usize {
        let mut counts = self.counts();
        let count = counts.entry(key).or_default();
        *count += 1;
        *count
    }

    /// Counts one less.
    pub fn remove(&self, key: K) {
        let mut counts = self.counts();
        if let Some(count) = counts.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&key);
            }
        }
    }

    /// How many there are.
    pub fn count(&self, key: K) -> usize {
        self.counts().get(&key).copied().unwrap_or_default()
    }

    /// Counts one more for as long as it is held; nothing where there are as many as may be.
    pub fn hold(&self, key: K, most: usize) -> Option<Tallied<K>> {
        let tally = self.clone();
        if self.add(key) > most {
            self.remove(key);
            return None;
        }
        Some(Tallied { tally, key })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K> Default for Tally<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K> Clone for Tally<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Copy + Eq + Hash> Drop for Tallied<K> {
    fn drop(&mut self) {
        self.tally.remove(self.key);
    }
}

/// The address that counts: of IPv6 the /64, since whoever has one address of it has them all.
pub fn network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            IpAddr::V6((u128::from(address) >> 64 << 64).into())
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_let_go_counts_no_more() {
        let tally = Tally::default();
        let one = tally.hold("a", 2).unwrap();
        let two = tally.hold("a", 2).unwrap();
        assert!(tally.hold("a", 2).is_none());
        assert!(tally.hold("b", 2).is_some());
        drop(one);
        assert_eq!((tally.count("a"), tally.count("b")), (1, 0));
        drop(two);
        assert!(tally.counts().is_empty());
    }
}
