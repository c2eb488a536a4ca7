//! Which task words are for that name none.

use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_action::status::TaskStatus;
use screen_agent_store::session::SessionRecord;
use screen_agent_store::task::TaskSummary;
use screen_agent_store::{Owner, Scoped, StoreError};
use screen_agent_turn::person::are_fresh;
use screen_agent_words::secret::hide_named;

use crate::Engine;
use crate::request::TurnRequest;

/// The task that the words are for; none for a new one. Clients that show approvals name it.
pub(super) async fn task_of(
    engine: &Engine,
    caller: Owner,
    request: &TurnRequest,
) -> Result<Option<TaskId>, StoreError> {
    let rows = engine.rows(caller);
    match (request.task, request.session) {
        (named, _) if request.seen.client.approvals => Ok(named),
        (Some(named), _) => still_on(&*rows, named, &request.query).await,
        (None, Some(session)) => answered(&*rows, session, request).await,
        (None, None) => Ok(None),
    }
}

/// The task that was named, unless it has ended and what is said now was never said to it: published clients go on
/// naming the last one.
async fn still_on(
    rows: &dyn Scoped,
    named: TaskId,
    words: &str,
) -> Result<Option<TaskId>, StoreError> {
    let Some((known, stored)) = rows.task(named).await? else {
        return Ok(Some(named));
    };
    let over = known.status.is_terminal() && are_fresh(&stored.open()?, words);
    Ok((!over).then_some(named))
}

/// The task that the words answer. Published clients name none when the person answers: what they say is for the
/// conversation's newest task, where that waits for the person on this tab. The order said again is no answer to it.
async fn answered(
    rows: &dyn Scoped,
    session: SessionId,
    request: &TurnRequest,
) -> Result<Option<TaskId>, StoreError> {
    let Some(newest) = rows.list::<TaskSummary>(session).await?.pop() else {
        return Ok(None);
    };
    let waits = newest.status == TaskStatus::AwaitingUser;
    if !waits || newest.query.trim() == hide_named(&request.query).trim() {
        return Ok(None);
    }
    let known = rows.find::<SessionRecord>(session).await?;
    let tabs = known.and_then(|known| known.tab).zip(request.tab);
    let here = tabs.is_none_or(|(known, now)| known == now);
    Ok(here.then_some(newest.id))
}
