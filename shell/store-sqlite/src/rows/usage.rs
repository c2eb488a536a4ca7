//! What calls of models have cost.

use async_trait::async_trait;
use screen_agent_action::id::TaskId;
use screen_agent_store::turn::UsageRow;
use screen_agent_store::usage::UsageLine;
use screen_agent_store::{Costs, Stored};
use screen_agent_think::mind::Spent;
use uuid::Uuid;

use super::owned::{Owned, ScopedStore};
use crate::sql::{Sql as _, from_row};

#[async_trait]
impl Costs for ScopedStore<'_> {
    async fn spent_since(&self, since_ms: i64) -> Stored<Spent> {
        // Sums that would not fit stop at the largest that do: a budget must not fail because it is
        // far exceeded.
        let sql = "SELECT count(*), CAST(total(prompt_tokens) AS INTEGER),
                          CAST(total(completion_tokens) AS INTEGER), CAST(total(micros) AS INTEGER)
                   FROM model_usage WHERE tenant_id = ?1 AND at_ms >= ?3";
        self.read(move |rows| rows.get(sql, &[&since_ms])).await
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

    async fn usage(&self, task: TaskId) -> Stored<Vec<UsageLine>> {
        let sql = "SELECT topic, proposer, prompt_tokens, completion_tokens, micros, duration_ms,
                          succeeded, at_ms, turn
                   FROM model_usage
                   WHERE tenant_id = ?1 AND user_id = ?2 AND task_id = ?3 ORDER BY pk";
        self.read(move |rows| rows.list(sql, &[&task])).await
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
        .map(drop)
    }
}

from_row!(Spent: calls, prompt_tokens, completion_tokens, micros);

from_row!(UsageLine:
    topic, model, prompt_tokens, completion_tokens, micros, duration_ms, succeeded, at_ms,
    turn);
