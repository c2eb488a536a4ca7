//! The router: every surface, what the server shows of itself, and what lies around all of them.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension as Marked, Router};
use screen_agent_realtime::Hub;
use utoipa::openapi::OpenApi;

use crate::auth::ForPrograms;
use crate::error::ApiError;
use crate::extension::Extension;
use crate::http::outer;
use crate::http::surface::{Mounted, Surface, description};
use crate::ide::{Ide, IdeDoor};
use crate::oauth;
use crate::packet::Packet;
use crate::pages::{console, docs, metrics};
use crate::realtime::Wording;
use crate::state::AppState;

/// Every surface. What belongs to none goes by the manners of the first.
const SURFACES: [&dyn Surface; 3] = [&Extension, &Packet, &Ide];

/// The whole server as a service.
pub fn app(state: AppState) -> Router {
    app_beside(state, Router::new())
}

/// The same with routes of somebody else's beside its own, behind all that lies around every route.
pub fn app_beside(state: AppState, beside: Router) -> Router {
    let documents = docs::router(&openapi()).unwrap_or_else(|error| {
        tracing::error!(%error, "the API description could not be written");
        Router::new()
    });
    // Pages of any origin may open a socket: without a signature it hears nothing of ours, and a
    // signature takes a token.
    let sockets = state.realtime.hub().map(Hub::router);
    let door = || Arc::new(IdeDoor(state.clone()));
    let second = state.phoenix.as_ref().map(|hub| hub.router(door()));
    let own = Router::new()
        .merge(documents)
        .merge(sockets.unwrap_or_default())
        .merge(second.unwrap_or_default())
        .merge(oauth::router())
        .merge(beside.with_state(()))
        .route("/metrics", get(metrics::page))
        .fallback(console::fallback);
    let surfaces = SURFACES.map(|surface| mounted(&state, surface).router());
    surfaces
        .into_iter()
        .fold(first(&state).around(own), Router::merge)
        .layer(from_fn_with_state(first(&state), outer::outer))
        .with_state(state)
}

/// The routes, to be called in this process for those whom [`admit_program`](crate::admit_program) has let in: with what
/// they have shown.
pub fn app_for_programs(state: AppState) -> Router {
    app(state).layer(Marked(ForPrograms))
}

/// The API's description, as `/api/openapi.json` serves it.
pub fn openapi() -> OpenApi {
    let mut api = docs::api();
    for surface in SURFACES {
        api.merge(description(surface));
    }
    // The router marks what may have slashes in it; a description does not.
    let paths = std::mem::take(&mut api.paths.paths);
    let plain = paths
        .into_iter()
        .map(|(path, item)| (path.replace("{*", "{"), item));
    api.paths.paths = plain.collect();
    api
}

/// How listeners are told of what was committed, by surface.
pub(crate) fn wordings() -> Vec<Wording> {
    SURFACES
        .iter()
        .flat_map(|surface| surface.wording())
        .collect()
}

/// What those beyond the limit of connections are answered: that there is no place, and, since whoever
/// watches over the server must hear of it now above all, whether it is well. Then they are closed.
pub(crate) fn turned_away(state: &AppState, router: Router) -> Router {
    router.layer(from_fn_with_state(first(state), refuse))
}

async fn refuse(State(mounted): State<Mounted>, request: Request, next: Next) -> Response {
    let mut response = match request.uri().path() {
        "/api/health" => next.run(request).await,
        _ => mounted.written(ApiError::BUSY.into_response(), ""),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    headers
        .entry(header::RETRY_AFTER)
        .or_insert(HeaderValue::from_static("1"));
    response
}

fn first(state: &AppState) -> Mounted {
    mounted(state, SURFACES[0])
}

fn mounted(state: &AppState, surface: &'static dyn Surface) -> Mounted {
    Mounted {
        app: state.clone(),
        surface,
    }
}
