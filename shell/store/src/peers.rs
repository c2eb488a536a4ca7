//! Several processes on one database: who does what is done once, and how one hears of another.

use async_trait::async_trait;
use uuid::Uuid;

use crate::Stored;

/// What a process is called among all that use the database, for as long as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub [u8; 6]);

/// What one process at a time does, of all that use the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// What nobody waits for: deleting what has grown old, taking up what was left, telling a server elsewhere.
    Background,
    /// What was asked for in a trace, to its end.
    Job(Uuid),
}

/// The processes that use the database. Where there can be one alone it has every duty, and hears of nobody.
#[async_trait]
pub trait Peers: Send + Sync {
    /// What this one is called; nothing where there can be one alone.
    fn name(&self) -> Option<Peer> {
        None
    }

    /// Whether the process of this name uses the database. Where there can be one alone, nobody is named.
    async fn is_here(&self, _peer: Peer) -> Stored<bool> {
        Ok(false)
    }

    /// Takes a duty, unless another process has it: whether it is this one's now. It stays so until this process lets
    /// go or ends; one that was cut off from the database may have lost it, and has to ask again before it goes on.
    async fn takes(&self, _duty: Duty) -> Stored<bool> {
        Ok(true)
    }

    /// Leaves a duty to others; it is no error not to have it.
    async fn lets_go(&self, _duty: Duty) -> Stored<()> {
        Ok(())
    }

    /// Whether all processes mean the same by a name, such as the mark of a key; who comes first says what.
    async fn agrees(&self, _name: String, _mark: String) -> Stored<bool> {
        Ok(true)
    }

    /// Milliseconds since the epoch by the clock that all processes share; nothing where one machine has them all.
    async fn time_ms(&self) -> Stored<Option<i64>> {
        Ok(None)
    }

    /// Returns when another process may have written something that listeners are told; also what it wrote while
    /// nobody waited here. What that is, and in which order, stands in the outbox.
    async fn heard(&self) {
        std::future::pending().await
    }
}
