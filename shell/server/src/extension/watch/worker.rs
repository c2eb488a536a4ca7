//! The worker's side: whether somebody watches, the socket to them, and that the person has the page.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::watch::{
    MOST_INPUTS, MOST_PICTURE, WatchSaid, WatchTold, WorkTakeover, WorkWatched, WorkWatchedData,
};
use serde::Deserialize;
use tokio::sync::{mpsc, watch};
use utoipa::IntoParams;
use uuid::Uuid;

use super::{Link, opened, say};
use crate::error::ApiError;
use crate::extension::runs::RunPath;
use crate::extension::work::{Worker, hold, lost};
use crate::extension::{Own, Reply, reply};
use crate::http::body::Json;
use crate::http::params::{InPath, InQuery};

/// Longest that a worker waits for somebody to watch.
const WAIT: Duration = Duration::from_secs(20);
/// How often it is looked.
const LOOK: Duration = Duration::from_millis(500);

/// Wait for somebody who watches the run.
#[utoipa::path(post, path = "/api/work/{id}/watched", tag = "work", security(("worker" = [])), params(RunPath),
    request_body = WorkWatched,
    responses((status = 200, description = "Who does, as soon as somebody does; nobody, after 20 seconds", body = Mirrored<WorkWatchedData>),
        (status = 409, description = "`RUN_LOST`: it was cancelled, or another has it: stop at once")))]
pub(crate) async fn watched(
    worker: Worker,
    InPath(path): InPath<RunPath>,
    Json(body): Json<WorkWatched>,
) -> Reply<WorkWatchedData> {
    let until = tokio::time::Instant::now() + WAIT;
    loop {
        let hold = hold(path, body.claim);
        let found = worker.upkeep().run_watched(hold, worker.now_ms()).await;
        let watch = found.map_err(lost)?;
        if watch.is_some() || tokio::time::Instant::now() >= until {
            return reply(WorkWatchedData { watch });
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = worker.closing() => return reply(WorkWatchedData::default()),
        }
    }
}

/// Say that the person has the page from now on, or has it no longer.
#[utoipa::path(post, path = "/api/work/{id}/takeover", tag = "work", security(("worker" = [])), params(RunPath),
    request_body = WorkTakeover,
    responses((status = 204, description = "It is in the audit log"),
        (status = 409, description = "`RUN_LOST`: it was cancelled, or another has it: stop at once")))]
pub(crate) async fn takeover(
    worker: Worker,
    InPath(path): InPath<RunPath>,
    Json(body): Json<WorkTakeover>,
) -> Result<StatusCode, ApiError> {
    let hold = hold(path, body.claim);
    let noted = worker
        .upkeep()
        .take_over(hold, body.taken, worker.now_ms())
        .await;
    noted.map_err(lost)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which worker comes to whom.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct JoinQuery {
    /// As it was given.
    claim: i64,
    /// Who watches.
    watch: Uuid,
}

/// Show the run to whoever watches it: a websocket. Pictures go up as bytes; what the person wants and does comes down.
#[utoipa::path(get, path = "/api/work/{id}/watch", tag = "work", security(("worker" = [])), params(RunPath, JoinQuery),
    responses((status = 101, description = "Speak as `WatchTold`, listen to `WatchSaid`"),
        (status = 404, description = "`NOT_WATCHED_HERE`: whoever watches is at another server, or has gone: ask, and dial again"),
        (status = 409, description = "`RUN_LOST`"),
        (status = 426, description = "`SOCKET_ONLY`")))]
pub(crate) async fn join(
    worker: Worker,
    InPath(path): InPath<RunPath>,
    InQuery(query): InQuery<JoinQuery>,
    Extension(own): Extension<Arc<Own>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let hold = hold(path, query.claim);
    let now = worker.upkeep().run_watched(hold, worker.now_ms()).await;
    let seat = match now.map_err(lost)? == Some(query.watch) {
        true => own.seats.find(query.watch),
        false => None,
    };
    let seat = seat.ok_or(ApiError::NOT_WATCHED_HERE)?;
    let upgrade = opened(upgrade, MOST_PICTURE)?;
    Ok(upgrade.on_upgrade(move |socket| async move {
        let (pictures, shown) = watch::channel(Bytes::new());
        let (tell, told) = mpsc::channel(MOST_INPUTS);
        let (said, hear) = mpsc::channel(2 * MOST_INPUTS);
        let link = Link {
            hold,
            pictures: shown,
            told,
            said,
        };
        if seat.send(link).await.is_ok() {
            carry(socket, &pictures, &tell, hear).await;
        }
    }))
}

/// Carries what is said to either side, until one of them leaves.
async fn carry(
    mut socket: WebSocket,
    pictures: &watch::Sender<Bytes>,
    tell: &mpsc::Sender<WatchTold>,
    mut hear: mpsc::Receiver<WatchSaid>,
) {
    loop {
        tokio::select! {
            heard = socket.recv() => match heard {
                Some(Ok(Message::Binary(picture))) => drop(pictures.send_replace(picture)),
                Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                    Ok(told @ (WatchTold::State { .. } | WatchTold::Refused { .. } | WatchTold::Done)) => {
                        if tell.send(told).await.is_err() {
                            return;
                        }
                    }
                    Ok(WatchTold::Ended { .. }) | Err(_) => return,
                },
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            said = hear.recv() => match said {
                Some(said) if say(&mut socket, &said).await => {}
                Some(_) | None => return,
            },
        }
    }
}
