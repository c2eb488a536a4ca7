//! `/api/agui` of `serve`: a person's questions and runs for clients of AG-UI, as events. It calls the server's own routes with
//! the caller's token, so that whoever asks may do here what they may do there, and nothing else.

mod input;
mod interrupt;
mod run;
mod said;
mod state;

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use futures_util::{FutureExt as _, StreamExt as _, stream};
use screen_agent_mcp::CallFault;
use screen_agent_realtime::Tally;
use screen_agent_wire::extension::auth::WhoData;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::drive::{Door, Problem};
use crate::remote::Wrapped;
use input::RunAgentInput;
use said::Said;

/// Bytes of a request: a client sends the whole conversation each time.
const LARGEST: usize = 4 * 1024 * 1024;
/// Most streams of one person.
const STREAMS: usize = 6;
/// How often a silent stream says that it is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

#[derive(Clone)]
struct Agent {
    door: Door,
    streams: Tally<Uuid>,
}

/// The route beside those of a server.
pub(crate) fn served(server: Router) -> Router {
    let agent = Agent {
        door: Door::here(server, String::new()),
        streams: Tally::default(),
    };
    Router::new()
        .route("/api/agui", post(answer))
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(agent)
}

async fn answer(
    State(agent): State<Agent>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let token = headers.get(header::AUTHORIZATION);
    let token = token.and_then(|token| token.to_str().ok()?.strip_prefix("Bearer "));
    let door = agent.door.of(token.unwrap_or_default().to_owned());
    let Some(person) = known(&door).await else {
        let why = "a token of this server is needed";
        return refused(StatusCode::UNAUTHORIZED, "UNAUTHORIZED", why);
    };
    let body = match body {
        Ok(body) => body,
        Err(unread) if unread.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return refused(
                unread.status(),
                "PAYLOAD_TOO_LARGE",
                "the body is too large",
            );
        }
        Err(unread) => return refused(unread.status(), "INVALID_INPUT", "the body broke off"),
    };
    let input = match RunAgentInput::read(&body) {
        Ok(input) => input,
        Err(why) => return refused(StatusCode::BAD_REQUEST, "INVALID_INPUT", &why),
    };
    let Some(slot) = agent.streams.hold(person, STREAMS) else {
        let why = "too many streams of this person are open";
        return refused(StatusCode::TOO_MANY_REQUESTS, "TOO_MANY_STREAMS", why);
    };
    let (out, mut told) = mpsc::unbounded_channel();
    let work = async move {
        let said = Said::new(out);
        let _slot = slot;
        said.begun(&input);
        match worked(&door, &input, &said).await {
            Ok(end) => said.finished(&input, end),
            Err(fault) => said.failed(&fault),
        }
    };
    // It is done while somebody listens: who hangs up breaks off the telling, and never a run.
    let work = work.into_stream().filter_map(async |()| None);
    let told = stream::poll_fn(move |cx| told.poll_recv(cx)).map(event);
    let events = stream::select(told, work).map(Ok::<_, Infallible>);
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE).text("");
    let mut response = Sse::new(events).keep_alive(keep_alive).into_response();
    let headers = response.headers_mut();
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// How what was wanted ended.
enum End {
    /// With what it came to.
    Success(Value),
    /// Somebody did not want it any more.
    Cancelled,
    /// It goes on once this is answered.
    Interrupt(Value),
}

async fn worked(door: &Door, input: &RunAgentInput, said: &Said) -> Result<End, CallFault> {
    use input::Wanted;
    match input.wanted()? {
        Wanted::Question(question) => said::question(door, input, question, said).await,
        Wanted::Run { url, instruction } => {
            let run = run::submitted(door, input, url, instruction).await?;
            run::followed(door, input, run, said).await
        }
        Wanted::Follow(id) => {
            let run = run::found(door, id).await?;
            run::followed(door, input, run, said).await
        }
        Wanted::Resume(entry) => {
            let run = interrupt::answered(door, entry).await?;
            run::followed(door, input, run, said).await
        }
    }
}

async fn known(door: &Door) -> Option<Uuid> {
    let session = door.get::<Wrapped<WhoData>, Problem>("/api/v1/auth/session");
    Some(session.await.ok()?.ok()?.data.user.id)
}

fn refused(status: StatusCode, code: &str, message: &str) -> Response {
    let error = json!({ "error": { "code": code, "message": message } });
    (status, Json(error)).into_response()
}

fn event(event: Value) -> Event {
    Event::default().data(event.to_string())
}
