//! Requests that were answered, or are being answered, and what has happened to the latter.

use screen_agent_store::run::{ASKED_LEASE_MS, Asked, RequestPlace};
use screen_agent_store::turn::IDEMPOTENCY_MS;
use screen_agent_store::{Packed, StoreError, Stored};

use super::owned::Owned;
use crate::sql::{Sql as _, from_row};

/// The one request that is meant.
const THIS: &str = "tenant_id = ?1 AND user_id = ?2 AND conversation_id = ?3 AND request_id = ?4";

/// What is known of a request.
struct Known {
    pk: i64,
    digest: [u8; 32],
    answer: Option<Packed>,
    claimed_until_ms: Option<i64>,
    has_begun: bool,
}

impl Known {
    fn is_held(&self, now_ms: i64) -> bool {
        self.claimed_until_ms.is_some_and(|until| until > now_ms)
    }
}

impl Owned<'_> {
    /// Asks whether a request has come before, and claims it if nobody is at it.
    pub(crate) fn ask_once(
        &self,
        place: &RequestPlace,
        digest: &[u8; 32],
        now_ms: i64,
    ) -> Stored<Asked> {
        let RequestPlace {
            conversation,
            request,
        } = place;
        let expired = format!("DELETE FROM answered WHERE {THIS} AND expires_ms <= ?5");
        self.make(&expired, &[conversation, request, &now_ms])?;
        match self.known_request(place)? {
            None => self.claim_request(place, digest, now_ms),
            Some(Known {
                digest: same,
                answer: Some(answer),
                ..
            }) if same == *digest => Ok(Asked::Answered(answer)),
            Some(known) if known.digest == *digest => match known.is_held(now_ms) {
                true => Ok(Asked::InFlight),
                // Whoever was at it is dead, or has let it go.
                false => {
                    let sql = "UPDATE answered SET claimed_until_ms = ?2 WHERE pk = ?1";
                    let until_ms = now_ms.saturating_add(ASKED_LEASE_MS);
                    self.db.make(sql, &[&known.pk, &until_ms])?;
                    Ok(Asked::First)
                }
            },
            // What was left before anything came of it is nobody's any more.
            Some(known) if known.answer.is_none() && !known.is_held(now_ms) && !known.has_begun => {
                self.db
                    .make("DELETE FROM answered WHERE pk = ?1", &[&known.pk])?;
                self.claim_request(place, digest, now_ms)
            }
            Some(_) => Ok(Asked::Another),
        }
    }

    fn known_request(&self, place: &RequestPlace) -> Stored<Option<Known>> {
        let sql = format!(
            "SELECT pk, digest, body, claimed_until_ms,
                    EXISTS (SELECT 1 FROM histories WHERE answered_pk = answered.pk)
             FROM answered WHERE {THIS}"
        );
        self.find(&sql, &[&place.conversation, &place.request])
    }

    fn claim_request(&self, place: &RequestPlace, digest: &[u8; 32], now_ms: i64) -> Stored<Asked> {
        self.insert(
            "answered",
            &[
                ("conversation_id", &place.conversation),
                ("request_id", &place.request),
                ("digest", digest),
                ("expires_ms", &now_ms.saturating_add(IDEMPOTENCY_MS)),
                ("claimed_until_ms", &now_ms.saturating_add(ASKED_LEASE_MS)),
            ],
        )?;
        Ok(Asked::First)
    }

    /// Keeps an answer. The first one stays: a second is of somebody who had lost the question.
    pub(crate) fn keep_answer(
        &self,
        place: &RequestPlace,
        answer: &Packed,
        now_ms: i64,
    ) -> Stored<()> {
        let sql = format!(
            "UPDATE answered SET body = ?5, expires_ms = ?6, claimed_until_ms = NULL
             WHERE {THIS} AND body IS NULL"
        );
        let RequestPlace {
            conversation,
            request,
        } = place;
        let expires_ms = now_ms.saturating_add(IDEMPOTENCY_MS);
        self.make(&sql, &[conversation, request, answer, &expires_ms])
    }

    /// Lets go of a question that was not answered. Where nothing has come of it, it never was.
    pub(crate) fn drop_question(&self, place: &RequestPlace) -> Stored<()> {
        let Some(known) = self.known_request(place)? else {
            return Ok(());
        };
        let sql = match (known.answer.is_some(), known.has_begun) {
            (true, _) => return Ok(()),
            (false, true) => "UPDATE answered SET claimed_until_ms = NULL WHERE pk = ?1",
            (false, false) => "DELETE FROM answered WHERE pk = ?1",
        };
        self.db.make(sql, &[&known.pk])
    }

    /// What has happened to a request, in order.
    pub(crate) fn history(&self, place: &RequestPlace) -> Stored<Vec<Packed>> {
        let sql = format!(
            "SELECT body FROM histories
             WHERE answered_pk = (SELECT pk FROM answered WHERE {THIS}) ORDER BY seq"
        );
        self.list(&sql, &[&place.conversation, &place.request])
    }

    /// Writes down what happened next. Somebody else has gone on where it is not the next by now.
    pub(crate) fn add_history(&self, place: &RequestPlace, seq: u32, body: &Packed) -> Stored<()> {
        let pk = self.open_request(place)?;
        let sql = "SELECT count(*) FROM histories WHERE answered_pk = ?1";
        if self.db.get::<u32>(sql, &[&pk])? != seq {
            return Err(StoreError::LeaseLost);
        }
        self.insert(
            "histories",
            &[("answered_pk", &pk), ("seq", &seq), ("body", body)],
        )
        .map(drop)
    }

    /// What led to an answer is no longer needed once it is there.
    pub(crate) fn forget_history(&self, place: &RequestPlace) -> Stored<()> {
        let pk = self.open_request(place)?;
        self.db
            .make("DELETE FROM histories WHERE answered_pk = ?1", &[&pk])
    }

    /// A request without an answer.
    fn open_request(&self, place: &RequestPlace) -> Stored<i64> {
        let sql = format!("SELECT pk FROM answered WHERE {THIS} AND body IS NULL");
        let open = self.find(&sql, &[&place.conversation, &place.request])?;
        open.ok_or(StoreError::LeaseLost)
    }
}

from_row!(Known: pk, digest, answer, claimed_until_ms, has_begun);
