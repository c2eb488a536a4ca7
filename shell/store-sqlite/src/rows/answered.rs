//! Requests that were answered, or are being answered.

use rusqlite::{Connection, named_params};
use screen_agent_store::run::{ASKED_LEASE_MS, Asked};
use screen_agent_store::turn::IDEMPOTENCY_MS;
use screen_agent_store::{Owner, Packed, StoreError};

use super::{change, find, key};

/// Asks whether a request has come before, and claims it if not.
pub(crate) fn ask(
    connection: &Connection,
    owner: Owner,
    (conversation, request): (&str, &str),
    digest: &[u8; 32],
    now_ms: i64,
) -> Result<Asked, StoreError> {
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
    )?;
    let known = find(
        connection,
        "SELECT digest, body FROM answered
         WHERE tenant_id = ?1 AND user_id = ?2 AND conversation_id = ?3 AND request_id = ?4",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            conversation,
            request,
        ),
        |row| {
            Ok((
                row.get::<_, [u8; 32]>(0)?,
                row.get::<_, Option<Vec<u8>>>(1)?,
            ))
        },
    )?;
    match known {
        None => claim(connection, owner, (conversation, request), digest, now_ms),
        Some((other, _)) if other != *digest => Ok(Asked::Another),
        Some((_, None)) => Ok(Asked::InFlight),
        Some((_, Some(body))) => Ok(Asked::Answered(Packed::stored(body))),
    }
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
        "INSERT INTO answered (tenant_id, user_id, conversation_id, request_id, digest, expires_ms)
         VALUES (:tenant, :user, :conversation, :request, :digest, :expires)",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":conversation": conversation,
            ":request": request,
            ":digest": digest,
            ":expires": now_ms.saturating_add(ASKED_LEASE_MS),
        },
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
        "UPDATE answered SET body = ?5, expires_ms = ?6
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

/// Drops a question that was not answered.
pub(crate) fn drop_question(
    connection: &Connection,
    owner: Owner,
    (conversation, request): (&str, &str),
) -> Result<(), StoreError> {
    change(
        connection,
        "DELETE FROM answered
         WHERE tenant_id = ?1 AND user_id = ?2 AND conversation_id = ?3 AND request_id = ?4
           AND body IS NULL",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            conversation,
            request,
        ),
    )
    .map(drop)
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
