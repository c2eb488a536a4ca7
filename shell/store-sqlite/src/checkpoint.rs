//! Moves what was written from the log into the database, beside the writer.
//!
//! SQLite would have the writer do it in the middle of somebody's turn, who then waits for several
//! megabytes. A passive checkpoint of another connection holds nobody up.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use rusqlite::Connection;
use screen_agent_store::StoreError;

use crate::connect::open_checkpointer;
use crate::error::store_error;

/// How many syncs of the writer lie between two checkpoints: about 4 MiB of log.
const SYNCS: u32 = 64;

/// Says when a checkpoint is due. The thread behind it ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Checkpointer {
    due: SyncSender<()>,
    syncs: u32,
}

impl Checkpointer {
    /// Starts the thread.
    pub(crate) fn start(connection: Connection) -> Result<Self, StoreError> {
        let (due, wanted) = sync_channel(1);
        std::thread::Builder::new()
            .name("store-checkpoint".into())
            .spawn(move || checkpoint_all(&connection, &wanted))
            .map_err(|cause| StoreError::Unavailable(cause.into()))?;
        Ok(Self { due, syncs: 0 })
    }

    /// Counts a sync of the writer.
    pub(crate) fn count(&mut self) {
        self.syncs += 1;
        if self.syncs >= SYNCS {
            self.syncs = 0;
            // One that is due already will do.
            let _due_already = self.due.try_send(());
        }
    }
}

/// Moves the log into the database as a whole and cuts it off; false when somebody held it up.
pub(crate) fn empty(path: &Path) -> Result<bool, StoreError> {
    let connection = open_checkpointer(path)?;
    let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
    let busy = connection.query_row(sql, [], |row| row.get::<_, bool>(0));
    busy.map(|busy| !busy).map_err(store_error)
}

fn checkpoint_all(connection: &Connection, wanted: &Receiver<()>) {
    while wanted.recv().is_ok() {
        // The second takes what was written during the first: only a log that was taken whole is
        // begun anew.
        for _ in 0..2 {
            let moved = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
            if let Err(cause) = moved {
                tracing::warn!(error = %cause, "the log could not be moved into the database");
            }
        }
    }
}
