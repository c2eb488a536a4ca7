//! Puts right what a crash left.
//!
//! Nothing is ever half-written, so all that is left is what a dead process held: the lease of a
//! turn, a run or a capture, the claim on a client's key, an artifact in the making.

use rusqlite::Connection;
use screen_agent_store::StoreError;
use screen_agent_store::artifact::ARTIFACT_LEASE_MS;
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
    release(connection, before_ms)?;
    Ok(Recovered {
        artifacts: remake(connection, before_ms, now_ms)?,
        resumable: resumable as u64,
        interrupted: interrupted.len() as u64,
        claims_dropped: claims_dropped as u64,
    })
}

/// Lets go of runs, questions and sources that nobody holds any more.
fn release(connection: &Connection, before_ms: i64) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE runs SET claimed_until_ms = NULL
         WHERE claimed_until_ms IS NOT NULL AND claimed_until_ms <= ?1",
        [before_ms],
    )?;
    change(
        connection,
        "UPDATE answered SET claimed_until_ms = NULL
         WHERE claimed_until_ms IS NOT NULL AND claimed_until_ms <= ?1",
        [before_ms],
    )?;
    change(
        connection,
        "UPDATE sources SET capturing_until_ms = NULL
         WHERE capturing_until_ms IS NOT NULL AND capturing_until_ms <= ?1",
        [before_ms],
    )
    .map(drop)
}

/// Artifacts in the making whose maker is dead are to be made again.
fn remake(connection: &Connection, before_ms: i64, now_ms: i64) -> Result<u64, StoreError> {
    change(
        connection,
        "UPDATE artifacts SET status = 'pending', updated_ms = max(updated_ms, ?2)
         WHERE status = 'running' AND updated_ms <= ?1",
        (before_ms.saturating_sub(ARTIFACT_LEASE_MS), now_ms),
    )
    .map(|rows| rows as u64)
}
