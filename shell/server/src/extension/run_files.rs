//! Files of runs: those that a run is given, and those that pages give during it. Workers fetch and bring them for as long
//! as they hold the run; its owner has links.

use std::sync::Arc;

use axum::Extension;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::Response;
use screen_agent_engine::filename;
use screen_agent_store::file::FileRecord;
use screen_agent_store::queue::{FileOfRun, FileReceived, RunHold};
use screen_agent_store::{Owner, StoreError};
use screen_agent_wire::extension::run::{NewRun, RunFile, WorkFile};
use screen_agent_wire::invalid::chars;
use screen_agent_wire::{Invalid, limits};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::runs::RunPath;
use super::work::{Worker, hold, lost};
use super::{Own, files};
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Json, receive_any};
use crate::http::params::{InPath, InQuery, number};
use crate::state::AppState;

/// Longest name of a file that a worker can write down, in bytes.
const NAME: usize = 255;
/// Most files of one worker's hold, those that were refused included.
const MOST_TRIES: u32 = 10_000;

/// Refuses an order whose files are not there, or cannot be told apart.
pub(super) async fn all_there(me: &Me, order: &NewRun) -> Result<(), ApiError> {
    let mut names: Vec<String> = Vec::new();
    for key in &order.files {
        let found = me.rows().find::<FileRecord>(key.clone()).await?;
        let file = found.ok_or(ApiError::FILE_NOT_FOUND)?;
        if file.name.len() > NAME {
            return Err(Invalid::new("files", "has a name that is too long for a run").into());
        }
        if names.contains(&file.name) {
            return Err(Invalid::new("files", format!("holds two called {}", file.name)).into());
        }
        names.push(file.name);
    }
    Ok(())
}

/// The files of a run, with links where its owner is told.
pub(super) async fn of_run(
    app: &AppState,
    owner: Owner,
    run: Uuid,
    with_links: bool,
) -> Result<Vec<RunFile>, StoreError> {
    let files = app.store().scoped(owner).list::<FileOfRun>(run).await?;
    let told = |file: FileOfRun| RunFile {
        link: with_links.then(|| files::presigned(app, owner, &file.key)),
        key: file.key,
        name: file.name,
        mime_type: file.mime,
        size: file.size,
        received: file.received,
    };
    Ok(files.into_iter().map(told).collect())
}

/// Get a file that the run was given.
#[utoipa::path(post, path = "/api/work/{id}/file", tag = "work", security(("worker" = [])), params(RunPath),
    request_body = WorkFile,
    responses((status = 200, description = "The file as it came", content_type = "application/octet-stream"),
        (status = 404, description = "`FILE_NOT_FOUND`: it is not kept any more, or the run's order does not name it"),
        (status = 409, description = "`RUN_LOST`: it was cancelled, or another has it: stop at once")))]
pub(crate) async fn given(
    worker: Worker,
    InPath(path): InPath<RunPath>,
    Json(body): Json<WorkFile>,
) -> Result<Response, ApiError> {
    let held = worker.order(hold(path, body.claim)).await?;
    let order: NewRun = held.order.read()?;
    if !order.files.contains(&body.key) {
        return Err(ApiError::FILE_NOT_FOUND);
    }
    files::sent(worker.app().clone(), held.owner, body.key).await
}

/// What a worker says of a file that it brings.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReceivedQuery {
    /// As it was given with the run.
    claim: i64,
    /// The how manieth of this hold it is: the same is kept once.
    #[param(value_type = u32)]
    number: String,
    /// What the page calls it.
    name: String,
}

/// Keep a file that a page gave during the run: of a kind that is uploaded, at most 10 MB, and at most 20 of a run.
#[utoipa::path(post, path = "/api/work/{id}/received", tag = "work", security(("worker" = [])),
    params(RunPath, ReceivedQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 204, description = "It is the run's"),
        (status = 409, description = "`RUN_LOST`: it was cancelled, or another has it; `LIMIT_REACHED`: it has too many"),
        (status = 413, description = "More than 10 MB"),
        (status = 422, description = "`UNSUPPORTED_FILE`: not a kind that is read; `UNREADABLE_FILE`: see `details.reason`")))]
pub(crate) async fn received(
    worker: Worker,
    Extension(own): Extension<Arc<Own>>,
    InPath(path): InPath<RunPath>,
    InQuery(query): InQuery<ReceivedQuery>,
    request: Request,
) -> Result<StatusCode, ApiError> {
    let number = number("number", Some(&query.number), 0, 0..=MOST_TRIES)?;
    chars("name", &query.name, limits::TITLE)?;
    let (app, hold) = (worker.app(), hold(path, query.claim));
    let owner = worker.order(hold).await?.owner;
    let held = receive_any(app, request, limits::UPLOAD).await?;
    if held.bytes.is_empty() {
        return Err(Invalid::new("file", "is empty").into());
    }
    let name = filename::shown(&query.name);
    let reading = files::read(app, &own, owner, (&name, &held.bytes)).await?;
    let folder = format!("runs/{}/{}-{number}", hold.id, hold.claim);
    let record = files::record(
        app,
        (app.fresh_id(), &folder),
        (name, &held.bytes),
        &reading,
    )?;
    keep(app, owner, hold, record, &held.bytes).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The bytes first, as with whatever is uploaded: those without a row are nobody's.
async fn keep(
    app: &AppState,
    owner: Owner,
    hold: RunHold,
    file: FileRecord,
    bytes: &[u8],
) -> Result<(), ApiError> {
    let id = file.id;
    let put = app.blobs().put(id, bytes).await;
    put.map_err(ApiError::blobs)?;
    let kept = app.store().scoped(owner).receive_file(hold, file).await;
    match kept {
        Ok(FileReceived::Kept) => Ok(()),
        Ok(FileReceived::KeptBefore) => {
            files::let_go(app, id).await;
            Ok(())
        }
        Err(error) => {
            files::let_go(app, id).await;
            Err(lost(error))
        }
    }
}
