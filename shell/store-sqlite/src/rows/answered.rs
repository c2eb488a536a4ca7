//! Requests that were answered, or are being answered.

use rusqlite::{Connection, named_params};
use screen_agent_store::run::{ASKED_LEASE_MS, Asked};
use screen_agent_store::turn::IDEMPOTENCY_MS;
use screen_agent_store::{Owner, Packed, StoreError};

use super::{change, find, key};

/// Asks whether a request has come before, and claims it if nobody is at it.
pub(crate) fn ask(
    connection: &Connection,
    owner: Owner,
    place: (&str, &str),
    digest: &[u8; 32],
    now_ms: i64,
) -> Result<Asked, StoreError> {
    forget_expired(connection, owner, place, now_ms)?;
    match known(connection, owner, place)? {
        None => claim(connection, owner, place, digest, now_ms),
        Some(known) if known.digest == *digest => match known.body {
            Some(body) => Ok(Asked::Answered(Packed::stored(body))),
            None if known.is_held(now_ms) => Ok(Asked::InFlight),
            None => claim_again(connection, known.pk, now_ms),
        },
        // What was left before anything came of it is nobody's any more.
        Some(known) if known.body.is_none() && !known.is_held(now_ms) && !known.has_begun => {
            change(connection, "DELETE FROM answered WHERE pk = ?1", [known.pk])?;
            claim(connection, owner, place, digest, now_ms)
        }
        Some(_) => Ok(Asked::Another),
    }
}

/// What is known of a request.
struct Known {
    pk: i64,
    digest: [u8; 32],
    body: Option<Vec<u8>>,
    claimed_until_ms: Option<i64>,
    has_begun: bool,
}

impl Known {
    fn is_held(&self, now_ms: i64) -> bool {
        self.claimed_until_ms.is_some_and(|until| until > now_ms)
    }
}

fn known(
    connection: &Connection,
    owner: Owner,
    (conversation, request): (&str, &str),
) -> Result<Option<Known>, StoreError> {
    find(
        connection,
        "SELECT pk, digest, body, claimed_until_ms,
                EXISTS (SELECT 1 FROM histories WHERE answered_pk = answered.pk)
         FROM answered
         WHERE tenant_id = ?1 AND user_id = ?2 AND conversation_id = ?3 AND request_id = ?4",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            conversation,
            request,
        ),
        |row| {
            Ok(Known {
                pk: row.get(0)?,
                digest: row.get(1)?,
                body: row.get(2)?,
                claimed_until_ms: row.get(3)?,
                has_begun: row.get(4)?,
            })
        },
    )
}

fn forget_expired(
    connection: &Connection,
    owner: Owner,
    (conversation, request): (&str, &str),
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "DELETE FROM answered
         WHERE tenant_id = ?1 AND user_id = ?2 AND conversation_id = ?3 AND request_id = ?4
           AND expires_ms <= ?5",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            conversation,
            request,
            now_ms,
        ),
    )
    .map(drop)
}

fn claim(
    connection: &Connection,
    owner: Owner,
    (conversation, request): (&str, &str),
    digest: &[u8; 32],
    now_ms: i64,
) -> Result<Asked, StoreError> {
    change(
        connection,
        "INSERT INTO answered (tenant_id, user_id, conversation_id, request_id, digest, expires_ms,
                               claimed_until_ms)
         VALUES (:tenant, :user, :conversation, :request, :digest, :expires, :claimed)",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":conversation": conversation,
            ":request": request,
            ":digest": digest,
            ":expires": now_ms.saturating_add(IDEMPOTENCY_MS),
            ":claimed": now_ms.saturating_add(ASKED_LEASE_MS),
        },
    )?;
    Ok(Asked::First)
}

/// Whoever was at it is dead, or has let it go.
fn claim_again(connection: &Connection, pk: i64, now_ms: i64) -> Result<Asked, StoreError> {
    change(
        connection,
        "UPDATE answered SET claimed_until_ms = ?2 WHERE pk = ?1",
        (pk, now_ms.saturating_add(ASKED_LEASE_MS)),
    )?;
    Ok(Asked::First)
}

/// Keeps an answer. The first one stays: a second is of somebody who had lost the question.
pub(crate) fn keep(
    connection: &Connection,
    owner: Owner,
    (conversation, request): (&str, &str),
    answer: &Packed,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE answered SET body = ?5, expires_ms = ?6, claimed_until_ms = NULL
         WHERE tenant_id = ?1 AND user_id = ?2 AND conversation_id = ?3 AND request_id = ?4
           AND body IS NULL",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            conversation,
            request,
            answer.as_stored(),
            now_ms.saturating_add(IDEMPOTENCY_MS),
        ),
    )
    .map(drop)
}

/// Lets go of a question that was not answered. Where nothing has come of it, it never was.
pub(crate) fn drop_question(
    connection: &Connection,
    owner: Owner,
    place: (&str, &str),
) -> Result<(), StoreError> {
    let Some(known) = known(connection, owner, place)? else {
        return Ok(());
    };
    let sql = match (known.body.is_some(), known.has_begun) {
        (true, _) => return Ok(()),
        (false, true) => "UPDATE answered SET claimed_until_ms = NULL WHERE pk = ?1",
        (false, false) => "DELETE FROM answered WHERE pk = ?1",
    };
    change(connection, sql, [known.pk]).map(drop)
}

/// Forgets the answers of a conversation.
pub(crate) fn forget_of(
    connection: &Connection,
    owner: Owner,
    conversation: &str,
) -> Result<(), StoreError> {
    change(
        connection,
        "DELETE FROM answered WHERE tenant_id = ?1 AND user_id = ?2 AND conversation_id = ?3",
        (key(owner.tenant.get()), key(owner.user.get()), conversation),
    )
    .map(drop)
}
