//! Opens connections the one way that is durable.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags};
use screen_agent_store::StoreError;
use screen_agent_store::file::Quota;
use screen_agent_store::upkeep::Retention;
use screen_agent_store_sql::{StateKey, private_file};

use crate::error::store_error;
use crate::migrate::migrate;

/// How long a connection waits for another process.
const BUSY: Duration = Duration::from_secs(5);
/// Between looks at a lock that another process holds.
const PAUSE: Duration = Duration::from_millis(10);

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
    /// How long what grows old is kept.
    pub retention: Retention,
    /// How many bytes are kept.
    pub quota: Quota,
    /// How many bytes a tenant's knowledge takes; without, [`KNOWLEDGE_BYTES`](screen_agent_store::knowledge::KNOWLEDGE_BYTES).
    pub knowledge_bytes: Option<u64>,
}

/// Opens the one connection that writes; what it deletes is overwritten. Makes and migrates the database where needed.
pub(crate) fn open_writer(path: &Path, options: Options) -> Result<Connection, StoreError> {
    let connection = open_for_copy(path)?;
    if is_copying(&connection)? {
        let why =
            "a copy into this database has not come to its end: run `screen-agent data copy` again";
        return Err(StoreError::Unavailable(why.into()));
    }
    if let Some(pages) = options.max_pages {
        connection
            .execute_batch(&format!("PRAGMA max_page_count = {pages}"))
            .map_err(store_error)?;
    }
    Ok(connection)
}

/// Opens a connection that writes, also to what is no whole database yet. Makes and migrates it where needed.
pub(crate) fn open_for_copy(path: &Path) -> Result<Connection, StoreError> {
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
             PRAGMA secure_delete = ON;
             PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES};
             PRAGMA journal_size_limit = 67108864;"
        ))
        .map_err(store_error)?;
    migrate(&mut connection)?;
    Ok(connection)
}

/// What seals the states in a database; it lies beside it.
pub(crate) fn key(database: &Path) -> Result<StateKey, StoreError> {
    StateKey::of(&key_file(database))
}

/// Where it lies.
pub(crate) fn key_file(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".key");
    PathBuf::from(name)
}

/// Whether a copy into a database has begun and not come to its end.
pub(crate) fn is_copying(connection: &Connection) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'copying')";
    connection
        .query_row(sql, [], |row| row.get(0))
        .map_err(store_error)
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
    // 8 MiB of pages, filled as they are read: a search of an organisation's knowledge goes through more than SQLite keeps of itself.
    connection
        .execute_batch("PRAGMA query_only = ON; PRAGMA cache_size = -8192")
        .map_err(store_error)?;
    Ok(connection)
}

/// The one server of a database, for as long as this lives. Commands may use the database beside it.
#[derive(Debug)]
pub struct Serving(#[expect(dead_code, reason = "held for its lock")] File);

impl Serving {
    /// Becomes the one server of a database; refused while another is. The system lets go of the lock
    /// when the process ends, however it ends.
    pub fn begin(path: &Path) -> Result<Self, StoreError> {
        let lock = lock_file(path, ".serving")?;
        match lock.try_lock() {
            Ok(()) => Ok(Self(lock)),
            Err(TryLockError::WouldBlock) => Err(StoreError::Unavailable(
                "another server works on this data folder: stop it, or give this one a folder of its own"
                    .into(),
            )),
            Err(TryLockError::Error(cause)) => Err(StoreError::Unavailable(cause.into())),
        }
    }
}

/// That a process has a database open. Others may have it open, too, and must respect each other's
/// leases, unless one can tell that it is alone.
#[derive(Debug)]
pub(crate) struct Open(File);

impl Open {
    /// Beside whoever else has the database open.
    pub(crate) fn beside_others(path: &Path) -> Result<Self, StoreError> {
        let lock = lock_file(path, ".lock")?;
        let until = Instant::now() + BUSY;
        // Whoever finds out that it is alone is so for moments only.
        while let Err(refused) = lock.try_lock_shared() {
            match refused {
                TryLockError::WouldBlock if Instant::now() < until => thread::sleep(PAUSE),
                TryLockError::WouldBlock => {
                    let why = "another program holds the database for itself";
                    return Err(StoreError::Unavailable(why.into()));
                }
                TryLockError::Error(cause) => return Err(StoreError::Unavailable(cause.into())),
            }
        }
        Ok(Self(lock))
    }

    /// That no other process has the database open, nor will while this lives; nothing if one has.
    pub(crate) fn alone(&self) -> Option<Alone<'_>> {
        // Refused or not, the lock that was held is gone: the guard takes it again.
        let guard = Alone(&self.0);
        self.0.try_lock().is_ok().then_some(guard)
    }
}

/// Nobody else has the database open.
pub(crate) struct Alone<'a>(&'a File);

impl Drop for Alone<'_> {
    fn drop(&mut self) {
        if let Err(error) = self.0.lock_shared() {
            tracing::warn!(%error, "others cannot tell any more that the database is open");
        }
    }
}

fn lock_file(path: &Path, ending: &str) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    private_file()
        .open(PathBuf::from(name))
        .map_err(|cause| StoreError::Unavailable(cause.into()))
}

fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.busy_timeout(BUSY).map_err(store_error)
}

fn flags(access: OpenFlags) -> OpenFlags {
    // Each connection is used by one thread at a time, so SQLite needs no lock of its own.
    access | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

/// Makes the file readable by its owner alone, also one that was more open before; SQLite gives its log
/// the same rights.
fn create_private(path: &Path) -> Result<(), StoreError> {
    let file = private_file()
        .open(path)
        .map_err(|cause| StoreError::Unavailable(cause.into()))?;
    #[cfg(unix)]
    if let Err(error) = file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600)) {
        tracing::warn!(%error, "the database cannot be closed to others");
    }
    Ok(())
}
