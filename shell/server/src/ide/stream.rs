//! A trace as server-sent events, byte for byte as published clients read them: a frame a piece, JSON in one line.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::{Stream, stream};
use screen_agent_engine::trace::Follower;
use screen_agent_realtime::Tallied;
use screen_agent_store::Owner;
use serde_json::json;
use std::convert::Infallible;
use tokio::time::{sleep, timeout};

use crate::http::events::{KEEP_ALIVE, unbuffered};
use crate::state::AppState;

/// How long a stream stays open after its last event: clients that read on while they hang up lose what came last with
/// the end of the stream.
const LINGER: Duration = Duration::from_millis(300);

/// The stream of a trace.
pub(super) fn response(follower: Follower, slot: Tallied<Owner>, app: AppState) -> Response {
    let frames = frames(follower, slot, move || app.now_ms());
    let mut response = unbuffered(Response::new(Body::from_stream(frames)));
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("text/event-stream");
    headers.insert(header::CONTENT_TYPE, kind);
    let fresh = HeaderValue::from_static("no-cache");
    headers.insert(header::CACHE_CONTROL, fresh);
    response
}

/// The frames of a trace, with a sign of life in each silence.
fn frames(
    follower: Follower,
    slot: Tallied<Owner>,
    now_ms: impl Fn() -> i64 + Send + 'static,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
    let state = (follower, slot, now_ms, false);
    stream::unfold(state, async |(mut follower, slot, now_ms, is_over)| {
        if is_over {
            sleep(LINGER).await;
            return None;
        }
        let (frame, is_over) = match timeout(KEEP_ALIVE, follower.next()).await {
            Ok(event) => {
                let event = event?;
                (frame(&event.name, &event.body), event.is_last())
            }
            Err(_) => {
                let trace = follower.trace().id().to_string();
                let alive = json!({ "trace_id": trace, "ts": now_ms() });
                (frame("keepalive", &alive.to_string()), false)
            }
        };
        Some((Ok(frame), (follower, slot, now_ms, is_over)))
    })
}

fn frame(name: &str, body: &str) -> Bytes {
    format!("event: {name}\ndata: {body}\n\n").into()
}
