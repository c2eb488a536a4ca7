//! The tasks: a request in, a reply out.

use axum::response::Response;
use screen_agent_ide::intent::registry::of_endpoint;
use screen_agent_wire::ide::{IdeReply, IdeRequest, IdeTask};

use super::request::Asked;
use super::run::answer;
use crate::error::ApiError;
use crate::http::params::InPath;

/// Make a screen of words.
///
/// Where there is no body, `?prompt=` says what is wanted. With `Accept: text/event-stream` or `?stream=1` the answer
/// comes as events, the last of which is `done`, `error` or `aborted`. Under an idempotency key a request is carried out
/// once: the same again follows what is told of it, or is told it once more.
#[utoipa::path(post, path = "/design-generate", tag = "ide",
    request_body = IdeRequest,
    responses(
        (status = 200, description = "The screen, and why it is so", body = IdeReply),
        (status = 409, description = "`idempotency_mismatch`: the key was used for another request")))]
pub(super) async fn design(asked: Asked) -> Result<Response, ApiError> {
    answer(IdeTask::DesignGenerate, asked).await
}

/// The same, where the plugin of Figma looks for it.
#[utoipa::path(post, path = "/figma-compat/uui/generate", tag = "ide",
    request_body = IdeRequest,
    responses(
        (status = 200, description = "The screen, and why it is so", body = IdeReply),
        (status = 409, description = "`idempotency_mismatch`: the key was used for another request")))]
pub(super) async fn generate(asked: Asked) -> Result<Response, ApiError> {
    answer(IdeTask::DesignGenerate, asked).await
}

/// Compute any other task; the capabilities say where each is.
#[utoipa::path(post, path = "/figma-compat/uui/{area}/{deed}", tag = "ide",
    params(
        ("area" = String, Path, description = "`symbols`, `variables`, `bdd`, `actionflow` or `data_action`"),
        ("deed" = String, Path, description = "`map`, `derive`, `generate` or `refine`")),
    request_body = IdeRequest,
    responses(
        (status = 200, description = "What it comes to", body = IdeReply),
        (status = 404, description = "`not_found`: there is no such task"),
        (status = 409, description = "`idempotency_mismatch`: the key was used for another request")))]
pub(super) async fn compute(
    InPath((area, deed)): InPath<(String, String)>,
    asked: Asked,
) -> Result<Response, ApiError> {
    let entry = of_endpoint(&format!("figma-compat/uui/{area}/{deed}"));
    answer(entry.ok_or(ApiError::NOT_FOUND)?.task, asked).await
}
