//! An answer as events: how far it is, and then the packet.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::{HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt as _, stream};
use screen_agent_engine::packet::{Answered, RunProgress};
use screen_agent_realtime::Tally;
use screen_agent_store::Owner;
use serde::Serialize;
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::oneshot;

use super::ask::Asked;
use crate::error::ApiError;

/// How often a silent stream says that it is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Most streams of one person.
const STREAMS: usize = 6;

/// Streams that are open, by whose they are.
pub(super) type Streams = Tally<Owner>;

/// Answers in events. The answering ends with the stream: who hangs up breaks it off.
pub(super) fn streamed(
    streams: &Streams,
    asked: Asked,
    request_id: String,
) -> Result<Response, ApiError> {
    let slot = streams
        .hold(asked.me.owner(), STREAMS)
        .ok_or(ApiError::TOO_MANY_STREAMS)?;
    let (tell, mut told) = unbounded_channel();
    let (answered, answer) = oneshot::channel();
    let answering = async move {
        let answer = asked.answer(tell).await;
        drop(slot);
        let _read = answered.send(last(answer, &request_id));
    };
    // It goes on beside what it tells; the answer follows all of that.
    let progress = stream::poll_fn(move |cx| told.poll_recv(cx)).map(|said| progress(&said));
    let answering = stream::once(answering).filter_map(async |()| None);
    let answer = stream::once(answer).filter_map(async |answer| answer.ok());
    let events = stream::select(progress, answering).chain(answer);
    Ok(dressed(events.map(Ok)))
}

fn dressed(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE).text("");
    let mut response = Sse::new(events).keep_alive(keep_alive).into_response();
    let headers = response.headers_mut();
    // What stands between must not hold events back.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn progress(progress: &RunProgress) -> Event {
    #[derive(Serialize)]
    struct Said<'a> {
        text: &'a str,
        step: u32,
    }
    event(
        "progress",
        &Said {
            text: &progress.text,
            step: progress.step,
        },
    )
}

fn last(answer: Result<Answered, ApiError>, request_id: &str) -> Event {
    match answer {
        Ok(answered) => event("packet", &answered.reply),
        Err(fault) => {
            fault.log();
            event("error", &super::problem::body(&fault, request_id))
        }
    }
}

fn event(name: &str, data: &impl Serialize) -> Event {
    // Our own types always serialise; an empty event would be noticed at once.
    let event = Event::default().event(name).json_data(data);
    event.unwrap_or_else(|_| Event::default().event(name))
}
