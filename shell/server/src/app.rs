//! The router: every endpoint, and what lies around all of them.

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use screen_agent_realtime::Hub;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::error::ApiError;
use crate::http::{cors, outer};
use crate::state::AppState;
use crate::{console, docs, extension, metrics, packet};

/// The whole server as a service.
pub fn app(state: AppState) -> Router {
    let (router, api) =
        described(extension::router(&state).merge(packet::router(&state))).split_for_parts();
    let documents = docs::router(&docs::finish(api)).unwrap_or_else(|error| {
        tracing::error!(%error, "the API cannot be described");
        Router::new()
    });
    // Pages of any origin may open a socket: without a signature it hears nothing of ours, and a
    // signature takes a token.
    let sockets = state.realtime().hub().map(Hub::router);
    // The configuration was checked when the state was made.
    let origins = state.config().origins().unwrap_or_default();
    router
        .merge(documents)
        .merge(sockets.unwrap_or_default())
        .route("/metrics", get(metrics::page))
        .fallback(console::fallback)
        .method_not_allowed_fallback(async || ApiError::METHOD_NOT_ALLOWED)
        .layer(CatchPanicLayer::custom(outer::panicked))
        .layer(cors::layer(origins))
        .layer(from_fn_with_state(state.clone(), outer::outer))
        .with_state(state)
}

/// The API's description, as `/api/openapi.json` serves it.
pub fn openapi() -> OpenApi {
    docs::finish(described(extension::described().merge(packet::described())).into_openapi())
}

fn described(router: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(docs::Described::openapi()).merge(router)
}
