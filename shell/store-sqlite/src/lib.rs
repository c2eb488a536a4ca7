//! The storage port on embedded SQLite.
//!
//! One thread writes, a few connections read beside it. What must never happen (a step out of
//! turn, a changed verdict, a second outstanding action) the schema itself refuses; see
//! `migrations/`. A success is reported only once it is on the disk.

mod checkpoint;
mod connect;
mod copy;
mod db;
mod dialect;
mod error;
mod migrate;
mod readers;
mod weigh;
mod writer;

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use rusqlite::Connection;
use screen_agent_store::knowledge::KNOWLEDGE_BYTES;
use screen_agent_store::{Owner, Peers, Scoped, Store, StoreError, Stored, Upkeep};
use screen_agent_store_sql::{
    Backend, Change, DbAnswer, Freshness, Keeping, Lock, Looked, Query, RecoveryChange, SqlStore,
    StateKey,
};

pub use connect::{Options, Serving};
pub use copy::SqliteCopy;

use checkpoint::Checkpointer;
use connect::Open;
use db::Here;
use readers::Readers;
use writer::Writer;

/// Says what there is in a file, and changes nothing. Blocks.
pub fn look(path: &Path) -> Stored<Looked> {
    migrate::look(&connect::open_reader(path)?)
}

/// A database file.
#[derive(Clone, Debug)]
pub struct SqliteStore(SqlStore);

impl SqliteStore {
    /// Opens a database, making it where there is none. Blocks; meant for the start of a program.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, Options::default())
    }

    /// Opens a database with limits of its own.
    pub fn open_with(path: &Path, options: Options) -> Result<Self, StoreError> {
        let connection = connect::open_writer(path, options)?;
        let mut checkpointer = Checkpointer::start(connect::open_checkpointer(path)?)?;
        let database = Database {
            writer: Writer::start(connection, move || checkpointer.count())?,
            readers: Readers::new(path.to_path_buf()),
            open: Open::beside_others(path)?,
            key: connect::key(path)?,
        };
        let keeping = Keeping {
            retention: options.retention,
            quota: options.quota,
            knowledge_bytes: options.knowledge_bytes.unwrap_or(KNOWLEDGE_BYTES),
        };
        Ok(Self(SqlStore::new(Arc::new(database), keeping)))
    }
}

impl From<SqliteStore> for SqlStore {
    fn from(store: SqliteStore) -> Self {
        store.0
    }
}

impl Deref for SqliteStore {
    type Target = SqlStore;

    fn deref(&self) -> &SqlStore {
        &self.0
    }
}

impl Store for SqliteStore {
    fn scoped(&self, owner: Owner) -> Box<dyn Scoped + '_> {
        self.0.scoped(owner)
    }

    fn upkeep(&self) -> &dyn Upkeep {
        self.0.upkeep()
    }
}

struct Database {
    writer: Writer,
    readers: Readers,
    open: Open,
    key: StateKey,
}

/// One server at most works on a file.
impl Peers for Database {}

#[async_trait]
impl Backend for Database {
    async fn read(&self, _how: Freshness, query: Query) -> Stored<DbAnswer> {
        let key = self.key.clone();
        let read = move |connection: &Connection| {
            let key = &key;
            query(&Here { connection, key })
        };
        self.readers.read(read).await
    }

    async fn write(&self, _held: Option<Lock>, mut change: Change) -> Stored<DbAnswer> {
        let key = self.key.clone();
        let write = move |connection: &Connection| {
            let key = &key;
            change(&Here { connection, key })
        };
        self.writer.write(write).await
    }

    async fn recover(&self, mut change: RecoveryChange) -> Stored<DbAnswer> {
        let alone = self.open.alone();
        let (is_alone, key) = (alone.is_some(), self.key.clone());
        let write = move |connection: &Connection| {
            let key = &key;
            change(&Here { connection, key }, is_alone)
        };
        let recovered = self.writer.write(write).await;
        drop(alone);
        recovered
    }

    /// Moves everything from the log into the database and cuts the log off, so that nothing of what was deleted
    /// stays in it. Others who read just now hold it up for as long as they are waited for; it is overwritten later then.
    async fn forget_deleted(&self) {
        let path = self.readers.path().to_path_buf();
        let emptied = tokio::task::spawn_blocking(move || checkpoint::empty(&path)).await;
        match emptied {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => tracing::warn!("what was deleted stays in the log for a while"),
            Ok(Err(error)) => tracing::warn!(%error, "the log could not be emptied"),
            Err(error) => tracing::warn!(%error, "the log could not be emptied"),
        }
    }
}
