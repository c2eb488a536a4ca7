//! What every adapter must do.

use screen_agent_store_sqlite::SqliteStore;
use tempfile::TempDir;

#[allow(clippy::unwrap_used, reason = "a test without a store cannot go on")]
fn open() -> (SqliteStore, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("test.db")).unwrap();
    (store, folder)
}

screen_agent_store::conformance!(open);
