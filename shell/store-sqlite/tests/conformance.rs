//! What every adapter must do.

#![allow(clippy::unwrap_used, reason = "a test without a store cannot go on")]

use screen_agent_store::file::Quota;
use screen_agent_store_sqlite::{Options, SqliteStore};
use tempfile::TempDir;

fn open() -> (SqliteStore, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("test.db")).unwrap();
    (store, folder)
}

screen_agent_store::conformance!(open);

/// Two connections of one process stand for two processes: each has a writer of its own.
fn open_two(quota: Quota) -> ([SqliteStore; 2], TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let options = Options {
        quota,
        ..Options::default()
    };
    let stores = [(); 2].map(|()| SqliteStore::open_with(&path, options).unwrap());
    (stores, folder)
}

screen_agent_store::races!(open_two);
