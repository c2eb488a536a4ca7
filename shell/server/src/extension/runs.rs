//! Runs: tasks for workers, who do them in browsers of their own.

use axum::http::StatusCode;
use screen_agent_action::id::SessionId;
use screen_agent_action::origin::domain;
use screen_agent_store::callback::ToldOfRun;
use screen_agent_store::queue::{
    BatchRow, NewQueuedRun, QueuedRun, QueuedRunFilter, RunChange, RunChanged,
};
use screen_agent_store::{Owner, Packed};
use screen_agent_turn::secrets::blotted;
use screen_agent_wire::Invalid;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::run::{
    CallbackStanding, NewRun, RunAnswer, RunBatch, RunCallback, RunData, RunListData, RunOutcome,
    RunStatus, mailed_to,
};
use screen_agent_wire::invalid::chars;
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use utoipa::IntoParams;
use uuid::Uuid;

use super::secrets::all_kept;
use super::{Reply, reply, run_files, workflows};
use crate::auth::{Me, watch};
use crate::error::{ApiError, errors};
use crate::http::body::Json;
use crate::http::params::{InPath, InQuery, number};
use crate::state::AppState;
use crate::time;

errors! {
    CALLBACKS_OFF: SERVICE_UNAVAILABLE, "This server sends no callbacks.";
    MAIL_OFF: SERVICE_UNAVAILABLE, "This server writes no mail: its settings have no [mail].";
    ROW_TAKEN: CONFLICT, "This row of the batch is another order already. Give the batch another name.";
    RUN_NOT_FOUND: NOT_FOUND, "No such run.";
    RUN_ENDED: CONFLICT, "The run is over.";
    RUN_UNDER_WAY: CONFLICT, "The run is not over. Cancel it first.";
    RUN_NOT_ASKING: CONFLICT, "Nobody waits for an answer. Try the run again.";
}

/// Longest name of a run that carries a workflow out, in characters.
const TITLE: usize = 500;
/// Most runs of one page.
const MOST: u32 = 100;
/// The same, with what each brought.
const MOST_WITH_FOUND: u32 = 25;

/// Submit a run: a worker does it in a browser of its own.
#[utoipa::path(post, path = "/api/runs", tag = "runs",
    request_body = NewRun,
    responses((status = 201, description = "It waits for a worker", body = Mirrored<RunData>),
        (status = 200, description = "The row of the batch was submitted before", body = Mirrored<RunData>),
        (status = 404, description = "`WORKFLOW_NOT_FOUND`; `FILE_NOT_FOUND`: nothing was uploaded under a key of `files`"),
        (status = 503, description = "`CALLBACKS_OFF`, `MAIL_OFF`"),
        (status = 409, description = "`LIMIT_REACHED`: too many are not over; `ROW_TAKEN`: the row is another order")))]
pub(crate) async fn submit(
    me: Me,
    Json(body): Json<NewRun>,
) -> Result<(StatusCode, Json<Mirrored<RunData>>), ApiError> {
    let order = body.checked()?;
    only_to_themselves(&me, &order)?;
    all_kept(&me, &order).await?;
    run_files::all_there(&me, &order).await?;
    let run = NewQueuedRun {
        id: me.new_id(),
        ..queued(&me.app, me.owner(), order, me.now_ms()).await?
    };
    let (own, title, url) = (run.id, run.title.clone(), run.url.clone());
    let id = me.rows().submit_run(run).await?;
    let stands = find(&me, id).await?;
    let status = match id == own {
        true => StatusCode::CREATED,
        // Whoever put a table right would take it for done.
        false if (stands.instruction != title) || (stands.url != url) => {
            return Err(ApiError::ROW_TAKEN);
        }
        false => StatusCode::OK,
    };
    Ok((status, Json(Mirrored::new(stands))))
}

/// Mail goes to nobody but whose run it is: it is told in our name.
pub(super) fn only_to_themselves(me: &Me, order: &NewRun) -> Result<(), Invalid> {
    match order.callback.as_deref().and_then(mailed_to) {
        Some(to) if to.to_lowercase() != me.caller.user.email => Err(Invalid::new(
            "callback",
            "writes to another address than your own",
        )),
        _ => Ok(()),
    }
}

/// An order as it waits. One that carries a workflow out begins where that does, and is called as it is.
pub(super) async fn queued(
    app: &AppState,
    owner: Owner,
    mut order: NewRun,
    now_ms: i64,
) -> Result<NewQueuedRun, ApiError> {
    let title = match &order.workflow {
        None => blotted(&order.called()),
        Some(which) => {
            let rows = app.store().scoped(owner);
            let workflow = workflows::find(&*rows, which.id, which.version).await?;
            let values = screen_agent_workflow::values(&workflow, &order.inputs)
                .map_err(|why| Invalid::new("inputs", why))?;
            if order.url.is_empty() {
                order.url.clone_from(&workflow.start);
            }
            if !workflow.may_touch(&order.url) {
                return Err(Invalid::new("url", "is no page that the workflow may touch").into());
            }
            let label = screen_agent_workflow::label(&workflow, &values);
            let title = format!("{} {label}", workflow.name);
            blotted(&screen_agent_words::quote::cut(title.trim(), TITLE))
        }
    };
    let callback = order.callback.as_deref().map(callback_site).transpose()?;
    match order.callback.as_deref().map(mailed_to) {
        Some(Some(_)) if app.mail.is_none() => return Err(ApiError::MAIL_OFF),
        Some(None) if app.callbacks.is_none() => return Err(ApiError::CALLBACKS_OFF),
        _ => {}
    }
    Ok(NewQueuedRun {
        id: app.fresh_id(),
        title,
        url: order.url.clone(),
        site: site_of(&order.url)?,
        priority: order.priority,
        session: SessionId::new(app.fresh_id()),
        callback,
        profile: order.profile.clone(),
        row: order.batch.as_ref().map(|row| BatchRow {
            batch: row.id.clone(),
            row: row.row,
        }),
        files: order.files.clone(),
        order: Packed::json(&order)?,
        now_ms,
    })
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
    /// Those of this batch, in the order of its rows.
    batch: Option<String>,
    /// True: with the data and the answers that each brought.
    #[param(value_type = Option<bool>)]
    found: Option<String>,
    /// 1 to 100, with what they brought 1 to 25; 20, if omitted.
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
    let found = match query.found.as_deref() {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(Invalid::new("found", "is neither true nor false").into()),
    };
    let most = if found { MOST_WITH_FOUND } else { MOST };
    let filter = QueuedRunFilter {
        status: query.status.as_deref().map(status).transpose()?,
        search,
        batch: query.batch,
        limit: number("limit", query.limit.as_deref(), 20, 1..=most)?,
        offset: number("offset", query.offset.as_deref(), 0, 0..=i32::MAX as u32)?,
    };
    let page = me.rows().page::<QueuedRun>(filter).await?;
    let now_ms = me.now_ms();
    let mut runs = Vec::with_capacity(page.items.len());
    for run in page.items {
        let brought = match found {
            true => me.rows().found_in_run(run.id).await?,
            false => None,
        };
        runs.push(told(run, brought, now_ms)?);
    }
    reply(RunListData {
        runs,
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
    let RunAnswer { answer, question } = body.checked()?;
    let answer = RunChange::Answer {
        words: answer,
        to: question,
    };
    change(&me, path.id, answer, ApiError::RUN_NOT_ASKING).await
}

async fn change(me: &Me, id: Uuid, change: RunChange, otherwise: ApiError) -> Reply<RunData> {
    match me.rows().change_run(id, change, me.now_ms()).await? {
        RunChanged::Changed(run) => {
            // What let its worker in may count for nothing now.
            watch::ended(&me.app).await;
            reply(told(*run, None, me.now_ms())?)
        }
        RunChanged::OutOfTurn(_) => Err(otherwise),
        RunChanged::Unknown => Err(ApiError::RUN_NOT_FOUND),
    }
}

async fn find(me: &Me, id: Uuid) -> Result<RunData, ApiError> {
    let found = me.rows().find::<QueuedRun>(id).await?;
    let brought = me.rows().found_in_run(id).await?;
    let mut run = told(found.ok_or(ApiError::RUN_NOT_FOUND)?, brought, me.now_ms())?;
    run.files = run_files::of_run(&me.app, me.owner(), id, true).await?;
    if let Some(callback) = &mut run.callback
        && let Some(latest) = me.rows().find::<ToldOfRun>(id).await?
    {
        callback.standing = Some(match (latest.due_ms, latest.told_ms) {
            (Some(_), _) => CallbackStanding::Pending,
            (None, Some(_)) => CallbackStanding::Told,
            (None, None) => CallbackStanding::GivenUp,
        });
        callback.trouble = latest.trouble;
    }
    Ok(run)
}

/// A run as its owner is told of it, with what it brought.
pub(super) fn told(
    run: QueuedRun,
    found: Option<Packed>,
    now_ms: i64,
) -> Result<RunData, ApiError> {
    let is_held = run.lease_until_ms.is_some_and(|until| until > now_ms);
    let found = found.map(|found| found.read()).transpose()?;
    let outcome = run.outcome.map(|outcome| outcome.read::<RunOutcome>());
    let outcome = outcome.transpose()?;
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
        callback: run.callback.map(|site| RunCallback {
            site,
            standing: None,
            trouble: None,
        }),
        profile: run.profile,
        batch: run
            .batch
            .zip(run.batch_row)
            .map(|(id, row)| RunBatch { id, row }),
        files: Vec::new(),
        outcome: outcome.map(|outcome| RunOutcome { found, ..outcome }),
        created_at: time::iso(run.created_ms),
        started_at: run.claimed_ms.map(time::iso),
        ended_at: run.ended_ms.map(time::iso),
    })
}

fn status(word: &str) -> Result<RunStatus, Invalid> {
    let word = StrDeserializer::<serde::de::value::Error>::new(word);
    RunStatus::deserialize(word).map_err(|_| Invalid::new("status", "is none of a run"))
}

/// What is shown of where it is told.
fn callback_site(callback: &str) -> Result<String, Invalid> {
    if let Some(to) = mailed_to(callback) {
        return Ok(to.to_owned());
    }
    let url =
        url::Url::parse(callback).map_err(|_| Invalid::new("callback", "not an absolute URL"))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Invalid::new("callback", "holds a name or a password"));
    }
    Ok(url.origin().ascii_serialization())
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
