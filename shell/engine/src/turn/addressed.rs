//! Which task words are for that name none.

use screen_agent_action::id::TaskId;
use screen_agent_action::status::TaskStatus;
use screen_agent_store::session::SessionRecord;
use screen_agent_store::task::TaskSummary;
use screen_agent_store::{Owner, StoreError};
use screen_agent_words::secret::hide_named;

use crate::Engine;
use crate::request::TurnRequest;

/// The task that the words answer. Published clients name none when the person answers: what they say is for the
/// conversation's newest task, where that waits for the person on this tab. The order said again is no answer to it.
pub(super) async fn answered_task(
    engine: &Engine,
    caller: Owner,
    request: &TurnRequest,
) -> Result<Option<TaskId>, StoreError> {
    let (None, Some(session)) = (request.task, request.session) else {
        return Ok(request.task);
    };
    if request.seen.client.approvals {
        return Ok(None);
    }
    let rows = engine.rows(caller);
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
