//! A few connections that read beside the writer.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use screen_agent_store::StoreError;
use tokio::sync::Semaphore;

use crate::connect::open_reader;
use crate::error::store_error;

/// Most reads at once; each connection keeps a cache of up to 2 MiB.
const MOST_AT_ONCE: usize = 4;

/// The connections; opened when first needed, then kept.
#[derive(Clone, Debug)]
pub(crate) struct Readers {
    path: Arc<PathBuf>,
    idle: Arc<Mutex<Vec<Connection>>>,
    permits: Arc<Semaphore>,
}

impl Readers {
    /// Readers of a database that is there.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self {
            path: Arc::new(path),
            idle: Arc::default(),
            permits: Arc::new(Semaphore::new(MOST_AT_ONCE)),
        }
    }

    /// The database's file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads, off the async threads. Sees every change whose caller was told of it.
    pub(crate) async fn read<T, F>(&self, query: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let _permit = self
            .permits
            .acquire()
            .await
            .map_err(|cause| StoreError::Unavailable(cause.into()))?;
        let readers = self.clone();
        tokio::task::spawn_blocking(move || readers.read_now(query))
            .await
            .map_err(|cause| StoreError::Unavailable(cause.into()))?
    }

    fn read_now<T>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let idle = self.lock().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => open_reader(&self.path)?,
        };
        let found = in_one_snapshot(&connection, query);
        self.lock().push(connection);
        found
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        // A panic while pushing or popping leaves the list whole.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a query whose parts must agree with each other.
fn in_one_snapshot<T>(
    connection: &Connection,
    query: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let snapshot = connection.unchecked_transaction().map_err(store_error)?;
    query(&snapshot)
}
