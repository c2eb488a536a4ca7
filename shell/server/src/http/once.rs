//! `Idempotency-Key` on every POST that changes something: the same request under the same key is carried
//! out once, and answered alike for a day. Turns and packets see to their own, since what they answer is
//! kept with what it rests on.

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use screen_agent_store::run::{Asked, RequestPlace};
use screen_agent_store::{Owner, Packed};
use screen_agent_wire::Invalid;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tracing::Instrument as _;

use super::body::{LARGEST_BODY, receive_any};
use crate::error::ApiError;
use crate::state::AppState;

/// Longest key.
const KEY_CHARS: usize = 255;
/// Bytes of an answer that is kept.
const ANSWER: u64 = 1024 * 1024;
/// Paths whose answers are kept otherwise, hold what must not be kept, or change nothing.
const OWN: [&str; 5] = [
    "/api/agent/interact",
    "/api/llmcp",
    "/api/v1/",
    "/api/pusher/auth",
    "/api/knowledge/generate-presigned-url",
];

/// An answer as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    status: u16,
    kind: Option<String>,
    body: String,
}

/// Reads the key that a client chose.
pub(crate) fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Invalid> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let plain = |key: &&str| {
        !key.is_empty() && key.len() <= KEY_CHARS && key.bytes().all(|byte| byte.is_ascii_graphic())
    };
    match value.to_str().ok().filter(plain) {
        Some(key) => Ok(Some(key.to_owned())),
        None => Err(Invalid::new(
            "Idempotency-Key",
            format!("is not 1 to {KEY_CHARS} visible ASCII characters"),
        )),
    }
}

/// Whether an operation heeds a key in this way.
pub(crate) fn heeds(method: &Method, path: &str) -> bool {
    method == Method::POST && !OWN.iter().any(|own| path.starts_with(own))
}

/// Carries a request out, or answers as it was answered before.
pub(crate) async fn once(
    app: &AppState,
    owner: Owner,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let key = idempotency_key(request.headers())?;
    let key = key.filter(|_| heeds(request.method(), request.uri().path()));
    let Some(key) = key else {
        return Ok(next.run(request).await);
    };
    let asked = Once {
        app: app.clone(),
        owner,
        endpoint: format!("POST {}", named(request.uri().path())),
        key: named(&key),
    };
    let (parts, body) = request.into_parts();
    let whole = Request::from_parts(parts.clone(), body);
    let held = receive_any(app, whole, LARGEST_BODY).await?;
    if let Some(answer) = asked.before(&held.bytes).await? {
        return Ok(answer);
    }
    let request = Request::from_parts(parts, Body::from(held.bytes.clone()));
    drop(held);
    // To its end, whoever waits for it: whoever asks again then gets the answer.
    let answered = async move {
        let answer = next.run(request).await;
        asked.keep(answer).await
    };
    let answered = tokio::spawn(answered.in_current_span());
    answered.await.map_err(ApiError::internal)?
}

/// A name of a length of our own: clients choose long ones.
fn named(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

/// One request under a key.
struct Once {
    app: AppState,
    owner: Owner,
    endpoint: String,
    key: String,
}

impl Once {
    /// Where the answer is kept: as if the endpoint were a conversation, and the key a request in it.
    fn place(&self) -> RequestPlace {
        RequestPlace {
            conversation: self.endpoint.clone(),
            request: self.key.clone(),
        }
    }

    /// The answer that was given before; nothing for a request that is the caller's to carry out.
    async fn before(&self, body: &Bytes) -> Result<Option<Response>, ApiError> {
        let digest: [u8; 32] = Sha256::digest(body).into();
        let rows = self.app.store().scoped(self.owner);
        let asked = rows.ask_once(self.place(), digest, self.app.now_ms());
        match asked.await? {
            Asked::First => Ok(None),
            Asked::Another => Err(ApiError::IDEMPOTENCY_MISMATCH),
            Asked::InFlight => Err(ApiError::IDEMPOTENCY_IN_FLIGHT),
            Asked::Answered(kept) => {
                let kept: Kept =
                    serde_json::from_slice(&kept.open()?).map_err(ApiError::internal)?;
                kept.response().map(Some)
            }
        }
    }

    /// Keeps an answer that another try would not better.
    async fn keep(&self, answer: Response) -> Result<Response, ApiError> {
        let length = answer.body().size_hint().upper();
        let short = length.is_some_and(|bytes| bytes <= ANSWER);
        let rows = self.app.store().scoped(self.owner);
        if !short || !lasts(answer.status()) {
            rows.drop_question(self.place()).await?;
            return Ok(answer);
        }
        let (parts, body) = answer.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX)
            .await
            .map_err(ApiError::internal)?;
        let kind = parts.headers.get(header::CONTENT_TYPE);
        let kept = Kept {
            status: parts.status.as_u16(),
            kind: kind.and_then(|kind| Some(kind.to_str().ok()?.to_owned())),
            body: String::from_utf8_lossy(&bytes).into_owned(),
        };
        let kept = Packed::json(&kept)?;
        rows.keep_answer(self.place(), kept, self.app.now_ms())
            .await?;
        Ok(Response::from_parts(parts, Body::from(bytes)))
    }
}

impl Kept {
    fn response(self) -> Result<Response, ApiError> {
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() = StatusCode::from_u16(self.status).map_err(ApiError::internal)?;
        let headers = response.headers_mut();
        headers.insert("idempotent-replayed", HeaderValue::from_static("true"));
        if let Some(kind) = self.kind {
            let kind = HeaderValue::from_str(&kind).map_err(ApiError::internal)?;
            headers.insert(header::CONTENT_TYPE, kind);
        }
        Ok(response)
    }
}

/// A fault of ours, a limit or somebody else's turn is no answer to keep.
fn lasts(status: StatusCode) -> bool {
    let passing = [
        StatusCode::REQUEST_TIMEOUT,
        StatusCode::CONFLICT,
        StatusCode::TOO_MANY_REQUESTS,
    ];
    !status.is_server_error() && !passing.contains(&status)
}
