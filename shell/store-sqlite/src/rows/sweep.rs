//! Deletes what has grown old, in batches small enough not to hold up a turn.

use rusqlite::Connection;
use screen_agent_audit::{Entry, Kind};
use screen_agent_store::StoreError;
use screen_agent_store::file::KEEP_FILES_MS;
use screen_agent_store::learned::{SKILL_TRIES, TENANT_SKILLS};
use screen_agent_store::run::KEEP_APPROVALS_MS;
use screen_agent_store::upkeep::{
    IDLE_MS, KEEP_DEBUG_LOGS_MS, KEEP_FINISHED_MS, KEEP_INTERRUPTED_MS, KEEP_OUTBOX_MS,
    KEEP_SKILLS_MS, KEEP_SNAPSHOTS_MS, SWEEP_BATCH, Swept,
};

use super::{audit, change, list, outbox};

/// Deletes at most a batch of each kind. Tasks go whole: the schema lets nothing of them go alone,
/// pictures and verification records apart, which have terms of their own.
pub(crate) fn sweep(
    connection: &Connection,
    keep_conversations_ms: i64,
    now_ms: i64,
) -> Result<Swept, StoreError> {
    interrupt_forgotten(connection, now_ms)?;
    let delete = |sql, before_ms: i64| {
        change(connection, sql, (before_ms, SWEEP_BATCH)).map(|rows| rows as u64)
    };
    let finished = now_ms - KEEP_FINISHED_MS;
    let interrupted = now_ms - KEEP_INTERRUPTED_MS;
    let swept = Swept {
        tasks: delete(FINISHED_TASKS, finished)? + delete(INTERRUPTED_TASKS, interrupted)?,
        sessions: delete(CLOSED_SESSIONS, finished)? + delete(INTERRUPTED_SESSIONS, interrupted)?,
        snapshots: delete(SNAPSHOTS, now_ms - KEEP_SNAPSHOTS_MS)?,
        verdicts: delete(VERDICTS, finished)?,
        outbox: change(connection, OUTBOX, (now_ms - KEEP_OUTBOX_MS, OUTBOX_BATCH))? as u64,
        expired: delete(TOKENS, now_ms)?
            + delete(RATES, now_ms)?
            + delete(ANSWERS, now_ms)?
            + delete(PACKET_ANSWERS, now_ms)?
            + delete(USED_APPROVALS, now_ms - KEEP_APPROVALS_MS)?,
        skills: delete(UNUSED_SKILLS, now_ms - KEEP_SKILLS_MS)? + forget_skills(connection)?,
        debug_logs: change(
            connection,
            DEBUG_LOGS,
            (now_ms - KEEP_DEBUG_LOGS_MS, OUTBOX_BATCH),
        )? as u64,
        files: delete(FILES, now_ms - KEEP_FILES_MS)?,
        conversations: delete(CONVERSATIONS, now_ms.saturating_sub(keep_conversations_ms))?,
        runs: delete(RUNS, now_ms)?,
    };
    log(connection, &swept)?;
    Ok(swept)
}

/// Writes down how much of what is people's own has gone.
fn log(connection: &Connection, swept: &Swept) -> Result<(), StoreError> {
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
    audit::log(connection, &of.into_iter().fold(entry, named))
}

/// Forgets fixes that mostly failed, and of too many those used longest ago.
fn forget_skills(connection: &Connection) -> Result<u64, StoreError> {
    let poor = change(connection, POOR_SKILLS, (SKILL_TRIES, SWEEP_BATCH))?;
    let surplus = change(connection, SURPLUS_SKILLS, (TENANT_SKILLS, SWEEP_BATCH))?;
    Ok((poor + surplus) as u64)
}

/// Marks tasks that nobody went on with, so that they too grow old. One that waits for the person
/// waits for as long as an interrupted one is kept.
fn interrupt_forgotten(connection: &Connection, now_ms: i64) -> Result<(), StoreError> {
    let interrupted: Vec<i64> = list(
        connection,
        "UPDATE tasks SET status = 'interrupted' WHERE pk IN
           (SELECT pk FROM tasks WHERE lease_id IS NULL
              AND status IN ('active', 'planning', 'executing', 'verifying', 'correcting',
                             'awaiting_user')
              AND updated_ms < iif(status = 'awaiting_user', ?2, ?1)
            LIMIT ?3)
         RETURNING pk",
        (now_ms - IDLE_MS, now_ms - KEEP_INTERRUPTED_MS, SWEEP_BATCH),
        |row| row.get(0),
    )?;
    outbox::announce_interrupted(connection, &interrupted, now_ms)
}

/// A turn leaves several rows in the outbox, and a request may leave one in the log, each of a few
/// bytes: the usual batch would not keep up.
const OUTBOX_BATCH: u32 = 5_000;

const OUTBOX: &str = "DELETE FROM outbox WHERE pk IN
  (SELECT pk FROM outbox WHERE at_ms < ?1 LIMIT ?2)";

const FINISHED_TASKS: &str = "DELETE FROM tasks WHERE pk IN
  (SELECT pk FROM tasks WHERE status IN ('completed', 'failed') AND updated_ms < ?1 LIMIT ?2)";

const INTERRUPTED_TASKS: &str = "DELETE FROM tasks WHERE pk IN
  (SELECT pk FROM tasks WHERE status = 'interrupted' AND lease_id IS NULL AND updated_ms < ?1
   LIMIT ?2)";

const CLOSED_SESSIONS: &str = "DELETE FROM sessions WHERE pk IN
  (SELECT pk FROM sessions WHERE status IN ('completed', 'failed', 'archived') AND updated_ms < ?1
     AND NOT EXISTS (SELECT 1 FROM tasks WHERE session_pk = sessions.pk
                     AND tasks.status NOT IN ('completed', 'failed', 'interrupted'))
   LIMIT ?2)";

const INTERRUPTED_SESSIONS: &str = "DELETE FROM sessions WHERE pk IN
  (SELECT pk FROM sessions WHERE status = 'interrupted' AND updated_ms < ?1
     AND NOT EXISTS (SELECT 1 FROM tasks WHERE session_pk = sessions.pk
                     AND tasks.status NOT IN ('completed', 'failed', 'interrupted'))
   LIMIT ?2)";

const SNAPSHOTS: &str = "DELETE FROM snapshots WHERE rowid IN
  (SELECT rowid FROM snapshots WHERE at_ms < ?1 LIMIT ?2)";

const VERDICTS: &str = "DELETE FROM verification_records WHERE (task_pk, step_index) IN
  (SELECT task_pk, step_index FROM verification_records WHERE at_ms < ?1 LIMIT ?2)";

const TOKENS: &str = "DELETE FROM tokens WHERE hash IN
  (SELECT hash FROM tokens WHERE expires_ms < ?1 LIMIT ?2)";

const RATES: &str = "DELETE FROM rate_windows WHERE key IN
  (SELECT key FROM rate_windows WHERE reset_ms < ?1 LIMIT ?2)";

const ANSWERS: &str = "DELETE FROM idempotency WHERE rowid IN
  (SELECT rowid FROM idempotency WHERE expires_ms < ?1 LIMIT ?2)";

const UNUSED_SKILLS: &str = "DELETE FROM skills WHERE pk IN
  (SELECT pk FROM skills WHERE used_ms < ?1 LIMIT ?2)";

const POOR_SKILLS: &str = "DELETE FROM skills WHERE pk IN
  (SELECT pk FROM skills WHERE tries >= ?1 AND wins * 10 < tries * 3 LIMIT ?2)";

const SURPLUS_SKILLS: &str = "DELETE FROM skills WHERE pk IN
  (SELECT pk FROM
     (SELECT pk, row_number() OVER (PARTITION BY tenant_id ORDER BY used_ms DESC, pk DESC) AS place
      FROM skills)
   WHERE place > ?1 LIMIT ?2)";

const DEBUG_LOGS: &str = "DELETE FROM debug_logs WHERE pk IN
  (SELECT pk FROM debug_logs WHERE at_ms < ?1 LIMIT ?2)";

const FILES: &str = "DELETE FROM files WHERE id IN
  (SELECT id FROM files WHERE created_ms < ?1 LIMIT ?2)";

const CONVERSATIONS: &str = "DELETE FROM conversations WHERE pk IN
  (SELECT pk FROM conversations WHERE updated_ms < ?1 LIMIT ?2)";

/// One that somebody goes on with just now is theirs to end.
const RUNS: &str = "DELETE FROM runs WHERE pk IN
  (SELECT pk FROM runs WHERE expires_ms < ?1
     AND (claimed_until_ms IS NULL OR claimed_until_ms < ?1)
   LIMIT ?2)";

const PACKET_ANSWERS: &str = "DELETE FROM answered WHERE pk IN
  (SELECT pk FROM answered WHERE expires_ms < ?1 LIMIT ?2)";

const USED_APPROVALS: &str = "DELETE FROM used_approvals
  WHERE (tenant_id, user_id, fingerprint) IN
    (SELECT tenant_id, user_id, fingerprint FROM used_approvals WHERE used_ms < ?1 LIMIT ?2)";
