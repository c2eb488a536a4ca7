//! The transactions of a turn.

use async_trait::async_trait;
use screen_agent_action::id::TaskId;
use screen_agent_store::turn::{
    BeginRefusal, BeginTurn, Begun, Committed, LEASE_MS, LeaseId, OpenTurn, TurnCommit,
};
use screen_agent_store::{Stored, Turns};

use super::begin;
use super::owned::ScopedStore;
use crate::sql::Sql as _;

#[async_trait]
impl Turns for ScopedStore<'_> {
    async fn begin_turn(&self, begin: BeginTurn) -> Stored<Begun> {
        self.write(move |rows| begin::begin(rows, &begin)).await
    }

    async fn lease_task(
        &self,
        task: TaskId,
        lease: LeaseId,
        now_ms: i64,
    ) -> Stored<Result<OpenTurn, BeginRefusal>> {
        self.write(move |rows| rows.lease_task(task, lease, now_ms))
            .await
    }

    async fn commit_turn(&self, commit: TurnCommit) -> Stored<Committed> {
        // What began while there was room may end; the next turn is refused.
        self.write_beyond_quota(move |rows| rows.commit_turn(&commit))
            .await
    }

    async fn renew_lease(&self, task: TaskId, lease: LeaseId, now_ms: i64) -> Stored<()> {
        self.write(move |rows| {
            let until_ms = now_ms + LEASE_MS;
            rows.change_held(
                "UPDATE tasks SET lease_until_ms = ?5
                 WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND lease_id = ?4",
                &[&task, &lease.0, &until_ms],
            )?;
            let sql = "UPDATE answered SET claimed_until_ms = ?2 WHERE lease_id = ?1";
            rows.db.make(sql, &[&lease.0, &until_ms])
        })
        .await
    }

    async fn abandon_turn(&self, task: TaskId, lease: LeaseId) -> Stored<()> {
        self.write(move |rows| rows.abandon_turn(task, lease)).await
    }
}
