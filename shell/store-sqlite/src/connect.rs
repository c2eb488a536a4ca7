//! Opens connections the one way that is durable.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use screen_agent_store::StoreError;

use crate::error::store_error;
use crate::migrate::migrate;

/// How long a connection waits for another process.
const BUSY: Duration = Duration::from_secs(5);

/// Enough for every statement that a connection repeats.
const STATEMENTS: usize = 96;

/// Pages in the log before the writer itself moves them into the database: 16 MiB. This is for
/// writing without a pause, which the checkpointer cannot catch up with.
const CHECKPOINT_PAGES: u32 = 4_000;

/// How a database is opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Most pages of 4 KiB that the database may have; as many as the disk takes without.
    pub max_pages: Option<u32>,
    /// How long conversations of packets are kept after their last change; without,
    /// [`KEEP_CONVERSATIONS_MS`](screen_agent_store::conversation::KEEP_CONVERSATIONS_MS).
    pub keep_conversations_ms: Option<i64>,
}

/// Opens the one connection that writes, making and migrating the database where needed.
pub(crate) fn open_writer(path: &Path, options: Options) -> Result<Connection, StoreError> {
    create_private(path)?;
    let mut connection =
        Connection::open_with_flags(path, flags(OpenFlags::SQLITE_OPEN_READ_WRITE))
            .map_err(store_error)?;
    prepare(&connection)?;
    connection
        .execute_batch(&format!(
            "PRAGMA journal_mode = WAL;
             PRAGMA synchronous = FULL;
             PRAGMA foreign_keys = ON;
             PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES};
             PRAGMA journal_size_limit = 67108864;"
        ))
        .map_err(store_error)?;
    migrate(&mut connection)?;
    if let Some(pages) = options.max_pages {
        connection
            .execute_batch(&format!("PRAGMA max_page_count = {pages}"))
            .map_err(store_error)?;
    }
    Ok(connection)
}

/// Opens the connection that moves the log into the database.
pub(crate) fn open_checkpointer(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, flags(OpenFlags::SQLITE_OPEN_READ_WRITE))
        .map_err(store_error)?;
    prepare(&connection)?;
    connection
        .execute_batch("PRAGMA synchronous = FULL")
        .map_err(store_error)?;
    Ok(connection)
}

/// Opens a connection that only reads.
pub(crate) fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, flags(OpenFlags::SQLITE_OPEN_READ_WRITE))
        .map_err(store_error)?;
    prepare(&connection)?;
    // Opened for writing all the same: a reader of a log must be able to mend its index.
    connection
        .execute_batch("PRAGMA query_only = ON")
        .map_err(store_error)?;
    Ok(connection)
}

/// Tries to become the only holder of a database, for as long as the file lives. A second process
/// may still open it (to add a user, say), but must then respect the first one's leases.
pub(crate) fn try_hold(path: &Path) -> Result<Option<File>, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let lock = private()
        .open(PathBuf::from(name))
        .map_err(|cause| StoreError::Unavailable(cause.into()))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(std::fs::TryLockError::WouldBlock) => Ok(None),
        Err(std::fs::TryLockError::Error(cause)) => Err(StoreError::Unavailable(cause.into())),
    }
}

fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.busy_timeout(BUSY).map_err(store_error)
}

fn flags(access: OpenFlags) -> OpenFlags {
    // Each connection is used by one thread at a time, so SQLite needs no lock of its own.
    access | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

/// Makes the file readable by its owner alone; SQLite gives its log the same rights.
fn create_private(path: &Path) -> Result<(), StoreError> {
    private()
        .open(path)
        .map(drop)
        .map_err(|cause| StoreError::Unavailable(cause.into()))
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
