//! Which origins may call from a browser: an exact list, never a pattern.

use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// Headers that scripts may read.
const READABLE: [&str; 11] = [
    "x-request-id",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "ratelimit-limit",
    "ratelimit-remaining",
    "ratelimit-reset",
    "retry-after",
    "idempotent-replayed",
    "content-disposition",
    "etag",
];

/// Headers that the clients of a surface send, besides those of every surface.
#[derive(Clone, Copy, Default)]
pub(crate) struct CorsHeaders {
    pub(crate) sent: &'static [&'static str],
}

/// The answer to a preflight has no body, and says so, as published clients expect it.
pub(crate) async fn without_body(request: Request, next: Next) -> Response {
    let is_preflight = request.method() == Method::OPTIONS;
    let mut response = next.run(request).await;
    if is_preflight && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

/// Answers preflights and marks replies for the listed origins.
pub(crate) fn layer(origins: Vec<HeaderValue>, headers: CorsHeaders) -> CorsLayer {
    let own = headers.sent.iter().copied().map(HeaderName::from_static);
    let common = [
        header::AUTHORIZATION,
        header::CONTENT_TYPE,
        HeaderName::from_static("idempotency-key"),
        HeaderName::from_static("x-request-id"),
    ];
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([
            Method::GET,
            Method::POST,
            Method::PUT,
            Method::PATCH,
            Method::DELETE,
            Method::OPTIONS,
        ])
        .allow_headers(common.into_iter().chain(own).collect::<Vec<_>>())
        .expose_headers(READABLE.map(HeaderName::from_static))
        .max_age(Duration::from_secs(600))
}
