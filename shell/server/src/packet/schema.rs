//! `/api/llmcp/schema`: JSON Schema of every packet and document. Public.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use screen_agent_tools::export;
use serde::Serialize;
use utoipa::ToSchema;

use super::problem::Found as _;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::params::InPath;

/// The names of the published schemas.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SchemaIndex {
    /// Name of the protocol.
    protocol: &'static str,
    /// The one version that is spoken.
    version: u32,
    /// Names, each with its address.
    schemas: Vec<SchemaEntry>,
}

/// A published schema.
#[derive(Debug, Serialize, ToSchema)]
struct SchemaEntry {
    name: String,
    url: String,
}

/// The names of the published schemas.
#[utoipa::path(get, path = "/api/llmcp/schema", tag = "packet", security(()),
    responses((status = 200, description = "Names and addresses", body = SchemaIndex)))]
pub(super) async fn index() -> Json<SchemaIndex> {
    let entry = |(name, _): &(String, _)| SchemaEntry {
        url: format!("/api/llmcp/schema/{name}"),
        name: name.clone(),
    };
    Json(SchemaIndex {
        protocol: screen_agent_wire::packet::PROTOCOL,
        version: screen_agent_wire::packet::VERSION,
        schemas: export::schemas().iter().map(entry).collect(),
    })
}

/// One schema.
#[utoipa::path(get, path = "/api/llmcp/schema/{name}", tag = "packet", security(()),
    params(("name" = String, Path, description = "As the index says it; .json may follow")),
    responses(
        (status = 200, description = "JSON Schema, draft 2020-12", content_type = "application/schema+json"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(super) async fn one(InPath(name): InPath<String>) -> Result<Response, ApiError> {
    let name = name.strip_suffix(".json").unwrap_or(&name);
    let schema = export::schema(name).found("schema")?;
    let kind = [(header::CONTENT_TYPE, "application/schema+json")];
    Ok((kind, Json(schema)).into_response())
}
