//! Runs that are begun by the clock.

use async_trait::async_trait;
use screen_agent_audit::Kind;
use screen_agent_store::queue::QueuedRun;
use screen_agent_store::schedule::{
    BeginScheduled, BegunScheduled, DueSchedule, DueSchedules, MOST_SCHEDULES, NewScheduleRecord,
    Schedule, Schedules, When,
};
use screen_agent_store::{Owner, Packed, Stored};
use uuid::Uuid;

use super::audit;
use super::owned::{Owned, ScopedStore};
use super::queue::OF_OPEN_ACCOUNT;
use super::records::{self, found, listed, removed, table};
use crate::SqlStore;
use crate::sql::{Sql as _, from_row};

const OVERLAP: &str = "the run before was not over";

from_row!(When: cron, zone, paused, overlaps, next_ms);

table!(Schedule, "schedules own" => id, title, url, when "cron, zone, paused, overlapping, next_ms", last_ms,
    last_run "last_run_id", trouble, created_ms);

found!(Schedule);

// The newest first.
listed!(Schedule by "created_ms DESC, pk DESC");
removed!(Schedule, "schedules", "schedule");

#[async_trait]
impl Schedules for ScopedStore<'_> {
    async fn add_schedule(&self, new: NewScheduleRecord) -> Stored<()> {
        self.write(move |rows| {
            if records::find::<Schedule>(rows, &new.id)?.is_some() {
                return Ok(());
            }
            rows.room_for_one("schedules", MOST_SCHEDULES)?;
            let sealed = rows.sealed(&new.order)?;
            rows.insert(
                "schedules",
                &[
                    ("id", &new.id),
                    ("title", &new.title),
                    ("url", &new.url),
                    ("cron", &new.when.cron),
                    ("zone", &new.when.zone),
                    ("paused", &new.when.paused),
                    ("overlapping", &new.when.overlaps),
                    ("next_ms", &new.when.next_ms),
                    ("created_ms", &new.now_ms),
                    ("sealed", &sealed),
                ],
            )?;
            rows.log_schedule(new.id, &new.when)
        })
        .await
    }

    async fn change_schedule(&self, id: Uuid, when: When) -> Stored<bool> {
        self.write(move |rows| {
            let changed = rows.change(
                "UPDATE schedules SET cron = ?4, zone = ?5, paused = ?6, overlapping = ?7, next_ms = ?8, trouble = NULL
                 WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
                &[
                    &id,
                    &when.cron,
                    &when.zone,
                    &when.paused,
                    &when.overlaps,
                    &when.next_ms,
                ],
            );
            let changed = changed? > 0;
            if changed {
                rows.log_schedule(id, &when)?;
            }
            Ok(changed)
        })
        .await
    }

    async fn begin_scheduled(&self, begin: BeginScheduled) -> Stored<BegunScheduled> {
        self.write(move |rows| rows.begin_scheduled(&begin)).await
    }
}

#[async_trait]
impl DueSchedules for SqlStore {
    async fn due_schedule(&self, now_ms: i64) -> Stored<Option<DueSchedule>> {
        self.read(move |db| {
            let due: Option<(i64, Owner, Packed)> = db.find(
                &format!(
                    "SELECT pk, tenant_id, user_id, sealed FROM schedules WHERE next_ms <= ?1 AND {OF_OPEN_ACCOUNT}
                     ORDER BY next_ms, pk LIMIT 1"
                ),
                &[&now_ms],
            )?;
            let Some((pk, owner, sealed)) = due else {
                return Ok(None);
            };
            Ok(Some(DueSchedule {
                owner,
                schedule: db.get(&records::select::<Schedule>("own.pk = ?1"), &[&pk])?,
                // One that does not open holds up no others: whoever begins it says so of it.
                order: db.opened(&sealed).unwrap_or_else(|_| Packed::bytes(b"")),
            }))
        })
        .await
    }
}

impl Owned<'_> {
    fn log_schedule(&self, id: Uuid, when: &When) -> Stored<()> {
        let entry = self.entry(Kind::Schedule).with("schedule", id.to_string());
        let entry = entry
            .with("cron", when.cron.as_str())
            .with("zone", when.zone.as_str());
        audit::log(self.db, &entry.with("paused", when.paused))
    }

    fn begin_scheduled(&self, begin: &BeginScheduled) -> Stored<BegunScheduled> {
        let moved: Option<(i64, bool, Option<Uuid>)> = self.find(
            "UPDATE schedules SET next_ms = ?5, last_ms = ?4
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND next_ms = ?4
             RETURNING pk, overlapping, last_run_id",
            &[&begin.schedule, &begin.due_ms, &begin.next_ms],
        )?;
        let Some((pk, overlaps, before)) = moved else {
            return Ok(BegunScheduled::Elsewhere);
        };
        let is_under_way = match before {
            Some(before) if !overlaps => {
                records::find::<QueuedRun>(self, &before)?.is_some_and(|run| !run.status.is_over())
            }
            _ => false,
        };
        let run = match &begin.run {
            _ if is_under_way => Err(OVERLAP),
            Ok(run) => Ok(self.submit(run)?),
            Err(trouble) => Err(trouble.as_str()),
        };
        self.db.make(
            "UPDATE schedules SET last_run_id = coalesce(?2, last_run_id), trouble = ?3 WHERE pk = ?1",
            &[&pk, &run.as_ref().ok(), &run.as_ref().err()],
        )?;
        Ok(run.map_or(BegunScheduled::PassedOver, BegunScheduled::Run))
    }
}
