//! The storage port on embedded SQLite.
//!
//! One thread writes, a few connections read beside it. What must never happen (a step out of
//! turn, a changed verdict, a second outstanding action) the schema itself refuses; see
//! `migrations/`. A success is reported only once it is on the disk.

mod checkpoint;
mod connect;
mod error;
mod migrate;
mod readers;
mod rows;
mod seal;
mod sql;
mod upkeep;
mod weigh;
mod writer;

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;
use screen_agent_store::file::Quota;
use screen_agent_store::knowledge::KNOWLEDGE_BYTES;
use screen_agent_store::upkeep::Retention;
use screen_agent_store::{Owner, Scoped, Store, StoreError, Stored, Upkeep};

pub use connect::{Options, Serving};

use checkpoint::Checkpointer;
use connect::Open;
use readers::Readers;
use rows::owned::ScopedStore;
use writer::Writer;

/// A database file.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    writer: Writer,
    readers: Readers,
    /// How long what grows old is kept.
    retention: Retention,
    open: Arc<Open>,
    /// How many bytes are kept.
    quota: Quota,
    /// And of a tenant's knowledge.
    knowledge_bytes: u64,
}

impl SqliteStore {
    /// Opens a database, making it where there is none. Blocks; meant for the start of a program.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, Options::default())
    }

    /// Opens a database with limits of its own.
    pub fn open_with(path: &Path, options: Options) -> Result<Self, StoreError> {
        let connection = connect::open_writer(path, options)?;
        let mut checkpointer = Checkpointer::start(connect::open_checkpointer(path)?)?;
        Ok(Self {
            writer: Writer::start(connection, move || checkpointer.count())?,
            readers: Readers::new(path.to_path_buf()),
            retention: options.retention,
            open: Arc::new(Open::beside_others(path)?),
            quota: options.quota,
            knowledge_bytes: options.knowledge_bytes.unwrap_or(KNOWLEDGE_BYTES),
        })
    }

    /// Moves everything from the log into the database and cuts the log off, so that nothing of what was deleted
    /// stays in it. Others who read just now hold it up for as long as they are waited for; it is overwritten later then.
    pub(crate) async fn empty_log(&self) {
        let path = self.readers.path().to_path_buf();
        let emptied = tokio::task::spawn_blocking(move || checkpoint::empty(&path)).await;
        match emptied {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => tracing::warn!("what was deleted stays in the log for a while"),
            Ok(Err(error)) => tracing::warn!(%error, "the log could not be emptied"),
            Err(error) => tracing::warn!(%error, "the log could not be emptied"),
        }
    }

    async fn read<T, F>(&self, query: F) -> Stored<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Stored<T> + Send + 'static,
    {
        self.readers.read(query).await
    }

    async fn write<T, F>(&self, change: F) -> Stored<T>
    where
        T: Send + 'static,
        F: FnMut(&Connection) -> Stored<T> + Send + 'static,
    {
        self.writer.write(change).await
    }
}

impl Store for SqliteStore {
    fn scoped(&self, owner: Owner) -> Box<dyn Scoped + '_> {
        Box::new(ScopedStore { store: self, owner })
    }

    fn upkeep(&self) -> &dyn Upkeep {
        self
    }
}
