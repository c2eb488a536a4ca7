//! A trace as server-sent events, byte for byte as published clients read them: a frame a piece, JSON in one line.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::{Stream, StreamExt as _, stream};
use screen_agent_engine::trace::{Follower, TraceEvent};
use screen_agent_realtime::Tallied;
use screen_agent_store::Owner;
use serde_json::json;
use std::convert::Infallible;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use uuid::Uuid;

use crate::http::events::{KEEP_ALIVE, unbuffered};
use crate::state::AppState;

/// How long a stream stays open after its last event: clients that read on while they hang up lose what came last with
/// the end of the stream.
const LINGER: Duration = Duration::from_millis(300);

/// What is heard of a trace.
pub(super) enum Heard {
    Event(Arc<TraceEvent>),
    /// Nothing, for a while.
    Silence,
}

/// The stream of a trace.
pub(super) fn response(follower: Follower, slot: Tallied<Owner>, app: AppState) -> Response {
    let trace = follower.trace().id();
    let frames = heard(follower, slot).map(move |heard| match heard {
        Heard::Event(event) => frame(&event.name, &event.body),
        Heard::Silence => alive(trace, &app),
    });
    dressed(frames)
}

/// Everything that is heard of a trace, to its end.
pub(super) fn heard(
    follower: Follower,
    slot: Tallied<Owner>,
) -> impl Stream<Item = Heard> + Send + 'static {
    stream::unfold(
        (follower, slot, false),
        async |(mut follower, slot, is_over)| {
            if is_over {
                sleep(LINGER).await;
                return None;
            }
            let heard = match timeout(KEEP_ALIVE, follower.next()).await {
                Ok(event) => Heard::Event(event?),
                Err(_) => Heard::Silence,
            };
            let is_over = matches!(&heard, Heard::Event(event) if event.is_last());
            Some((heard, (follower, slot, is_over)))
        },
    )
}

/// The same until nothing was told for so long. Signs of life tell nothing.
pub(super) fn until_idle(
    heard: impl Stream<Item = Heard> + Send + 'static,
    patience: Duration,
) -> impl Stream<Item = Heard> + Send + 'static {
    let begun = (Box::pin(heard), Instant::now());
    stream::unfold(begun, move |(mut heard, mut since)| async move {
        let next = timeout_at(since + patience, heard.next()).await.ok()??;
        if matches!(next, Heard::Event(_)) {
            since = Instant::now();
        }
        Some((next, (heard, since)))
    })
}

/// Frames as an answer.
pub(super) fn dressed(frames: impl Stream<Item = Bytes> + Send + 'static) -> Response {
    let body = Body::from_stream(frames.map(Ok::<_, Infallible>));
    let mut response = unbuffered(Response::new(body));
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("text/event-stream");
    headers.insert(header::CONTENT_TYPE, kind);
    let fresh = HeaderValue::from_static("no-cache");
    headers.insert(header::CACHE_CONTROL, fresh);
    response
}

/// A sign of life.
pub(super) fn alive(trace: Uuid, app: &AppState) -> Bytes {
    let alive = json!({ "trace_id": trace.to_string(), "ts": app.now_ms() });
    frame("keepalive", &alive.to_string())
}

pub(super) fn frame(name: &str, body: &str) -> Bytes {
    format!("event: {name}\ndata: {body}\n\n").into()
}
