//! `Idempotency-Key` on every POST that changes something: the same request under the same key is carried
//! out once, and answered alike for a day. Groups of endpoints that answer anew see to their own, as turns and
//! packets do: what they answer is kept with what it rests on.

use axum::body::{Body, HttpBody as _};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use screen_agent_store::Owner;
use screen_agent_store::answer::{
    Claimed, HELD_LEASE_MS, KeyedRequest, RequestKey, StoredResponse,
};
use screen_agent_store::turn::LeaseId;
use screen_agent_wire::Invalid;
use sha2::{Digest, Sha256};
use tracing::Instrument as _;
use uuid::Builder;

use super::body::receive_any;
use crate::auth::OnceId;
use crate::error::ApiError;
use crate::memory::LARGEST_BODY;
use crate::state::AppState;

/// Longest key.
const KEY_CHARS: usize = 255;
/// Bytes of an answer that is kept.
const ANSWER: u64 = 1024 * 1024;

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

/// Carries a request out, or, where answers are kept, answers as it was answered before.
pub(crate) async fn once(
    app: &AppState,
    owner: Owner,
    request: Request,
    next: Next,
    answers_once: bool,
) -> Result<Response, ApiError> {
    let key = idempotency_key(request.headers())?;
    let key = key.filter(|_| answers_once && request.method() == Method::POST);
    let Some(key) = key else {
        return Ok(next.run(request).await);
    };
    let (parts, body) = request.into_parts();
    let whole = Request::from_parts(parts.clone(), body);
    let held = receive_any(app, whole, LARGEST_BODY).await?;
    let asked = keyed(parts.uri.path(), &key, &held.bytes);
    let id = id_of(owner, &asked);
    let claim = (asked.key.clone(), app.engine().lease());
    if let Some(answer) = before(app, owner, asked, claim.1).await? {
        return Ok(answer);
    }
    let mut request = Request::from_parts(parts, Body::from(held.bytes.clone()));
    request.extensions_mut().insert(id);
    drop(held);
    // To its end, whoever waits for it: whoever asks again then gets the answer.
    let app = app.clone();
    let answered = async move {
        let answer = while_held(&app, owner, &claim, next.run(request)).await?;
        keep(&app, owner, claim, answer).await
    };
    let answered = tokio::spawn(answered.in_current_span());
    answered.await.map_err(ApiError::internal)?
}

/// What a request under a key makes is called.
fn id_of(owner: Owner, asked: &KeyedRequest) -> OnceId {
    let KeyedRequest { key, digest } = asked;
    let Owner { tenant, user } = owner;
    let named = format!(
        "{tenant} {user} {} {} {}",
        key.route,
        key.key,
        hex::encode(digest)
    );
    let digest: [u8; 32] = Sha256::digest(named).into();
    let first = std::array::from_fn(|nth| digest[nth]);
    OnceId(Builder::from_custom_bytes(first).into_uuid())
}

/// A name of a length of our own: clients choose long ones.
fn named(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

/// A request under a client's key, as storage knows it.
pub(crate) fn keyed(path: &str, key: &str, body: &[u8]) -> KeyedRequest {
    KeyedRequest {
        key: RequestKey {
            route: format!("POST {}", named(path)),
            key: named(key),
            seal: Some(Sha256::digest(format!("seal {key}")).into()),
        },
        digest: Sha256::digest(body).into(),
    }
}

/// Holds a question while it is being answered. Who dies over it has lost it soon, and so has who comes to no end: nobody
/// else could answer it for as long as it is held. What such a one still does in the database ends before the question is free.
pub(crate) async fn while_held<T>(
    app: &AppState,
    owner: Owner,
    held: &(RequestKey, LeaseId),
    work: impl Future<Output = T>,
) -> Result<T, ApiError> {
    let _held = app.engine().hold(owner, held.clone());
    // A stop waits no longer, either.
    let done = tokio::time::timeout(app.config.drain, work).await;
    done.map_err(|_| {
        tracing::error!("a request under a key came to no end and is given up");
        ApiError::TIMEOUT
    })
}

/// The answer that was given before; nothing for a request that is the caller's to carry out.
async fn before(
    app: &AppState,
    owner: Owner,
    asked: KeyedRequest,
    lease: LeaseId,
) -> Result<Option<Response>, ApiError> {
    let rows = app.store().scoped(owner);
    let claim = (lease, HELD_LEASE_MS);
    match rows.ask_once(asked, claim, app.now_ms()).await? {
        Claimed::First => Ok(None),
        Claimed::KeyReused => Err(ApiError::IDEMPOTENCY_MISMATCH),
        Claimed::InFlight(_) => Err(ApiError::IDEMPOTENCY_IN_FLIGHT),
        Claimed::Answered(kept) => response(kept, true).map(Some),
    }
}

/// Keeps an answer that another try would not better.
async fn keep(
    app: &AppState,
    owner: Owner,
    (key, lease): (RequestKey, LeaseId),
    answer: Response,
) -> Result<Response, ApiError> {
    let length = answer.body().size_hint().upper();
    let short = length.is_some_and(|bytes| bytes <= ANSWER);
    let rows = app.store().scoped(owner);
    if !short || !lasts(answer.status()) {
        rows.drop_question(key, lease).await?;
        return Ok(answer);
    }
    let (parts, body) = answer.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX)
        .await
        .map_err(ApiError::internal)?;
    let kept = StoredResponse {
        status: parts.status.as_u16(),
        body: bytes.to_vec(),
    };
    rows.keep_answer((key, lease), kept, app.now_ms()).await?;
    Ok(Response::from_parts(parts, Body::from(bytes)))
}

/// An answer as it is sent, for the first time or once more.
pub(crate) fn response(answer: StoredResponse, repeated: bool) -> Result<Response, ApiError> {
    let has_body = !answer.body.is_empty();
    let mut response = Response::new(Body::from(answer.body));
    *response.status_mut() = StatusCode::from_u16(answer.status).map_err(ApiError::internal)?;
    let headers = response.headers_mut();
    if has_body {
        let json = HeaderValue::from_static("application/json");
        headers.insert(header::CONTENT_TYPE, json);
    }
    if repeated {
        headers.insert("idempotent-replayed", HeaderValue::from_static("true"));
    }
    Ok(response)
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
