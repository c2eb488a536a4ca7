//! Uploads that are taken in: a link to put one, then a trace in which its screen is read, and a result. What was begun is
//! kept, so that a server that starts again goes on with it.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use screen_agent_engine::trace::{TraceBody, TraceEvent, TraceWriter};
use screen_agent_ide::ingest::{IngestedScreen, ingest};
use screen_agent_ide::task::TaskProgress;
use screen_agent_ide::trace::{Steps, fields};
use screen_agent_store::ide::{IdeJob, ObjectName, ObjectRecord, PendingJob};
use screen_agent_store::{Duty, Owner, StoreError};
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::ENVELOPE_VERSION;
use screen_agent_wire::ide::artifact::{
    IngestStatus, UploadIngest, UploadIngested, UploadIngesting, UploadPresign, UploadPresigned,
};
use screen_agent_wire::invalid::given;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use utoipa::IntoParams;
use uuid::Uuid;

use super::object::{ARTIFACTS, FIGMA, NewObject, address, base, found, in_key, keep, link, named};
use super::object_link::{LinkUse, UPLOAD_SECONDS, sign};
use super::problem;
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Answer, Json};
use crate::http::params::InQuery;
use crate::state::AppState;

/// Bytes of an upload that are read at a time.
const PIECE: usize = 256 * 1024;
/// Jobs that are taken up after a restart.
const RESUMED: u32 = 10_000;
/// What a trace that takes something in tells first of it.
const REQUESTED: &str = "uui_ingest_requested";

/// What is to be taken in, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Ingesting {
    project: String,
    storage_key: String,
    /// SHA-256 of the upload when it was asked for.
    digest: String,
    /// Where whoever asked reaches the server.
    base: String,
}

/// Have a link to upload a file.
#[utoipa::path(post, path = "/figma-compat/uui/presign", tag = "ide", request_body = UploadPresign,
    responses((status = 200, description = "The link, for two hours", body = UploadPresigned)))]
pub(super) async fn presign(
    me: Me,
    headers: HeaderMap,
    Json(body): Json<UploadPresign>,
) -> Answer<UploadPresigned> {
    let project = project(body.project_camel, body.project_id)?;
    given("fileName", &body.file_name, 200)?;
    let key = format!("uploads/{}/{}", in_key(&project), in_key(&body.file_name));
    let name = named(FIGMA, &key)?;
    let upload = (LinkUse::Upload { replace: true }, UPLOAD_SECONDS);
    let token = sign(&me.app, me.owner(), &name, upload);
    Ok(Json(UploadPresigned {
        ok: true,
        signed_url: address(&base(&headers), "upload/sign", &name, &token),
        bucket: name.bucket,
        key: name.key,
        token,
    }))
}

/// Take in an upload: its screen is read and kept as a tree, in a trace of its own.
#[utoipa::path(post, path = "/figma-compat/uui/ingest", tag = "ide", request_body = UploadIngest,
    responses(
        (status = 200, description = "It is under way", body = UploadIngesting),
        (status = 404, description = "`not_found`: nothing was uploaded there"),
        (status = 422, description = "`validation_failed`: it is not what `sha256` or `size` say")))]
pub(super) async fn begin(
    me: Me,
    headers: HeaderMap,
    Json(body): Json<UploadIngest>,
) -> Answer<UploadIngesting> {
    let project = project(body.project_camel, body.project_id)?;
    let key = body
        .storage_key
        .strip_prefix("figma/")
        .unwrap_or(&body.storage_key);
    let upload = found(&me.app, me.owner(), named(FIGMA, key)?).await?;
    let digest = hex::encode(upload.digest);
    if body
        .sha256
        .is_some_and(|sha256| !sha256.eq_ignore_ascii_case(&digest))
    {
        return Err(problem::wrong(Invalid::new(
            "sha256",
            "is not that of the upload",
        )));
    }
    if body.size.is_some_and(|size| size != u64::from(upload.size)) {
        return Err(problem::wrong(Invalid::new(
            "size",
            "is not that of the upload",
        )));
    }
    let wanted = body.trace_id.as_deref().map(Uuid::try_parse).transpose();
    let wanted = wanted.map_err(|_| Invalid::new("traceId", "is no UUID"))?;
    let trace = wanted.unwrap_or_else(|| me.app.random_id());
    let ingesting = Ingesting {
        project,
        storage_key: upload.name.key,
        digest,
        base: base(&headers),
    };
    let told = me.engine().trace_events(me.owner(), trace).await?;
    let first = told
        .iter()
        .find(|event| event.name == REQUESTED)
        .map(TraceEvent::fields);
    let is_same = first.is_some_and(|first| {
        first["storage_key"] == ingesting.storage_key && first["sha256"] == ingesting.digest
    });
    if !is_same {
        if !told.is_empty() || me.engine().is_traced(me.owner(), trace) {
            return Err(Invalid::new("traceId", "is the trace of something else").into());
        }
        let job = IdeJob {
            trace,
            body: json!(ingesting).to_string(),
            created_ms: me.now_ms(),
        };
        // Before it is answered: from here on it comes to an end, whatever happens to this process.
        me.rows().begin_job(job).await?;
        take_up(&me.app, me.owner(), trace, ingesting).await?;
    }
    Ok(Json(UploadIngesting {
        ok: true,
        trace_id: trace.to_string(),
    }))
}

/// Which upload.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct ResultQuery {
    /// The trace in which it is taken in
    #[serde(alias = "trace_id")]
    trace_id: String,
}

/// How far the taking in of an upload is, and where the result is had.
#[utoipa::path(get, path = "/figma-compat/uui/ingest/result", tag = "ide", params(ResultQuery),
    responses(
        (status = 200, description = "How it stands", body = UploadIngested),
        (status = 404, description = "`not_found`: nothing is taken in there"),
        (status = 422, description = "`validation_failed`: the upload is no screen; and other errors that it ended in")))]
pub(super) async fn result(
    me: Me,
    headers: HeaderMap,
    InQuery(query): InQuery<ResultQuery>,
) -> Result<Response, ApiError> {
    let trace = Uuid::try_parse(&query.trace_id).map_err(|_| ApiError::NOT_FOUND)?;
    let told = me.engine().trace_events(me.owner(), trace).await?;
    let requested = told.iter().find(|event| event.name == REQUESTED);
    let first = requested.ok_or(ApiError::NOT_FOUND)?.fields();
    let last = told.last().map(|last| (last.name.as_str(), last.fields()));
    let word =
        |fields: &TraceBody, name: &str| fields[name].as_str().unwrap_or_default().to_owned();
    let mut reply = UploadIngested {
        ok: true,
        trace_id: trace.to_string(),
        status: IngestStatus::Pending,
        bucket: FIGMA.to_owned(),
        key: word(&first, "storage_key"),
        signed_url: None,
        content_type: None,
        size: None,
    };
    match last {
        Some(("done", done)) => {
            let name = named(&word(&done, "bucket"), &word(&done, "key"))?;
            let object = found(&me.app, me.owner(), name).await?;
            let link = link(&me.app, me.owner(), &base(&headers), &object);
            reply.status = IngestStatus::Ready;
            (reply.bucket, reply.key) = (link.bucket, link.key);
            reply.signed_url = Some(link.url);
            reply.content_type = Some(link.mime);
            reply.size = Some(link.size);
        }
        Some(("error", mut error)) => {
            let status = error.remove("status").and_then(|status| status.as_u64());
            let status = u16::try_from(status.unwrap_or(500)).unwrap_or(500);
            let status = StatusCode::from_u16(status).map_err(ApiError::internal)?;
            error.remove("seq");
            return Ok((status, axum::Json(error)).into_response());
        }
        _ => {}
    }
    Ok(axum::Json(reply).into_response())
}

fn project(camel: Option<String>, snake: Option<String>) -> Result<String, Invalid> {
    let project = camel.or(snake).unwrap_or_default();
    given("projectId", &project, 200)?;
    Ok(project)
}

/// Goes on with what a process that is gone had begun.
pub async fn resume_jobs(app: &AppState) -> Result<usize, StoreError> {
    let waiting = app.store().upkeep().list::<PendingJob>(RESUMED).await?;
    let many = waiting.len();
    for PendingJob { owner, job } in waiting {
        match serde_json::from_str(&job.body) {
            Ok(ingesting) => take_up(app, owner, job.trace, ingesting).await?,
            Err(error) => {
                tracing::error!(%error, trace = %job.trace, "a job that nobody can read was dropped");
                app.store().scoped(owner).end_job(job.trace).await?;
            }
        }
    }
    Ok(many)
}

/// Takes something in when there is room, in its trace.
async fn take_up(
    app: &AppState,
    owner: Owner,
    trace: Uuid,
    ingesting: Ingesting,
) -> Result<(), StoreError> {
    // Another process may be at it.
    if !app.store().upkeep().takes(Duty::Job(trace)).await? {
        return Ok(());
    }
    let Some(writer) = app.engine().resume_trace(owner, trace).await? else {
        return Ok(());
    };
    if !writer.trace().has_begun() {
        writer.tell(opening(&ingesting)).await?;
    }
    let job = Job {
        app: app.clone(),
        owner,
        writer,
        ingesting,
    };
    app.engine().aside(owner, trace.to_string(), job.finish());
    Ok(())
}

fn opening(ingesting: &Ingesting) -> Vec<(&'static str, TraceBody)> {
    let requested = json!({ "storage_key": ingesting.storage_key, "bucket": FIGMA,
        "sha256": ingesting.digest });
    let meta = json!({ "envelope_version": ENVELOPE_VERSION, "operation": "uui.ingest",
        "intent": { "text": "", "keywords": [] }, "project_id": ingesting.project });
    vec![
        ("ready", TraceBody::new()),
        ("meta", fields(meta)),
        (REQUESTED, fields(requested)),
    ]
}

/// Something that is being taken in.
struct Job {
    app: AppState,
    owner: Owner,
    writer: TraceWriter,
    ingesting: Ingesting,
}

impl Job {
    async fn finish(self) {
        self.carry_out().await;
        let duty = Duty::Job(self.writer.trace().id());
        if let Err(error) = self.app.store().upkeep().lets_go(duty).await {
            tracing::warn!(%error, "a job stays this process's");
        }
    }

    async fn carry_out(&self) {
        // It was ended, and the process with it before that could be noted.
        if !self.writer.trace().is_over() {
            let events = match self.done().await {
                Ok(events) => events,
                Err(error) => vec![
                    (
                        "uui_ingest_failed",
                        fields(json!({ "code": error.code.to_lowercase() })),
                    ),
                    problem::event(&error, self.writer.trace().id()),
                ],
            };
            if let Err(error) = self.writer.tell(events).await {
                // It stays as it is, and is taken up again.
                tracing::error!(%error, "the end of a job could not be kept");
                return;
            }
        }
        let rows = self.app.store().scoped(self.owner);
        if let Err(error) = rows.end_job(self.writer.trace().id()).await {
            tracing::warn!(%error, "the end of a job could not be noted");
        }
    }

    async fn done(&self) -> Result<Vec<(&'static str, TraceBody)>, ApiError> {
        let bytes = self.read().await?;
        let place = self.app.turn_in_time().await?;
        // Ten megabytes of a screen take a while.
        let reading = tokio::task::spawn_blocking(move || {
            let _place = place;
            let file = serde_json::from_slice(&bytes);
            let file: Value = file
                .map_err(|_| Invalid::new("storage_key", "is not JSON, or is nested too deep"))?;
            let taken = ingest(&file)?;
            let screen = serde_json::to_vec(&taken.screen)
                .map_err(|_| Invalid::new("storage_key", "cannot be written"))?;
            Ok::<_, Invalid>((taken, screen))
        });
        let (taken, screen) = reading
            .await
            .map_err(ApiError::internal)?
            .map_err(problem::wrong)?;
        self.step(
            &mut Steps::default(),
            ("components", taken.components, taken.components),
        )
        .await?;
        let trace = self.writer.trace().id();
        let key = format!(
            "artifacts/cogo_ui/{}/{trace}.json",
            in_key(&self.ingesting.project)
        );
        let new = NewObject {
            name: named(ARTIFACTS, &key)?,
            mime: "application/json".to_owned(),
            bytes: screen.into(),
            trace: Some(trace),
        };
        let object = keep(&self.app, self.owner, new, true).await?;
        Ok(self.closing(&object, &taken))
    }

    /// The upload, if it is still what it was when it was asked for.
    async fn read(&self) -> Result<Vec<u8>, ApiError> {
        let name = ObjectName {
            bucket: FIGMA.to_owned(),
            key: self.ingesting.storage_key.clone(),
        };
        let upload = found(&self.app, self.owner, name).await?;
        let total = usize::try_from(upload.size).map_err(ApiError::internal)?;
        let (mut bytes, mut steps) = (Vec::with_capacity(total), Steps::default());
        while bytes.len() < total {
            let piece = self
                .app
                .blobs()
                .get(upload.blob, bytes.len() as u64, PIECE)
                .await;
            let piece = piece
                .map_err(ApiError::blobs)?
                .filter(|piece| !piece.is_empty());
            bytes.extend(piece.ok_or(ApiError::NOT_FOUND)?);
            self.step(&mut steps, ("bytes", bytes.len(), total)).await?;
        }
        match hex::encode(Sha256::digest(&bytes)) == self.ingesting.digest {
            true => Ok(bytes),
            false => Err(problem::wrong(Invalid::new(
                "storage_key",
                "has changed since it was to be taken in",
            ))),
        }
    }

    async fn step(
        &self,
        steps: &mut Steps,
        (stage, done, total): (&'static str, usize, usize),
    ) -> Result<(), ApiError> {
        match steps.told(TaskProgress { stage, done, total }) {
            Some(event) => Ok(self.writer.tell(vec![event]).await?),
            None => Ok(()),
        }
    }

    fn closing(
        &self,
        object: &ObjectRecord,
        taken: &IngestedScreen,
    ) -> Vec<(&'static str, TraceBody)> {
        let link = link(&self.app, self.owner, &self.ingesting.base, object);
        let place = json!({ "bucket": link.bucket, "key": link.key });
        let many = taken.components;
        let done = json!({
            "ok": true,
            "title": "Upload taken in",
            "response": format!("{many} components were read."),
            "envelope_version": ENVELOPE_VERSION,
            "bucket": link.bucket,
            "key": link.key,
            "components": many,
            "artifacts": { "cogo_ui_json_preview": taken.preview, "links": [link] },
        });
        vec![
            ("uui_ingest_succeeded", fields(place)),
            ("done", fields(done)),
        ]
    }
}
