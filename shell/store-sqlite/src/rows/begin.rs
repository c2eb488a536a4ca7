//! Opens a turn. Everything is looked at before anything is changed.

use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_store::session::SessionFacts;
use screen_agent_store::turn::{
    BeginRefusal, BeginTurn, Begun, IDEMPOTENCY_MS, IdempotencyKey, LEASE_MS, OpenTurn,
    StoredResponse, TaskChoice,
};
use screen_agent_store::{Packed, Stored};

use super::owned::Owned;
use super::{messages, tasks};
use crate::sql::Sql as _;

/// Opens a turn.
pub(crate) fn begin(rows: &Owned<'_>, begin: &BeginTurn) -> Stored<Begun> {
    if let Some(key) = &begin.key
        && let Some(met) = met_before(rows, key, begin.now_ms)?
    {
        return Ok(met);
    }
    let open = match &begin.task {
        TaskChoice::Known { task, session } => go_on(rows, *task, *session, begin)?,
        TaskChoice::New {
            task,
            session,
            state,
        } => start(rows, *task, *session, state, begin)?,
    };
    if let (Begun::Open(_), Some(key)) = (&open, &begin.key) {
        claim(rows, key, begin)?;
    }
    Ok(open)
}

/// How a request is met whose key has been seen: answered again, or refused. A claim whose turn is
/// dead counts for nothing.
fn met_before(rows: &Owned<'_>, asked: &IdempotencyKey, now_ms: i64) -> Stored<Option<Begun>> {
    type Row = ([u8; 32], Option<u16>, Option<Packed>, bool);
    let found: Option<Row> = rows.find(
        "SELECT digest, status, body,
                EXISTS (SELECT 1 FROM tasks WHERE tasks.lease_id = idempotency.lease_id
                        AND lease_until_ms > ?5 AND lease_until_ms <= ?5 + ?6)
         FROM idempotency
         WHERE tenant_id = ?1 AND user_id = ?2 AND endpoint = ?3 AND key = ?4
           AND (status IS NULL OR expires_ms > ?5)",
        &[&asked.endpoint, &asked.key, &now_ms, &(2 * LEASE_MS)],
    )?;
    let Some((digest, status, body, held)) = found else {
        return Ok(None);
    };
    Ok(match (status.zip(body), held) {
        (None, false) => None,
        _ if digest != asked.digest => Some(Begun::Refused(BeginRefusal::KeyReused)),
        (None, true) => Some(Begun::Refused(BeginRefusal::KeyInFlight)),
        (Some((status, body)), _) => {
            let body = body.open()?;
            Some(Begun::Answered(StoredResponse { status, body }))
        }
    })
}

fn claim(rows: &Owned<'_>, asked: &IdempotencyKey, begin: &BeginTurn) -> Stored<()> {
    let IdempotencyKey {
        endpoint,
        key,
        digest,
    } = asked;
    let expires_ms = begin.now_ms + IDEMPOTENCY_MS;
    rows.make(
        "INSERT OR REPLACE INTO idempotency
           (tenant_id, user_id, endpoint, key, digest, lease_id, expires_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        &[endpoint, key, digest, &begin.lease.0, &expires_ms],
    )
}

/// Goes on with a task.
fn go_on(
    rows: &Owned<'_>,
    task: TaskId,
    session: Option<SessionId>,
    begin: &BeginTurn,
) -> Stored<Begun> {
    let found = match rows.free_task(task, session, begin.now_ms)? {
        Ok(found) => found,
        Err(refusal) => return Ok(Begun::Refused(refusal)),
    };
    rows.take_lease(found.pk, begin.lease, begin.now_ms)?;
    rows.update_session(found.session_pk, &begin.facts, begin.now_ms)?;
    if let Some(outcome) = &begin.outcome {
        messages::note_outcome(rows.db, found.session_pk, outcome)?;
    }
    let place = (found.session_pk, task);
    let said = messages::append_words(rows.db, place, &begin.words, begin.now_ms)?;
    Ok(Begun::Open(Box::new(OpenTurn {
        session: found.session,
        task: Some(tasks::stored(rows.db, found.pk)?),
        said,
    })))
}

/// Starts a task, in a conversation that is made if it is not there.
fn start(
    rows: &Owned<'_>,
    task: TaskId,
    session: SessionId,
    state: &Packed,
    begin: &BeginTurn,
) -> Stored<Begun> {
    let facts = SessionFacts {
        initial_query: Some(begin.words.content.clone()),
        ..begin.facts.clone()
    };
    let session_pk = match rows.one("sessions", "pk, status = 'archived'", &session)? {
        Some((_, true)) => return Ok(Begun::Refused(BeginRefusal::SessionArchived)),
        Some((pk, false)) => {
            rows.update_session(pk, &facts, begin.now_ms)?;
            pk
        }
        None => rows.insert_session(session, &facts, begin.now_ms)?,
    };
    let said = messages::append_words(rows.db, (session_pk, task), &begin.words, begin.now_ms)?;
    let task_pk = rows.insert(
        "tasks",
        &[
            ("id", &task),
            ("session_pk", &session_pk),
            ("query", &begin.words.content),
            ("status", &"active"),
            ("url", &begin.facts.url),
            ("lease_id", &begin.lease.0),
            ("lease_until_ms", &(begin.now_ms + LEASE_MS)),
            ("created_ms", &begin.now_ms),
            ("updated_ms", &begin.now_ms),
        ],
    )?;
    let sql = "INSERT INTO task_states (task_pk, body) VALUES (?1, sealed(?2))";
    rows.db.make(sql, &[&task_pk, state])?;
    let task = None;
    Ok(Begun::Open(Box::new(OpenTurn {
        session,
        task,
        said,
    })))
}
