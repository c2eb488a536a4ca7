//! The tools over HTTP: for people whom the server knows already, each call with their own token.

use std::sync::Arc;

use async_trait::async_trait;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::any_service;
use axum::{Json, Router};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;

use crate::desk::Desk;
use crate::scope::{Admitted, CallScope};
use crate::server::Server;

/// Where the tools are.
const PLACE: &str = "/mcp";
/// Largest request, in bytes.
const LARGEST: usize = 1024 * 1024;

/// Who knows the people.
#[async_trait]
pub trait Keeper: Send + Sync + 'static {
    /// What whoever shows this token may do; none when it does not count.
    async fn admit(&self, token: &str, headers: &HeaderMap) -> Option<Vec<CallScope>>;

    /// Where it is described how to get one (RFC 9728), by the name that the client reached us under.
    fn described_at(&self, headers: &HeaderMap) -> String;

    /// What clients call a scope.
    fn word(&self, scope: CallScope) -> &'static str;
}

/// The routes. Nothing is kept between two calls, so any server may answer the next one.
pub fn routes(desk: Arc<dyn Desk>, keeper: Arc<dyn Keeper>) -> Router {
    let server = Server::new(desk);
    // Whose host names these are, the server around this has asked. Pages have no business here.
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .enforce_origin_validation()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(LARGEST);
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    Router::new()
        .route(PLACE, any_service(service))
        .route_layer(from_fn_with_state(keeper, let_in))
}

/// Lets those in whom the server knows, and tells others where to ask.
async fn let_in(
    State(keeper): State<Arc<dyn Keeper>>,
    mut request: Request,
    next: Next,
) -> Response {
    let headers = request.headers().clone();
    let token = headers.get(header::AUTHORIZATION);
    let token = token.and_then(|token| token.to_str().ok()?.strip_prefix("Bearer "));
    let may = match token {
        Some(token) => keeper.admit(token, &headers).await,
        None => None,
    };
    let at = keeper.described_at(&headers);
    let Some(may) = may else {
        let fault = token.map_or("", |_| "error=\"invalid_token\", ");
        let challenge = format!("Bearer {fault}resource_metadata=\"{at}\"");
        let why = "A token of this server is needed.";
        return refusal(StatusCode::UNAUTHORIZED, ("UNAUTHORIZED", why), challenge);
    };
    let admitted = Admitted::new(may);
    request.extensions_mut().insert(admitted.clone());
    let response = next.run(request).await;
    let Some(needed) = admitted.needed() else {
        return response;
    };
    let words: Vec<&str> = needed.map(|scope| keeper.word(scope)).collect();
    let scope = words.join(" ");
    let challenge = format!(
        "Bearer error=\"insufficient_scope\", scope=\"{scope}\", resource_metadata=\"{at}\""
    );
    let why = "The person has not allowed this program to do that.";
    refusal(
        StatusCode::FORBIDDEN,
        ("INSUFFICIENT_SCOPE", why),
        challenge,
    )
}

fn refusal(status: StatusCode, (code, message): (&str, &str), challenge: String) -> Response {
    let error = json!({ "error": { "code": code, "message": message } });
    let mut response = (status, Json(error)).into_response();
    if let Ok(challenge) = HeaderValue::try_from(challenge) {
        let headers = response.headers_mut();
        headers.insert(header::WWW_AUTHENTICATE, challenge);
    }
    response
}
