//! Runs that wait for a worker: the queue, as their owners see it and as workers do.

use async_trait::async_trait;
use screen_agent_action::id::SessionId;
use screen_agent_audit::{Entry, Kind};
use screen_agent_store::account::{EndSignIns, NewToken, TokenHash};
use screen_agent_store::file::FileRecord;
use screen_agent_store::queue::{
    FileOfRun, FileReceived, HeldOrder, LeaveRun, MOST_ATTEMPTS, MOST_OPEN_RUNS, MOST_RECEIVED,
    MOST_WORK_LEASE_MS, NewQueuedRun, QueueFigures, QueuedRun, QueuedRunFilter, RunChange,
    RunChanged, RunHold, RunWatched, TakeRun, TakenRun, WatchRun,
};
use screen_agent_store::vault::SecretForRun;
use screen_agent_store::{Owner, Packed, RunQueue, StoreError, Stored, Work};
use screen_agent_wire::extension::run::{RunOutcome, RunStatus};
use uuid::Uuid;

use super::owned::{Owned, ScopedStore};
use super::records::{self, Added as _, Bound, Unowned, found, listed, table};
use super::{audit, callbacks, profiles, tokens, vault};
use crate::SqlStore;
use crate::db::{Db, Lock};
use crate::sql::{Sql as _, ToColumn};

/// A worker holds it at `?1`. A lease that lasts longer than any can was taken by a clock that was wrong.
const HELD: &str = "lease_until_ms > ?1 AND lease_until_ms <= ?1 + 2 * ?2";

/// Its worker was lost.
const LEFT: &str =
    "ended_ms IS NULL AND status IN ('running', 'waiting') AND lease_until_ms IS NOT NULL
    AND NOT (lease_until_ms > ?1 AND lease_until_ms <= ?1 + 2 * ?2)";

/// Its profile is in nobody's hands; what a lost worker had is taken up first.
const WITH_ITS_PROFILE: &str = "NOT EXISTS (SELECT 1 FROM queued_runs other
    WHERE other.tenant_id = own.tenant_id AND other.user_id = own.user_id AND other.profile = own.profile
      AND other.pk <> own.pk AND other.lease_until_ms IS NOT NULL)";

/// Of an account that is open: in the name of one that is closed a worker is let in nowhere.
pub(super) const OF_OPEN_ACCOUNT: &str =
    "user_id NOT IN (SELECT id FROM users WHERE disabled_ms IS NOT NULL)";

/// Whoever said last that it holds this run does.
pub(super) const BY_HOLDER: &str = "id = ?1 AND claim = ?2 AND lease_until_ms IS NOT NULL";

#[async_trait]
impl RunQueue for ScopedStore<'_> {
    async fn submit_run(&self, run: NewQueuedRun) -> Stored<Uuid> {
        self.write(move |rows| rows.submit(&run)).await
    }

    async fn change_run(&self, id: Uuid, change: RunChange, now_ms: i64) -> Stored<RunChanged> {
        self.write(move |rows| rows.change_run(id, &change, now_ms))
            .await
    }

    async fn found_in_run(&self, id: Uuid) -> Stored<Option<Packed>> {
        self.read(move |rows| {
            let sealed: Option<Packed> = rows.find(
                "SELECT sealed FROM run_found JOIN queued_runs own ON own.pk = run_pk AND own.claim = run_found.claim
                 WHERE own.tenant_id = ?1 AND own.user_id = ?2 AND own.id = ?3",
                &[&id],
            )?;
            sealed.map(|sealed| rows.opened(&sealed)).transpose()
        })
        .await
    }

    async fn receive_file(&self, hold: RunHold, file: FileRecord) -> Stored<FileReceived> {
        self.write(move |rows| rows.receive_file(hold, &file)).await
    }

    async fn cancel_run_in(&self, session: SessionId, now_ms: i64) -> Stored<bool> {
        self.write(move |rows| {
            let id: Option<Uuid> = rows.find(
                "SELECT id FROM queued_runs WHERE tenant_id = ?1 AND user_id = ?2 AND session_id = ?3
                   AND ended_ms IS NULL",
                &[&session],
            )?;
            let Some(id) = id else {
                return Ok(false);
            };
            rows.change_run(id, &RunChange::Cancel, now_ms)?;
            Ok(true)
        })
        .await
    }

    async fn watch_run(&self, watch: WatchRun) -> Stored<RunWatched> {
        self.write(move |rows| rows.watch_run(&watch)).await
    }
}

#[async_trait]
impl Work for SqlStore {
    async fn take_queued(&self, take: TakeRun) -> Stored<Option<TakenRun>> {
        // One after the other: what is fair and polite depends on what others have just taken.
        self.write(Some(Lock::Queue), move |db| {
            give_up(db, take.now_ms)?;
            match next(db, &take)? {
                Some(pk) => taken(db, pk, &take).map(Some),
                None => Ok(None),
            }
        })
        .await
    }

    async fn renew_work(
        &self,
        hold: RunHold,
        until_ms: i64,
        again: bool,
    ) -> Stored<Option<String>> {
        self.write(None, move |db| {
            let sql = format!(
                "UPDATE queued_runs SET lease_until_ms = max(lease_until_ms, ?3) WHERE {BY_HOLDER} RETURNING pk"
            );
            let pk = held(db, &sql, &[&hold.id, &hold.claim, &until_ms])?;
            let told: Option<Vec<u8>> = db.get(
                "SELECT answer FROM queued_run_orders WHERE run_pk = ?1",
                &[&pk],
            )?;
            let Some(told) = told else {
                return Ok(None);
            };
            if !again {
                unanswered(db, pk)?;
            }
            db.opened(&Packed::stored(told))?.read().map(Some)
        })
        .await
    }

    async fn ask_of_run(&self, hold: RunHold, question: String, now_ms: i64) -> Stored<()> {
        self.write(None, move |db| {
            let sql = format!(
                "UPDATE queued_runs SET status = 'waiting', question = ?3 WHERE {BY_HOLDER} RETURNING pk"
            );
            let pk = held(db, &sql, &[&hold.id, &hold.claim, &question])?;
            // What was said to something else answers nothing of this.
            unanswered(db, pk)?;
            callbacks::note(db, pk, now_ms)
        })
        .await
    }

    async fn order_of_run(&self, hold: RunHold) -> Stored<HeldOrder> {
        self.read(move |db| {
            let sql = format!("SELECT pk, tenant_id, user_id FROM queued_runs WHERE {BY_HOLDER}");
            let held: Option<(i64, Owner)> = db.find(&sql, &[&hold.id, &hold.claim])?;
            let (pk, owner) = held.ok_or(StoreError::LeaseLost)?;
            let order: Packed = db.get(
                "SELECT body FROM queued_run_orders WHERE run_pk = ?1",
                &[&pk],
            )?;
            let order = db.opened(&order)?;
            let secrets = vault::of_order(db, owner, &order.read()?)?;
            Ok(HeldOrder {
                owner,
                order,
                secrets,
            })
        })
        .await
    }

    async fn restart_run(&self, hold: RunHold, session: SessionId) -> Stored<()> {
        self.write(None, move |db| {
            let sql =
                format!("UPDATE queued_runs SET session_id = ?3, touched_ms = NULL WHERE {BY_HOLDER} RETURNING pk");
            let pk = held(db, &sql, &[&hold.id, &hold.claim, &session])?;
            forget_received(db, pk)
        })
        .await
    }

    async fn leave_run(&self, hold: RunHold, left: LeaveRun) -> Stored<()> {
        // What is given back was not lost, and does not count among the attempts after which a run has failed.
        let back = u8::from(left.status == RunStatus::Queued);
        self.write(None, move |db| {
            let sql = format!(
                "UPDATE queued_runs SET claim = claim + 1, lease_until_ms = NULL, status = ?3, outcome = ?4,
                   question = ?5, ended_ms = ?6, attempt = attempt - {back} WHERE {BY_HOLDER} RETURNING pk"
            );
            let ended_ms = left.status.is_over().then_some(left.now_ms);
            let pk = held(
                db,
                &sql,
                &[
                    &hold.id,
                    &hold.claim,
                    &left.status,
                    &left.outcome,
                    &left.question,
                    &ended_ms,
                ],
            )?;
            let owner: Owner = db.get(
                "SELECT tenant_id, user_id FROM queued_runs WHERE pk = ?1",
                &[&pk],
            )?;
            let_go(db, pk, left.now_ms)?;
            brought(db, owner, (pk, hold.claim + 1), left.found.as_ref())?;
            callbacks::note(db, pk, left.now_ms)?;
            log(db, owner, hold.id, left.status)
        })
        .await
    }

    async fn secret_for_run(
        &self,
        hold: RunHold,
        name: String,
        origin: String,
        now_ms: i64,
    ) -> Stored<SecretForRun> {
        self.write(None, move |db| {
            vault::given(db, hold, &name, &origin, now_ms)
        })
        .await
    }

    async fn profile_of_run(&self, hold: RunHold) -> Stored<Option<Packed>> {
        self.write(None, move |db| profiles::given(db, hold)).await
    }

    async fn run_watched(&self, hold: RunHold, now_ms: i64) -> Stored<Option<Uuid>> {
        let sql = format!(
            "SELECT CASE WHEN watch_until_ms > ?3 THEN watch END FROM queued_runs WHERE {BY_HOLDER}"
        );
        self.read(move |db| {
            let found: Option<Option<Uuid>> = db.find(&sql, &[&hold.id, &hold.claim, &now_ms])?;
            found.ok_or(StoreError::LeaseLost)
        })
        .await
    }

    async fn take_over(&self, hold: RunHold, taken: bool, now_ms: i64) -> Stored<()> {
        self.write(None, move |db| {
            // What was asked is not asked any more once they are back: whoever looks again asks anew.
            let then = match taken {
                true => "touched_ms = ?3",
                false => "touched_ms = ?3, status = 'running', question = NULL",
            };
            let sql = format!("UPDATE queued_runs SET {then} WHERE {BY_HOLDER} RETURNING pk");
            let pk = held(db, &sql, &[&hold.id, &hold.claim, &now_ms])?;
            if !taken {
                unanswered(db, pk)?;
            }
            let owner: Owner = db.get(
                "SELECT tenant_id, user_id FROM queued_runs WHERE pk = ?1",
                &[&pk],
            )?;
            let word = if taken { "taken_over" } else { "handed_back" };
            let entry = Entry::of(Kind::Run, owner.tenant.get(), owner.user.get());
            let entry = entry.with("run", hold.id.to_string()).with("page", word);
            audit::log(db, &entry)
        })
        .await
    }
}

impl Owned<'_> {
    pub(super) fn submit(&self, run: &NewQueuedRun) -> Stored<Uuid> {
        let (batch, nth) = match &run.row {
            Some(row) => (Some(&row.batch), Some(i64::from(row.row))),
            None => (None, None),
        };
        let before: Option<Uuid> = self.find(
            "SELECT id FROM queued_runs WHERE tenant_id = ?1 AND user_id = ?2
               AND (id = ?3 OR batch = ?4 AND batch_row = ?5)",
            &[&run.id, &batch, &nth],
        )?;
        if let Some(before) = before {
            return Ok(before);
        }
        let pk = self.insert_keyed(
            "queued_runs",
            &[
                ("id", &run.id),
                ("title", &run.title),
                ("url", &run.url),
                ("site", &run.site),
                ("status", &RunStatus::Queued),
                ("priority", &i64::from(run.priority)),
                ("session_id", &run.session),
                ("callback", &run.callback),
                ("profile", &run.profile),
                ("batch", &batch),
                ("batch_row", &nth),
                ("created_ms", &run.now_ms),
            ],
        )?;
        self.has_room()?;
        self.give_files(pk, &run.files)?;
        if let Some(profile) = &run.profile {
            self.begin_profile(profile, run.now_ms)?;
        }
        let order = self.sealed(&run.order)?;
        self.insert("queued_run_orders", &[("run_pk", &pk), ("body", &order)])?;
        log(self.db, self.owner, run.id, RunStatus::Queued)?;
        Ok(run.id)
    }

    fn give_files(&self, pk: i64, keys: &[String]) -> Stored<()> {
        for key in keys {
            let given = self.change(
                "INSERT INTO run_files (run_pk, tenant_id, user_id, file_id, received)
                 SELECT ?3, tenant_id, user_id, id, FALSE FROM files
                 WHERE tenant_id = ?1 AND user_id = ?2 AND key = ?4",
                &[&pk, key],
            )?;
            if given == 0 {
                return Err(StoreError::Refused("a file of the run is gone".into()));
            }
        }
        Ok(())
    }

    fn receive_file(&self, hold: RunHold, file: &FileRecord) -> Stored<FileReceived> {
        // Written, so that nobody else takes the run meanwhile.
        let held: Option<i64> = self.find(
            "UPDATE queued_runs SET lease_until_ms = lease_until_ms
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND claim = ?4 AND lease_until_ms IS NOT NULL
             RETURNING pk",
            &[&hold.id, &hold.claim],
        )?;
        let pk = held.ok_or(StoreError::LeaseLost)?;
        if records::find::<FileRecord>(self, &file.key)?.is_some() {
            return Ok(FileReceived::KeptBefore);
        }
        let received: u32 = self.get(
            "SELECT count(*) FROM run_files WHERE tenant_id = ?1 AND user_id = ?2 AND run_pk = ?3 AND received",
            &[&pk],
        )?;
        if received >= MOST_RECEIVED {
            return Err(StoreError::TooMany {
                what: "files of this run",
                most: MOST_RECEIVED,
            });
        }
        self.insert(FileRecord::TABLE, &file.columns())?;
        self.insert(
            "run_files",
            &[("run_pk", &pk), ("file_id", &file.id), ("received", &true)],
        )?;
        Ok(FileReceived::Kept)
    }

    /// That no more runs are open than may be, with what has just become so.
    fn has_room(&self) -> Stored<()> {
        let open: u32 = self.get(
            "SELECT count(*) FROM queued_runs WHERE tenant_id = ?1 AND user_id = ?2 AND ended_ms IS NULL",
            &[],
        )?;
        match open > MOST_OPEN_RUNS {
            true => Err(StoreError::TooMany {
                what: "runs that are not over",
                most: MOST_OPEN_RUNS,
            }),
            false => Ok(()),
        }
    }

    fn watch_run(&self, watch: &WatchRun) -> Stored<RunWatched> {
        let own = "tenant_id = ?1 AND user_id = ?2 AND id = ?3";
        let mine = if watch.again { "AND watch = ?4" } else { "" };
        let changed: Option<i64> = self.find(
            &format!(
                "UPDATE queued_runs SET watch = ?4, watch_until_ms = ?5 WHERE {own} AND lease_until_ms > ?6 {mine}
                 RETURNING pk"
            ),
            &[&watch.id, &watch.watch, &watch.until_ms, &watch.now_ms],
        )?;
        if changed.is_some() {
            return Ok(RunWatched::Watched);
        }
        let is_held: Option<bool> = self.find(
            &format!("SELECT lease_until_ms IS NOT NULL AND lease_until_ms > ?4 FROM queued_runs WHERE {own}"),
            &[&watch.id, &watch.now_ms],
        )?;
        Ok(match is_held {
            Some(true) => RunWatched::Elsewhere,
            Some(false) => RunWatched::NotHeld,
            None => RunWatched::Unknown,
        })
    }

    /// One statement decides, so that a worker that takes it in the same moment is before it or after it.
    fn change_run(&self, id: Uuid, change: &RunChange, now_ms: i64) -> Stored<RunChanged> {
        let own = "tenant_id = ?1 AND user_id = ?2 AND id = ?3";
        let changed: Option<i64> = match change {
            RunChange::Cancel => self.find(
                &format!(
                    "UPDATE queued_runs SET claim = claim + 1, lease_until_ms = NULL, status = 'cancelled',
                       question = NULL, ended_ms = ?4 WHERE {own} AND ended_ms IS NULL RETURNING pk"
                ),
                &[&id, &now_ms],
            )?,
            RunChange::Retry { session } => self.find(
                &format!(
                    "UPDATE queued_runs SET claim = claim + 1, status = 'queued', attempt = 0, session_id = ?4,
                       touched_ms = NULL, question = NULL, outcome = NULL, ended_ms = NULL
                     WHERE {own} AND (ended_ms IS NOT NULL OR status = 'waiting' AND lease_until_ms IS NULL)
                     RETURNING pk"
                ),
                &[&id, session],
            )?,
            // A yes that comes late, or twice, is none to what is asked since.
            RunChange::Answer { to, .. } => self.find(
                &format!(
                    "UPDATE queued_runs SET status = 'running', question = NULL
                     WHERE {own} AND status = 'waiting' AND lease_until_ms > ?4
                       AND (?5 IS NULL OR question = ?5) RETURNING pk"
                ),
                &[&id, &now_ms, to],
            )?,
        };
        let Some(run) = records::find::<QueuedRun>(self, &id)? else {
            return Ok(RunChanged::Unknown);
        };
        let Some(pk) = changed else {
            return Ok(RunChanged::OutOfTurn(run.status));
        };
        if let RunChange::Retry { .. } = change {
            self.has_room()?;
            brought(self.db, self.owner, (pk, 0), None)?;
            forget_received(self.db, pk)?;
        }
        match change {
            RunChange::Cancel | RunChange::Retry { .. } => {
                let_go(self.db, pk, now_ms)?;
                callbacks::note(self.db, pk, now_ms)?;
            }
            RunChange::Answer { words, .. } => {
                let answer = self.sealed(&Packed::json(words)?)?;
                let sql = "UPDATE queued_run_orders SET answer = ?2 WHERE run_pk = ?1";
                self.db.make(sql, &[&pk, &answer])?;
            }
        }
        log(self.db, self.owner, id, run.status)?;
        Ok(RunChanged::Changed(Box::new(run)))
    }
}

/// The run that its holder says something of.
fn held(db: &dyn Db, sql: &str, values: &[&dyn ToColumn]) -> Stored<i64> {
    db.find(sql, values)?.ok_or(StoreError::LeaseLost)
}

/// Ends runs whose workers were lost again and again: they may be what kills them.
fn give_up(db: &dyn Db, now_ms: i64) -> Stored<()> {
    let outcome = Packed::json(&RunOutcome {
        result: format!("its worker was lost {MOST_ATTEMPTS} times"),
        ..RunOutcome::default()
    })?;
    let ended: Vec<(i64, Owner, Uuid)> = db.list(
        &format!(
            "UPDATE queued_runs SET claim = claim + 1, lease_until_ms = NULL, status = 'failed', question = NULL,
               outcome = ?4, ended_ms = ?1 WHERE {LEFT} AND attempt >= ?3 RETURNING pk, tenant_id, user_id, id"
        ),
        &[&now_ms, &MOST_WORK_LEASE_MS, &MOST_ATTEMPTS, &outcome],
    )?;
    for (pk, owner, id) in ended {
        let_go(db, pk, now_ms)?;
        callbacks::note(db, pk, now_ms)?;
        log(db, owner, id, RunStatus::Failed)?;
    }
    Ok(())
}

/// The run whose turn it is. What is over is not looked through, however much of it there is; and what holds for a tenant
/// is counted once for it, not for each of its runs that wait.
fn next(db: &dyn Db, take: &TakeRun) -> Stored<Option<i64>> {
    let skip = db.dialect().skip_held();
    let open = format!("ended_ms IS NULL AND (status = 'queued' OR {LEFT})");
    let of_it = "FROM queued_runs other WHERE other.tenant_id = one.tenant_id";
    db.find(
        &format!(
            "WITH asking AS MATERIALIZED (SELECT tenant_id, (SELECT count(*) {of_it} AND {HELD}) AS held,
                 coalesce((SELECT max(claimed_ms) {of_it}), 0) AS served_ms
               FROM (SELECT DISTINCT tenant_id FROM queued_runs WHERE {open}) one),
             crowded AS MATERIALIZED (SELECT site FROM queued_runs WHERE {HELD} GROUP BY site HAVING count(*) >= ?3)
             SELECT own.pk FROM queued_runs own JOIN asking ON asking.tenant_id = own.tenant_id
             WHERE {open} AND {OF_OPEN_ACCOUNT} AND {WITH_ITS_PROFILE}
               AND site NOT IN (SELECT site FROM crowded)
               AND (?4 = 0 OR NOT EXISTS
                 (SELECT 1 FROM queued_runs other WHERE other.site = own.site AND other.claimed_ms > ?1 - ?4))
             ORDER BY held, served_ms, priority DESC, created_ms, own.pk LIMIT 1{skip}"
        ),
        &[
            &take.now_ms,
            &MOST_WORK_LEASE_MS,
            &take.per_site,
            &take.site_delay_ms,
        ],
    )
}

/// Gives a run to a worker, with what lets it in as the run's owner.
fn taken(db: &dyn Db, pk: i64, take: &TakeRun) -> Stored<TakenRun> {
    let_go(db, pk, take.now_ms)?;
    db.make(
        "UPDATE queued_runs SET claim = claim + 1, status = 'running', attempt = attempt + 1, question = NULL,
           worker = ?2, lease_until_ms = ?3, claimed_ms = ?4 WHERE pk = ?1",
        &[
            &pk,
            &take.worker,
            &(take.now_ms + take.lease_ms),
            &take.now_ms,
        ],
    )?;
    let (owner, (id, claim), (attempt, touched_ms), session): (_, _, (u32, Option<i64>), _) = db.get(
        "SELECT tenant_id, user_id, id, claim, attempt, touched_ms, session_id FROM queued_runs WHERE pk = ?1",
        &[&pk],
    )?;
    let token = NewToken {
        client: format!("worker {}", take.worker),
        ..NewToken::new(take.token, owner, take.token_until_ms, take.now_ms)
    };
    tokens::add(db, &token)?;
    let order: Packed = db.get(
        "UPDATE queued_run_orders SET token = ?2 WHERE run_pk = ?1 RETURNING body",
        &[&pk, &take.token],
    )?;
    log(db, owner, id, RunStatus::Running)?;
    Ok(TakenRun {
        owner,
        hold: RunHold { id, claim },
        attempt,
        session,
        // One that does not open holds up no others: whoever took it says so of it.
        order: db.opened(&order).unwrap_or_else(|_| Packed::bytes(b"")),
        touched: touched_ms.is_some(),
    })
}

/// Nobody holds it any more: what let its worker in counts for nothing, and what was answered is forgotten.
fn let_go(db: &dyn Db, pk: i64, now_ms: i64) -> Stored<()> {
    let token: Option<TokenHash> = db.get(
        "SELECT token FROM queued_run_orders WHERE run_pk = ?1",
        &[&pk],
    )?;
    if let Some(token) = token {
        tokens::end(db, EndSignIns::Token(token), now_ms)?;
    }
    db.make(
        "UPDATE queued_run_orders SET token = NULL, answer = NULL WHERE run_pk = ?1",
        &[&pk],
    )
}

/// Keeps what a run brought, in the place of what it brought before; what is still to be told of that stays until it is.
fn brought(
    db: &dyn Db,
    owner: Owner,
    (pk, claim): (i64, i64),
    found: Option<&Packed>,
) -> Stored<()> {
    db.make(
        "DELETE FROM run_found WHERE run_pk = ?1 AND claim NOT IN
           (SELECT claim FROM run_callbacks told WHERE told.run_pk = ?1 AND told.claim IS NOT NULL AND due_ms IS NOT NULL)",
        &[&pk],
    )?;
    let Some(found) = found else {
        return Ok(());
    };
    let (tenant, user, sealed) = (owner.tenant.get(), owner.user.get(), db.sealed(found)?);
    db.make(
        "INSERT INTO run_found (run_pk, tenant_id, user_id, claim, sealed) VALUES (?1, ?2, ?3, ?4, ?5)",
        &[&pk, &tenant, &user, &claim, &sealed],
    )
}

/// It begins without the files that pages gave the last time.
fn forget_received(db: &dyn Db, pk: i64) -> Stored<()> {
    db.make(
        "DELETE FROM files WHERE id IN (SELECT file_id FROM run_files WHERE run_pk = ?1 AND received)",
        &[&pk],
    )
}

/// What was answered is forgotten.
fn unanswered(db: &dyn Db, pk: i64) -> Stored<()> {
    let sql = "UPDATE queued_run_orders SET answer = NULL WHERE run_pk = ?1";
    db.make(sql, &[&pk])
}

/// Writes down how a run stands.
fn log(db: &dyn Db, owner: Owner, id: Uuid, status: RunStatus) -> Stored<()> {
    let entry = Entry::of(Kind::Run, owner.tenant.get(), owner.user.get());
    let word = serde_json::to_value(status).unwrap_or_default();
    audit::log(db, &entry.with("run", id.to_string()).with("status", word))
}

table!(QueuedRun, "queued_runs own" => id, title, url, status, priority, attempt, session "session_id", worker,
    question, lease_until_ms, outcome, callback, profile, batch, batch_row, created_ms, claimed_ms, ended_ms);

found!(QueuedRun);

table!(FileOfRun, "run_files own JOIN files ON files.id = own.file_id" => key, name, mime, size, received, created_ms);

listed!(FileOfRun, "run_pk = (SELECT pk FROM queued_runs WHERE id = ?3)" by "own.pk");

table!(QueueFigures, "queued_runs" => queued "count(CASE WHEN status = 'queued' THEN 1 END)",
    running "count(CASE WHEN status = 'running' THEN 1 END)", waiting "count(CASE WHEN status = 'waiting' THEN 1 END)",
    workers "count(DISTINCT CASE WHEN lease_until_ms > ?1 THEN worker END)",
    oldest_ms "min(CASE WHEN status = 'queued' AND claimed_ms IS NULL THEN created_ms END)");

impl Unowned for QueueFigures {}
found!(
    QueueFigures,
    "ended_ms IS NULL AND user_id NOT IN (SELECT id FROM users WHERE disabled_ms IS NOT NULL)"
);

impl Bound for QueuedRunFilter {
    fn values(&self) -> Vec<Box<dyn ToColumn + '_>> {
        vec![
            Box::new(self.status),
            Box::new(self.search.to_lowercase()),
            Box::new(self.batch.as_deref()),
        ]
    }

    fn part(&self) -> Option<(u32, u32)> {
        Some((self.limit, self.offset))
    }
}

// The newest first, but the rows of a batch in their order.
listed!(QueuedRun, "(?3 IS NULL OR status = ?3)
        AND (?4 = '' OR instr(lower(title), ?4) > 0 OR instr(lower(url), ?4) > 0)
        AND (?5 IS NULL OR batch = ?5)"
    by "CASE WHEN ?5 IS NULL THEN 0 ELSE batch_row END, created_ms DESC, pk DESC");
