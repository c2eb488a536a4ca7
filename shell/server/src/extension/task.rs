//! Tasks: what is going on, taking it up again, stopping it, and what was done.

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_engine::turn::Help;
use screen_agent_store::session::SessionRecord;
use screen_agent_store::task::{StepPicture, StoredTask, TaskSummary};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::response::InteractStatus;
use screen_agent_wire::extension::task::{
    ActiveTaskData, ResumeData, ResumeRequest, TaskInfo, TaskListData, TimelineData,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::timeline::Told;
use super::{Reply, convert, reply};
use crate::auth::{Me, watch};
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::params::{InPath, InQuery, SessionPath, StepPath, TaskPath};
use crate::time;

/// Which task is meant.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ActiveQuery {
    /// Where the tab is; its task is preferred.
    url: Option<String>,
}

/// The task to go on with: on this address, else on its origin, else the newest.
#[utoipa::path(get, path = "/api/session/{sessionId}/task/active", tag = "task",
    params(ActiveQuery, SessionPath),
    responses(
        (status = 200, description = "The task", body = Mirrored<ActiveTaskData>),
        (status = 404, description = "`TASK_NOT_FOUND`")))]
pub(crate) async fn active(
    me: Me,
    InPath(path): InPath<SessionPath>,
    InQuery(query): InQuery<ActiveQuery>,
) -> Reply<ActiveTaskData> {
    let url = query.url.filter(|url| !url.is_empty());
    screen_agent_wire::invalid::address("url", &url)?;
    let found = me
        .rows()
        .active_task(path.session_id, url, me.now_ms())
        .await?;
    // Tasks that were left lying may have been interrupted by this look.
    me.engine().committed();
    let found = found.ok_or(ApiError::TASK_NOT_FOUND)?;
    reply(ActiveTaskData {
        task_id: found.id.get(),
        query: found.query,
        status: found.status.into(),
        current_step_index: u32::from(found.step_count.saturating_sub(1)),
        created_at: time::iso(found.created_ms),
        updated_at: time::iso(found.updated_ms),
    })
}

/// Take up a task that waits for the person.
#[utoipa::path(post, path = "/api/session/{sessionId}/task/{taskId}/resume", tag = "task",
    params(TaskPath),
    request_body = ResumeRequest,
    responses(
        (status = 200, description = "Taken up", body = Mirrored<ResumeData>),
        (status = 400, description = "`INVALID_TASK_STATE`"),
        (status = 404, description = "`TASK_NOT_FOUND`")))]
pub(crate) async fn resume(
    me: Me,
    InPath(path): InPath<TaskPath>,
    Json(body): Json<ResumeRequest>,
) -> Reply<ResumeData> {
    let help = Help {
        said: body.words()?,
        resolution: body.resolution(),
    };
    let (session, task) = (path.session_id, path.task_id);
    let resumed = me.engine().resume(me.owner(), session, task, help);
    let task = resumed.await?;
    reply(ResumeData {
        task_id: task.id.get(),
        status: InteractStatus::Executing,
        message: "The task goes on with the next look at the page.".to_owned(),
        resumed_at: time::iso(me.now_ms()),
    })
}

/// The tasks of a conversation, newest first.
#[utoipa::path(get, path = "/api/session/{sessionId}/tasks", tag = "task",
    params(SessionPath),
    responses(
        (status = 200, description = "Tasks", body = Mirrored<TaskListData>),
        (status = 404, description = "`SESSION_NOT_FOUND`")))]
pub(crate) async fn list(me: Me, InPath(path): InPath<SessionPath>) -> Reply<TaskListData> {
    let (rows, session) = (me.rows(), path.session_id);
    let known = rows.find::<SessionRecord>(session).await?;
    known.ok_or(ApiError::SESSION_NOT_FOUND)?;
    let tasks = rows.list::<TaskSummary>(session).await?;
    let tasks = tasks.into_iter().rev().map(convert::task).collect();
    reply(TaskListData { tasks })
}

/// Everything that was done in a task.
#[utoipa::path(get, path = "/api/session/{sessionId}/task/{taskId}", tag = "task",
    params(TaskPath),
    responses(
        (status = 200, description = "The timeline", body = Mirrored<TimelineData>),
        (status = 404, description = "`TASK_NOT_FOUND`")))]
pub(crate) async fn timeline(me: Me, InPath(path): InPath<TaskPath>) -> Reply<TimelineData> {
    let found = find(&me, path.session_id, path.task_id).await?;
    reply(Told::read(&*me.rows(), found).await?.into())
}

/// Stop a task, also in the middle of a turn.
#[utoipa::path(post, path = "/api/session/{sessionId}/task/{taskId}/stop", tag = "task",
    params(TaskPath),
    responses(
        (status = 200, description = "Stopped", body = Mirrored<TaskInfo>),
        (status = 404, description = "`TASK_NOT_FOUND`"),
        (status = 409, description = "`TASK_COMPLETED`")))]
pub(crate) async fn stop(me: Me, InPath(path): InPath<TaskPath>) -> Reply<TaskInfo> {
    find(&me, path.session_id, path.task_id).await?;
    me.engine().stop(me.owner(), path.task_id).await?;
    // A worker between two turns would go on with the next.
    let session = path.session_id;
    if me.rows().cancel_run_in(session, me.now_ms()).await? {
        watch::ended(&me.app).await;
    }
    let (summary, _) = find(&me, path.session_id, path.task_id).await?;
    reply(convert::task(summary))
}

/// The page as it was before a step.
#[utoipa::path(get, path = "/api/session/{sessionId}/task/{taskId}/step/{step}/screenshot", tag = "task",
    params(StepPath),
    responses(
        (status = 200, description = "JPEG or PNG", content_type = "image/*"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(crate) async fn screenshot(
    me: Me,
    InPath(path): InPath<StepPath>,
) -> Result<Response, ApiError> {
    find(&me, path.session_id, path.task_id).await?;
    let before = (path.task_id, path.step);
    let picture = me.rows().find::<StepPicture>(before).await?;
    let picture = picture.ok_or(ApiError::NOT_FOUND)?;
    // A step's picture never changes.
    let kept = "private, max-age=86400, immutable";
    let headers = [
        (header::CONTENT_TYPE, picture.mime.as_str()),
        (header::CACHE_CONTROL, kept),
    ];
    Ok((headers, picture.image).into_response())
}

/// A task of this caller in this conversation; anything else is unknown.
async fn find(
    me: &Me,
    session: SessionId,
    task: TaskId,
) -> Result<(TaskSummary, StoredTask), ApiError> {
    let found = me.rows().task(task).await?;
    let found = found.filter(|(summary, _)| summary.session == session);
    found.ok_or(ApiError::TASK_NOT_FOUND)
}
