//! A task from its request to its answer: begun as a trace, computed aside, told as it goes.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use screen_agent_engine::trace::{ClaimedTrace, Follower, TraceWriter};
use screen_agent_ide::Job;
use screen_agent_ide::intent::registry::entry;
use screen_agent_ide::model::ChatAsked;
use screen_agent_ide::task::TaskOutcome;
use screen_agent_ide::trace::{
    NamedEvent, Steps, aborted, closing, failed, handoff, looked_up, opening, queued, talked,
};
use screen_agent_store::answer::KeyedRequest;
use screen_agent_store::ide::IdeDocumentName;
use screen_agent_store::{Owner, StoreError};
use screen_agent_wire::ide::{IdeRequest, IdeTask};
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::{Sleep, sleep};
use tracing::Instrument as _;

use super::artifact::{with_artifact, with_screen};
use super::request::Asked;
use super::{problem, stream};
use crate::error::ApiError;
use crate::http::events::slot;
use crate::http::once::keyed;
use crate::state::AppState;

/// Steps that are told at a time.
const STEPS: usize = 64;
/// How often a task that nobody has to wait for looks whether it was ended elsewhere.
const LOOK: Duration = Duration::from_secs(2);

/// What is to be answered.
pub(super) struct Work {
    /// The task, unless it is talk in which none is meant.
    pub(super) job: Option<Job>,
    /// What was said, where it came as talk.
    pub(super) said: Option<ChatAsked>,
    pub(super) request: IdeRequest,
    /// Where it was asked, for its key.
    pub(super) route: &'static str,
}

/// Answers a request to a task.
pub(super) async fn answer(task: IdeTask, asked: Asked) -> Result<Response, ApiError> {
    let mut asked = asked;
    asked.request = with_screen(&asked.me, asked.request).await?;
    let job = job(task, &asked);
    job.check()?;
    let work = Work {
        job: Some(job),
        said: None,
        request: asked.request.clone(),
        route: entry(task).endpoint,
    };
    answer_work(work, asked).await
}

/// The task of a request.
pub(super) fn job(task: IdeTask, asked: &Asked) -> Job {
    Job {
        task,
        request: asked.request.clone(),
        means: Arc::new(asked.me.app.config.ide.clone()),
        registry: Arc::clone(&asked.registry),
        fetched: None,
    }
}

/// Answers: as events, or once it is done.
pub(super) async fn answer_work(work: Work, asked: Asked) -> Result<Response, ApiError> {
    let is_strict = asked.me.app.config.ide.strict_idempotency;
    if is_strict && asked.request.idempotency_key().is_none() {
        return Err(ApiError::IDEMPOTENCY_REQUIRED);
    }
    let slot = asked.as_events.then(|| slot(&asked.me)).transpose()?;
    let (follower, repeated) = begin(work, &asked).await?;
    match slot {
        Some(slot) => Ok(stream::response(follower, slot, asked.me.app)),
        None => whole(follower, repeated).await,
    }
}

/// Begins it, unless it came before under its key, and says which of the two.
pub(super) async fn begin(work: Work, asked: &Asked) -> Result<(Follower, bool), ApiError> {
    let me = &asked.me;
    let keyed = asked.request.idempotency_key().map(|key| KeyedRequest {
        digest: asked.digest,
        ..keyed(work.route, key, &[])
    });
    match me.engine().claim_trace(me.owner(), keyed).await? {
        ClaimedTrace::New(writer) => {
            let follower = writer.trace().follow();
            let place = match me.app.turn() {
                Ok(place) => Some(place),
                // Only who hears of it can be asked to wait.
                Err(_) if asked.as_events => None,
                Err(busy) => {
                    writer.settle(false).await?;
                    return Err(busy);
                }
            };
            carry_out(work, asked, writer, place);
            Ok((follower, false))
        }
        ClaimedTrace::Old(follower) => Ok((follower, true)),
        ClaimedTrace::KeyReused => Err(ApiError::KEY_OF_ANOTHER),
        ClaimedTrace::Elsewhere => Err(ApiError::IDEMPOTENCY_IN_FLIGHT),
    }
}

/// Carries it out aside, and tells its trace.
pub(super) fn carry_out(
    work: Work,
    asked: &Asked,
    writer: TraceWriter,
    place: Option<OwnedSemaphorePermit>,
) {
    let (me, dev) = (&asked.me, asked.request.dev());
    let handoff = dev.dev_handoff_after_ms.map(Duration::from_millis);
    let alarm = |ms| -> Alarm { Box::pin(sleep(Duration::from_millis(ms))) };
    let run = Run {
        app: me.app.clone(),
        owner: me.owner(),
        began: Instant::now(),
        base: asked.base.clone(),
        writer,
        place: place.filter(|_| dev.dev_queue_sim != Some(true)),
        patience: Some(Box::pin(sleep(
            handoff.unwrap_or(me.app.config.handoff_after),
        ))),
        broken_off: dev.dev_abort_after_ms.map(alarm),
        standing: None,
    };
    tokio::spawn(run.finish(work).in_current_span());
}

/// What is told of it before anything is computed.
pub(super) fn opened(work: &Work) -> Vec<NamedEvent> {
    let task = work.job.as_ref().map(|job| job.task);
    opening(task, &work.request, work.said.is_some())
}

/// The answer alone.
async fn whole(mut follower: Follower, repeated: bool) -> Result<Response, ApiError> {
    let mut last = None;
    while let Some(event) = follower.next().await {
        last = Some(event);
    }
    let last = last.ok_or_else(|| ApiError::internal("a trace without an end"))?;
    let mut body = last.fields();
    body.remove("seq");
    let status = body.remove("status").and_then(|status| status.as_u64());
    let status = match (last.name.as_str(), status) {
        ("done", _) => StatusCode::OK,
        ("error", Some(status)) => {
            StatusCode::from_u16(status as u16).map_err(ApiError::internal)?
        }
        _ => return Err(ApiError::CLIENT_GONE),
    };
    let after = body
        .get("details")
        .and_then(|it| it["retry_after_s"].as_u64());
    let after = after.map(|seconds| [(header::RETRY_AFTER, seconds)]);
    let replayed = repeated.then_some([("idempotent-replayed", "true")]);
    Ok((status, after, replayed, axum::Json(body)).into_response())
}

/// Why nothing came of a task.
pub(super) enum Ended {
    Failed(ApiError),
    /// It was broken off, and why: nobody waits for it any more, or a test wants it so.
    Broken(&'static str),
}

impl<E: Into<ApiError>> From<E> for Ended {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// What happens after a while.
type Alarm = Pin<Box<Sleep>>;

/// A task under way.
pub(super) struct Run {
    pub(super) app: AppState,
    pub(super) owner: Owner,
    pub(super) began: Instant,
    /// Where whoever asked reaches the server.
    base: String,
    pub(super) writer: TraceWriter,
    /// Its place among those that are computed, unless it has to wait for one.
    place: Option<OwnedSemaphorePermit>,
    /// When it is handed to the background; nothing once it was.
    patience: Option<Alarm>,
    /// When it is broken off, where a test wants that.
    broken_off: Option<Alarm>,
    /// The document that it changes, and its version, 0 where it is new.
    pub(super) standing: Option<(IdeDocumentName, u32)>,
}

impl Run {
    /// Computes it and tells what came of it.
    async fn finish(mut self, work: Work) {
        let task = work.job.as_ref().map(|job| job.task);
        let computed = self.computed(work).await;
        let kept = computed.is_ok();
        let events = match computed {
            Ok(events) => events,
            Err(Ended::Broken(why)) => vec![aborted(why)],
            Err(Ended::Failed(error)) => {
                failed(task, problem::event(&error, self.writer.trace().id()))
            }
        };
        if !kept {
            // Whoever hears that nothing came of it may ask again at once, wherever.
            self.settle(false).await;
        }
        // Whoever ended it at another server has had the last word.
        let told = match self.writer.trace().is_over() {
            true => Err(StoreError::LeaseLost),
            false => self.writer.tell(events).await,
        };
        let is_told = told.is_ok();
        if let Err(error) = told
            && !self.writer.trace().is_over()
        {
            tracing::warn!(%error, "the end of a trace could not be kept");
            let error = problem::event(&error.into(), self.writer.trace().id());
            self.writer.tell_unkept(vec![error]);
        }
        if kept {
            self.settle(is_told).await;
        }
    }

    async fn settle(&self, kept: bool) {
        if let Err(error) = self.writer.settle(kept).await {
            tracing::warn!(%error, "the key of a trace could not be settled");
        }
    }

    pub(super) fn trace_id(&self) -> String {
        self.writer.trace().id().to_string()
    }

    /// What is told once it is done.
    async fn computed(&mut self, work: Work) -> Result<Vec<NamedEvent>, Ended> {
        // One that is gone on with was opened before.
        if !self.writer.trace().has_begun() {
            self.writer.tell(opened(&work)).await?;
        }
        let place = match self.place.take() {
            Some(place) => place,
            None => {
                self.writer.tell(vec![queued()]).await?;
                let app = self.app.clone();
                self.waiting(app.turn_in_time()).await??
            }
        };
        let Some(mut job) = work.job else {
            let said = work.said.unwrap_or_default();
            return Ok(talked(self.talk(&said, &work.request).await?));
        };
        job.fetched = self.fetched(&job).await?;
        let job = Arc::new(job);
        let mut draft = self.drafted(Arc::clone(&job), place).await?;
        let mut whole = draft.kept.take();
        if let (Some(standing), Some(page)) = (self.standing.take(), &whole) {
            self.write_page(standing, page).await?;
            whole = None;
        }
        self.writer.tell(vec![looked_up()]).await?;
        let (outcome, by) = self.proposed(&job, draft).await?;
        let reply = job.reply(outcome, &by, &self.trace_id());
        let whose = (self.owner, self.base.as_str());
        let reply = with_artifact(&self.app, whose, reply, whole).await?;
        let simulates = work.request.dev().dev_cli_simulate == Some(true);
        let mut events = closing(&reply, simulates);
        if let (Some(_), Some((_, done))) = (work.said, events.last_mut()) {
            done.insert("output".to_owned(), json!({ "text": reply.response }));
        }
        Ok(events)
    }

    /// What the rules come to, told as they go.
    async fn drafted(
        &mut self,
        job: Arc<Job>,
        place: OwnedSemaphorePermit,
    ) -> Result<TaskOutcome, Ended> {
        let (sender, mut steps) = mpsc::unbounded_channel();
        // What was fetched may be wrong in itself, and not what was asked.
        let is_fetched = job.task == IdeTask::FigmaContextScan;
        // A megabyte of a screen takes a while.
        let computing = tokio::task::spawn_blocking(move || {
            let _place = place;
            let tell = |step| {
                // Who broke it off does not listen any more.
                let _heard = sender.send(step);
            };
            job.draft(&tell)
        });
        let mut worth = Steps::default();
        let mut taken = Vec::new();
        while self.waiting(steps.recv_many(&mut taken, STEPS)).await? > 0 {
            let told = taken.drain(..).filter_map(|step| worth.told(step));
            let told: Vec<_> = told.collect();
            if !told.is_empty() {
                self.writer.tell(told).await?;
            }
        }
        let draft = self.waiting(computing).await?.map_err(ApiError::internal)?;
        Ok(draft.map_err(|invalid| match is_fetched {
            true => problem::wrong(invalid),
            false => invalid.into(),
        })?)
    }

    /// Waits for something, as long as anybody waits for it or it was handed to the background.
    pub(super) async fn waiting<T>(&mut self, work: impl Future<Output = T>) -> Result<T, Ended> {
        let (mut work, trace) = (pin!(work), self.writer.trace().clone());
        loop {
            let patience = until(&mut self.patience);
            let broken_off = until(&mut self.broken_off);
            tokio::select! {
                biased;
                done = &mut work => return Ok(done),
                () = trace.left() => return Err(Ended::Broken(match trace.stays() {
                    true => "canceled",
                    false => "client_gone",
                })),
                () = broken_off => return Err(Ended::Broken("dev_abort")),
                () = patience => {}
                // Whoever broke it off at another server said so in the trace.
                () = sleep(LOOK), if trace.stays() => {
                    self.writer.tell(Vec::new()).await?;
                    continue;
                }
            }
            self.patience = None;
            trace.stay();
            let handed = handoff(&trace.id().to_string());
            self.writer.tell(vec![handed]).await?;
        }
    }
}

/// Waits for an alarm; for ever where there is none.
async fn until(alarm: &mut Option<Alarm>) {
    match alarm {
        Some(alarm) => alarm.as_mut().await,
        None => std::future::pending().await,
    }
}
