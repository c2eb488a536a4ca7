//! What says whose a right is that one process has at a time.

use uuid::{Builder, Uuid};

use crate::Peer;

/// The right to advance one task, held by one turn; or to answer one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeaseId(pub Uuid);

/// The kind of ids of which the first bytes are a name. Drawn ones are of another.
const NAMED: usize = 8;

impl LeaseId {
    /// One that says who takes it, so that what it holds is free as soon as that one is gone.
    pub fn of(peer: Option<Peer>, fresh: Uuid) -> Self {
        let Some(Peer(name)) = peer else {
            return Self(fresh);
        };
        let mut bytes = fresh.into_bytes();
        bytes[..name.len()].copy_from_slice(&name);
        Self(Builder::from_custom_bytes(bytes).into_uuid())
    }

    /// Who took it, where it says so.
    pub fn peer(self) -> Option<Peer> {
        let named = self.0.get_version_num() == NAMED;
        let name = self.0.as_bytes().first_chunk().copied();
        name.filter(|_| named).map(Peer)
    }
}
