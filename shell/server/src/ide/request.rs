//! A request, from wherever it says what: the body, the address where that is empty, and headers.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Query, Request};
use axum::http::HeaderMap;
use screen_agent_ide::intent::registry::Registry;
use screen_agent_ide::model::ChatAsked;
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::IdeRequest;
use screen_agent_wire::ide::chat::ChatRequest;
use screen_agent_wire::invalid::{chars, given};
use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::object::base;
use super::registry::Registered;
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::receive_any;
use crate::http::events::wants_events;
use crate::http::once::idempotency_key;
use crate::http::params::{percent_decoded, yes};
use crate::state::AppState;

/// Bytes of a body.
pub(super) const BODY: usize = 1024 * 1024;

/// Characters of what is said to the chat.
const WORDS: usize = 20_000;
/// Characters of a key.
const KEY: usize = 255;

/// What the address may say where there is no body.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
struct InAddress {
    prompt: Option<String>,
    text: Option<String>,
    language: Option<String>,
    stream: Option<String>,
}

/// A request to a task, and whose it is.
pub(super) struct Asked {
    pub(super) me: Me,
    pub(super) request: IdeRequest,
    /// The keywords that count.
    pub(super) registry: Arc<Registry>,
    /// Of all that says what is asked.
    pub(super) digest: [u8; 32],
    /// The answer is wanted as events.
    pub(super) as_events: bool,
    /// Where whoever asks reaches the server.
    pub(super) base: String,
}

/// What is said to the chat, and by whom.
pub(super) struct AskedChat {
    pub(super) asked: Asked,
    pub(super) said: ChatAsked,
    /// The task that is named beside the words.
    pub(super) word: Option<String>,
}

impl FromRequest<AppState> for Asked {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        Received::of(request, app)
            .await?
            .asked(|received| match received.body.is_empty() {
                true => Ok(in_address(received.said.clone())),
                false => Ok(screen_agent_wire::read(&received.body)?),
            })
    }
}

impl FromRequest<AppState> for AskedChat {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let received = Received::of(request, app).await?;
        let mut read = match received.body.is_empty() {
            true => ChatRequest {
                request: in_address(received.said.clone()),
                ..ChatRequest::default()
            },
            false => ChatRequest::of(screen_agent_wire::read(&received.body)?)?,
        };
        given("text", read.request.words(), WORDS)?;
        let said = ChatAsked {
            words: read.request.words().to_owned(),
            earlier: read.earlier(),
        };
        let word = read
            .request
            .task_type
            .take()
            .or_else(|| read.request.intent_word());
        Ok(Self {
            asked: received.asked(|_| Ok(read.request))?,
            said,
            word,
        })
    }
}

/// A request as it came.
struct Received {
    me: Me,
    registry: Arc<Registry>,
    headers: HeaderMap,
    body: Bytes,
    said: InAddress,
    digest: [u8; 32],
}

impl Received {
    async fn of(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let me = Me::of(app, request.extensions())?;
        let registry = Registered::of(request.extensions())?.now(app).await?;
        let (uri, headers) = (request.uri().clone(), request.headers().clone());
        // Published clients do not all declare the type of what they send.
        let held = receive_any(app, request, BODY).await?;
        let Query(said) = Query::<InAddress>::try_from_uri(&uri)?;
        let is_empty = held.bytes.trim_ascii().is_empty();
        let digest = Sha256::new().chain_update(&held.bytes);
        let digest = match is_empty {
            true => digest.chain_update(uri.query().unwrap_or_default()),
            false => digest,
        };
        Ok(Self {
            me,
            registry,
            headers,
            body: if is_empty { Bytes::new() } else { held.bytes },
            said,
            digest: digest.finalize().into(),
        })
    }

    fn asked(
        self,
        read: impl FnOnce(&Self) -> Result<IdeRequest, ApiError>,
    ) -> Result<Asked, ApiError> {
        let as_events = wants_events(&self.headers) || yes("stream", self.said.stream.as_deref())?;
        let mut request = read(&self)?;
        if let Some(dev) = &self.me.app.config.ide.dev_flags {
            request.dev = request.dev().or(dev);
        }
        if request.editor_context.is_none() {
            request.editor_context = editor_context(&self.headers)?;
        }
        if let Some(key) = idempotency_key(&self.headers)? {
            request.idempotency_key = Some(key);
        }
        chars(
            "idempotency_key",
            request.idempotency_key().unwrap_or_default(),
            KEY,
        )?;
        Ok(Asked {
            me: self.me,
            request,
            registry: self.registry,
            digest: self.digest,
            as_events,
            base: base(&self.headers),
        })
    }
}

fn in_address(said: InAddress) -> IdeRequest {
    IdeRequest {
        prompt: said.prompt,
        text: said.text,
        language: said.language,
        ..IdeRequest::default()
    }
}

/// What an editor has open, where only a header says it: JSON, percent-encoded where it is not plain ASCII.
fn editor_context(headers: &HeaderMap) -> Result<Option<Map<String, Value>>, Invalid> {
    let Some(header) = headers.get("x-editor-context") else {
        return Ok(None);
    };
    let wrong = || Invalid::new("x-editor-context", "is no JSON object");
    let text = header.to_str().map_err(|_| wrong())?;
    let decoded = match text.trim_start().starts_with('{') {
        true => text.to_owned(),
        false => percent_decoded(text),
    };
    screen_agent_wire::read(decoded.as_bytes())
        .map(Some)
        .map_err(|_| wrong())
}
