//! `POST /api/llmcp`: a request packet in, a response packet out.

use axum::Extension;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::response::sse::Event;
use axum::response::{IntoResponse as _, Response};
use screen_agent_engine::packet::Answered;
use screen_agent_engine::{ProgressSender, ProgressUpdate};
use screen_agent_packet::read;
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::response::ReplyPacket;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{INTERACT, Json, receive};
use crate::http::events::{event, streamed, wants_events};
use crate::http::outer::RequestId;
use crate::state::AppState;

/// Ask about pages: a request packet in, a response packet out.
///
/// With `Accept: text/event-stream` the answer comes as events: `progress` with a sentence each,
/// then `packet` with the response packet, or `error`. A packet of the same id and body is answered
/// the same for a day, and no model is asked again.
#[utoipa::path(post, path = "/api/llmcp", tag = "packet",
    request_body = RequestPacket,
    responses(
        (status = 200, description = "The response packet", body = ReplyPacket),
        (status = 409, description = "`RUN_NOT_OPEN`, `RUN_BUSY`"),
        (status = 413, description = "`TOO_LARGE`: more than 8 MiB"),
        (status = 415, description = "`UNSUPPORTED_MEDIA_TYPE`: not JSON"),
        (status = 422, description = "`IDEMPOTENCY_MISMATCH`: the id was another packet's"),
        (status = 502, description = "`MODEL_UNAVAILABLE`, `MODEL_EMPTY`"),
        (status = 504, description = "`MODEL_TIMEOUT`")))]
pub(super) async fn ask(
    Extension(RequestId(id)): Extension<RequestId>,
    headers: HeaderMap,
    asked: Asked,
) -> Result<Response, ApiError> {
    let Asked { me, packet, digest } = asked;
    let (engine, owner) = (me.engine().clone(), me.owner());
    let answering = |progress| async move {
        let asking = engine.ask(owner, packet, digest, progress);
        Ok(asking.await?)
    };
    if wants_events(&headers) {
        return streamed(&me, answering, progress, move |answer| last(answer, &id));
    }
    let Answered { reply, repeated } = answering(ProgressSender::default()).await?;
    let replayed = repeated.then_some([("idempotent-replayed", "true")]);
    Ok((replayed, Json(reply)).into_response())
}

/// A packet that is to be answered.
pub(super) struct Asked {
    me: Me,
    packet: RequestPacket,
    digest: [u8; 32],
}

impl FromRequest<AppState> for Asked {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let me = Me::of(app, request.extensions())?;
        let held = receive(app, request, INTERACT).await?;
        let digest = Sha256::digest(&held.bytes).into();
        // Reading eight megabytes takes a while, so it is done aside.
        let read = tokio::task::spawn_blocking(move || read::request(&held.bytes));
        let packet = read.await.map_err(ApiError::internal)??;
        Ok(Self { me, packet, digest })
    }
}

fn progress(update: &ProgressUpdate) -> Event {
    #[derive(Serialize)]
    struct Said<'a> {
        text: &'a str,
        step: u32,
    }
    let (text, step) = (&update.text, update.step);
    event("progress", &Said { text, step })
}

fn last(answer: Result<Answered, ApiError>, request_id: &str) -> Event {
    match answer {
        Ok(answered) => event("packet", &answered.reply),
        Err(error) => {
            error.log();
            event("error", &super::problem::body(&error, request_id))
        }
    }
}
