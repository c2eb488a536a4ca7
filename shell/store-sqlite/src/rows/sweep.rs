//! Deletes what has grown old, in batches small enough not to hold up a turn.

use rusqlite::Connection;
use screen_agent_audit::{Entry, Kind};
use screen_agent_store::Stored;
use screen_agent_store::file::KEEP_FILES_MS;
use screen_agent_store::learned::{SKILL_TRIES, TENANT_SKILLS};
use screen_agent_store::run::KEEP_APPROVALS_MS;
use screen_agent_store::upkeep::{
    IDLE_MS, KEEP_DEBUG_LOGS_MS, KEEP_FINISHED_MS, KEEP_INTERRUPTED_MS, KEEP_OUTBOX_MS,
    KEEP_SKILLS_MS, KEEP_SNAPSHOTS_MS, SWEEP_BATCH, Swept,
};

use super::{audit, outbox};
use crate::sql::{Sql as _, ToColumn};

/// A turn leaves several rows in the outbox, and a request may leave one in the log, each of a few
/// bytes: the usual batch would not keep up.
const OUTBOX_BATCH: u32 = 5_000;

/// A conversation that is closed, and none of whose tasks is under way.
const WITHOUT_LIVE_TASKS: &str = "NOT EXISTS (SELECT 1 FROM tasks WHERE session_pk = sessions.pk
  AND tasks.status NOT IN ('completed', 'failed', 'interrupted'))";

/// Fixes with their place among their tenant's, those used last first.
const RANKED_SKILLS: &str = "(SELECT pk, row_number()
    OVER (PARTITION BY tenant_id ORDER BY used_ms DESC, pk DESC) AS place FROM skills)";

/// Deletes at most a batch of each kind. Tasks go whole: the schema lets nothing of them go alone,
/// pictures and verification records apart, which have terms of their own.
pub(crate) fn sweep(db: &Connection, keep_conversations_ms: i64, now_ms: i64) -> Stored<Swept> {
    interrupt_forgotten(db, now_ms)?;
    let old = |table: &str, key: &str, which: &str, before_ms: i64| {
        delete(db, (table, table), (key, which, &before_ms), SWEEP_BATCH)
    };
    let many = |table: &str, before_ms: i64| {
        delete(
            db,
            (table, table),
            ("pk", "at_ms < ?1", &before_ms),
            OUTBOX_BATCH,
        )
    };
    let sessions = |which: &str, before_ms: i64| {
        let which = format!("status IN ({which}) AND updated_ms < ?1 AND {WITHOUT_LIVE_TASKS}");
        old("sessions", "pk", &which, before_ms)
    };
    let finished_ms = now_ms - KEEP_FINISHED_MS;
    let interrupted_ms = now_ms - KEEP_INTERRUPTED_MS;
    let finished = "status IN ('completed', 'failed') AND updated_ms < ?1";
    let interrupted = "status = 'interrupted' AND lease_id IS NULL AND updated_ms < ?1";
    let approval = "tenant_id, user_id, fingerprint";
    let keep_ms = now_ms.saturating_sub(keep_conversations_ms);
    // A run that somebody goes on with just now is theirs to end.
    let runs = "expires_ms < ?1 AND (claimed_until_ms IS NULL OR claimed_until_ms < ?1)";
    let poor = (
        "pk",
        "tries >= ?1 AND wins * 10 < tries * 3",
        &SKILL_TRIES as _,
    );
    let surplus = ("pk", "place > ?1", &TENANT_SKILLS as _);
    let swept = Swept {
        tasks: old("tasks", "pk", finished, finished_ms)?
            + old("tasks", "pk", interrupted, interrupted_ms)?,
        sessions: sessions("'completed', 'failed', 'archived'", finished_ms)?
            + sessions("'interrupted'", interrupted_ms)?,
        snapshots: old(
            "snapshots",
            "rowid",
            "at_ms < ?1",
            now_ms - KEEP_SNAPSHOTS_MS,
        )?,
        verdicts: old(
            "verification_records",
            "task_pk, step_index",
            "at_ms < ?1",
            finished_ms,
        )?,
        outbox: many("outbox", now_ms - KEEP_OUTBOX_MS)?,
        expired: old("tokens", "hash", "expires_ms < ?1", now_ms)?
            + old("rate_windows", "key", "reset_ms < ?1", now_ms)?
            + old("idempotency", "rowid", "expires_ms < ?1", now_ms)?
            + old("answered", "pk", "expires_ms < ?1", now_ms)?
            + old(
                "used_approvals",
                approval,
                "used_ms < ?1",
                now_ms - KEEP_APPROVALS_MS,
            )?,
        skills: old("skills", "pk", "used_ms < ?1", now_ms - KEEP_SKILLS_MS)?
            + delete(db, ("skills", "skills"), poor, SWEEP_BATCH)?
            + delete(db, ("skills", RANKED_SKILLS), surplus, SWEEP_BATCH)?,
        debug_logs: many("debug_logs", now_ms - KEEP_DEBUG_LOGS_MS)?,
        files: old("files", "id", "created_ms < ?1", now_ms - KEEP_FILES_MS)?,
        conversations: old("conversations", "pk", "updated_ms < ?1", keep_ms)?,
        runs: old("runs", "pk", runs, now_ms)?,
    };
    log(db, &swept)?;
    Ok(swept)
}

/// Deletes a batch of a table: those whose key stands in `from`, where `which` holds of the limit.
fn delete(
    db: &Connection,
    (table, from): (&str, &str),
    (key, which, limit): (&str, &str, &dyn ToColumn),
    batch: u32,
) -> Stored<u64> {
    let sql = format!(
        "DELETE FROM {table} WHERE ({key}) IN (SELECT {key} FROM {from} WHERE {which} LIMIT ?2)"
    );
    Ok(db.change(&sql, &[limit, &batch])? as u64)
}

/// Writes down how much of what is people's own has gone.
fn log(db: &Connection, swept: &Swept) -> Stored<()> {
    let of = [
        ("tasks", swept.tasks),
        ("sessions", swept.sessions),
        ("snapshots", swept.snapshots),
        ("verdicts", swept.verdicts),
        ("files", swept.files),
        ("conversations", swept.conversations),
    ];
    if of.iter().all(|(_, count)| *count == 0) {
        return Ok(());
    }
    let entry = Entry::new(Kind::Deleted)
        .with("what", "expired")
        .with("by", "retention");
    let named = |entry: Entry, (what, count): (&str, u64)| entry.with(what, count);
    audit::log(db, &of.into_iter().fold(entry, named))
}

/// Marks tasks that nobody went on with, so that they too grow old. One that waits for the person
/// waits for as long as an interrupted one is kept.
fn interrupt_forgotten(db: &Connection, now_ms: i64) -> Stored<()> {
    let interrupted = db.list(
        "UPDATE tasks SET status = 'interrupted' WHERE pk IN
           (SELECT pk FROM tasks WHERE lease_id IS NULL
              AND status IN ('active', 'planning', 'executing', 'verifying', 'correcting',
                             'awaiting_user')
              AND updated_ms < iif(status = 'awaiting_user', ?2, ?1)
            LIMIT ?3)
         RETURNING pk",
        &[
            &(now_ms - IDLE_MS),
            &(now_ms - KEEP_INTERRUPTED_MS),
            &SWEEP_BATCH,
        ],
    )?;
    outbox::announce_interrupted(db, &interrupted, now_ms)
}
