//! A request, from wherever it says what: the body, the address where that is empty, and headers.

use axum::extract::{FromRequest, Query, Request};
use axum::http::HeaderMap;
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::IdeRequest;
use screen_agent_wire::invalid::chars;
use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use url::form_urlencoded;

use super::object::base;
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::receive_any;
use crate::http::events::wants_events;
use crate::http::once::idempotency_key;
use crate::http::params::yes;
use crate::state::AppState;

/// Bytes of a body.
pub(super) const BODY: usize = 1024 * 1024;

/// Characters of a key.
const KEY: usize = 255;

/// What the address may say where there is no body.
#[derive(Default, Deserialize)]
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
    /// Of all that says what is asked.
    pub(super) digest: [u8; 32],
    /// The answer is wanted as events.
    pub(super) as_events: bool,
    /// Where whoever asks reaches the server.
    pub(super) base: String,
}

impl FromRequest<AppState> for Asked {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let me = Me::of(app, request.extensions())?;
        let (uri, headers) = (request.uri().clone(), request.headers().clone());
        // Published clients do not all declare the type of what they send.
        let held = receive_any(app, request, BODY).await?;
        let Query(said) = Query::<InAddress>::try_from_uri(&uri)?;
        let as_events = wants_events(&headers) || yes("stream", said.stream.as_deref())?;
        let is_empty = held.bytes.trim_ascii().is_empty();
        let digest = Sha256::new().chain_update(&held.bytes);
        let digest = match is_empty {
            true => digest.chain_update(uri.query().unwrap_or_default()),
            false => digest,
        };
        let mut request = match is_empty {
            true => in_address(said),
            false => screen_agent_wire::read(&held.bytes)?,
        };
        if request.editor_context.is_none() {
            request.editor_context = editor_context(&headers)?;
        }
        if let Some(key) = idempotency_key(&headers)? {
            request.idempotency_key = Some(key);
        }
        chars(
            "idempotency_key",
            request.idempotency_key().unwrap_or_default(),
            KEY,
        )?;
        Ok(Self {
            me,
            request,
            digest: digest.finalize().into(),
            as_events,
            base: base(&headers),
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
        // A plus is one there, and no space.
        false => form_urlencoded::parse(text.replace('+', "%2B").as_bytes())
            .map(|(key, _)| key.into_owned())
            .next()
            .unwrap_or_default(),
    };
    screen_agent_wire::read(decoded.as_bytes())
        .map(Some)
        .map_err(|_| wrong())
}
