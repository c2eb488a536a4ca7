//! What an owner chose and gave, what is noted of their requests, and what their models have cost.

use async_trait::async_trait;
use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_audit::Kind;
use screen_agent_store::account::{By, SavedPreferences};
use screen_agent_store::debug::{DebugFilter, DebugLog};
use screen_agent_store::file::{FileRecord, Kept, Quota};
use screen_agent_store::learned::MemoryChange;
use screen_agent_store::takeout::Taker;
use screen_agent_store::turn::UsageRow;
use screen_agent_store::usage::UsageLine;
use screen_agent_store::{Belongings, Stored};
use screen_agent_think::models::Spent;
use uuid::Uuid;

use super::owned::{Owned, ScopedStore};
use super::records::{Bound, added, found, listed, table};
use super::{audit, quota};
use crate::db::Freshness;
use crate::sql::{Sql as _, ToColumn, from_row};

#[async_trait]
impl Belongings for ScopedStore<'_> {
    async fn save_preferences(&self, json: String, now_ms: i64) -> Stored<()> {
        self.write(move |rows| {
            rows.make(
                "INSERT INTO preferences (tenant_id, user_id, body, saved_ms) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (tenant_id, user_id) DO UPDATE SET
                   body = excluded.body, saved_ms = excluded.saved_ms",
                &[&json, &now_ms],
            )?;
            let entry = rows.entry(Kind::SettingsChanged).with("what", "preferences");
            audit::log(rows.db, &entry.with("to", json.as_str()))
        })
        .await
    }

    async fn change_fact(
        &self,
        session: SessionId,
        name: String,
        change: MemoryChange,
        now_ms: i64,
    ) -> Stored<bool> {
        self.write(move |rows| rows.change_fact(session, &name, &change, now_ms))
            .await
    }

    async fn change_fix(&self, id: u32, change: MemoryChange, now_ms: i64) -> Stored<bool> {
        self.write(move |rows| rows.change_fix(id, &change, now_ms))
            .await
    }

    async fn take_out(&self, mut taker: Taker) -> Stored<()> {
        self.read_as(Freshness::Lagging, move |rows| rows.take_out(&mut taker))
            .await
    }

    async fn erase(&self, by: By) -> Stored<Vec<Uuid>> {
        let files = self.write_beyond_quota(move |rows| rows.erase(by)).await?;
        self.store.backend.forget_deleted().await;
        Ok(files)
    }

    async fn kept(&self) -> Stored<(Kept, Quota)> {
        Ok((self.read(quota::kept).await?, self.store.keeping.quota))
    }

    async fn spent_since(&self, since_ms: i64) -> Stored<Spent> {
        // Sums that would not fit stop at the largest that do: a budget must not fail because it is
        // far exceeded.
        self.read(move |rows| {
            let dialect = rows.db.dialect();
            let sums = ["prompt_tokens", "completion_tokens", "micros"].map(|of| dialect.sum(of));
            let sql = format!(
                "SELECT count(*), {} FROM model_usage WHERE tenant_id = ?1 AND at_ms >= ?3",
                sums.join(", ")
            );
            rows.get(&sql, &[&since_ms])
        })
        .await
    }

    async fn add_usage(&self, work: Uuid, calls: Vec<UsageRow>, now_ms: i64) -> Stored<()> {
        // The column says what the calls were for; it was a task always, and need not be.
        let work = TaskId::new(work);
        self.write(move |rows| {
            let mut calls = calls.iter();
            calls.try_for_each(|call| rows.count_usage(work, 0, call, now_ms))
        })
        .await
    }
}

impl Owned<'_> {
    /// Keeps one call, with the turn in which it was made.
    pub(crate) fn count_usage(
        &self,
        task: TaskId,
        turn: u32,
        call: &UsageRow,
        now_ms: i64,
    ) -> Stored<()> {
        self.insert(
            "model_usage",
            &[
                ("task_id", &task),
                ("turn", &turn),
                ("proposer", &call.proposer),
                ("topic", &call.topic),
                ("prompt_tokens", &call.prompt_tokens),
                ("completion_tokens", &call.completion_tokens),
                ("micros", &call.micros),
                ("duration_ms", &call.duration_ms),
                ("succeeded", &call.succeeded),
                ("at_ms", &now_ms),
            ],
        )
    }
}

from_row!(Spent: calls, prompt_tokens, completion_tokens, micros);

table!(UsageLine, "model_usage own" =>
    topic, model "proposer", prompt_tokens, completion_tokens, micros, duration_ms, succeeded, at_ms,
    turn);

listed!(UsageLine, "task_id = ?3" by "pk");

table!(SavedPreferences, "preferences own" => json "body", saved_ms);

found!(SavedPreferences, "TRUE");

added!(FileRecord, "files" => id, key, name, mime, size, reading, created_ms);

found!(FileRecord, "own.key = ?3");

added!(DebugLog, "debug_logs" =>
    at_ms, task "task_id", endpoint, status, duration_ms, notes, error);

impl Bound for DebugFilter {
    fn values(&self) -> Vec<Box<dyn ToColumn + '_>> {
        vec![
            Box::new(self.task),
            Box::new(self.limit),
            Box::new(self.since_ms),
            Box::new(self.kind.map(|kind| kind.word().to_owned())),
        ]
    }
}

listed!(DebugLog, "(?3 IS NULL OR task_id = ?3) AND (?5 IS NULL OR at_ms >= ?5)
         AND (?6 IS NULL OR ?6 = CASE
           WHEN error IS NOT NULL THEN 'error'
           WHEN EXISTS (SELECT 1 FROM json_each(notes) WHERE value LIKE '% tokens') THEN 'model'
           ELSE 'request' END)" by "pk DESC LIMIT ?4");
