//! The console's files, embedded in the binary; and what is answered where nothing is.

use axum::extract::State;
use axum::http::{HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use screen_agent_assets::{Asset, console_file};

use crate::error::ApiError;
use crate::state::AppState;

/// Pages of ours load nothing from elsewhere and are framed by nobody. Pictures come as blobs,
/// since they need the token.
pub(crate) const POLICY: &str = "default-src 'self'; img-src 'self' blob: data:; \
    object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// A console file, or a typed 404.
pub(crate) async fn fallback(State(app): State<AppState>, method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::NOT_FOUND.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return ApiError::METHOD_NOT_ALLOWED.into_response();
    }
    let path = if path.is_empty() { "index.html" } else { path };
    match console_file(path) {
        Some(asset) => serve(asset, policy(&app)),
        None => ApiError::NOT_FOUND.into_response(),
    }
}

/// The console may also reach the live stream, where that is elsewhere.
fn policy(app: &AppState) -> HeaderValue {
    let elsewhere = app.realtime.origin().and_then(|origin| {
        let policy = format!("{POLICY}; connect-src 'self' {origin}");
        HeaderValue::try_from(policy).ok()
    });
    elsewhere.unwrap_or(HeaderValue::from_static(POLICY))
}

fn serve(asset: &'static Asset, policy: HeaderValue) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(asset.mime)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    (headers, asset.bytes).into_response()
}
