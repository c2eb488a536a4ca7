//! All sockets, and how many each address has.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::{Socket, SocketId};
use crate::limits::Limits;
use crate::tally::{Tally, network};

#[derive(Debug, Default)]
pub(crate) struct Registry {
    sockets: Mutex<HashMap<SocketId, Arc<Socket>>>,
    /// Sockets of each address.
    of_address: Tally<IpAddr>,
    /// Those of them that have shown no signature.
    unsigned: Tally<IpAddr>,
    /// A socket has gone.
    gone: Notify,
}

impl Registry {
    /// Takes a new socket in.
    pub(crate) fn admit(&self, peer: Option<IpAddr>, limits: &Limits) -> Arc<Socket> {
        let address = peer.map(network).filter(|address| !address.is_loopback());
        if let Some(address) = address {
            self.of_address.add(address);
            self.unsigned.add(address);
        }
        let mut sockets = self.sockets();
        loop {
            let id = SocketId::random();
            if let Entry::Vacant(place) = sockets.entry(id) {
                return Arc::clone(place.insert(Arc::new(Socket::new(id, address, limits))));
            }
        }
    }

    /// Forgets a socket that has gone.
    pub(crate) fn dismiss(&self, socket: &Socket) {
        if let Some(address) = socket.address {
            self.of_address.remove(address);
            if !socket.is_signed() {
                self.unsigned.remove(address);
            }
        }
        self.sockets().remove(&socket.id);
        self.gone.notify_waiters();
    }

    /// A socket has shown a signature.
    pub(crate) fn sign(&self, socket: &Socket) {
        if !socket.signed.swap(true, Ordering::Relaxed)
            && let Some(address) = socket.address
        {
            self.unsigned.remove(address);
        }
    }

    /// More sockets are open from the address of this one than may be.
    pub(crate) fn is_crowded(&self, socket: &Socket, limits: &Limits) -> bool {
        socket.address.is_some_and(|address| {
            self.of_address.count(address) > limits.per_address
                || self.unsigned.count(address) > limits.unsigned_per_address
        })
    }

    pub(crate) fn get(&self, id: SocketId) -> Option<Arc<Socket>> {
        self.sockets().get(&id).cloned()
    }

    pub(crate) fn all(&self) -> Vec<Arc<Socket>> {
        self.sockets().values().cloned().collect()
    }

    pub(crate) fn count(&self) -> usize {
        self.sockets().len()
    }

    /// Returns once the last socket has gone.
    pub(crate) async fn drained(&self) {
        loop {
            let gone = self.gone.notified();
            if self.sockets().is_empty() {
                return;
            }
            gone.await;
        }
    }

    fn sockets(&self) -> MutexGuard<'_, HashMap<SocketId, Arc<Socket>>> {
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
