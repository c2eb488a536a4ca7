//! The documents that the server serves of itself: OpenAPI, JSON Schemas, a page to browse them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

use crate::error::ApiError;
use crate::http::params::InPath;
use crate::state::AppState;

/// What it loads, Swagger UI among it, is built with the console.
const PAGE: &str = include_str!("docs/page.html");

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Screen Agent",
        description = "Say what you want done on a web page; see it done, verified and recorded.",
        contact(name = "Screen Agent"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    security(("token" = [])),
)]
struct Described;

/// The description of an API without endpoints.
pub(crate) fn api() -> OpenApi {
    let mut api = Described::openapi();
    let bearer = || HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
    let components = api.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(bearer().build()));
    let operator = bearer()
        .description(Some("The operator's key for workers"))
        .build();
    components.add_security_scheme("worker", SecurityScheme::Http(operator));
    api
}

/// `/api/openapi.json`, `/api/docs` and `/api/schemas/{name}`.
pub(crate) fn router(api: &OpenApi) -> Result<Router<AppState>, serde_json::Error> {
    let described = axum::body::Bytes::from(serde_json::to_vec(api)?);
    Ok(Router::new()
        .route(
            "/api/openapi.json",
            get(move || {
                let described = described.clone();
                async move { file("application/json", described) }
            }),
        )
        .route("/api/docs", get(async || page()))
        .route("/api/schemas", get(schemas))
        .route("/api/schemas/{name}", get(schema)))
}

/// The published schemas, put together once: anybody may ask for them.
fn all() -> &'static BTreeMap<String, axum::body::Bytes> {
    static ALL: OnceLock<BTreeMap<String, axum::body::Bytes>> = OnceLock::new();
    ALL.get_or_init(|| {
        let all = screen_agent_wire::export::schemas().into_iter();
        all.filter_map(|(name, schema)| {
            Some((name.to_owned(), serde_json::to_vec(&schema).ok()?.into()))
        })
        .collect()
    })
}

/// The names of the published schemas.
async fn schemas(State(_): State<AppState>) -> Response {
    axum::Json(all().keys().collect::<Vec<_>>()).into_response()
}

async fn schema(InPath(name): InPath<String>) -> Result<Response, ApiError> {
    let name = name.strip_suffix(".json").unwrap_or(&name);
    let schema = all().get(name).cloned().ok_or(ApiError::NOT_FOUND)?;
    Ok(file("application/schema+json", schema))
}

fn page() -> Response {
    let policy = [(header::CONTENT_SECURITY_POLICY, super::console::POLICY)];
    (policy, file("text/html; charset=utf-8", PAGE)).into_response()
}

fn file(kind: &'static str, body: impl Into<Body>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, body.into()).into_response()
}
