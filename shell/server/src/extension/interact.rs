//! `POST /api/agent/interact`: one turn.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::Response;
use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_engine::ProgressSender;
use screen_agent_engine::turn::{TurnAnswer, TurnReply, TurnRequest};
use screen_agent_store::answer::{KeyedRequest, StoredResponse};
use screen_agent_turn::task::Task;
use screen_agent_wire::extension::lease::UnderLease;
use screen_agent_wire::extension::request::ClientInfo;
use screen_agent_wire::extension::response::{InteractMetrics, TokenUsage};
use screen_agent_wire::extension::{InteractData, InteractRequest, Mirrored};
use screen_agent_wire::read::{Lists, read_bounded};
use tokio::sync::OwnedSemaphorePermit;
use tracing::Instrument as _;

use super::Own;
use super::knowledge::rag_debug;
use super::leases::under_lease;
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{INTERACT, receive};
use crate::http::note::{About, Tokens};
use crate::http::once::{self, idempotency_key};
use crate::memory::Room;
use crate::state::AppState;

/// What a look may bring.
const LISTS: Lists = Lists {
    each: screen_agent_wire::limits::NODES,
    all: screen_agent_wire::limits::ENTRIES,
};

/// One turn: what is on the screen in, one action out.
#[utoipa::path(post, path = "/api/agent/interact", tag = "agent",
    request_body = InteractRequest,
    params(("Idempotency-Key" = Option<String>, Header,
        description = "The same key with the same body gets the same answer, for a day")),
    responses(
        (status = 200, description = "What to do next", body = Mirrored<InteractData>),
        (status = 404, description = "`TASK_NOT_FOUND`, `WORKFLOW_NOT_FOUND`"),
        (status = 409, description = "`TASK_COMPLETED`, `TASK_BUSY`, `TASK_STOPPED`, `SESSION_ARCHIVED`, `IDEMPOTENCY_IN_FLIGHT`"),
        (status = 413, description = "More than 8 MiB"),
        (status = 415, description = "Not JSON"),
        (status = 422, description = "`IDEMPOTENCY_MISMATCH`"),
        (status = 502, description = "`INVALID_ACTION_FORMAT`, `PARSE_ERROR`: what the model answered cannot be read"),
        (status = 504, description = "`TIMEOUT`")))]
pub(crate) async fn interact(me: Me, asked: Asked) -> Result<Response, ApiError> {
    let Asked {
        mut turn,
        encoding,
        client,
        lease,
    } = asked;
    let debug = encoding.debug;
    let engine = match lease {
        Some(lease) => under_lease(&me, &mut turn, lease).await?,
        None => me.engine().clone(),
    };
    let turn = engine.turn(me.owner(), turn, move |reply| encoding.encode(reply));
    let span = tracing::info_span!("turn", client);
    respond(turn.instrument(span).await?, client, debug)
}

/// The client's name and version as one word of a log line.
fn client_words(client: &ClientInfo) -> String {
    let words = format!("{} {}", client.name, client.version);
    words.trim().replace(char::is_control, " ")
}

/// What is asked, read, and how its answer is written.
pub(crate) struct Asked {
    turn: TurnRequest,
    encoding: Encoding,
    /// Name and version of the client, where it tells them.
    client: Option<String>,
    /// What another program wants done, and under which lease.
    lease: Option<UnderLease>,
}

impl FromRequest<AppState> for Asked {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let key = idempotency_key(request.headers())?;
        let own = request.extensions().get::<Arc<Own>>().cloned();
        let place = app.turn()?;
        let receiving = receive(app, request, INTERACT);
        let held = receiving
            .instrument(tracing::debug_span!("receive"))
            .await?;
        let body: InteractRequest = read_bounded(&held.bytes, LISTS)?;
        let body = body.checked()?;
        let key = key.map(|key| once::keyed("/api/agent/interact", &key, &held.bytes));
        let room = held.place();
        let mut body = body;
        body.forget_stale_check(app.now_ms());
        let client = body.client.as_ref().map(client_words);
        let lease = body.lease.take();
        let turn = understood(own, body, key)
            .instrument(tracing::debug_span!("understand"))
            .await?;
        let encoding = Encoding {
            scrolls: turn.seen.client.scroll_retry,
            forms: turn.seen.client.user_input_forms,
            debug: app.config.debug,
            _held: (place, room),
        };
        Ok(Self {
            turn,
            encoding,
            client,
            lease,
        })
    }
}

/// Turns the request into the engine's own. Reading HTML takes a while, so it is done aside.
async fn understood(
    own: Option<Arc<Own>>,
    body: InteractRequest,
    key: Option<KeyedRequest>,
) -> Result<TurnRequest, ApiError> {
    if !body.has_html() {
        return Ok(turn_request(body, key));
    }
    let own = own.ok_or_else(|| ApiError::internal("a handler without what it shares"))?;
    let _turn = own.html.acquire().await;
    let read = tokio::task::spawn_blocking(move || turn_request(body, key));
    read.await.map_err(ApiError::internal)
}

fn turn_request(mut body: InteractRequest, key: Option<KeyedRequest>) -> TurnRequest {
    let url = body.page_url().unwrap_or_default();
    let domain = registrable_domain(url).or(body.domain.take());
    let (task, session) = (body.task_id, body.session_id);
    let (tab, title) = (body.tab_id, body.title.take());
    let answers_step = body.answers_step;
    let file = body.attachment.take().map(|file| file.s3_key);
    let workflow = body.workflow.take();
    TurnRequest {
        task: task.map(TaskId::new),
        session: session.map(SessionId::new),
        tab,
        domain: domain.unwrap_or_default(),
        title: title.filter(|title| !title.trim().is_empty()),
        query: std::mem::take(&mut body.query),
        answers_step,
        workflow,
        file,
        key,
        seen: body.into_seen(),
        progress: ProgressSender::default(),
    }
}

/// How the turn's reply is written.
struct Encoding {
    /// The client can be told to scroll and look again.
    scrolls: bool,
    /// It shows what is missing as a form.
    forms: bool,
    debug: bool,
    /// Held until the turn ends, also when its client has gone.
    _held: (OwnedSemaphorePermit, Room),
}

impl Encoding {
    /// A refusal is an error with a body of its own.
    fn encode(&self, turn: &TurnReply) -> StoredResponse {
        match InteractData::from_reply(&turn.reply, &turn.task, turn.session) {
            Ok(data) => stored(StatusCode::OK, &Mirrored::new(self.completed(data, turn))),
            Err(why) => {
                let error = ApiError::from(why);
                stored(error.status, &super::error::body(&error, self.debug))
            }
        }
    }

    fn completed(&self, data: InteractData, turn: &TurnReply) -> InteractData {
        let mut data = data.on_page(&turn.url);
        if !self.scrolls {
            data = data.without_scroll_retry();
        }
        if !self.forms {
            data = data.without_forms();
        }
        // The very bytes that are stored with the step.
        if let Some(action) = &turn.action {
            data.action = Some(action.clone());
        }
        data.usage = turn.usage.map(|usage| TokenUsage {
            prompt_tokens: usage.prompt_tokens,
            completion_tokens: usage.completion_tokens,
        });
        data.metrics = Some(InteractMetrics {
            request_duration: u32::try_from(turn.duration_ms).unwrap_or(u32::MAX),
            rag_duration: turn.known.as_ref().map(|known| millis(known.took)),
            llm_duration: turn.model_ms,
            token_usage: data.usage,
            step_index: turn.step_index(),
            steps: (&turn.task).into(),
        });
        if let Some(known) = &turn.known {
            data.has_org_knowledge = known.has;
            data.rag_debug = Some(rag_debug(known));
        }
        data.debug_info = self.debug.then(|| thoughts(&turn.task)).flatten();
        data
    }
}

fn millis(took: Duration) -> u32 {
    u32::try_from(took.as_millis()).unwrap_or(u32::MAX)
}

/// What the models have thought about the task so far, for whoever debugs; nothing of the page.
fn thoughts(task: &Task) -> Option<serde_json::Value> {
    let thinking = &task.thinking;
    thinking.taken_over.then(|| {
        let analysis = thinking.reasoning.analysis.as_ref();
        serde_json::json!({
            "source": analysis.map(|analysis| analysis.source),
            "confidence": analysis.map(|analysis| analysis.confidence),
            "evidence": analysis.map(|analysis| &analysis.evidence),
            "searches": thinking.reasoning.searches.len() + thinking.looked_up.len(),
            "plans": thinking.plans,
            "spent": thinking.spent,
        })
    })
}

fn stored(status: StatusCode, body: &impl serde::Serialize) -> StoredResponse {
    StoredResponse {
        status: status.as_u16(),
        // Our own types always serialise; an empty body would be noticed at once.
        body: serde_json::to_vec(body).unwrap_or_default(),
    }
}

fn respond(answer: TurnAnswer, client: Option<String>, debug: bool) -> Result<Response, ApiError> {
    let mut response = once::response(answer.response, answer.repeated)?;
    if let Some(usage) = answer.usage {
        response.extensions_mut().insert(Tokens {
            sent: usage.prompt_tokens,
            received: usage.completion_tokens,
        });
    }
    if debug {
        let refused = answer.refused.map(ApiError::from);
        response.extensions_mut().insert(About {
            task: answer.task,
            client,
            error: refused.map(|error| error.code.to_owned()),
        });
    }
    Ok(response)
}

/// The domain that a conversation goes by: registrable where there is one, else the host itself.
pub(crate) use screen_agent_action::origin::domain as registrable_domain;

#[cfg(test)]
mod tests {
    use super::registrable_domain;

    #[test]
    fn a_domain_is_what_can_be_registered() {
        for (address, expected) in [
            ("https://app.shop.example.co.uk/x", Some("example.co.uk")),
            ("https://www.example.com:8443", Some("example.com")),
            ("http://localhost:3000/", Some("localhost")),
            ("http://127.0.0.1:8080/a", Some("127.0.0.1")),
            ("http://[::1]/", Some("[::1]")),
            ("about:blank", None),
            ("", None),
        ] {
            assert_eq!(
                registrable_domain(address).as_deref(),
                expected,
                "{address}"
            );
        }
    }
}
