//! An answer as events: how far it is, and then the packet.

use crate::error::ApiError;
use std::convert::Infallible;
use std::pin::Pin;
use std::time::Duration;

use axum::http::{HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use screen_agent_engine::packet::{Answered, Progress};
use screen_agent_realtime::Tally;
use screen_agent_store::Owner;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::ask::Asked;

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
        .hold(asked.owner, STREAMS)
        .ok_or(ApiError::TOO_MANY_STREAMS)?;
    let (tell, told) = unbounded_channel();
    let answering: Answering = Box::pin(async move {
        let answer = asked.answer(tell).await;
        drop(slot);
        answer
    });
    let state = State::Answering {
        answering,
        told,
        request_id,
    };
    let events = stream::unfold(state, |state| async move { state.next().await });
    Ok(dressed(events))
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

type Answering = Pin<Box<dyn Future<Output = Result<Answered, ApiError>> + Send>>;

enum State {
    Answering {
        answering: Answering,
        told: UnboundedReceiver<Progress>,
        request_id: String,
    },
    /// What was told before the answer was there, and then the answer.
    Last {
        told: UnboundedReceiver<Progress>,
        last: Event,
    },
    Over,
}

type Step = Option<(Result<Event, Infallible>, State)>;

impl State {
    async fn next(self) -> Step {
        match self {
            Self::Answering {
                mut answering,
                mut told,
                request_id,
            } => {
                tokio::select! {
                    biased;
                    Some(progress) = told.recv() => {
                        let event = said(&progress);
                        Some((Ok(event), Self::Answering { answering, told, request_id }))
                    }
                    answer = &mut answering => {
                        let last = last(answer, &request_id);
                        Self::rest(told, last)
                    }
                }
            }
            Self::Last { told, last } => Self::rest(told, last),
            Self::Over => None,
        }
    }

    fn rest(mut told: UnboundedReceiver<Progress>, last: Event) -> Step {
        Some(match told.try_recv() {
            Ok(progress) => (Ok(said(&progress)), Self::Last { told, last }),
            Err(_) => (Ok(last), Self::Over),
        })
    }
}

fn said(progress: &Progress) -> Event {
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
