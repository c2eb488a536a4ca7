//! Runs that wait for their client, approvals that were used, and requests that are answered.

use async_trait::async_trait;
use screen_agent_audit::Entry;
use screen_agent_store::answer::{
    ASKED_LEASE_MS, Claimed, KeyedRequest, RequestKey, StoredResponse,
};
use screen_agent_store::conversation::{NewConversation, PacketRecord, PacketsAdded};
use screen_agent_store::run::{
    FinishRequest, MOST_RUNS, RUN_LEASE_MS, RunClaim, RunEnd, SaveRun, Taken, UseApproval,
};
use screen_agent_store::turn::LeaseId;
use screen_agent_store::{Packed, Requests, StoreError, Stored};

use super::answered::Claim;
use super::audit;
use super::owned::{Owned, ScopedStore};
use crate::sql::Sql as _;

#[async_trait]
impl Requests for ScopedStore<'_> {
    async fn add_packets(
        &self,
        conversation: NewConversation,
        sent: Vec<PacketRecord>,
        now_ms: i64,
    ) -> Stored<PacketsAdded> {
        self.write(move |rows| rows.add_packets(&conversation, &sent, now_ms))
            .await
    }

    async fn take_run(&self, id: String, now_ms: i64) -> Stored<Taken> {
        self.write(move |rows| rows.take_run(&id, now_ms)).await
    }

    async fn ask_once(
        &self,
        asked: KeyedRequest,
        (lease, for_ms): (LeaseId, i64),
        now_ms: i64,
    ) -> Stored<Claimed> {
        let until_ms = now_ms.saturating_add(for_ms.min(ASKED_LEASE_MS));
        let claim = Claim { lease, until_ms };
        self.write(move |rows| rows.ask_once(&asked, claim, now_ms))
            .await
    }

    async fn hold_question(
        &self,
        (request, lease): (RequestKey, LeaseId),
        until_ms: i64,
    ) -> Stored<()> {
        self.write(move |rows| rows.hold_question(&request, lease, until_ms))
            .await
    }

    async fn keep_answer(
        &self,
        (request, lease): (RequestKey, LeaseId),
        answer: StoredResponse,
        now_ms: i64,
    ) -> Stored<()> {
        let keep = move |rows: &Owned<'_>| rows.keep_answer(&request, lease, &answer, now_ms);
        self.write(keep).await.map(drop)
    }

    async fn history(&self, request: RequestKey) -> Stored<Vec<Packed>> {
        self.read(move |rows| rows.history(&request)).await
    }

    async fn add_history(
        &self,
        request: RequestKey,
        (seq, body): (u32, Packed),
        audit: Vec<Entry>,
    ) -> Stored<()> {
        self.write(move |rows| {
            rows.add_history(&request, seq, &body)?;
            audit::log_all(rows.db, &audit)
        })
        .await
    }

    async fn use_approval(
        &self,
        request: RequestKey,
        seq: u32,
        using: UseApproval,
    ) -> Stored<bool> {
        self.write(move |rows| {
            let first = rows.use_approval(&using.fingerprint, using.now_ms)?;
            let body = if first { &using.first } else { &using.again };
            rows.add_history(&request, seq, body)?;
            if first {
                audit::log_all(rows.db, &using.audit)?;
            }
            Ok(first)
        })
        .await
    }

    async fn finish_request(&self, finish: FinishRequest) -> Stored<()> {
        self.write(move |rows| {
            rows.forget_history(&finish.request)?;
            match &finish.run {
                RunEnd::Nothing => {}
                RunEnd::Save(run) => rows.save_run(run)?,
                RunEnd::End { id, claim } => rows.end_run(id, *claim)?,
            }
            let (request, lease) = (&finish.request, finish.lease);
            if !rows.keep_answer(request, lease, &finish.answer, finish.now_ms)? {
                return Err(StoreError::LeaseLost);
            }
            audit::log_all(rows.db, &finish.audit)
        })
        .await
    }

    async fn drop_question(&self, request: RequestKey, lease: LeaseId) -> Stored<()> {
        self.write(move |rows| rows.drop_question(&request, lease))
            .await
    }
}

impl Owned<'_> {
    /// Keeps a run and lets its claim go. Of too many new ones, those that expire first make room.
    fn save_run(&self, run: &SaveRun) -> Stored<()> {
        let Some(claim) = run.claim else {
            return self.insert_run(run);
        };
        let held: Option<i64> = self.find(
            "UPDATE runs SET claimed_until_ms = NULL, expires_ms = ?5
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND claim = ?4
               AND claimed_until_ms IS NOT NULL
             RETURNING pk",
            &[&run.id, &claim.0, &run.expires_ms],
        )?;
        let pk = held.ok_or(StoreError::LeaseLost)?;
        let sql = "UPDATE run_states SET body = ?2 WHERE run_pk = ?1";
        self.db.make(sql, &[&pk, &self.sealed(&run.state)?])
    }

    fn insert_run(&self, run: &SaveRun) -> Stored<()> {
        self.make(
            "DELETE FROM runs WHERE pk IN
               (SELECT pk FROM runs
                WHERE tenant_id = ?1 AND user_id = ?2
                  AND (claimed_until_ms IS NULL OR claimed_until_ms <= ?3)
                ORDER BY expires_ms DESC, pk DESC LIMIT 9223372036854775807 OFFSET ?4)",
            &[&run.now_ms, &(MOST_RUNS - 1)],
        )?;
        let pk = self.insert_keyed(
            "runs",
            &[
                ("id", &run.id),
                ("conversation_id", &run.conversation_id),
                ("expires_ms", &run.expires_ms),
            ],
        )?;
        self.make(
            "INSERT INTO run_states (tenant_id, user_id, run_pk, body)
             VALUES (?1, ?2, ?3, ?4)",
            &[&pk, &self.sealed(&run.state)?],
        )
    }

    /// Takes a run, if nobody holds it.
    fn take_run(&self, id: &str, now_ms: i64) -> Stored<Taken> {
        let found: Option<(i64, bool)> = self.find(
            "SELECT pk, claimed_until_ms IS NOT NULL AND claimed_until_ms > ?4
                        AND claimed_until_ms <= ?4 + ?5 FROM runs
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3
               AND (expires_ms > ?4 OR claimed_until_ms > ?4)",
            &[&id, &now_ms, &(2 * RUN_LEASE_MS)],
        )?;
        let pk = match found {
            None => return Ok(Taken::Unknown),
            Some((_, true)) => return Ok(Taken::Busy),
            Some((pk, false)) => pk,
        };
        let claim = self.db.get(
            "UPDATE runs SET claim = claim + 1, claimed_until_ms = ?2 WHERE pk = ?1
             RETURNING claim",
            &[&pk, &now_ms.saturating_add(RUN_LEASE_MS)],
        )?;
        let sql = "SELECT body FROM run_states WHERE run_pk = ?1";
        let state = self.opened(&self.db.get(sql, &[&pk])?)?;
        Ok(Taken::Open {
            state,
            claim: RunClaim(claim),
        })
    }

    /// Holds a run until then.
    pub(crate) fn renew_run(&self, id: &str, claim: RunClaim, until_ms: i64) -> Stored<()> {
        self.change_held(
            "UPDATE runs SET claimed_until_ms = max(claimed_until_ms, ?5)
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND claim = ?4
               AND claimed_until_ms IS NOT NULL",
            &[&id, &claim.0, &until_ms],
        )
    }

    /// Lets a run go as it was. Harmless when the claim was lost already.
    pub(crate) fn release_run(&self, id: &str, claim: RunClaim) -> Stored<()> {
        self.make(
            "UPDATE runs SET claimed_until_ms = NULL
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND claim = ?4",
            &[&id, &claim.0],
        )
    }

    /// Forgets a run that has ended.
    fn end_run(&self, id: &str, claim: RunClaim) -> Stored<()> {
        self.make(
            "DELETE FROM runs WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND claim = ?4
               AND claimed_until_ms IS NOT NULL",
            &[&id, &claim.0],
        )
    }

    /// Uses an approval up; true the first time only.
    fn use_approval(&self, fingerprint: &str, now_ms: i64) -> Stored<bool> {
        let used = self.change(
            "INSERT INTO used_approvals (tenant_id, user_id, fingerprint, used_ms)
             VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO NOTHING",
            &[&fingerprint, &now_ms],
        )?;
        Ok(used == 1)
    }
}
