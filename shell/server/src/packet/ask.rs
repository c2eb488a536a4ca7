//! `POST /api/llmcp`: a request packet in, a response packet out.

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use screen_agent_engine::packet::{Answered, Progress};
use screen_agent_store::Owner;
use screen_agent_wire::packet::problem::ProblemBody;
use screen_agent_wire::packet::response::ReplyPacket;
use screen_agent_wire::packet::{RequestPacket, read};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::problems::Problems;
use super::{Own, events};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::http::body::{INTERACT, receive};
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
    State(app): State<AppState>,
    Extension(own): Extension<Own>,
    caller: Caller,
    request: Request,
) -> Result<Response, ApiError> {
    let streams = wants_events(request.headers());
    let id = request.extensions().get::<RequestId>().cloned();
    let held = receive(&app, request, INTERACT).await?;
    let digest: [u8; 32] = Sha256::digest(&held.bytes).into();
    // Reading eight megabytes takes a while, so it is done aside.
    let read = tokio::task::spawn_blocking(move || read::request(&held.bytes));
    let packet = read.await.map_err(ApiError::internal)??;
    let asked = Asked {
        app,
        owner: caller.owner(),
        packet,
        digest,
    };
    if streams {
        let id = id.map(|RequestId(id)| id).unwrap_or_default();
        return events::streamed(&own.streams, asked, id);
    }
    let (tell, _nobody) = unbounded_channel();
    let answered = asked.answer(tell).await?;
    let mut response = axum::Json(answered.reply).into_response();
    if answered.repeated {
        let headers = response.headers_mut();
        headers.insert("idempotent-replayed", HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// A packet that is to be answered.
pub(super) struct Asked {
    pub(super) app: AppState,
    pub(super) owner: Owner,
    packet: RequestPacket,
    digest: [u8; 32],
}

impl Asked {
    /// Answers it, and tells how far it is.
    pub(super) async fn answer(
        self,
        tell: UnboundedSender<Progress>,
    ) -> Result<Answered, ApiError> {
        let asking = self
            .app
            .engine()
            .ask(self.owner, self.packet, self.digest, tell);
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
