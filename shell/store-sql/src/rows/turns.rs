//! The transactions of a turn.

use async_trait::async_trait;
use screen_agent_action::id::TaskId;
use screen_agent_store::run::RUN_LEASE_MS;
use screen_agent_store::turn::{
    BeginRefusal, BeginTurn, Begun, Committed, LEASE_MS, Lease, LeaseId, OpenTurn, TakenFrom,
    TurnCommit,
};
use screen_agent_store::{Leases, Stored, Turns};

use super::begin;
use super::owned::ScopedStore;

#[async_trait]
impl Turns for ScopedStore<'_> {
    async fn begin_turn(&self, begin: BeginTurn) -> Stored<Begun> {
        self.write(move |rows| begin::begin(rows, &begin)).await
    }

    async fn lease_task(
        &self,
        task: TaskId,
        lease: LeaseId,
        from: TakenFrom,
        now_ms: i64,
    ) -> Stored<Result<OpenTurn, BeginRefusal>> {
        self.write(move |rows| rows.lease_task(task, lease, from, now_ms))
            .await
    }

    async fn commit_turn(&self, commit: TurnCommit) -> Stored<Committed> {
        // What began while there was room may end; the next turn is refused.
        self.write_beyond_quota(move |rows| rows.commit_turn(&commit))
            .await
    }
}

#[async_trait]
impl Leases for ScopedStore<'_> {
    async fn renew(&self, lease: Lease, now_ms: i64) -> Stored<()> {
        self.write(move |rows| match &lease {
            Lease::Task(task, lease) => rows.renew_lease(*task, *lease, now_ms + LEASE_MS),
            Lease::Run(id, claim) => {
                rows.renew_run(id, *claim, now_ms.saturating_add(RUN_LEASE_MS))
            }
        })
        .await
    }

    async fn release(&self, lease: Lease) -> Stored<()> {
        self.write(move |rows| match &lease {
            Lease::Task(task, lease) => rows.abandon_turn(*task, *lease),
            Lease::Run(id, claim) => rows.release_run(id, *claim),
        })
        .await
    }
}
