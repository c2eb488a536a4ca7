//! Deletes what has grown old, in batches small enough not to hold up a turn.

use screen_agent_audit::{Entry, Kind};
use screen_agent_store::Stored;
use screen_agent_store::learned::{SKILL_TRIES, TENANT_SKILLS};
use screen_agent_store::oauth::KEEP_OAUTH_CLIENTS_MS;
use screen_agent_store::run::KEEP_APPROVALS_MS;
use screen_agent_store::upkeep::{IDLE_MS, KEEP_OUTBOX_MS, Retention, SWEEP_BATCH, Swept};

use super::oauth::IDLE;
use super::{audit, outbox};
use crate::db::Db;
use crate::sql::{Sql as _, ToColumn};

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

/// Tasks that are interrupted for so long, or will be found to have been.
const FORGOTTEN: &str =
    "status NOT IN ('completed', 'failed') AND lease_id IS NULL AND updated_ms < ?1";

/// Conversations in which nothing goes on that is younger.
const FORGOTTEN_TALK: &str = "status IN ('active', 'interrupted') AND updated_ms < ?1
  AND NOT EXISTS (SELECT 1 FROM tasks WHERE session_pk = sessions.pk
                  AND tasks.status NOT IN ('completed', 'failed', 'interrupted')
                  AND (lease_id IS NOT NULL OR tasks.updated_ms >= ?1))";

/// Objects, unless their owner has a job to be done, which may need them.
const OLD_OBJECTS: &str = "updated_ms < ?1 AND NOT EXISTS (SELECT 1 FROM ide_jobs
  WHERE ide_jobs.tenant_id = objects.tenant_id AND ide_jobs.user_id = objects.user_id)";

/// Files, unless a run that is not over has them.
const OLD_FILES: &str = "created_ms < ?1 AND id NOT IN (SELECT file_id FROM run_files
  JOIN queued_runs ON queued_runs.pk = run_pk WHERE ended_ms IS NULL)";

/// A run that somebody goes on with just now is theirs to end.
const LEFT_RUNS: &str = "expires_ms < ?1 AND coalesce(claimed_until_ms, 0) < ?1";

/// Fixes that mostly failed.
const POOR_SKILLS: &str = "tries >= ?1 AND wins * 10 < tries * 3";

/// Of too many fixes, those used longest ago.
const SURPLUS_SKILLS: &str = "pk IN (SELECT pk FROM (SELECT pk, row_number()
    OVER (PARTITION BY tenant_id ORDER BY used_ms DESC, pk DESC) AS place FROM skills) placed
  WHERE place > ?1)";

/// Programs that people may let in.
const PROGRAMS: (&str, &str) = ("oauth_clients", "id");

/// Rows that are old: of which kind, where they stand, which, and the limit that `?1` is.
struct Old {
    kind: fn(&mut Swept) -> &mut u64,
    table: &'static str,
    key: &'static str,
    which: String,
    limit: i64,
    batch: u32,
}

fn old(
    kind: fn(&mut Swept) -> &mut u64,
    (table, key): (&'static str, &'static str),
    which: impl Into<String>,
    limit: i64,
) -> Old {
    Old {
        kind,
        table,
        key,
        which: which.into(),
        limit,
        batch: SWEEP_BATCH,
    }
}

/// All that grows old. Tasks go whole: the schema lets nothing of them go alone, pictures and verification records
/// apart, which have terms of their own. What was left lying is `interrupted` by the time that it is deleted.
fn all(keep: Retention, now_ms: i64, left: [String; 2]) -> Vec<Old> {
    let (tasks, sessions, skills) = (("tasks", "pk"), ("sessions", "pk"), ("skills", "pk"));
    let verdicts = ("verification_records", "task_pk, step_index");
    let approvals = ("used_approvals", "tenant_id, user_id, fingerprint");
    let [left_tasks, left_sessions] = left;
    let closed = format!("{CLOSED} AND {WITHOUT_LIVE_TASKS}");
    let finished_ms = now_ms - keep.finished_ms;
    let interrupted_ms = now_ms - keep.interrupted_ms;
    let talked_ms = now_ms - keep.conversations_ms;
    let approved_ms = now_ms - KEEP_APPROVALS_MS;
    let (unused_ms, known_ms) = (now_ms - keep.skills_ms, now_ms - KEEP_OAUTH_CLIENTS_MS);
    let many = |kind, table, before_ms| Old {
        batch: LOG_BATCH,
        ..old(kind, (table, "pk"), LONG_AGO, before_ms)
    };
    let pictures_ms = now_ms - keep.snapshots_ms;
    let conversations = ("conversations", "pk");
    let (given, objects) = (("files", "id"), ("objects", "pk"));
    let files_ms = now_ms - keep.files_ms;
    vec![
        old(|one| &mut one.tasks, tasks, CLOSED, finished_ms),
        old(|one| &mut one.tasks, tasks, left_tasks, interrupted_ms),
        old(|one| &mut one.sessions, sessions, closed, finished_ms),
        old(
            |one| &mut one.sessions,
            sessions,
            left_sessions,
            interrupted_ms,
        ),
        old(
            |one| &mut one.snapshots,
            ("snapshots", "task_pk, step_index"),
            LONG_AGO,
            pictures_ms,
        ),
        old(|one| &mut one.verdicts, verdicts, LONG_AGO, finished_ms),
        many(|one| &mut one.outbox, "outbox", now_ms - KEEP_OUTBOX_MS),
        old(|one| &mut one.expired, ("tokens", "hash"), EXPIRED, now_ms),
        old(|one| &mut one.expired, PROGRAMS, IDLE, known_ms),
        old(
            |one| &mut one.expired,
            ("rate_windows", "key"),
            "reset_ms < ?1",
            now_ms,
        ),
        old(|one| &mut one.expired, ("answered", "pk"), EXPIRED, now_ms),
        old(|one| &mut one.expired, approvals, UNUSED, approved_ms),
        old(|one| &mut one.skills, skills, UNUSED, unused_ms),
        old(
            |one| &mut one.skills,
            skills,
            POOR_SKILLS,
            SKILL_TRIES.into(),
        ),
        old(
            |one| &mut one.skills,
            skills,
            SURPLUS_SKILLS,
            TENANT_SKILLS.into(),
        ),
        many(
            |one| &mut one.debug_logs,
            "debug_logs",
            now_ms - keep.debug_logs_ms,
        ),
        old(|one| &mut one.files, given, OLD_FILES, files_ms),
        old(|one| &mut one.files, objects, OLD_OBJECTS, files_ms),
        old(
            |one| &mut one.conversations,
            conversations,
            "updated_ms < ?1",
            talked_ms,
        ),
        old(|one| &mut one.runs, ("runs", "pk"), LEFT_RUNS, now_ms),
        old(
            |one| &mut one.runs,
            ("queued_runs", "pk"),
            "ended_ms < ?1",
            finished_ms,
        ),
    ]
}

/// Deletes at most a batch of each kind.
pub(crate) fn sweep(db: &dyn Db, keep: Retention, now_ms: i64) -> Stored<Swept> {
    interrupt_forgotten(db, keep, now_ms)?;
    let left = [
        format!("{INTERRUPTED} AND lease_id IS NULL"),
        format!("{INTERRUPTED} AND {WITHOUT_LIVE_TASKS}"),
    ];
    let mut swept = Swept::default();
    let skip = db.dialect().skip_held();
    for old in all(keep, now_ms, left) {
        let Old {
            table, key, which, ..
        } = &old;
        let sql = format!(
            "DELETE FROM {table} WHERE ({key}) IN
               (SELECT {key} FROM {table} WHERE {which} LIMIT ?2{skip})"
        );
        *(old.kind)(&mut swept) += db.change(&sql, &[&old.limit, &old.batch])? as u64;
    }
    log(db, &swept)?;
    Ok(swept)
}

/// Counts what sweeps would delete, each row once.
pub(crate) fn due(db: &dyn Db, keep: Retention, now_ms: i64) -> Stored<Swept> {
    let left = [FORGOTTEN.to_owned(), FORGOTTEN_TALK.to_owned()];
    let mut swept = Swept::default();
    for of_table in all(keep, now_ms, left).chunk_by(|one, next| one.table == next.table) {
        let rows = of_table.iter().zip(1..).map(|(old, nth)| {
            let which = old.which.replace("?1", &format!("?{nth}"));
            format!("SELECT {} FROM {} WHERE {which}", old.key, old.table)
        });
        let rows: Vec<String> = rows.collect();
        let sql = format!("SELECT count(*) FROM ({}) due", rows.join(" UNION "));
        let limits: Vec<&dyn ToColumn> = of_table.iter().map(|old| &old.limit as _).collect();
        if let Some(old) = of_table.first() {
            *(old.kind)(&mut swept) += db.get::<u64>(&sql, &limits)?;
        }
    }
    Ok(swept)
}

/// Writes down how much of what is people's own has gone.
fn log(db: &dyn Db, swept: &Swept) -> Stored<()> {
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

/// Marks tasks that nobody went on with, so that they too grow old, and conversations without any. One that waits for the person
/// waits for as long as an interrupted one is kept.
fn interrupt_forgotten(db: &dyn Db, keep: Retention, now_ms: i64) -> Stored<()> {
    let skip = db.dialect().skip_held();
    let interrupted = db.list(
        &format!(
            "UPDATE tasks SET status = 'interrupted' WHERE pk IN
           (SELECT pk FROM tasks WHERE lease_id IS NULL
              AND status IN ('active', 'planning', 'executing', 'verifying', 'correcting',
                             'awaiting_user')
              AND updated_ms < iif(status = 'awaiting_user', ?2, ?1)
            LIMIT ?3{skip})
         RETURNING pk"
        ),
        &[
            &(now_ms - IDLE_MS),
            &(now_ms - keep.interrupted_ms),
            &SWEEP_BATCH,
        ],
    )?;
    outbox::announce_interrupted(db, &interrupted, now_ms)?;
    // A conversation in which nothing was ever asked has no task that says how it stands.
    db.make(
        &format!(
            "UPDATE sessions SET status = 'interrupted' WHERE pk IN
           (SELECT pk FROM sessions WHERE status = 'active' AND updated_ms < ?1
              AND NOT EXISTS (SELECT 1 FROM tasks WHERE session_pk = sessions.pk)
            LIMIT ?2{skip})"
        ),
        &[&(now_ms - IDLE_MS), &SWEEP_BATCH],
    )
}
