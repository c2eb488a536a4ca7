//! Designs of Figma. A job reads one: it is a trace of the task `figma_context_scan` that goes on whoever listens. What it
//! read is an object; its chunks are told one by one, each as often as it is asked for.

use axum::body::Bytes;
use axum::response::Response;
use futures_util::{StreamExt as _, stream as streams};
use screen_agent_engine::iso;
use screen_agent_engine::trace::{TraceBody, TraceEvent, ascii};
use screen_agent_ide::figma::{CHUNK, FigmaScan, chunk};
use screen_agent_ide::task::TaskProgress;
use screen_agent_ide::trace::{NamedEvent, REPORTED, Steps, aborted, event};
use screen_agent_store::{Owner, StoreError, Stored};
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::figma::{
    FigmaArtifacts, FigmaJobReply, FigmaJobState, FigmaPayload, FigmaStarted,
};
use screen_agent_wire::ide::{IdeReply, IdeRequest, IdeTask};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::sleep;
use utoipa::IntoParams;
use uuid::Uuid;

use super::artifact::{bytes_of, links_of};
use super::design::can_read;
use super::object::named;
use super::problem;
use super::request::Asked;
use super::run::{Work, answer, begin, carry_out, job, opened};
use super::stream::{Heard, alive, dressed, frame, heard, until_idle};
use super::trace::is_cut_off;
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Answer, Json};
use crate::http::events::slot;
use crate::http::params::InQuery;
use crate::state::AppState;

/// Longest stream, where a client names one, in seconds and in milliseconds.
const LONGEST: u32 = 3_600;
const LONGEST_MS: u32 = LONGEST * 1_000;

/// Begin to read a design.
///
/// `figma_url` is an address of figma.com. A `job_id` of the client's own begins one job, however often it is sent.
#[utoipa::path(post, path = "/figma-context/start", tag = "ide", request_body = IdeRequest,
    responses(
        (status = 200, description = "It is under way; its chunks are told by `/figma-context/stream`", body = FigmaStarted),
        (status = 409, description = "`idempotency_mismatch`: the key was used for another request")))]
pub(super) async fn start(asked: Asked) -> Answer<FigmaStarted> {
    let wanted = job_id(&asked.request)?;
    let id = match (wanted, asked.request.idempotency_key()) {
        (Some(id), _) => {
            match FigmaJob::find(whose(&asked.me), id).await? {
                Some(known) if Some(&known.word("figma_url")) == url(&asked.request) => {}
                Some(_) => {
                    return Err(Invalid::new("job_id", "is the job of another design").into());
                }
                None => take_up(&asked, id).await?,
            }
            id
        }
        (None, Some(_)) => {
            let (follower, _) = begin(work(&asked)?, &asked).await?;
            follower.trace().stay();
            follower.trace().id()
        }
        (None, None) => {
            let id = asked.me.app.random_id();
            take_up(&asked, id).await?;
            id
        }
    };
    Ok(Json(FigmaStarted {
        ok: true,
        job_id: id.to_string(),
        trace_id: id.to_string(),
        first_cursor: 0,
        persist: PERSIST.to_owned(),
    }))
}

const PERSIST: &str = "db";

/// Have a chunk of a design, as events.
///
/// While the design is being read, its `progress`; then `page.ready`, `page.includes` before a page's first components,
/// `page.chunk`, and behind the last chunk `done`. A job that a server left, or that Figma kept waiting, is gone on with;
/// one that is not there is begun, where `figma_url` is sent.
#[utoipa::path(post, path = "/figma-context/stream", tag = "ide", request_body = IdeRequest,
    responses(
        (status = 200, description = "Events", content_type = "text/event-stream"),
        (status = 404, description = "`not_found`: no job of yours")))]
pub(super) async fn stream(mut asked: Asked) -> Result<Response, ApiError> {
    let id = job_id(&asked.request)?.ok_or(Invalid::new("job_id", "is missing"))?;
    let said = |part: fn(&FigmaPayload) -> Option<&u32>| {
        asked.request.given(|own| part(&own.figma)).copied()
    };
    let cursor = said(|it| it.cursor.as_ref()).unwrap_or_default() as usize;
    let most = said(|it| it.max_nodes_per_chunk.as_ref());
    let seconds = said(|it| it.max_sse_sec.as_ref()).unwrap_or(LONGEST);
    // No shorter than a stream stays open after its last event.
    let idle = said(|it| it.idle_timeout_ms.as_ref())
        .unwrap_or(LONGEST_MS)
        .clamp(1_000, LONGEST_MS);
    let slot = slot(&asked.me)?;
    let known = FigmaJob::find(whose(&asked.me), id).await?;
    let is_read = known
        .as_ref()
        .is_some_and(|known| known.end("done").is_some());
    let elsewhere = match &known {
        Some(known) => known.is_elsewhere(whose(&asked.me)).await?,
        None => false,
    };
    match known {
        None if url(&asked.request).is_some() => take_up(&asked, id).await?,
        None => return Err(ApiError::NOT_FOUND),
        Some(known) if !elsewhere && known.is_stuck(whose(&asked.me)) => {
            known.asks_again(&mut asked.request);
            take_up(&asked, id).await?;
        }
        Some(_) => {}
    }
    let me = asked.me;
    let follower = me.engine().follow_trace(me.owner(), id, elsewhere).await?;
    let teller = Teller {
        most: most.map_or(CHUNK, |most| most as usize),
        owner: me.owner(),
        app: me.app,
        id,
        cursor,
        is_read,
    };
    let ready = json!({ "trace_id": id.to_string(), "job_id": id.to_string(), "cursor": cursor });
    let ready = frame("ready", &ready.to_string());
    let heard = until_idle(
        heard(follower, slot),
        Duration::from_millis(u64::from(idle)),
    );
    let told = heard.then(move |heard| {
        let teller = teller.clone();
        async move { streams::iter(teller.frames(heard).await) }
    });
    let frames = streams::iter([ready]).chain(told.flatten());
    let over = sleep(Duration::from_secs(u64::from(seconds.clamp(1, LONGEST))));
    Ok(dressed(frames.take_until(over)))
}

/// Put what was read of a design into a page of the project.
///
/// `page_id` names the page; `page.components` brings components, at most 300, instead of those that the job has read. The
/// page is the document `app/pages/PAGE.json`.
#[utoipa::path(post, path = "/figma-context/apply", tag = "ide", request_body = IdeRequest,
    responses(
        (status = 200, description = "How many components were written", body = IdeReply),
        (status = 404, description = "`not_found`: no job of yours"),
        (status = 409, description = "`version_mismatch`: somebody changed the page meanwhile; `trace_open`: it is still being read")))]
pub(super) async fn apply(asked: Asked) -> Result<Response, ApiError> {
    answer(IdeTask::FigmaApply, asked).await
}

/// Which job.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct JobQuery {
    /// The job
    job_id: String,
}

/// Ask how far a design is read.
#[utoipa::path(get, path = "/figma-context/status", tag = "ide", params(JobQuery),
    responses(
        (status = 200, description = "How it stands", body = FigmaJobReply),
        (status = 404, description = "`not_found`: no job of yours")))]
pub(super) async fn status(
    me: Me,
    headers: axum::http::HeaderMap,
    InQuery(query): InQuery<JobQuery>,
) -> Answer<FigmaJobReply> {
    let id = Uuid::try_parse(&query.job_id).map_err(|_| ApiError::NOT_FOUND)?;
    let known = FigmaJob::of(whose(&me), id).await?;
    let links = links_of(&me, &headers, known.id).await?;
    let sent = known.sent();
    let number = |event: &TraceBody, name: &str| {
        let number = event.get(name).and_then(Value::as_u64);
        number.and_then(|number| u32::try_from(number).ok())
    };
    let last = sent.last();
    let done = known.end("done").map(TraceEvent::fields);
    let scanned = done
        .as_ref()
        .and_then(|done| done["meta"]["chunks"].as_u64());
    let at = |event: Option<&TraceEvent>| iso(event.map_or(0, |event| event.at_ms));
    let mut cursors: Vec<_> = sent
        .iter()
        .filter_map(|sent| number(sent, "cursor"))
        .collect();
    cursors.sort_unstable();
    cursors.dedup();
    Ok(Json(FigmaJobReply {
        ok: true,
        persist: PERSIST.to_owned(),
        id: known.id.to_string(),
        figma_url: known.word("figma_url"),
        status: known.state(whose(&me)),
        // As the client cuts it; until it did, as we do.
        total_chunks: last
            .and_then(|sent| number(sent, "total_chunks"))
            .or(scanned.and_then(|many| u32::try_from(many).ok()))
            .unwrap_or_default(),
        done_chunks: u32::try_from(cursors.len()).unwrap_or(u32::MAX),
        last_cursor: last.and_then(|sent| number(sent, "cursor")),
        created_at: at(known.events.first()),
        updated_at: at(known.events.last()),
        artifacts: FigmaArtifacts { links },
        error: known.end("error").map(|error| {
            let mut error = error.fields();
            error.retain(|name, _| !["ok", "seq", "trace_id"].contains(&name.as_str()));
            error
        }),
    }))
}

/// Break the reading of a design off, or the telling of its chunks.
#[utoipa::path(post, path = "/figma-context/cancel", tag = "ide", request_body = IdeRequest,
    responses(
        (status = 200, description = "It is broken off", body = Value),
        (status = 404, description = "`not_found`: no job of yours")))]
pub(super) async fn cancel(asked: Asked) -> Answer<Value> {
    let (me, id) = (&asked.me, job_id(&asked.request)?);
    let id = id.ok_or(Invalid::new("job_id", "is missing"))?;
    if let Some(mut follower) = me.engine().break_off_trace(me.owner(), id) {
        while follower.next().await.is_some() {}
    }
    let mut known = FigmaJob::of(whose(me), id).await?;
    let is_open = |state| matches!(state, FigmaJobState::Started | FigmaJobState::Error);
    if is_open(known.state(whose(me))) && known.end("done").is_none() {
        // Another server reads it, and finds the end in its trace; or nobody does.
        if let Some(writer) = me.engine().resume_trace(me.owner(), id).await? {
            match writer.tell(vec![aborted("canceled")]).await {
                // It came to its end meanwhile.
                Err(StoreError::LeaseLost) => known = FigmaJob::of(whose(me), id).await?,
                told => told?,
            }
        }
    }
    if known.state(whose(me)) == FigmaJobState::Started && known.end("done").is_some() {
        let canceled = vec![event("figma_job_canceled", json!({}))];
        known.note(whose(me), canceled).await?;
    }
    Ok(Json(json!({ "ok": true, "job_id": id.to_string() })))
}

/// In whose name a job is looked for.
type Whose<'a> = (&'a AppState, Owner);

fn whose(me: &Me) -> Whose<'_> {
    (&me.app, me.owner())
}

/// The job that a request names.
pub(super) fn job_id(request: &IdeRequest) -> Result<Option<Uuid>, Invalid> {
    let id = request.given(|part| part.figma.job_id.as_ref());
    let id = id.map(|id| Uuid::try_parse(id)).transpose();
    id.map_err(|_| Invalid::new("job_id", "is no UUID"))
}

fn url(request: &IdeRequest) -> Option<&String> {
    request.given(|part| part.figma.figma_url.as_ref())
}

fn work(asked: &Asked) -> Result<Work, ApiError> {
    let job = job(IdeTask::FigmaContextScan, asked);
    job.check()?;
    can_read(&asked.me.app, &asked.request)?;
    Ok(Work {
        job: Some(job),
        said: None,
        request: asked.request.clone(),
        route: "figma-context/start",
    })
}

/// Reads a design in the trace of this id, from the start; unless that is under way.
async fn take_up(asked: &Asked, id: Uuid) -> Result<(), ApiError> {
    let (work, me) = (work(asked)?, &asked.me);
    if let Some(writer) = me.engine().resume_trace(me.owner(), id).await? {
        let told = match writer.trace().has_begun() {
            true => fetching(0),
            false => opened(&work),
        };
        // Told before anybody follows: they hear what comes behind the end that it had before.
        writer.tell(told).await?;
        let place = me.app.turn().ok();
        carry_out(work, asked, writer, place);
    }
    Ok(())
}

/// How far the fetching of a design is.
pub(super) fn fetching(done: usize) -> Vec<NamedEvent> {
    progress("fetch", done, 1)
}

fn progress(stage: &'static str, done: usize, total: usize) -> Vec<NamedEvent> {
    let step = TaskProgress { stage, done, total };
    Steps::default().told(step).into_iter().collect()
}

/// A job, as its trace tells of it.
pub(super) struct FigmaJob {
    id: Uuid,
    events: Vec<TraceEvent>,
    started: TraceBody,
}

impl FigmaJob {
    /// A job of the person's, if this is one.
    async fn find((app, owner): Whose<'_>, id: Uuid) -> Result<Option<Self>, ApiError> {
        let events = app.engine().trace_events(owner, id).await?;
        let started = events
            .iter()
            .find(|event| event.name == "figma_job_started");
        let started = started.map(TraceEvent::fields);
        Ok(started.map(|started| Self {
            id,
            events,
            started,
        }))
    }

    /// The same; somebody else's is none.
    pub(super) async fn of(whose: Whose<'_>, id: Uuid) -> Result<Self, ApiError> {
        Self::find(whose, id).await?.ok_or(ApiError::NOT_FOUND)
    }

    fn word(&self, name: &str) -> String {
        let word = self.started.get(name).and_then(Value::as_str);
        word.unwrap_or_default().to_owned()
    }

    /// The end that its reading came to, if it is this one.
    fn end(&self, name: &str) -> Option<&TraceEvent> {
        let ends = self.events.iter().rev();
        let mut steps = ends.filter(|event| event.is_last() || event.name == "progress");
        steps.next().filter(|end| end.name == name)
    }

    /// Its chunks that were sent, as it was told of them.
    fn sent(&self) -> Vec<TraceBody> {
        let sent = self.events.iter();
        let sent = sent.filter(|event| event.name == "figma_job_chunk_done");
        sent.map(TraceEvent::fields).collect()
    }

    fn state(&self, (app, owner): Whose<'_>) -> FigmaJobState {
        let has = |name: &str| self.events.iter().any(|event| event.name == name);
        let is_traced = app.engine().is_traced(owner, self.id);
        if has("figma_job_canceled") || self.end("aborted").is_some() {
            FigmaJobState::Canceled
        } else if has("figma_job_done") {
            FigmaJobState::Done
        } else if self.end("error").is_some() && !is_traced {
            FigmaJobState::Error
        } else {
            FigmaJobState::Started
        }
    }

    /// Nobody reads it here, and it is worth trying again.
    fn is_stuck(&self, (app, owner): Whose<'_>) -> bool {
        let error = self.end("error").map(TraceEvent::fields);
        let is_over = self.end("done").is_some() || self.end("aborted").is_some();
        let is_open = match error {
            Some(error) => error.get("retryable") == Some(&Value::Bool(true)),
            None => !is_over,
        };
        is_open && !app.engine().is_traced(owner, self.id)
    }

    /// Another server reads it.
    async fn is_elsewhere(&self, (app, owner): Whose<'_>) -> Stored<bool> {
        let is_over = ["done", "error", "aborted"].map(|end| self.end(end).is_some());
        let is_open = !is_over.contains(&true) && !app.engine().is_traced(owner, self.id);
        Ok(match self.events.last().filter(|_| is_open) {
            Some(last) => !is_cut_off(app, self.id, last.at_ms).await?,
            None => false,
        })
    }

    /// Has a request ask for what the job was begun for.
    fn asks_again(&self, request: &mut IdeRequest) {
        let meta = self.events.iter().find(|event| event.name == "meta");
        let meta = meta.map(TraceEvent::fields).unwrap_or_default();
        let project = meta.get("project_id").and_then(Value::as_str);
        request.project_id = project.map(str::to_owned);
        let figma = &mut request.own.figma;
        figma.figma_url = Some(self.word("figma_url"));
        figma.node_id = Some(self.word("node_id")).filter(|node| !node.is_empty());
    }

    /// What was read.
    pub(super) async fn scan(&self, whose: Whose<'_>) -> Result<FigmaScan, ApiError> {
        let done = self.end("done").ok_or(ApiError::TRACE_OPEN)?.fields();
        let place = &done["artifact"];
        let word = |name: &str| place[name].as_str().unwrap_or_default().to_owned();
        let name = named(&word("bucket"), &word("path"))?;
        let bytes = bytes_of(whose.0, whose.1, name).await?;
        FigmaScan::read(&bytes).map_err(ApiError::internal)
    }

    /// Tells the trace what became of its chunks, each thing once.
    async fn note(&self, (app, owner): Whose<'_>, events: Vec<NamedEvent>) -> Result<(), ApiError> {
        let named = events.into_iter().map(|(name, mut fields)| {
            let id = match fields.get("cursor") {
                Some(cursor) => format!("{name} {cursor} of {}", fields["total_chunks"]),
                None => name.to_owned(),
            };
            fields.insert("event_id".to_owned(), json!(id));
            (name, fields)
        });
        let told = app
            .engine()
            .append_to_trace((owner, self.id), named.collect());
        told.await?;
        Ok(())
    }
}

/// Tells a chunk of a job, once that is read.
#[derive(Clone)]
struct Teller {
    app: AppState,
    owner: Owner,
    id: Uuid,
    cursor: usize,
    most: usize,
    /// It was read before: how that went is not told again.
    is_read: bool,
}

impl Teller {
    async fn frames(&self, heard: Heard) -> Vec<Bytes> {
        let event = match heard {
            Heard::Silence => return vec![alive(self.id, &self.app)],
            Heard::Event(event) => event,
        };
        match event.name.as_str() {
            "done" => match self.chunk(&event).await {
                Ok(frames) => frames,
                Err(error) => vec![self.frame(problem::event(&error, self.id))],
            },
            "error" | "aborted" => vec![frame(&event.name, &event.body)],
            name if REPORTED.contains(&name) || ["queued", "progress"].contains(&name) => {
                let is_new = (!self.is_read).then(|| frame(name, &event.body));
                is_new.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn frame(&self, (name, mut fields): NamedEvent) -> Bytes {
        fields.insert("trace_id".to_owned(), json!(self.id.to_string()));
        frame(name, &ascii(&Value::Object(fields).to_string()))
    }

    async fn chunk(&self, done: &TraceEvent) -> Result<Vec<Bytes>, ApiError> {
        let whose = (&self.app, self.owner);
        let known = FigmaJob::of(whose, self.id).await?;
        if known.state(whose) == FigmaJobState::Canceled {
            return Ok(vec![self.frame(aborted("canceled"))]);
        }
        let scan = known.scan(whose).await?;
        let (cursor, most) = (self.cursor, self.most);
        let told = tokio::task::spawn_blocking(move || chunk(&scan, cursor, most)).await;
        let told = told.map_err(ApiError::internal)?;
        let told = told.ok_or(Invalid::new("cursor", "lies behind the last chunk"))?;
        let (total, is_last) = (told.total, cursor + 1 == told.total);
        let chunk = json!({ "cursor": cursor, "total_chunks": total });
        let mut noted = vec![event("figma_job_chunk_done", chunk)];
        if is_last {
            noted.push(event("figma_job_done", json!({ "total_chunks": total })));
        }
        known.note(whose, noted).await?;
        let far = progress("assemble", cursor + 1, total);
        let told = told.events.into_iter().chain(far);
        let mut frames: Vec<_> = told.map(|told| self.frame(told)).collect();
        if is_last {
            frames.push(frame(&done.name, &done.body));
        }
        Ok(frames)
    }
}
