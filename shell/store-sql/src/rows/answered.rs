//! Requests that were answered, or are being answered, and what has happened to the latter.

use screen_agent_store::answer::{
    ASKED_LEASE_MS, Claimed, IDEMPOTENCY_MS, KeyedRequest, RequestKey, StoredResponse,
};
use screen_agent_store::turn::LeaseId;
use screen_agent_store::{Packed, StoreError, Stored};

use super::owned::Owned;
use crate::sql::{Sql as _, from_row};

/// The one request that is meant.
const THIS: &str = "tenant_id = ?1 AND user_id = ?2 AND route = ?3 AND key = ?4";

/// Who answers a request: a turn, for as long as it holds its lease, or whoever asked first.
#[derive(Clone, Copy)]
pub(crate) struct Claim {
    pub(crate) lease: LeaseId,
    pub(crate) until_ms: i64,
}

/// What is known of a request.
struct Known {
    pk: i64,
    digest: [u8; 32],
    status: u16,
    answer: Option<Packed>,
    claimed_until_ms: Option<i64>,
    lease: Option<LeaseId>,
    has_begun: bool,
}

impl Known {
    /// A claim that lasts much longer than any can was made by a clock that was wrong.
    fn is_held(&self, now_ms: i64) -> bool {
        let until = self.claimed_until_ms;
        until.is_some_and(|until| until > now_ms && until <= now_ms + 2 * ASKED_LEASE_MS)
    }
}

impl Owned<'_> {
    /// Asks whether a request has come before, and claims it if nobody is at it.
    pub(crate) fn ask_once(
        &self,
        asked: &KeyedRequest,
        claim: Claim,
        now_ms: i64,
    ) -> Stored<Claimed> {
        let RequestKey { route, key, .. } = &asked.key;
        let expired = format!("DELETE FROM answered WHERE {THIS} AND expires_ms <= ?5");
        self.make(&expired, &[route, key, &now_ms])?;
        let Some(known) = self.known_request(&asked.key)? else {
            return self.claim_request(asked, claim, now_ms);
        };
        let is_same = known.digest == asked.digest;
        let is_held =
            known.is_held(now_ms) && (known.lease.is_none() || self.is_held(known.lease)?);
        match known.answer {
            Some(answer) if is_same => {
                let (status, body) = (known.status, answer.open()?);
                Ok(Claimed::Answered(StoredResponse { status, body }))
            }
            None if is_same && is_held => Ok(Claimed::InFlight(known.lease)),
            // Whoever was at it is dead, or has let it go.
            None if is_same => {
                let sql = "UPDATE answered SET claimed_until_ms = ?2, lease_id = ?3 WHERE pk = ?1";
                self.db
                    .make(sql, &[&known.pk, &claim.until_ms, &claim.lease])?;
                Ok(Claimed::First)
            }
            // What was left before anything came of it is nobody's any more.
            None if !is_held && !known.has_begun => {
                self.db
                    .make("DELETE FROM answered WHERE pk = ?1", &[&known.pk])?;
                self.claim_request(asked, claim, now_ms)
            }
            _ => Ok(Claimed::KeyReused),
        }
    }

    fn known_request(&self, request: &RequestKey) -> Stored<Option<Known>> {
        let sql = format!(
            "SELECT pk, digest, status, body, claimed_until_ms, lease_id,
                    EXISTS (SELECT 1 FROM histories WHERE answered_pk = answered.pk)
             FROM answered WHERE {THIS}"
        );
        let known: Option<Known> = self.find(&sql, &[&request.route, &request.key])?;
        let Some(mut known) = known else {
            return Ok(None);
        };
        let (key, seal) = (self.db.key(), request.seal.as_ref());
        let open = |body: Packed| key.open(body.as_stored(), seal.map(<[u8; 32]>::as_slice));
        known.answer = known.answer.map(open).transpose()?.map(Packed::stored);
        Ok(Some(known))
    }

    fn claim_request(&self, asked: &KeyedRequest, claim: Claim, now_ms: i64) -> Stored<Claimed> {
        self.insert(
            "answered",
            &[
                ("route", &asked.key.route),
                ("key", &asked.key.key),
                ("digest", &asked.digest),
                ("expires_ms", &now_ms.saturating_add(IDEMPOTENCY_MS)),
                ("claimed_until_ms", &claim.until_ms),
                ("lease_id", &claim.lease),
            ],
        )?;
        Ok(Claimed::First)
    }

    /// Keeps an answer, if the question is still its claimant's; says whether it was. The first answer stays: a
    /// second is of somebody who had lost the question.
    pub(crate) fn keep_answer(
        &self,
        request: &RequestKey,
        lease: LeaseId,
        answer: &StoredResponse,
        now_ms: i64,
    ) -> Stored<bool> {
        let sql = format!(
            "UPDATE answered SET status = ?6, body = ?7, expires_ms = ?8,
               claimed_until_ms = NULL, lease_id = NULL
             WHERE {THIS} AND lease_id = ?5 AND body IS NULL"
        );
        let RequestKey { route, key, seal } = request;
        let seal = seal.as_ref().map(<[u8; 32]>::as_slice);
        let body = Packed::bytes(&answer.body);
        let body = self.db.key().seal(body.as_stored(), seal)?;
        let expires_ms = now_ms.saturating_add(IDEMPOTENCY_MS);
        let kept = self.change(
            &sql,
            &[route, key, &lease, &answer.status, &body, &expires_ms],
        )?;
        Ok(kept == 1)
    }

    /// Holds a question that somebody is at.
    pub(crate) fn hold_question(
        &self,
        request: &RequestKey,
        lease: LeaseId,
        until_ms: i64,
    ) -> Stored<()> {
        let sql = format!(
            "UPDATE answered SET claimed_until_ms = max(claimed_until_ms, ?5)
             WHERE {THIS} AND lease_id = ?6 AND claimed_until_ms IS NOT NULL AND body IS NULL"
        );
        self.change_held(&sql, &[&request.route, &request.key, &until_ms, &lease])
    }

    /// Lets go of a question that was not answered. Where nothing has come of it, it never was.
    pub(crate) fn drop_question(&self, request: &RequestKey, lease: LeaseId) -> Stored<()> {
        let known = self.known_request(request)?;
        let Some(known) = known.filter(|known| known.lease == Some(lease)) else {
            return Ok(());
        };
        let sql = match (known.answer.is_some(), known.has_begun) {
            (true, _) => return Ok(()),
            (false, true) => "UPDATE answered SET claimed_until_ms = NULL WHERE pk = ?1",
            (false, false) => "DELETE FROM answered WHERE pk = ?1",
        };
        self.db.make(sql, &[&known.pk])
    }

    /// Lets go of the question that a turn was to answer, if it has not.
    pub(crate) fn drop_question_of(&self, lease: LeaseId) -> Stored<()> {
        self.db
            .make("DELETE FROM answered WHERE lease_id = ?1", &[&lease])
    }

    /// What has happened to a request, in order.
    pub(crate) fn history(&self, request: &RequestKey) -> Stored<Vec<Packed>> {
        let sql = format!(
            "SELECT body FROM histories
             WHERE answered_pk = (SELECT pk FROM answered WHERE {THIS}) ORDER BY seq"
        );
        let sealed: Vec<Packed> = self.list(&sql, &[&request.route, &request.key])?;
        sealed.iter().map(|body| self.opened(body)).collect()
    }

    /// Writes down what happened next. Somebody else has gone on where it is not the next by now.
    pub(crate) fn add_history(&self, request: &RequestKey, seq: u32, body: &Packed) -> Stored<()> {
        let pk = self.open_request(request)?;
        let sql = "SELECT count(*) FROM histories WHERE answered_pk = ?1";
        if self.db.get::<u32>(sql, &[&pk])? != seq {
            return Err(StoreError::LeaseLost);
        }
        self.make(
            "INSERT INTO histories (tenant_id, user_id, answered_pk, seq, body)
             VALUES (?1, ?2, ?3, ?4, ?5)",
            &[&pk, &seq, &self.sealed(body)?],
        )
    }

    /// What led to an answer is no longer needed once it is there.
    pub(crate) fn forget_history(&self, request: &RequestKey) -> Stored<()> {
        let pk = self.open_request(request)?;
        self.db
            .make("DELETE FROM histories WHERE answered_pk = ?1", &[&pk])
    }

    /// A request without an answer.
    fn open_request(&self, request: &RequestKey) -> Stored<i64> {
        let sql = format!("SELECT pk FROM answered WHERE {THIS} AND body IS NULL");
        let open = self.find(&sql, &[&request.route, &request.key])?;
        open.ok_or(StoreError::LeaseLost)
    }
}

from_row!(Known: pk, digest, status, answer, claimed_until_ms, lease, has_begun);
