//! A task from its request to its answer: begun as a trace, computed aside, told as it goes.

use std::pin::{Pin, pin};

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use screen_agent_engine::trace::{ClaimedTrace, Follower, TraceWriter};
use screen_agent_ide::answer_telling;
use screen_agent_ide::check;
use screen_agent_ide::intent::registry::entry;
use screen_agent_ide::trace::{Steps, aborted, closing, handoff, opening, queued};
use screen_agent_store::Owner;
use screen_agent_store::answer::KeyedRequest;
use screen_agent_wire::ide::{IdeReply, IdeRequest, IdeTask};
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

/// Answers a request: as events, or once it is done.
pub(super) async fn answer(task: IdeTask, asked: Asked) -> Result<Response, ApiError> {
    let Asked {
        me, request, base, ..
    } = asked;
    let request = with_screen(&me, request).await?;
    check(task, &request, &me.app.config.ide)?;
    let slot = asked.as_events.then(|| slot(&me)).transpose()?;
    let keyed = request.idempotency_key().map(|key| KeyedRequest {
        digest: asked.digest,
        ..keyed(entry(task).endpoint, key, &[])
    });
    let whose = (me.owner(), me.app.fresh_id());
    let (follower, repeated) = match me.engine().claim_trace(whose, keyed).await? {
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
            let run = Run {
                app: me.app.clone(),
                owner: me.owner(),
                base,
                writer,
                place,
                patience: Some(Box::pin(sleep(me.app.config.handoff_after))),
            };
            tokio::spawn(run.finish(task, request).in_current_span());
            (follower, false)
        }
        ClaimedTrace::Old(follower) => (follower, true),
        ClaimedTrace::KeyReused => return Err(ApiError::KEY_OF_ANOTHER),
        ClaimedTrace::Elsewhere => return Err(ApiError::IDEMPOTENCY_IN_FLIGHT),
    };
    match slot {
        Some(slot) => Ok(stream::response(follower, slot, me.app)),
        None => whole(follower, repeated).await,
    }
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
    let replayed = repeated.then_some([("idempotent-replayed", "true")]);
    Ok((status, replayed, axum::Json(body)).into_response())
}

/// Why nothing came of a task.
enum Ended {
    Failed(ApiError),
    /// Nobody waits for it any more.
    Left,
}

impl<E: Into<ApiError>> From<E> for Ended {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// A task under way.
struct Run {
    app: AppState,
    owner: Owner,
    /// Where whoever asked reaches the server.
    base: String,
    writer: TraceWriter,
    /// Its place among those that are computed, unless it has to wait for one.
    place: Option<OwnedSemaphorePermit>,
    /// When it is handed to the background; nothing once it was.
    patience: Option<Pin<Box<Sleep>>>,
}

impl Run {
    /// Computes it and tells what came of it.
    async fn finish(mut self, task: IdeTask, request: IdeRequest) {
        let computed = self.computed(task, request).await;
        let kept = computed.is_ok();
        let events = match computed {
            Ok(reply) => {
                let whose = (self.owner, self.base.as_str());
                closing(&with_artifact(&self.app, whose, reply).await)
            }
            Err(Ended::Left) => vec![aborted("client_gone")],
            Err(Ended::Failed(error)) => vec![problem::event(&error, self.writer.trace().id())],
        };
        let told = self.writer.tell(events).await;
        if let Err(error) = &told {
            tracing::warn!(%error, "the end of a trace could not be kept");
        }
        let is_kept = kept && told.is_ok();
        if let Err(error) = told {
            let error = problem::event(&error.into(), self.writer.trace().id());
            self.writer.tell_unkept(vec![error]);
        }
        if let Err(error) = self.writer.settle(is_kept).await {
            tracing::warn!(%error, "the key of a trace could not be settled");
        }
    }

    async fn computed(&mut self, task: IdeTask, request: IdeRequest) -> Result<IdeReply, Ended> {
        self.writer.tell(opening(task, &request)).await?;
        let place = match self.place.take() {
            Some(place) => place,
            None => {
                self.writer.tell(vec![queued()]).await?;
                let app = self.app.clone();
                self.waiting(app.turn_in_time()).await??
            }
        };
        let (sender, mut steps) = mpsc::unbounded_channel();
        let (app, trace_id) = (self.app.clone(), self.writer.trace().id().to_string());
        // A megabyte of a screen takes a while.
        let computing = tokio::task::spawn_blocking(move || {
            let _place = place;
            let tell = |step| {
                // Who broke it off does not listen any more.
                let _heard = sender.send(step);
            };
            answer_telling(task, &request, &app.config.ide, &trace_id, &tell)
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
        let reply = self.waiting(computing).await?;
        Ok(reply.map_err(ApiError::internal)??)
    }

    /// Waits for something, as long as anybody waits for it or it was handed to the background.
    async fn waiting<T>(&mut self, work: impl Future<Output = T>) -> Result<T, Ended> {
        let (mut work, trace) = (pin!(work), self.writer.trace().clone());
        loop {
            let patience = async {
                match &mut self.patience {
                    Some(patience) => patience.as_mut().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                done = &mut work => return Ok(done),
                () = trace.left() => return Err(Ended::Left),
                () = patience => {}
            }
            self.patience = None;
            trace.stay();
            let handed = handoff(&trace.id().to_string());
            self.writer.tell(vec![handed]).await?;
        }
    }
}
