//! What workers say: they take runs, hold them, ask and end them. They come with a key of the operator's, and act for the
//! run's owner with a token that counts while they hold it.

use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_action::status::TaskStatus;
use screen_agent_store::queue::{HeldOrder, LeaveRun, RunHold, TakeRun, TakenRun};
use screen_agent_store::task::TaskSummary;
use screen_agent_store::usage::UsageLine;
use screen_agent_store::{Owner, Packed, Scoped, StoreError, Upkeep};
use screen_agent_turn::lost::{Lost, after_loss};
use screen_agent_turn::task::Task;
use screen_agent_wire::extension::run::{
    HeldRun, NewRun, RunOutcome, RunStatus, WorkClaim, WorkData, WorkEnd, WorkQuestion,
    WorkRenewal, WorkRenewed, WorkReturn,
};
use screen_agent_wire::extension::{Mirrored, ledger};
use screen_agent_wire::invalid::given;
use screen_agent_wire::limits;
use screen_agent_words::secrets::{SecretSources, Secrets};
use subtle::ConstantTimeEq as _;

use super::runs::RunPath;
use super::timeline::sum;
use super::{Reply, reply, run_files};
use crate::auth::watch;
use crate::credentials::token;
use crate::error::{ApiError, errors};
use crate::http::body::{INTERACT, Json};
use crate::http::params::InPath;
use crate::state::AppState;

errors! {
    WORK_OFF: SERVICE_UNAVAILABLE, "This server has no key for workers.";
    RUN_LOST: CONFLICT, "The run is not this worker's any more.";
}

/// How long what lets a worker in counts at most, should nobody ever say that the run is over.
const TOKEN: Duration = Duration::from_secs(24 * 60 * 60);
/// Most runs that turn out to need no worker before one is given to it.
const PASSED_OVER: usize = 20;

/// Whoever has the operator's key.
pub(crate) struct Worker {
    app: AppState,
}

impl FromRequestParts<AppState> for Worker {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let key = app.config.worker_key.ok_or(ApiError::WORK_OFF)?;
        let shown = token::bearer(&parts.headers).map(token::hash);
        let same = shown.is_some_and(|shown| shown.0.ct_eq(&key.0).into());
        match same {
            true => Ok(Self { app: app.clone() }),
            false => Err(ApiError::UNAUTHORIZED),
        }
    }
}

impl Worker {
    pub(super) const fn app(&self) -> &AppState {
        &self.app
    }

    pub(super) fn upkeep(&self) -> &dyn Upkeep {
        self.app.store().upkeep()
    }

    pub(super) fn rows(&self, owner: Owner) -> Box<dyn Scoped + '_> {
        self.app.store().scoped(owner)
    }

    pub(super) fn now_ms(&self) -> i64 {
        self.app.now_ms()
    }

    /// Returns when the server stops.
    pub(super) async fn closing(&self) {
        self.app.closing.cancelled().await;
    }

    /// What whoever holds a run was told to do.
    pub(super) async fn order(&self, hold: RunHold) -> Result<HeldOrder, ApiError> {
        self.upkeep().order_of_run(hold).await.map_err(lost)
    }

    /// Lets go of a run; nothing that was looked up of its token counts any more.
    async fn leave(&self, hold: RunHold, left: LeaveRun) -> Result<(), ApiError> {
        self.upkeep().leave_run(hold, left).await.map_err(lost)?;
        watch::ended(&self.app).await;
        Ok(())
    }
}

/// Take the run whose turn it is.
#[utoipa::path(post, path = "/api/work/claim", tag = "work", security(("worker" = [])),
    request_body = WorkClaim,
    responses((status = 200, description = "A run, or nothing to do", body = Mirrored<WorkData>),
        (status = 401, description = "`UNAUTHORIZED`: this is not the operator's key"),
        (status = 503, description = "`WORK_OFF`")))]
pub(crate) async fn claim(worker: Worker, Json(body): Json<WorkClaim>) -> Reply<WorkData> {
    let body = body.checked()?;
    for _ in 0..PASSED_OVER {
        let now_ms = worker.now_ms();
        let token = token::fresh();
        let take = TakeRun {
            worker: body.worker.clone(),
            lease_ms: i64::from(body.lease_seconds) * 1_000,
            per_site: body.per_site.unwrap_or(u32::MAX),
            site_delay_ms: i64::from(body.site_delay.unwrap_or(0)) * 1_000,
            token: token::hash(&token),
            token_until_ms: now_ms.saturating_add(token::ms(TOKEN)),
            now_ms,
        };
        let Some(taken) = worker.upkeep().take_queued(take).await? else {
            break;
        };
        // Who held it before is let in no more.
        if taken.attempt > 1 {
            watch::ended(&worker.app).await;
        }
        if let Some(run) = to_do(&worker, taken, token).await? {
            return reply(WorkData { run: Some(run) });
        }
    }
    reply(WorkData { run: None })
}

/// What is to be done of a run. Of one that was under way before, that is up to how far it came: nothing that may have
/// happened is done again.
async fn to_do(
    worker: &Worker,
    taken: TakenRun,
    token: String,
) -> Result<Option<HeldRun>, ApiError> {
    let order = match taken.order.read::<NewRun>() {
        // Who is told, and where, is none of a worker's business.
        Ok(order) => NewRun {
            callback: None,
            ..order
        },
        Err(error) => {
            tracing::error!(%error, run = %taken.hold.id, "what was ordered cannot be read");
            let outcome = RunOutcome {
                result: "What was ordered cannot be read any more.".to_owned(),
                ..RunOutcome::default()
            };
            let failed = end(RunStatus::Failed, outcome, worker.app.now_ms())?;
            worker.leave(taken.hold, failed).await?;
            return Ok(None);
        }
    };
    // What pages gave in an earlier hold is none of its business.
    let mut files = run_files::of_run(&worker.app, taken.owner, taken.hold.id, false).await?;
    files.retain(|file| !file.received);
    let mut run = HeldRun {
        id: taken.hold.id,
        claim: taken.hold.claim,
        order,
        session_id: taken.session.get(),
        task_id: None,
        files,
        token,
    };
    let rows = worker.app.store().scoped(taken.owner);
    let now_ms = worker.now_ms();
    let found = latest(&*rows, taken.session).await?;
    let seen_at = found.as_ref().map_or("", |(summary, _)| &*summary.url);
    let how = after_loss(found.as_ref().map(|(_, task)| task), seen_at, taken.touched);
    let Some((summary, task)) = found else {
        return match how {
            Lost::AskOfPerson => {
                leave_to_person(worker, &taken, RunOutcome::default(), touched_question("")).await
            }
            Lost::Anew | Lost::GoOn | Lost::Ask(_) => Ok(Some(run)),
        };
    };
    if summary.status.is_terminal() {
        let status = came_to(&summary);
        let outcome = outcome_of(&*rows, summary, &task).await?;
        // Whoever did it was lost before it told what the page says.
        let (status, outcome) = outcome.settled(status, &run.order);
        let ended = end(status, outcome, now_ms)?;
        worker.leave(taken.hold, ended).await?;
        return Ok(None);
    }
    let question = match how {
        Lost::GoOn => {
            run.task_id = Some(summary.id.get());
            run.order.url = summary.url;
            return Ok(Some(run));
        }
        Lost::Anew => {
            // The task that was lost takes no further turn.
            stop(worker, &taken, summary.id).await;
            let session = SessionId::new(worker.app.fresh_id());
            worker
                .upkeep()
                .restart_run(taken.hold, session)
                .await
                .map_err(lost)?;
            run.session_id = session.get();
            return Ok(Some(run));
        }
        Lost::Ask(step) => format!(
            "The worker was lost, and what it did last may have been done or not (step {} on {}). Look whether it \
             was; then try again from the beginning, or cancel.",
            step + 1,
            summary.url
        ),
        Lost::AskOfPerson => touched_question(&format!(" (last on {})", summary.url)),
    };
    stop(worker, &taken, summary.id).await;
    let outcome = outcome_of(&*rows, summary, &task).await?;
    leave_to_person(worker, &taken, outcome, question).await
}

/// How a run ended whose task did.
fn came_to(summary: &TaskSummary) -> RunStatus {
    match summary.verified {
        _ if summary.status == TaskStatus::Failed => RunStatus::Failed,
        Some(false) => RunStatus::DoneUnverified,
        Some(true) | None => RunStatus::Done,
    }
}

fn touched_question(place: &str) -> String {
    format!(
        "The worker was lost after you had its page to yourself{place}. Look what of it was done; then try again from the \
         beginning, or cancel."
    )
}

/// A person decides how it goes on.
async fn leave_to_person(
    worker: &Worker,
    taken: &TakenRun,
    outcome: RunOutcome,
    question: String,
) -> Result<Option<HeldRun>, ApiError> {
    let left = LeaveRun {
        question: Some(question),
        ..end(RunStatus::Waiting, outcome, worker.now_ms())?
    };
    worker.leave(taken.hold, left).await?;
    Ok(None)
}

/// A task that cannot be stopped has ended.
async fn stop(worker: &Worker, taken: &TakenRun, task: TaskId) {
    if let Err(error) = worker.app.engine().stop(taken.owner, task).await {
        tracing::debug!(%error, "a task of a lost worker was not stopped");
    }
}

/// The task that a conversation came to last, if it came to one.
async fn latest(
    rows: &dyn Scoped,
    session: SessionId,
) -> Result<Option<(TaskSummary, Task)>, ApiError> {
    let Some(last) = rows.list::<TaskSummary>(session).await?.pop() else {
        return Ok(None);
    };
    let Some((summary, stored)) = rows.task(last.id).await? else {
        return Ok(None);
    };
    let task = stored.open()?;
    Ok(Some((summary, task)))
}

/// What a task came to, as the server has it.
async fn outcome_of(
    rows: &dyn Scoped,
    summary: TaskSummary,
    task: &Task,
) -> Result<RunOutcome, ApiError> {
    Ok(RunOutcome {
        steps: u32::from(summary.step_count),
        task_id: Some(summary.id.get()),
        ledger: ledger(task).unwrap_or_default(),
        cost_micros: cost(rows, summary.id).await?,
        result: summary.result.unwrap_or_default(),
        found: None,
    })
}

async fn cost(rows: &dyn Scoped, task: TaskId) -> Result<u64, ApiError> {
    let calls = rows.list::<UsageLine>(task).await?;
    Ok(sum(calls.iter()).map_or(0, |sum| sum.cost_micros))
}

/// What was brought is kept apart: it is sealed.
fn end(status: RunStatus, mut outcome: RunOutcome, now_ms: i64) -> Result<LeaveRun, ApiError> {
    let found = outcome.found.take();
    Ok(LeaveRun {
        status,
        question: (status == RunStatus::Waiting).then(|| outcome.result.clone()),
        outcome: Some(Packed::json(&outcome)?),
        found: found.as_ref().map(Packed::json).transpose()?,
        now_ms,
    })
}

/// What a run came to as it may be kept: without the secrets that were entered for it, and as what it counts for its order.
fn settled(ended: WorkEnd, held: &HeldOrder) -> Result<(RunStatus, RunOutcome), ApiError> {
    let order: NewRun = held.order.read()?;
    let given = held.secrets.iter();
    let secrets = Secrets::of(&SecretSources {
        given: given.map(|(name, value)| (&**name, &**value)).collect(),
        said: vec![&order.instruction],
        ..SecretSources::default()
    });
    let mut outcome = ended.outcome;
    if let Some(found) = &mut outcome.found {
        found.hide(|text| secrets.blot(text));
    }
    Ok(outcome.settled(ended.status, &order))
}

/// Go on holding a run.
#[utoipa::path(post, path = "/api/work/{id}/renew", tag = "work", security(("worker" = [])), params(RunPath),
    request_body = WorkRenewal,
    responses((status = 200, description = "Held, with what the person answered", body = Mirrored<WorkRenewed>),
        (status = 409, description = "`RUN_LOST`: it was cancelled, or another has it: stop at once")))]
pub(crate) async fn renew(
    worker: Worker,
    InPath(path): InPath<RunPath>,
    Json(body): Json<WorkRenewal>,
) -> Reply<WorkRenewed> {
    let body = body.checked()?;
    let until_ms = worker.now_ms() + i64::from(body.lease_seconds) * 1_000;
    let hold = hold(path, body.claim);
    let answer = worker.upkeep().renew_work(hold, until_ms, body.again).await;
    reply(WorkRenewed {
        answer: answer.map_err(lost)?,
    })
}

/// Ask the person something, and go on holding the run. The answer comes with a renewal.
#[utoipa::path(post, path = "/api/work/{id}/ask", tag = "work", security(("worker" = [])), params(RunPath),
    request_body = WorkQuestion,
    responses((status = 204, description = "Asked"),
        (status = 409, description = "`RUN_LOST`: it was cancelled, or another has it: stop at once")))]
pub(crate) async fn ask(
    worker: Worker,
    InPath(path): InPath<RunPath>,
    Json(body): Json<WorkQuestion>,
) -> Result<StatusCode, ApiError> {
    given("question", &body.question, limits::REPORT)?;
    let hold = hold(path, body.claim);
    worker
        .upkeep()
        .ask_of_run(hold, body.question, worker.now_ms())
        .await
        .map_err(lost)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Give a run back, for another worker to take up.
#[utoipa::path(post, path = "/api/work/{id}/release", tag = "work", security(("worker" = [])), params(RunPath),
    request_body = WorkReturn,
    responses((status = 204, description = "Given back"),
        (status = 409, description = "`RUN_LOST`: it was cancelled, or another has it")))]
pub(crate) async fn release(
    worker: Worker,
    InPath(path): InPath<RunPath>,
    Json(body): Json<WorkReturn>,
) -> Result<StatusCode, ApiError> {
    let left = LeaveRun {
        status: RunStatus::Queued,
        outcome: None,
        found: None,
        question: None,
        now_ms: worker.now_ms(),
    };
    worker.leave(hold(path, body.claim), left).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Say how a run ended.
#[utoipa::path(post, path = "/api/work/{id}/finish", tag = "work", security(("worker" = [])), params(RunPath),
    request_body = WorkEnd,
    responses((status = 204, description = "It is over, or waits for the person"),
        (status = 409, description = "`RUN_LOST`: it was cancelled, or another has it")))]
pub(crate) async fn finish(
    worker: Worker,
    InPath(path): InPath<RunPath>,
    Json(body): Json<WorkEnd, INTERACT>,
) -> Result<StatusCode, ApiError> {
    let body = body.checked()?;
    let hold = hold(path, body.claim);
    let held = worker.order(hold).await?;
    let (status, outcome) = settled(body, &held)?;
    let left = end(status, outcome, worker.now_ms())?;
    worker.leave(hold, left).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) const fn hold(path: RunPath, claim: i64) -> RunHold {
    RunHold { id: path.id, claim }
}

/// Whoever lost a run has to stop, which no other error says.
pub(super) fn lost(error: StoreError) -> ApiError {
    match error {
        StoreError::LeaseLost => ApiError::RUN_LOST,
        other => other.into(),
    }
}
