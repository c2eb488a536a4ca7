//! Tasks: what is going on, taking it up again, stopping it, and what was done.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use screen_agent_engine::turn::Help;
use screen_agent_store::session::SessionRecord;
use screen_agent_store::task::{StoredTask, TaskSummary};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::response::InteractStatus;
use screen_agent_wire::extension::task::{
    ActiveTaskData, ResumeData, ResumeRequest, TaskInfo, TaskListData, TimelineData,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::convert;
use super::problems::Problems;
use super::timeline::Told;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::params::{InPath, InQuery, SessionPath, StepPath, TaskPath};
use crate::state::AppState;
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
    params(ActiveQuery, ("sessionId" = uuid::Uuid, Path, description = "The conversation")),
    responses(
        (status = 200, description = "The task", body = Mirrored<ActiveTaskData>),
        (status = 404, description = "`TASK_NOT_FOUND`", body = screen_agent_wire::extension::ErrorBody),
        Problems))]
pub(crate) async fn active(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<SessionPath>,
    InQuery(query): InQuery<ActiveQuery>,
) -> Result<Json<Mirrored<ActiveTaskData>>, ApiError> {
    let url = query.url.filter(|url| !url.is_empty());
    screen_agent_wire::invalid::address("url", url.as_deref())?;
    let scoped = app.store().scoped(caller.owner());
    let found = scoped
        .active_task(path.session(), url, app.now_ms())
        .await?;
    // Tasks that were left lying may have been interrupted by this look.
    app.engine().committed();
    let found = found.ok_or(ApiError::TASK_NOT_FOUND)?;
    Ok(Json(Mirrored::new(ActiveTaskData {
        task_id: found.id.get(),
        query: found.query,
        status: found.status.into(),
        current_step_index: u32::from(found.step_count.saturating_sub(1)),
        created_at: time::iso(found.created_ms),
        updated_at: time::iso(found.updated_ms),
    })))
}

/// Take up a task that waits for the person.
#[utoipa::path(post, path = "/api/session/{sessionId}/task/{taskId}/resume", tag = "task",
    params(
        ("sessionId" = uuid::Uuid, Path, description = "The conversation"),
        ("taskId" = uuid::Uuid, Path, description = "The task")),
    request_body = ResumeRequest,
    responses(
        (status = 200, description = "Taken up", body = Mirrored<ResumeData>),
        (status = 400, description = "`INVALID_TASK_STATE`", body = screen_agent_wire::extension::ErrorBody),
        (status = 404, description = "`TASK_NOT_FOUND`", body = screen_agent_wire::extension::ErrorBody),
        Problems))]
pub(crate) async fn resume(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<TaskPath>,
    Json(body): Json<ResumeRequest>,
) -> Result<Json<Mirrored<ResumeData>>, ApiError> {
    let help = Help {
        said: body.words()?,
        resolution: body.resolution(),
    };
    let (session, task) = (path.session(), path.task());
    let resumed = app.engine().resume(caller.owner(), session, task, help);
    let task = resumed.await?;
    Ok(Json(Mirrored::new(ResumeData {
        task_id: task.id.get(),
        status: InteractStatus::Executing,
        message: "The task goes on with the next look at the page.".to_owned(),
        resumed_at: time::iso(app.now_ms()),
    })))
}

/// The tasks of a conversation, newest first.
#[utoipa::path(get, path = "/api/session/{sessionId}/tasks", tag = "task",
    params(("sessionId" = uuid::Uuid, Path, description = "The conversation")),
    responses(
        (status = 200, description = "Tasks", body = Mirrored<TaskListData>),
        (status = 404, description = "`SESSION_NOT_FOUND`", body = screen_agent_wire::extension::ErrorBody),
        Problems))]
pub(crate) async fn list(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<SessionPath>,
) -> Result<Json<Mirrored<TaskListData>>, ApiError> {
    let scoped = app.store().scoped(caller.owner());
    let known = scoped.find::<SessionRecord>(path.session()).await?;
    known.ok_or(ApiError::SESSION_NOT_FOUND)?;
    let tasks = scoped.list::<TaskSummary>(path.session()).await?;
    let tasks = tasks.into_iter().rev().map(convert::task).collect();
    Ok(Json(Mirrored::new(TaskListData { tasks })))
}

/// Everything that was done in a task.
#[utoipa::path(get, path = "/api/session/{sessionId}/task/{taskId}", tag = "task",
    params(
        ("sessionId" = uuid::Uuid, Path, description = "The conversation"),
        ("taskId" = uuid::Uuid, Path, description = "The task")),
    responses(
        (status = 200, description = "The timeline", body = Mirrored<TimelineData>),
        (status = 404, description = "`TASK_NOT_FOUND`", body = screen_agent_wire::extension::ErrorBody),
        Problems))]
pub(crate) async fn timeline(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<TaskPath>,
) -> Result<Json<Mirrored<TimelineData>>, ApiError> {
    let found = find(&app, &caller, path).await?;
    let scoped = app.store().scoped(caller.owner());
    let told = Told::read(&*scoped, found).await?;
    Ok(Json(Mirrored::new(told.into())))
}

/// Stop a task, also in the middle of a turn.
#[utoipa::path(post, path = "/api/session/{sessionId}/task/{taskId}/stop", tag = "task",
    params(
        ("sessionId" = uuid::Uuid, Path, description = "The conversation"),
        ("taskId" = uuid::Uuid, Path, description = "The task")),
    responses(
        (status = 200, description = "Stopped", body = Mirrored<TaskInfo>),
        (status = 404, description = "`TASK_NOT_FOUND`", body = screen_agent_wire::extension::ErrorBody),
        (status = 409, description = "`TASK_COMPLETED`", body = screen_agent_wire::extension::ErrorBody),
        Problems))]
pub(crate) async fn stop(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<TaskPath>,
) -> Result<Json<Mirrored<TaskInfo>>, ApiError> {
    find(&app, &caller, path).await?;
    app.engine().stop(caller.owner(), path.task()).await?;
    let (summary, _) = find(&app, &caller, path).await?;
    Ok(Json(Mirrored::new(convert::task(summary))))
}

/// The page as it was before a step.
#[utoipa::path(get, path = "/api/session/{sessionId}/task/{taskId}/step/{step}/screenshot", tag = "task",
    params(
        ("sessionId" = uuid::Uuid, Path, description = "The conversation"),
        ("taskId" = uuid::Uuid, Path, description = "The task"),
        ("step" = u16, Path, description = "0 for the first")),
    responses(
        (status = 200, description = "JPEG or PNG", content_type = "image/*"),
        (status = 404, description = "`NOT_FOUND`", body = screen_agent_wire::extension::ErrorBody),
        Problems))]
pub(crate) async fn screenshot(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<StepPath>,
) -> Result<Response, ApiError> {
    let task = path.of();
    find(&app, &caller, task).await?;
    let scoped = app.store().scoped(caller.owner());
    let picture = scoped.snapshot(task.task(), path.step).await?;
    let picture = picture.ok_or(ApiError::NOT_FOUND)?;
    let mime = HeaderValue::from_str(&picture.mime).map_err(ApiError::internal)?;
    let mut response = Response::new(Body::from(picture.image));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, mime);
    // A step's picture never changes.
    let kept = HeaderValue::from_static("private, max-age=86400, immutable");
    headers.insert(header::CACHE_CONTROL, kept);
    Ok(response)
}

/// A task of this caller in this conversation; anything else is unknown.
async fn find(
    app: &AppState,
    caller: &Caller,
    path: TaskPath,
) -> Result<(TaskSummary, StoredTask), ApiError> {
    let scoped = app.store().scoped(caller.owner());
    scoped
        .task(path.task())
        .await?
        .filter(|(summary, _)| summary.session == path.session())
        .ok_or(ApiError::TASK_NOT_FOUND)
}
