//! What has happened to a request that is being answered.

use rusqlite::{Connection, named_params};
use screen_agent_store::run::{FinishRequest, RequestPlace, RunEnd};
use screen_agent_store::{Owner, Packed, StoreError};

use super::{answered, audit, change, find, get, key, list, runs};

/// Everything, in order.
pub(crate) fn all(
    connection: &Connection,
    owner: Owner,
    place: &RequestPlace,
) -> Result<Vec<Packed>, StoreError> {
    list(
        connection,
        "SELECT h.body FROM histories h JOIN answered a ON a.pk = h.answered_pk
         WHERE a.tenant_id = ?1 AND a.user_id = ?2 AND a.conversation_id = ?3 AND a.request_id = ?4
         ORDER BY h.seq",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            &place.conversation,
            &place.request,
        ),
        |row| row.get(0).map(Packed::stored),
    )
}

/// Writes down what happened next. Somebody else has gone on where it is not the next by now.
pub(crate) fn add(
    connection: &Connection,
    owner: Owner,
    place: &RequestPlace,
    (seq, body): (u32, &Packed),
) -> Result<(), StoreError> {
    let pk = open(connection, owner, place)?.ok_or(StoreError::LeaseLost)?;
    let next: u32 = get(
        connection,
        "SELECT count(*) FROM histories WHERE answered_pk = ?1",
        [pk],
        |row| row.get(0),
    )?;
    if next != seq {
        return Err(StoreError::LeaseLost);
    }
    change(
        connection,
        "INSERT INTO histories (answered_pk, tenant_id, user_id, seq, body)
         VALUES (:answered, :tenant, :user, :seq, :body)",
        named_params! {
            ":answered": pk,
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":seq": seq,
            ":body": body.as_stored(),
        },
    )
    .map(drop)
}

/// The answer, and what becomes of the run, at once; what led there is no longer needed.
pub(crate) fn finish(
    connection: &Connection,
    owner: Owner,
    finish: &FinishRequest,
) -> Result<(), StoreError> {
    let place = &finish.place;
    let pk = open(connection, owner, place)?.ok_or(StoreError::LeaseLost)?;
    match &finish.run {
        RunEnd::Nothing => {}
        RunEnd::Save(run) => runs::save(connection, owner, run)?,
        RunEnd::End { id, claim } => runs::end(connection, owner, id, *claim)?,
    }
    change(
        connection,
        "DELETE FROM histories WHERE answered_pk = ?1",
        [pk],
    )?;
    let at = (place.conversation.as_str(), place.request.as_str());
    answered::keep(connection, owner, at, &finish.answer, finish.now_ms)?;
    audit::log_all(connection, &finish.audit)
}

/// A request without an answer.
fn open(
    connection: &Connection,
    owner: Owner,
    place: &RequestPlace,
) -> Result<Option<i64>, StoreError> {
    find(
        connection,
        "SELECT pk FROM answered
         WHERE tenant_id = ?1 AND user_id = ?2 AND conversation_id = ?3 AND request_id = ?4
           AND body IS NULL",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            &place.conversation,
            &place.request,
        ),
        |row| row.get(0),
    )
}
