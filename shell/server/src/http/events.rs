//! An answer as server-sent events: how far it is, and then what it came to. The same for every surface; each says
//! how it writes an event.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt as _, stream};
use screen_agent_engine::{ProgressSender, ProgressUpdate};
use screen_agent_realtime::Tallied;
use screen_agent_store::Owner;
use serde::Serialize;
use tokio::sync::oneshot;

use crate::auth::Me;
use crate::error::ApiError;

/// How often a silent stream says that it is still there.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Most streams of one person, of all surfaces together.
const STREAMS: usize = 6;

/// Whether a client wants its answer as events.
pub(crate) fn wants_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|it| it.to_str().ok());
    accepted.is_some_and(|accepted| {
        accepted
            .split(',')
            .filter_map(|one| one.split(';').next())
            .any(|kind| kind.trim().eq_ignore_ascii_case("text/event-stream"))
    })
}

/// A place for one more stream of a person's.
pub(crate) fn slot(me: &Me) -> Result<Tallied<Owner>, ApiError> {
    let slot = me.app.streams.hold(me.owner(), STREAMS);
    slot.ok_or(ApiError::TOO_MANY_STREAMS)
}

/// Answers in events. The answering ends with the stream: who hangs up breaks it off.
pub(crate) fn streamed<T, F>(
    me: &Me,
    answering: impl FnOnce(ProgressSender) -> F,
    progress: fn(&ProgressUpdate) -> Event,
    last: impl FnOnce(Result<T, ApiError>) -> Event + Send + 'static,
) -> Result<Response, ApiError>
where
    F: Future<Output = Result<T, ApiError>> + Send + 'static,
    T: Send,
{
    let slot = slot(me)?;
    let (sender, mut updates) = ProgressSender::listened_to();
    let (answered, answer) = oneshot::channel();
    let answering = answering(sender);
    let answering = async move {
        let answer = answering.await;
        drop(slot);
        let _read = answered.send(last(answer));
    };
    // It goes on beside what it tells; the answer follows all of that.
    let told = stream::poll_fn(move |cx| updates.poll_recv(cx)).map(move |said| progress(&said));
    let answering = stream::once(answering).filter_map(async |()| None);
    let answer = stream::once(answer).filter_map(async |answer| answer.ok());
    let events = stream::select(told, answering).chain(answer);
    Ok(dressed(events.map(Ok)))
}

fn dressed(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE).text("");
    unbuffered(Sse::new(events).keep_alive(keep_alive).into_response())
}

/// A stream that nothing on its way keeps or holds back.
pub(crate) fn unbuffered(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// An event with JSON.
pub(crate) fn event(name: &str, data: &impl Serialize) -> Event {
    // Our own types always serialise; an empty event would be noticed at once.
    let event = Event::default().event(name).json_data(data);
    event.unwrap_or_else(|_| Event::default().event(name))
}
