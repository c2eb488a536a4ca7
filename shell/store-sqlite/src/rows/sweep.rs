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
use crate::sql::Sql as _;

/// A turn leaves several rows in the outbox, and a request may leave one in the log, each of a few
/// bytes: the usual batch would not keep up.
const LOG_BATCH: u32 = 5_000;

/// Of conversations and of tasks, which are never archived.
const CLOSED: &str = "status IN ('completed', 'failed', 'archived') AND updated_ms < ?1";
const INTERRUPTED: &str = "status = 'interrupted' AND updated_ms < ?1";
const UNUSED: &str = "used_ms < ?1";
const EXPIRED: &str = "expires_ms < ?1";
const LONG_AGO: &str = "at_ms < ?1";

/// None of the conversation's tasks is under way.
const WITHOUT_LIVE_TASKS: &str = "NOT EXISTS (SELECT 1 FROM tasks WHERE session_pk = sessions.pk
  AND tasks.status NOT IN ('completed', 'failed', 'interrupted'))";

/// A run that somebody goes on with just now is theirs to end.
const LEFT_RUNS: &str = "expires_ms < ?1 AND coalesce(claimed_until_ms, 0) < ?1";

/// Fixes that mostly failed.
const POOR_SKILLS: &str = "tries >= ?1 AND wins * 10 < tries * 3";

/// Of too many fixes, those used longest ago.
const SURPLUS_SKILLS: &str = "pk IN (SELECT pk FROM (SELECT pk, row_number()
    OVER (PARTITION BY tenant_id ORDER BY used_ms DESC, pk DESC) AS place FROM skills)
  WHERE place > ?1)";

/// Deletes at most a batch of each kind. Tasks go whole: the schema lets nothing of them go alone,
/// pictures and verification records apart, which have terms of their own.
pub(crate) fn sweep(db: &Connection, keep_conversations_ms: i64, now_ms: i64) -> Stored<Swept> {
    interrupt_forgotten(db, now_ms)?;
    let old = |rows, which: &str, before| delete(db, rows, which, before, SWEEP_BATCH);
    let many = |table, before_ms| delete(db, (table, "pk"), LONG_AGO, before_ms, LOG_BATCH);
    let (tasks, sessions, skills) = (("tasks", "pk"), ("sessions", "pk"), ("skills", "pk"));
    let verdicts = ("verification_records", "task_pk, step_index");
    let approvals = ("used_approvals", "tenant_id, user_id, fingerprint");
    let without_lease = format!("{INTERRUPTED} AND lease_id IS NULL");
    let closed = format!("{CLOSED} AND {WITHOUT_LIVE_TASKS}");
    let interrupted = format!("{INTERRUPTED} AND {WITHOUT_LIVE_TASKS}");
    let finished_ms = now_ms - KEEP_FINISHED_MS;
    let interrupted_ms = now_ms - KEEP_INTERRUPTED_MS;
    let pictures_ms = now_ms - KEEP_SNAPSHOTS_MS;
    let talked_ms = now_ms.saturating_sub(keep_conversations_ms);
    let swept = Swept {
        tasks: old(tasks, CLOSED, finished_ms)? + old(tasks, &without_lease, interrupted_ms)?,
        sessions: old(sessions, &closed, finished_ms)?
            + old(sessions, &interrupted, interrupted_ms)?,
        snapshots: old(("snapshots", "rowid"), LONG_AGO, pictures_ms)?,
        verdicts: old(verdicts, LONG_AGO, finished_ms)?,
        outbox: many("outbox", now_ms - KEEP_OUTBOX_MS)?,
        expired: old(("tokens", "hash"), EXPIRED, now_ms)?
            + old(("rate_windows", "key"), "reset_ms < ?1", now_ms)?
            + old(("answered", "pk"), EXPIRED, now_ms)?
            + old(approvals, UNUSED, now_ms - KEEP_APPROVALS_MS)?,
        skills: old(skills, UNUSED, now_ms - KEEP_SKILLS_MS)?
            + old(skills, POOR_SKILLS, SKILL_TRIES.into())?
            + old(skills, SURPLUS_SKILLS, TENANT_SKILLS.into())?,
        debug_logs: many("debug_logs", now_ms - KEEP_DEBUG_LOGS_MS)?,
        files: old(("files", "id"), "created_ms < ?1", now_ms - KEEP_FILES_MS)?,
        conversations: old(("conversations", "pk"), "updated_ms < ?1", talked_ms)?,
        runs: old(("runs", "pk"), LEFT_RUNS, now_ms)?,
    };
    log(db, &swept)?;
    Ok(swept)
}

/// Deletes a batch of those of which `which` holds, with `?1` as its limit.
fn delete(
    db: &Connection,
    (table, key): (&str, &str),
    which: &str,
    limit: i64,
    batch: u32,
) -> Stored<u64> {
    let sql = format!(
        "DELETE FROM {table} WHERE ({key}) IN (SELECT {key} FROM {table} WHERE {which} LIMIT ?2)"
    );
    Ok(db.change(&sql, &[&limit, &batch])? as u64)
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
