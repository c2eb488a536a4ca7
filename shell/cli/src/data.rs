//! The data folder: its database, and who may look into it.

use std::path::Path;

use anyhow::{Context, Result};
use screen_agent_adapters::private_folder;
use screen_agent_store_sqlite::{Options, SqliteStore};

use crate::args::HomeArgs;
use crate::config::Settings;
use crate::live;

/// The database, in the data folder.
pub(crate) const DATABASE: &str = "screen-agent.db";

/// The database that the command line and the settings name.
pub(crate) fn store_of(home: &HomeArgs) -> Result<SqliteStore> {
    open(&Settings::at_home(home)?.data)
}

/// Opens the database of a data folder, making both where there are none.
pub(crate) fn open(data: &Path) -> Result<SqliteStore> {
    open_with(data, Options::default())
}

pub(crate) fn open_with(data: &Path, options: Options) -> Result<SqliteStore> {
    private_folder(data)
        .with_context(|| format!("cannot make the data folder {}", data.display()))?;
    let path = data.join(DATABASE);
    if path.exists() {
        close_to_others(data);
    }
    SqliteStore::open_with(&path, options)
        .with_context(|| format!("cannot open {}", path.display()))
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
