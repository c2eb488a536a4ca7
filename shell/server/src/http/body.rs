//! Bodies: of a declared type, bounded in size, time and memory, read typed.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::ApiError;
use crate::memory::Room;
use crate::state::AppState;

/// Bytes of an interact body.
pub(crate) const INTERACT: usize = 8 * 1024 * 1024;
/// Bytes of any other body.
pub(crate) const OTHER: usize = 64 * 1024;
/// Bytes of a login body.
pub(crate) const LOGIN: usize = 4 * 1024;

/// A body as it came, with the memory that it is allowed to take.
pub(crate) struct Held {
    pub(crate) bytes: Bytes,
    room: Room,
}

impl Held {
    /// Lets the bytes go, and keeps their place: what was read of them takes it now.
    pub(crate) fn place(self) -> Room {
        self.room
    }
}

/// Receives a JSON body of at most `most` bytes.
pub(crate) async fn receive(
    app: &AppState,
    request: Request,
    most: usize,
) -> Result<Held, ApiError> {
    if !is_json(request.headers()) {
        return Err(ApiError::UNSUPPORTED_MEDIA_TYPE);
    }
    receive_any(app, request, most).await
}

/// Receives a body of whatever type of at most `most` bytes.
pub(crate) async fn receive_any(
    app: &AppState,
    request: Request,
    most: usize,
) -> Result<Held, ApiError> {
    let declared = declared_length(request.headers());
    if declared.is_some_and(|length| length > most) {
        return Err(ApiError::TOO_LARGE);
    }
    let body = request.into_body();
    tokio::time::timeout(app.config.body_arrival, collect(app, body, most))
        .await
        .map_err(|_| ApiError::TOO_SLOW)?
}

/// Takes in a body chunk by chunk. Memory is counted as it fills, so that a slow sender of a large
/// body holds up nobody; when there is none left, somebody has to come again.
async fn collect(app: &AppState, body: Body, most: usize) -> Result<Held, ApiError> {
    let mut stream = body.into_data_stream();
    let mut room = app.bodies.room().ok_or(ApiError::BUSY)?;
    let mut bytes = Bytes::new();
    let mut joined = Vec::new();
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| ApiError::BROKEN_BODY)?;
        let length = bytes.len() + joined.len() + chunk.len();
        if length > most {
            return Err(ApiError::TOO_LARGE);
        }
        if !room.grow(length) {
            return Err(ApiError::BUSY);
        }
        // Most bodies come in one piece, which is then used as it is.
        if bytes.is_empty() && joined.is_empty() {
            bytes = chunk;
        } else {
            joined.extend_from_slice(&std::mem::take(&mut bytes));
            joined.extend_from_slice(&chunk);
        }
    }
    if !joined.is_empty() {
        bytes = joined.into();
    }
    Ok(Held { bytes, room })
}

fn declared_length(headers: &HeaderMap) -> Option<usize> {
    headers
        .get(header::CONTENT_LENGTH)?
        .to_str()
        .ok()?
        .parse()
        .ok()
}

/// `application/json`, or something that is JSON underneath; in UTF-8, as JSON is.
pub(crate) fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
    else {
        return false;
    };
    let mut parts = value
        .split(';')
        .map(|part| part.trim().to_ascii_lowercase());
    let kind = parts.next().unwrap_or_default();
    let json =
        kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"));
    let utf8 = parts.all(|part| {
        part.strip_prefix("charset=")
            .is_none_or(|charset| charset.trim_matches('"') == "utf-8")
    });
    json && utf8
}

/// What a handler comes to.
pub(crate) type Answer<T> = Result<Json<T>, ApiError>;

/// A small JSON body, and the same on the way out.
pub(crate) struct Json<T, const MOST: usize = OTHER>(pub(crate) T);

impl<T, const MOST: usize> FromRequest<AppState> for Json<T, MOST>
where
    T: DeserializeOwned,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let held = receive(app, request, MOST).await?;
        Ok(Self(screen_agent_wire::read(&held.bytes)?))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}
