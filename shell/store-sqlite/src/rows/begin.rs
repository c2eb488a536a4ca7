//! Opens a turn. Everything is looked at before anything is changed.

use rusqlite::{Connection, named_params};
use screen_agent_kernel::{SessionId, TaskId};
use screen_agent_store::session::SessionFacts;
use screen_agent_store::turn::{
    BeginRefusal, BeginTurn, Begun, IDEMPOTENCY_MS, IdempotencyKey, LEASE_MS, OpenTurn,
    StoredResponse, TaskChoice,
};
use screen_agent_store::{Owner, Packed, StoreError};

use super::{change, find, key, lease, messages, sessions, tasks};

/// Opens a turn.
pub(crate) fn begin(
    connection: &Connection,
    owner: Owner,
    begin: &BeginTurn,
) -> Result<Begun, StoreError> {
    if let Some(key) = &begin.key
        && let Some(met) = met_before(connection, owner, key, begin.now_ms)?
    {
        return Ok(met);
    }
    let open = match &begin.task {
        TaskChoice::Known { task, session } => go_on(connection, owner, *task, *session, begin)?,
        TaskChoice::New {
            task,
            session,
            state,
        } => start(connection, owner, (*task, *session), state, begin)?,
    };
    if let (Begun::Open(_), Some(key)) = (&open, &begin.key) {
        claim(connection, owner, key, begin)?;
    }
    Ok(open)
}

/// How a request is met whose key has been seen: answered again, or refused. A claim whose turn is
/// dead counts for nothing.
fn met_before(
    connection: &Connection,
    owner: Owner,
    asked: &IdempotencyKey,
    now_ms: i64,
) -> Result<Option<Begun>, StoreError> {
    let found = find(
        connection,
        "SELECT digest, status, body,
                EXISTS (SELECT 1 FROM tasks WHERE tasks.lease_id = idempotency.lease_id
                        AND lease_until_ms > ?5 AND lease_until_ms <= ?5 + ?6)
         FROM idempotency
         WHERE tenant_id = ?1 AND user_id = ?2 AND endpoint = ?3 AND key = ?4
           AND (status IS NULL OR expires_ms > ?5)",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            &asked.endpoint,
            &asked.key,
            now_ms,
            2 * LEASE_MS,
        ),
        |row| {
            let digest: [u8; 32] = row.get(0)?;
            let status: Option<u16> = row.get(1)?;
            let body: Option<Vec<u8>> = row.get(2)?;
            Ok((digest, status.zip(body), row.get::<_, bool>(3)?))
        },
    )?;
    Ok(match found {
        None | Some((_, None, false)) => None,
        Some((digest, ..)) if digest != asked.digest => {
            Some(Begun::Refused(BeginRefusal::KeyReused))
        }
        Some((_, None, true)) => Some(Begun::Refused(BeginRefusal::KeyInFlight)),
        Some((_, Some((status, body)), _)) => Some(Begun::Answered(StoredResponse {
            status,
            body: Packed::stored(body).open()?,
        })),
    })
}

fn claim(
    connection: &Connection,
    owner: Owner,
    asked: &IdempotencyKey,
    begin: &BeginTurn,
) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT OR REPLACE INTO idempotency
           (tenant_id, user_id, endpoint, key, digest, lease_id, expires_ms)
         VALUES (:tenant, :user, :endpoint, :key, :digest, :lease, :expires)",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":endpoint": asked.endpoint,
            ":key": asked.key,
            ":digest": asked.digest,
            ":lease": key(begin.lease.0),
            ":expires": begin.now_ms + IDEMPOTENCY_MS,
        },
    )
    .map(drop)
}

/// Goes on with a task.
fn go_on(
    connection: &Connection,
    owner: Owner,
    task: TaskId,
    session: Option<SessionId>,
    begin: &BeginTurn,
) -> Result<Begun, StoreError> {
    let found = match lease::look(connection, owner, task, session, begin.now_ms)? {
        Ok(found) => found,
        Err(refusal) => return Ok(Begun::Refused(refusal)),
    };
    lease::take(connection, found.pk, begin.lease, begin.now_ms)?;
    sessions::update(connection, found.session_pk, &begin.facts, begin.now_ms)?;
    if let Some(outcome) = &begin.outcome {
        messages::note_outcome(connection, found.session_pk, outcome)?;
    }
    let place = (found.session_pk, task);
    let said = messages::append_words(connection, place, &begin.words, begin.now_ms)?;
    Ok(Begun::Open(Box::new(OpenTurn {
        session: found.session,
        task: Some(tasks::stored(connection, found.pk)?),
        said,
    })))
}

/// Starts a task, in a conversation that is made if it is not there.
fn start(
    connection: &Connection,
    owner: Owner,
    (task, session): (TaskId, SessionId),
    state: &Packed,
    begin: &BeginTurn,
) -> Result<Begun, StoreError> {
    let facts = SessionFacts {
        initial_query: Some(begin.words.content.clone()),
        ..begin.facts.clone()
    };
    let session_pk = match sessions::place(connection, owner, session)? {
        Some(place) if place.archived => {
            return Ok(Begun::Refused(BeginRefusal::SessionArchived));
        }
        Some(place) => {
            sessions::update(connection, place.pk, &facts, begin.now_ms)?;
            place.pk
        }
        None => sessions::insert(connection, owner, session, &facts, begin.now_ms)?,
    };
    let place = (session_pk, task);
    let said = messages::append_words(connection, place, &begin.words, begin.now_ms)?;
    insert_task(connection, owner, (task, session_pk), begin)?;
    change(
        connection,
        "INSERT INTO task_states (task_pk, body) VALUES (?1, sealed(?2))",
        (connection.last_insert_rowid(), state.as_stored()),
    )?;
    Ok(Begun::Open(Box::new(OpenTurn {
        session,
        task: None,
        said,
    })))
}

fn insert_task(
    connection: &Connection,
    owner: Owner,
    (task, session_pk): (TaskId, i64),
    begin: &BeginTurn,
) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO tasks (id, tenant_id, user_id, session_pk, query, status, url, lease_id,
                            lease_until_ms, created_ms, updated_ms)
         VALUES (:id, :tenant, :user, :session, :query, 'active', :url, :lease, :until, :now, :now)",
        named_params! {
            ":id": key(task.get()),
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":session": session_pk,
            ":query": begin.words.content,
            ":url": begin.facts.url,
            ":lease": key(begin.lease.0),
            ":until": begin.now_ms + LEASE_MS,
            ":now": begin.now_ms,
        },
    )
    .map(drop)
}
