//! The right to advance a task: one holder at a time, for a minute at a time.

use rusqlite::{Connection, named_params};
use screen_agent_kernel::{SessionId, TaskId};
use screen_agent_store::task::status_from_word;
use screen_agent_store::turn::{BeginRefusal, LEASE_MS, LeaseId, OpenTurn};
use screen_agent_store::{Owner, StoreError};
use uuid::Uuid;

use super::{Key, change, find, key, outbox, tasks};
use crate::error::unknown_word;

/// A task that may be advanced.
pub(crate) struct Found {
    pub(crate) pk: i64,
    pub(crate) session_pk: i64,
    pub(crate) session: SessionId,
}

/// Looks whether a task may be advanced now, and if not, why.
pub(crate) fn look(
    connection: &Connection,
    owner: Owner,
    task: TaskId,
    session: Option<SessionId>,
    now_ms: i64,
) -> Result<Result<Found, BeginRefusal>, StoreError> {
    let found = find(
        connection,
        "SELECT tasks.pk, session_pk, sessions.id, tasks.status, sessions.status = 'archived',
                coalesce(lease_until_ms > :now AND lease_until_ms <= :now + :lease, 0)
         FROM tasks JOIN sessions ON sessions.pk = session_pk
         WHERE tasks.id = :task AND tasks.tenant_id = :tenant AND tasks.user_id = :user
           AND (:session IS NULL OR sessions.id = :session)",
        named_params! {
            ":task": key(task.get()),
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":session": session.map(|id| key(id.get())),
            ":now": now_ms,
            // One that lasts much longer than any can was taken by a clock that was wrong.
            ":lease": 2 * LEASE_MS,
        },
        |row| {
            let found = Found {
                pk: row.get(0)?,
                session_pk: row.get(1)?,
                session: SessionId::new(Uuid::from_bytes(row.get::<_, Key>(2)?)),
            };
            let word: String = row.get(3)?;
            let status = status_from_word(&word).ok_or_else(|| unknown_word(&word))?;
            Ok((found, status, row.get(4)?, row.get(5)?))
        },
    )?;
    Ok(match found {
        None => Err(BeginRefusal::UnknownTask),
        Some((_, status, _, _)) if status.is_terminal() => Err(BeginRefusal::Ended),
        Some((_, _, true, _)) => Err(BeginRefusal::SessionArchived),
        Some((_, _, _, true)) => Err(BeginRefusal::Busy),
        Some((found, ..)) => Ok(found),
    })
}

/// Takes the lease on a task that [`look`] found free.
pub(crate) fn take(
    connection: &Connection,
    task_pk: i64,
    lease: LeaseId,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE tasks SET lease_id = ?2, lease_until_ms = ?3 WHERE pk = ?1",
        (task_pk, key(lease.0), now_ms + LEASE_MS),
    )
    .map(drop)
}

/// Takes the lease for a change without words.
pub(crate) fn take_known(
    connection: &Connection,
    owner: Owner,
    task: TaskId,
    lease: LeaseId,
    now_ms: i64,
) -> Result<Result<OpenTurn, BeginRefusal>, StoreError> {
    let found = match look(connection, owner, task, None, now_ms)? {
        Ok(found) => found,
        Err(refusal) => return Ok(Err(refusal)),
    };
    take(connection, found.pk, lease, now_ms)?;
    Ok(Ok(OpenTurn {
        session: found.session,
        task: Some(tasks::stored(connection, found.pk)?),
        said: None,
    }))
}

/// Holds the lease for longer, while it is still held.
pub(crate) fn renew(
    connection: &Connection,
    owner: Owner,
    task: TaskId,
    lease: LeaseId,
    now_ms: i64,
) -> Result<(), StoreError> {
    let held = change(
        connection,
        "UPDATE tasks SET lease_until_ms = ?5
         WHERE id = ?1 AND tenant_id = ?2 AND user_id = ?3 AND lease_id = ?4",
        (
            key(task.get()),
            key(owner.tenant.get()),
            key(owner.user.get()),
            key(lease.0),
            now_ms + LEASE_MS,
        ),
    )?;
    if held == 1 {
        Ok(())
    } else {
        Err(StoreError::LeaseLost)
    }
}

/// Lets go without an answer. Harmless when the lease was lost already.
pub(crate) fn abandon(
    connection: &Connection,
    owner: Owner,
    task: TaskId,
    lease: LeaseId,
) -> Result<(), StoreError> {
    let values = (
        key(task.get()),
        key(owner.tenant.get()),
        key(owner.user.get()),
        key(lease.0),
    );
    // Its first turn was never answered: no client knows the task, so none will go on with it. It
    // stays, for the person's words do, and those belong to a task.
    let interrupted: Option<(i64, i64)> = find(
        connection,
        "UPDATE tasks SET status = 'interrupted'
         WHERE id = ?1 AND tenant_id = ?2 AND user_id = ?3 AND lease_id = ?4
           AND turn_count = 0 AND status <> 'interrupted'
         RETURNING pk, updated_ms",
        values,
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    if let Some((pk, at_ms)) = interrupted {
        outbox::announce_interrupted(connection, &[pk], at_ms)?;
    }
    change(
        connection,
        "UPDATE tasks SET lease_id = NULL, lease_until_ms = NULL
         WHERE id = ?1 AND tenant_id = ?2 AND user_id = ?3 AND lease_id = ?4",
        values,
    )?;
    change(
        connection,
        "DELETE FROM idempotency WHERE lease_id = ?1 AND status IS NULL",
        [key(lease.0)],
    )
    .map(drop)
}
