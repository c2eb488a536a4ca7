//! Puts right what a crash left.
//!
//! Nothing is ever half-written, so all that is left is what a dead process held: the lease of a
//! turn, a run or a capture, the claim on a client's key, an artifact in the making.

use screen_agent_store::Stored;
use screen_agent_store::artifact::ARTIFACT_LEASE_MS;
use screen_agent_store::knowledge::KNOWLEDGE_LEASE_MS;
use screen_agent_store::upkeep::Recovered;

use super::outbox;
use crate::db::Db;
use crate::sql::Sql as _;

/// Lets go of every lease that ended by `before_ms`. The sole holder of a database passes the end
/// of time: nobody else can be alive to hold one.
pub(crate) fn recover(db: &dyn Db, before_ms: i64, now_ms: i64) -> Stored<Recovered> {
    // Its first turn was never answered: no client knows the task, so none will go on with it.
    let interrupted: Vec<i64> = db.list(
        "UPDATE tasks SET status = 'interrupted', lease_id = NULL, lease_until_ms = NULL,
           updated_ms = max(updated_ms, ?2)
         WHERE lease_id IS NOT NULL AND lease_until_ms <= ?1 AND turn_count = 0
           AND status <> 'interrupted'
         RETURNING pk",
        &[&before_ms, &now_ms],
    )?;
    outbox::announce_interrupted(db, &interrupted, now_ms)?;
    // A first turn that began since then keeps its lease: without one nobody would ever say that it was interrupted.
    let resumable = db.change(
        "UPDATE tasks SET lease_id = NULL, lease_until_ms = NULL
         WHERE lease_id IS NOT NULL AND lease_until_ms <= ?1 AND (turn_count > 0 OR status = 'interrupted')",
        &[&before_ms],
    )?;
    let claims_dropped = db.change(
        "DELETE FROM answered WHERE lease_id IS NOT NULL AND claimed_until_ms <= ?1
           AND NOT EXISTS (SELECT 1 FROM histories WHERE answered_pk = answered.pk)",
        &[&before_ms],
    )?;
    // Runs, questions and sources that nobody holds any more.
    for (table, until_ms) in [
        ("runs", "claimed_until_ms"),
        ("answered", "claimed_until_ms"),
        ("sources", "capturing_until_ms"),
    ] {
        let sql = format!("UPDATE {table} SET {until_ms} = NULL WHERE {until_ms} <= ?1");
        db.make(&sql, &[&before_ms])?;
    }
    // Sources of knowledge that were being read are to be read.
    db.make(
        "UPDATE knowledge_sources SET state = 'pending' WHERE state = 'running' AND updated_ms <= ?1",
        &[&before_ms.saturating_sub(KNOWLEDGE_LEASE_MS)],
    )?;
    // Artifacts in the making whose maker is dead are to be made again.
    let artifacts = db.change(
        "UPDATE artifacts SET status = 'pending', updated_ms = max(updated_ms, ?2)
         WHERE status = 'running' AND updated_ms <= ?1",
        &[&before_ms.saturating_sub(ARTIFACT_LEASE_MS), &now_ms],
    )?;
    Ok(Recovered {
        resumable: resumable as u64,
        interrupted: interrupted.len() as u64,
        claims_dropped: claims_dropped as u64,
        artifacts: artifacts as u64,
        alone: before_ms == i64::MAX,
    })
}
