//! What a database does for the statements.

use std::any::Any;

use async_trait::async_trait;
use screen_agent_store::{Owner, Peer, Peers, Stored};

use crate::dialect::Dialect;
use crate::seal::StateKey;
use crate::value::{SqlRow, SqlValue};

/// A connection inside a transaction.
pub trait Db {
    /// How this database says what others say otherwise.
    fn dialect(&self) -> &dyn Dialect;

    /// What states are sealed with.
    fn key(&self) -> &StateKey;

    /// Changes rows; says how many. Places are written `?1`, `?2`, each a value of the list.
    fn execute(&self, sql: &str, values: &[SqlValue<'_>]) -> Stored<usize>;

    /// Reads rows, for as long as `each` wants another.
    fn query(
        &self,
        sql: &str,
        values: &[SqlValue<'_>],
        each: &mut dyn FnMut(&dyn SqlRow) -> Stored<bool>,
    ) -> Stored<()>;

    /// Waits until nobody else holds this, and holds it until the transaction ends.
    fn lock(&self, what: Lock) -> Stored<()>;

    /// Whether the process of this name uses the database no more. If so, it cannot begin to again before the
    /// transaction ends. Where there is one process, it is not gone.
    fn is_gone(&self, _peer: Peer) -> Stored<bool> {
        Ok(false)
    }
}

/// What is held by one transaction at a time. Where there is one writer, it holds all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// What one person's changes read before they write.
    Owner(Owner),
    /// How many bytes a tenant keeps.
    Quota(uuid::Uuid),
    /// A tenant's knowledge.
    Knowledge(uuid::Uuid),
    /// A window of a rate limit, by a number made of its key.
    Window(u64),
    /// The end of the audit log.
    Audit,
    /// Accounts, keywords, domains: what has no owner and changes seldom.
    Upkeep,
    /// Deleting what has grown old.
    Sweep,
    /// Taking the next run.
    Queue,
}

/// How fresh what is read must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// Every change whose caller was told of it, in one snapshot.
    Fresh,
    /// One snapshot, of moments ago perhaps: figures, searches, what is taken out.
    Lagging,
    /// As `Fresh`, in one statement, with nothing in the outbox still to come before what is there.
    Settled,
}

/// What a transaction came to.
pub type DbAnswer = Box<dyn Any + Send>;
/// Reads something.
pub type Query = Box<dyn FnOnce(&dyn Db) -> Stored<DbAnswer> + Send>;
/// Changes something. It may be called again, the first time in vain.
pub type Change = Box<dyn FnMut(&dyn Db) -> Stored<DbAnswer> + Send>;
/// Changes something, knowing whether this process is alone with the database.
pub type RecoveryChange = Box<dyn FnMut(&dyn Db, bool) -> Stored<DbAnswer> + Send>;

/// A database: where transactions run.
#[async_trait]
pub trait Backend: Peers {
    /// Reads, off the async threads.
    async fn read(&self, how: Freshness, query: Query) -> Stored<DbAnswer>;

    /// Changes something, whole or not at all, while it holds this.
    async fn write(&self, held: Option<Lock>, change: Change) -> Stored<DbAnswer>;

    /// Changes something while no other process can begin to use the database, if none does.
    async fn recover(&self, change: RecoveryChange) -> Stored<DbAnswer>;

    /// Does what can be done so that nothing of what was deleted stays in files of the database.
    async fn forget_deleted(&self);
}
