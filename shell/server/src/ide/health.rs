//! Whether a function is there.

use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::http::body::{Answer, Json};
use crate::http::params::InPath;

/// The functions that are there.
const FUNCTIONS: [&str; 21] = [
    "design-generate",
    "figma-compat",
    "figma-context",
    "figma-plugin",
    "intent-resolve",
    "chat",
    "chat-gateway",
    "intent-registry",
    "trace-status",
    "json-set",
    "json-merge",
    "json-remove",
    "json-get",
    "json-list",
    "json-validate",
    "json-generate",
    "metrics-ingest",
    "publishable-keys",
    "api-router",
    "artifacts-list",
    "trace-list",
];

/// A function is there.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FunctionHealth {
    /// Always true.
    ok: bool,
}

/// Ask whether a function is there.
#[utoipa::path(get, path = "/{function}/healthz", tag = "ide", security(()),
    params(("function" = String, Path, description = "Such as `design-generate`")),
    responses(
        (status = 200, description = "It is", body = FunctionHealth),
        (status = 404, description = "`not_found`")))]
pub(super) async fn health(InPath(function): InPath<String>) -> Answer<FunctionHealth> {
    match FUNCTIONS.contains(&function.as_str()) {
        true => Ok(Json(FunctionHealth { ok: true })),
        false => Err(ApiError::NOT_FOUND),
    }
}
