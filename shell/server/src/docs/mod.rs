//! The documents that the server serves of itself: OpenAPI, JSON Schemas, a page to browse them.

mod declare;
mod problems;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

pub(crate) use problems::problems;

use crate::error::ApiError;
use crate::http::params::InPath;
use crate::state::AppState;

const PAGE: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("page.js");
const STYLE: &str = include_str!("page.css");

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Screen Agent",
        description = "Say what you want done on a web page; see it done, verified and recorded.",
        contact(name = "Screen Agent"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(
        screen_agent_wire::extension::ErrorBody,
        screen_agent_wire::extension::live::LiveEvent,
        // A query is not looked into, nor a tree walked to its end, by itself.
        screen_agent_wire::packet::tool::ShareFormat,
        screen_agent_wire::packet::tree::Block,
        screen_agent_wire::packet::tree::Inline,
        screen_agent_wire::packet::tree::ListItem,
        screen_agent_wire::packet::tree::TableRow,
        screen_agent_wire::packet::tree::TableCell,
        screen_agent_wire::packet::tree::TextNode,
    )),
    security(("token" = [])),
    tags(
        (name = "agent", description = "The turn"),
        (name = "auth", description = "Signing in and out"),
        (name = "audit", description = "Who did what, in rows that hang on each other"),
        (name = "session", description = "Conversations"),
        (name = "task", description = "What is being done, and what was"),
        (name = "packet", description = "Questions about pages, as `laika.llmcp` packets"),
        (name = "conversations", description = "What was asked and answered in packets"),
        (name = "collections", description = "Sources that belong together, and what is made of them"),
        (name = "artifacts", description = "What was saved, and what was made of collections"),
        (name = "preferences", description = "What a person prefers"),
        (name = "realtime", description = "What happens, as it happens"),
        (name = "debug", description = "For developers, in debug mode only"),
        (name = "health", description = "Whether the server is well"),
    ),
)]
pub(crate) struct Described;

/// Adds what the derive cannot say.
pub(crate) fn finish(mut api: OpenApi) -> OpenApi {
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    let components = api.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(bearer));
    declare::everywhere(&mut api);
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
        .route(
            "/api/docs/page.js",
            get(async || file("text/javascript; charset=utf-8", SCRIPT)),
        )
        .route(
            "/api/docs/page.css",
            get(async || file("text/css; charset=utf-8", STYLE)),
        )
        .route("/api/schemas", get(schemas))
        .route("/api/schemas/{name}", get(schema)))
}

#[derive(serde::Deserialize)]
struct SchemaPath {
    name: String,
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

async fn schema(InPath(path): InPath<SchemaPath>) -> Result<Response, ApiError> {
    let name = path.name.strip_suffix(".json").unwrap_or(&path.name);
    let schema = all().get(name).cloned().ok_or(ApiError::NOT_FOUND)?;
    Ok(file("application/schema+json", schema))
}

fn page() -> Response {
    let mut response = file("text/html; charset=utf-8", PAGE);
    response.headers_mut().insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(crate::console::POLICY),
    );
    response
}

fn file(kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
