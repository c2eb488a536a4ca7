//! What is told of runs: written with each state, taken by whoever tells.

use async_trait::async_trait;
use screen_agent_action::id::UserId;
use screen_agent_audit::{Entry, Kind};
use screen_agent_store::callback::{
    CallbackEnd, CallbackQueue, DueCallback, MOST_CALLBACK_PAUSE_MS, ToldOfRun,
};
use screen_agent_store::queue::QueuedRun;
use screen_agent_store::{Owner, Packed, Stored};
use screen_agent_wire::extension::run::RunStatus;
use uuid::Uuid;

use super::audit;
use super::records::{self, found, table};
use crate::SqlStore;
use crate::db::Db;
use crate::sql::{Sql as _, ToColumn};

/// Whose turn it is: one at a time of each run, so that what came first is heard first.
const DUE: &str = "(due_ms <= ?1 OR due_ms > ?1 + ?2) AND NOT EXISTS
    (SELECT 1 FROM run_callbacks earlier
     WHERE earlier.run_pk = own.run_pk AND earlier.pk < own.pk AND earlier.due_ms IS NOT NULL)";

table!(ToldOfRun, "run_callbacks own" => due_ms, told_ms, trouble);

// The latest of the run with this id.
found!(
    ToldOfRun,
    "own.pk = (SELECT max(pk) FROM run_callbacks latest WHERE latest.run_pk =
        (SELECT pk FROM queued_runs WHERE id = ?3))"
);

/// Has it told how a run stands now, if anybody wants to hear and it is nothing that passes by itself.
pub(super) fn note(db: &dyn Db, pk: i64, now_ms: i64) -> Stored<()> {
    db.make(
        "INSERT INTO run_callbacks (run_pk, tenant_id, user_id, status, question, outcome, claim, at_ms, due_ms)
         SELECT pk, tenant_id, user_id, status, question, outcome, claim, ?2, ?2 FROM queued_runs
         WHERE pk = ?1 AND callback IS NOT NULL AND status NOT IN ('queued', 'running')",
        &[&pk, &now_ms],
    )
}

#[async_trait]
impl CallbackQueue for SqlStore {
    async fn take_callback(
        &self,
        now_ms: i64,
        put_off_ms: i64,
        passed_over: Vec<UserId>,
    ) -> Stored<Option<DueCallback>> {
        // Mostly there is nothing, which takes no turn at writing.
        let before = passed_over.clone();
        let is_due = self.read(move |db| Ok(first(db, now_ms, &before, "")?.is_some()));
        if !is_due.await? {
            return Ok(None);
        }
        self.write(None, move |db| {
            let taken = first(db, now_ms, &passed_over, db.dialect().skip_held())?;
            taken
                .map(|number| take(db, number, now_ms + put_off_ms))
                .transpose()
        })
        .await
    }

    async fn end_callback(
        &self,
        number: i64,
        tries: u32,
        end: CallbackEnd,
        now_ms: i64,
    ) -> Stored<()> {
        self.write(None, move |db| {
            let (due_ms, told_ms, trouble) = match &end {
                CallbackEnd::Told => (None, Some(now_ms), None),
                CallbackEnd::Later { due_ms, trouble } => (Some(*due_ms), None, Some(trouble)),
                CallbackEnd::GivenUp { trouble } => (None, None, Some(trouble)),
            };
            let run: Option<(i64, String)> = db.find(
                "UPDATE run_callbacks SET due_ms = ?3, told_ms = ?4, trouble = ?5
                 WHERE pk = ?1 AND tries = ?2 AND due_ms IS NOT NULL RETURNING run_pk, status",
                &[&number, &tries, &due_ms, &told_ms, &trouble],
            )?;
            match (&end, run) {
                (CallbackEnd::GivenUp { .. }, Some((run, status))) => given_up(db, run, status),
                _ => Ok(()),
            }
        })
        .await
    }
}

/// What has been due for longest, but for some people's.
fn first(db: &dyn Db, now_ms: i64, passed_over: &[UserId], skip: &str) -> Stored<Option<i64>> {
    let others: String = (3..)
        .zip(passed_over)
        .map(|(at, _)| format!(" AND user_id <> ?{at}"))
        .collect();
    let sql = format!(
        "SELECT own.pk FROM run_callbacks own WHERE {DUE}{others} ORDER BY due_ms, own.pk LIMIT 1{skip}"
    );
    let mut values: Vec<&dyn ToColumn> = vec![&now_ms, &MOST_CALLBACK_PAUSE_MS];
    values.extend(passed_over.iter().map(|user| user as &dyn ToColumn));
    db.find(&sql, &values)
}

fn take(db: &dyn Db, number: i64, due_ms: i64) -> Stored<DueCallback> {
    let (run_pk, tries, at_ms): (i64, u32, i64) = db.get(
        "UPDATE run_callbacks SET due_ms = ?2, tries = tries + 1 WHERE pk = ?1 RETURNING run_pk, tries, at_ms",
        &[&number, &due_ms],
    )?;
    let (owner, order): (Owner, Packed) = db.get(
        "SELECT tenant_id, user_id, body FROM queued_run_orders WHERE run_pk = ?1",
        &[&run_pk],
    )?;
    let run: QueuedRun = db.get(&records::select::<QueuedRun>("own.pk = ?1"), &[&run_pk])?;
    let (status, question, outcome): (RunStatus, Option<String>, Option<Packed>) = db.get(
        "SELECT status, question, outcome FROM run_callbacks WHERE pk = ?1",
        &[&number],
    )?;
    let found: Option<Packed> = db.find(
        "SELECT sealed FROM run_found WHERE run_pk = ?1
           AND claim = (SELECT claim FROM run_callbacks told WHERE told.pk = ?2)",
        &[&run_pk, &number],
    )?;
    let ended_ms = status.is_over().then_some(at_ms);
    Ok(DueCallback {
        // Nor does this: it is told without.
        found: found.and_then(|found| db.opened(&found).ok()),
        number,
        tries,
        at_ms,
        owner,
        run: QueuedRun {
            status,
            question,
            outcome,
            ended_ms,
            ..run
        },
        // One that does not open holds up no others: whoever tells it gives it up in time.
        order: db.opened(&order).unwrap_or_else(|_| Packed::bytes(b"")),
    })
}

fn given_up(db: &dyn Db, run: i64, status: String) -> Stored<()> {
    let (owner, id): (Owner, Uuid) = db.get(
        "SELECT tenant_id, user_id, id FROM queued_runs WHERE pk = ?1",
        &[&run],
    )?;
    let entry = Entry::of(Kind::Run, owner.tenant.get(), owner.user.get());
    let entry = entry.with("run", id.to_string()).with("status", status);
    audit::log(db, &entry.with("callback", "given up"))
}
