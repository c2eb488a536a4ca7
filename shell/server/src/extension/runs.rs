//! Runs: tasks for workers, who do them in browsers of their own.

use axum::http::StatusCode;
use screen_agent_action::id::SessionId;
use screen_agent_action::origin::domain;
use screen_agent_store::Packed;
use screen_agent_store::queue::{NewQueuedRun, QueuedRun, QueuedRunFilter, RunChange, RunChanged};
use screen_agent_turn::secrets::blotted;
use screen_agent_wire::Invalid;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::run::{NewRun, RunAnswer, RunData, RunListData, RunStatus};
use screen_agent_wire::invalid::chars;
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use utoipa::IntoParams;
use uuid::Uuid;

use super::{Reply, reply};
use crate::auth::{Me, watch};
use crate::error::{ApiError, errors};
use crate::http::body::Json;
use crate::http::params::{InPath, InQuery, number};
use crate::time;

errors! {
    RUN_NOT_FOUND: NOT_FOUND, "No such run.";
    RUN_ENDED: CONFLICT, "The run is over.";
    RUN_UNDER_WAY: CONFLICT, "The run is not over. Cancel it first.";
    RUN_NOT_ASKING: CONFLICT, "Nobody waits for an answer. Try the run again.";
}

/// Most runs of one page.
const MOST: u32 = 100;

/// Submit a run: a worker does it in a browser of its own.
#[utoipa::path(post, path = "/api/runs", tag = "runs",
    request_body = NewRun,
    responses((status = 201, description = "It waits for a worker", body = Mirrored<RunData>),
        (status = 409, description = "`LIMIT_REACHED`: too many are not over")))]
pub(crate) async fn submit(
    me: Me,
    Json(body): Json<NewRun>,
) -> Result<(StatusCode, Json<Mirrored<RunData>>), ApiError> {
    let order = body.checked()?;
    let id = me.app.fresh_id();
    let run = NewQueuedRun {
        id,
        title: blotted(&order.instruction),
        url: order.url.clone(),
        site: site_of(&order.url)?,
        priority: order.priority,
        session: SessionId::new(me.app.fresh_id()),
        order: Packed::json(&order)?,
        now_ms: me.now_ms(),
    };
    me.rows().submit_run(run).await?;
    Ok((
        StatusCode::CREATED,
        Json(Mirrored::new(find(&me, id).await?)),
    ))
}

/// Which runs.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RunsQuery {
    /// Those that stand so; all without.
    #[param(value_type = Option<RunStatus>)]
    status: Option<String>,
    /// What stands in what is to be done, or in where.
    search: Option<String>,
    /// 1 to 100; 20, if omitted.
    #[param(value_type = Option<u32>)]
    limit: Option<String>,
    /// How many to leave out.
    #[param(value_type = Option<u32>)]
    offset: Option<String>,
}

/// A page of one's runs, the newest first.
#[utoipa::path(get, path = "/api/runs", tag = "runs", params(RunsQuery),
    responses((status = 200, description = "A page", body = Mirrored<RunListData>)))]
pub(crate) async fn list(me: Me, InQuery(query): InQuery<RunsQuery>) -> Reply<RunListData> {
    let search = query.search.unwrap_or_default();
    chars("search", &search, 200)?;
    let filter = QueuedRunFilter {
        status: query.status.as_deref().map(status).transpose()?,
        search,
        limit: number("limit", query.limit.as_deref(), 20, 1..=MOST)?,
        offset: number("offset", query.offset.as_deref(), 0, 0..=i32::MAX as u32)?,
    };
    let page = me.rows().page::<QueuedRun>(filter).await?;
    let now_ms = me.now_ms();
    let runs = page.items.into_iter().map(|run| told(run, now_ms));
    reply(RunListData {
        runs: runs.collect::<Result<_, _>>()?,
        total: page.total,
    })
}

/// `{id}`.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct RunPath {
    /// The run
    pub(super) id: Uuid,
}

/// A run.
#[utoipa::path(get, path = "/api/runs/{id}", tag = "runs", params(RunPath),
    responses((status = 200, description = "The run", body = Mirrored<RunData>),
        (status = 404, description = "`RUN_NOT_FOUND`")))]
pub(crate) async fn one(me: Me, InPath(path): InPath<RunPath>) -> Reply<RunData> {
    reply(find(&me, path.id).await?)
}

/// Cancel a run, also one that a worker does: it is told, and let in no more.
#[utoipa::path(post, path = "/api/runs/{id}/cancel", tag = "runs", params(RunPath),
    responses((status = 200, description = "Cancelled", body = Mirrored<RunData>),
        (status = 404, description = "`RUN_NOT_FOUND`"),
        (status = 409, description = "`RUN_ENDED`")))]
pub(crate) async fn cancel(me: Me, InPath(path): InPath<RunPath>) -> Reply<RunData> {
    change(&me, path.id, RunChange::Cancel, ApiError::RUN_ENDED).await
}

/// Do a run once more, from its beginning. What it did before is not undone.
#[utoipa::path(post, path = "/api/runs/{id}/retry", tag = "runs", params(RunPath),
    responses((status = 200, description = "It waits for a worker again", body = Mirrored<RunData>),
        (status = 404, description = "`RUN_NOT_FOUND`"),
        (status = 409, description = "`RUN_UNDER_WAY`")))]
pub(crate) async fn retry(me: Me, InPath(path): InPath<RunPath>) -> Reply<RunData> {
    let session = SessionId::new(me.app.fresh_id());
    let again = RunChange::Retry { session };
    change(&me, path.id, again, ApiError::RUN_UNDER_WAY).await
}

/// Answer what a run asks.
#[utoipa::path(post, path = "/api/runs/{id}/answer", tag = "runs", params(RunPath),
    request_body = RunAnswer,
    responses((status = 200, description = "It goes on", body = Mirrored<RunData>),
        (status = 404, description = "`RUN_NOT_FOUND`"),
        (status = 409, description = "`RUN_NOT_ASKING`")))]
pub(crate) async fn answer(
    me: Me,
    InPath(path): InPath<RunPath>,
    Json(body): Json<RunAnswer>,
) -> Reply<RunData> {
    let answer = RunChange::Answer(body.checked()?.answer);
    change(&me, path.id, answer, ApiError::RUN_NOT_ASKING).await
}

async fn change(me: &Me, id: Uuid, change: RunChange, otherwise: ApiError) -> Reply<RunData> {
    match me.rows().change_run(id, change, me.now_ms()).await? {
        RunChanged::Changed(run) => {
            // What let its worker in may count for nothing now.
            watch::ended(&me.app).await;
            reply(told(*run, me.now_ms())?)
        }
        RunChanged::OutOfTurn(_) => Err(otherwise),
        RunChanged::Unknown => Err(ApiError::RUN_NOT_FOUND),
    }
}

async fn find(me: &Me, id: Uuid) -> Result<RunData, ApiError> {
    let found = me.rows().find::<QueuedRun>(id).await?;
    told(found.ok_or(ApiError::RUN_NOT_FOUND)?, me.now_ms())
}

fn told(run: QueuedRun, now_ms: i64) -> Result<RunData, ApiError> {
    let is_held = run.lease_until_ms.is_some_and(|until| until > now_ms);
    Ok(RunData {
        id: run.id,
        instruction: run.title,
        url: run.url,
        status: run.status,
        priority: i8::try_from(run.priority).unwrap_or_default(),
        attempt: run.attempt,
        session_id: run.session.get(),
        worker: run.worker,
        answerable: run.status == RunStatus::Waiting && is_held,
        question: run.question,
        outcome: run.outcome.map(|outcome| outcome.read()).transpose()?,
        created_at: time::iso(run.created_ms),
        started_at: run.claimed_ms.map(time::iso),
        ended_at: run.ended_ms.map(time::iso),
    })
}

fn status(word: &str) -> Result<RunStatus, Invalid> {
    let word = StrDeserializer::<serde::de::value::Error>::new(word);
    RunStatus::deserialize(word).map_err(|_| Invalid::new("status", "is none of a run"))
}

/// What politeness goes by: the domain that its owner registered, or else the host.
fn site_of(url: &str) -> Result<String, Invalid> {
    let parsed = url::Url::parse(url).map_err(|_| Invalid::new("url", "not an absolute URL"))?;
    if !parsed.username().is_empty() || parsed.password().is_some() {
        return Err(Invalid::new("url", "holds a name or a password"));
    }
    let host = parsed.host_str();
    let host = host.ok_or_else(|| Invalid::new("url", "has no host"))?;
    Ok(domain(url).unwrap_or_else(|| host.to_owned()))
}
