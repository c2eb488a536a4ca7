//! `POST /api/llmcp`: a request packet in, a response packet out.

use axum::Extension;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use screen_agent_engine::packet::{Answered, RunProgress};
use screen_agent_wire::packet::problem::ProblemBody;
use screen_agent_wire::packet::response::ReplyPacket;
use screen_agent_wire::packet::{RequestPacket, read};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::problems::Problems;
use super::{Own, events};
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{INTERACT, Json, receive};
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
        (status = 409, description = "`RUN_NOT_OPEN`, `RUN_BUSY`", body = ProblemBody),
        (status = 413, description = "`TOO_LARGE`: more than 8 MiB", body = ProblemBody),
        (status = 415, description = "`UNSUPPORTED_MEDIA_TYPE`: not JSON", body = ProblemBody),
        (status = 422, description = "`IDEMPOTENCY_MISMATCH`: the id was another packet's", body = ProblemBody),
        (status = 502, description = "`MODEL_UNAVAILABLE`", body = ProblemBody),
        (status = 504, description = "`MODEL_TIMEOUT`", body = ProblemBody),
        Problems))]
pub(super) async fn ask(
    Extension(own): Extension<Own>,
    Extension(RequestId(id)): Extension<RequestId>,
    headers: HeaderMap,
    asked: Asked,
) -> Result<Response, ApiError> {
    if wants_events(&headers) {
        return events::streamed(&own.streams, asked, id);
    }
    let (tell, _nobody) = unbounded_channel();
    let Answered { reply, repeated } = asked.answer(tell).await?;
    let replayed = repeated.then_some([("idempotent-replayed", "true")]);
    Ok((replayed, Json(reply)).into_response())
}

/// A packet that is to be answered.
pub(super) struct Asked {
    pub(super) me: Me,
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

impl Asked {
    /// Answers it, and tells how far it is.
    pub(super) async fn answer(
        self,
        tell: UnboundedSender<RunProgress>,
    ) -> Result<Answered, ApiError> {
        let Self { me, packet, digest } = self;
        let asking = me.engine().ask(me.owner(), packet, digest, tell);
        Ok(asking.await?)
    }
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|it| it.to_str().ok());
    accepted.is_some_and(|accepted| {
        accepted
            .split(',')
            .filter_map(|one| one.split(';').next())
            .any(|kind| kind.trim().eq_ignore_ascii_case("text/event-stream"))
    })
}
