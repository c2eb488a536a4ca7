//! The data folder: its database, and who may look into it.

use std::path::Path;

use anyhow::{Context, Result};
use screen_agent_adapters::private_folder;
use screen_agent_store::file::Quota;
use screen_agent_store::knowledge::KNOWLEDGE_BYTES;
use screen_agent_store::upkeep::Retention;
use screen_agent_store_sql::{Keeping, SqlStore};
use screen_agent_store_sqlite::{Options, SqliteStore};

use crate::args::HomeArgs;
use crate::config::{PostgresPlace, Settings, StorePlace};
use crate::live;

/// The database, in the data folder.
pub(crate) const DATABASE: &str = "screen-agent.db";
/// The key of a database that is elsewhere, in the data folder.
const STORE_KEY: &str = "store-key";

/// The database that the command line and the settings name.
pub(crate) fn store_of(home: &HomeArgs) -> Result<SqlStore> {
    open(&Settings::at_home(home)?)
}

/// Opens the database of the settings, making it and the data folder where there are none.
pub(crate) fn open(settings: &Settings) -> Result<SqlStore> {
    open_with(&settings.data, &settings.store, keeping())
}

/// What is kept where nothing else is said.
pub(crate) fn keeping() -> Keeping {
    Keeping {
        retention: Retention::default(),
        quota: Quota::default(),
        knowledge_bytes: KNOWLEDGE_BYTES,
    }
}

pub(crate) fn open_with(data: &Path, place: &StorePlace, keeping: Keeping) -> Result<SqlStore> {
    private_folder(data)
        .with_context(|| format!("cannot make the data folder {}", data.display()))?;
    match place {
        StorePlace::Here => {
            let path = data.join(DATABASE);
            if path.exists() {
                close_to_others(data);
            }
            sqlite(&path, keeping)
        }
        StorePlace::Sqlite(path) => sqlite(path, keeping),
        StorePlace::Postgres(place) => postgres(data, place, keeping),
    }
}

fn sqlite(path: &Path, keeping: Keeping) -> Result<SqlStore> {
    let options = Options {
        retention: keeping.retention,
        quota: keeping.quota,
        knowledge_bytes: Some(keeping.knowledge_bytes),
        ..Options::default()
    };
    let store = SqliteStore::open_with(path, options);
    let store = store.with_context(|| format!("cannot open {}", path.display()))?;
    Ok(store.into())
}

#[cfg(feature = "postgres")]
fn postgres(data: &Path, place: &PostgresPlace, keeping: Keeping) -> Result<SqlStore> {
    let options = postgres_options(data, place, keeping);
    screen_agent_store_postgres::open(options)
        .context("cannot open the PostgreSQL that `store` names")
}

#[cfg(not(feature = "postgres"))]
fn postgres(_: &Path, _: &PostgresPlace, _: Keeping) -> Result<SqlStore> {
    anyhow::bail!("this program was built without PostgreSQL")
}

/// How a PostgreSQL is opened.
#[cfg(feature = "postgres")]
pub(crate) fn postgres_options(
    data: &Path,
    place: &PostgresPlace,
    keeping: Keeping,
) -> screen_agent_store_postgres::PostgresOptions {
    let reveal = |secret: &screen_agent_adapters::SecretKey| secret.reveal().to_owned();
    screen_agent_store_postgres::PostgresOptions {
        url: reveal(&place.url),
        replica: place.replica.as_ref().map(reveal),
        password: place.password.as_ref().map(reveal),
        connections: place.connections,
        patience: place.patience,
        key: place
            .key_file
            .clone()
            .unwrap_or_else(|| data.join(STORE_KEY)),
        keeping,
    }
}

/// Takes from others what an earlier version let them see: the data folder, if it is nothing but that,
/// and what we keep in it.
fn close_to_others(data: &Path) {
    let files = data.join("files");
    let inner = std::fs::read_dir(&files).into_iter().flatten().flatten();
    let folders = [data.to_owned(), files.clone()];
    for folder in folders.into_iter().chain(inner.map(|entry| entry.path())) {
        close(&folder, 0o700);
    }
    for ending in ["", "-wal", "-shm", ".lock", ".serving"] {
        close(&data.join(format!("{DATABASE}{ending}")), 0o600);
    }
    close(&data.join(live::SECRET_FILE), 0o600);
}

fn close(path: &Path, mode: u32) {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    // A link is somebody's own arrangement, and a folder that everybody writes to is not ours alone.
    let Ok(found) = std::fs::symlink_metadata(path) else {
        return;
    };
    let shared = found.is_symlink() || found.mode() & 0o1000 != 0;
    if shared || found.mode() & 0o777 & !mode == 0 {
        return;
    }
    if let Err(error) = std::fs::set_permissions(path, Permissions::from_mode(mode)) {
        tracing::warn!(%error, path = %path.display(), "others may look into it");
    }
}

/// Milliseconds since the epoch.
pub(crate) fn now_ms() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

/// A data folder that goes when it is dropped.
pub fn temporary_data() -> Result<tempfile::TempDir> {
    tempfile::Builder::new()
        .prefix("screen-agent-")
        .tempdir()
        .context("cannot make a temporary folder")
}
