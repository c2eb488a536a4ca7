//! Opens a turn.

use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_store::answer::Claimed;
use screen_agent_store::session::SessionFacts;
use screen_agent_store::turn::{BeginRefusal, BeginTurn, Begun, LEASE_MS, OpenTurn, TaskChoice};
use screen_agent_store::{Packed, Stored};

use super::answered::Claim;
use super::owned::Owned;
use super::{messages, tasks};
use crate::sql::Sql as _;

/// Opens a turn. A request whose key has been seen is answered again, or refused.
pub(crate) fn begin(rows: &Owned<'_>, begin: &BeginTurn) -> Stored<Begun> {
    if let Some(key) = &begin.key {
        let claim = Claim {
            lease: begin.lease,
            until_ms: begin.now_ms + LEASE_MS,
        };
        match rows.ask_once(key, claim, begin.now_ms)? {
            Claimed::First => {}
            Claimed::Answered(response) => return Ok(Begun::Answered(response)),
            Claimed::InFlight(_) => return Ok(Begun::Refused(BeginRefusal::KeyInFlight)),
            Claimed::KeyReused => return Ok(Begun::Refused(BeginRefusal::KeyReused)),
        }
    }
    let open = match &begin.task {
        TaskChoice::Known { task, session } => go_on(rows, *task, *session, begin)?,
        TaskChoice::New {
            task,
            session,
            state,
        } => start(rows, *task, *session, state, begin)?,
    };
    if !matches!(open, Begun::Open(_)) {
        rows.drop_question_of(begin.lease)?;
    }
    Ok(open)
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
    let task_pk = rows.insert_keyed(
        "tasks",
        &[
            ("id", &task),
            ("session_pk", &session_pk),
            ("query", &begin.words.content),
            ("status", &"active"),
            ("url", &begin.facts.url),
            ("lease_id", &begin.lease),
            ("lease_until_ms", &(begin.now_ms + LEASE_MS)),
            ("created_ms", &begin.now_ms),
            ("updated_ms", &begin.now_ms),
        ],
    )?;
    let sql = "INSERT INTO task_states (task_pk, body) VALUES (?1, ?2)";
    rows.db.make(sql, &[&task_pk, &rows.sealed(state)?])?;
    let task = None;
    Ok(Begun::Open(Box::new(OpenTurn {
        session,
        task,
        said,
    })))
}
