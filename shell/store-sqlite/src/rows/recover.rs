//! Puts right what a crash left.
//!
//! Nothing is ever half-written, so all that is left is what a dead turn held: its lease, and the
//! claim on its client's key.

use rusqlite::Connection;
use screen_agent_store::StoreError;
use screen_agent_store::upkeep::Recovered;

use super::{change, list, outbox};

/// Lets go of every lease that ended by `before_ms`. The sole holder of a database passes the end
/// of time: nobody else can be alive to hold one.
pub(crate) fn recover(
    connection: &Connection,
    before_ms: i64,
    now_ms: i64,
) -> Result<Recovered, StoreError> {
    // Its first turn was never answered: no client knows the task, so none will go on with it.
    let interrupted: Vec<i64> = list(
        connection,
        "UPDATE tasks SET status = 'interrupted', lease_id = NULL, lease_until_ms = NULL,
           updated_ms = max(updated_ms, ?2)
         WHERE lease_id IS NOT NULL AND lease_until_ms <= ?1 AND turn_count = 0
           AND status <> 'interrupted'
         RETURNING pk",
        (before_ms, now_ms),
        |row| row.get(0),
    )?;
    outbox::announce_interrupted(connection, &interrupted, now_ms)?;
    let resumable = change(
        connection,
        "UPDATE tasks SET lease_id = NULL, lease_until_ms = NULL
         WHERE lease_id IS NOT NULL AND lease_until_ms <= ?1",
        [before_ms],
    )?;
    let claims_dropped = change(
        connection,
        "DELETE FROM idempotency WHERE status IS NULL AND NOT EXISTS
           (SELECT 1 FROM tasks WHERE tasks.lease_id = idempotency.lease_id)",
        [],
    )?;
    Ok(Recovered {
        resumable: resumable as u64,
        interrupted: interrupted.len() as u64,
        claims_dropped: claims_dropped as u64,
    })
}
