//! The tasks: a request in, a reply out.

use screen_agent_ide::intent::registry::of_endpoint;
use screen_agent_wire::ide::{IdeReply, IdeRequest, IdeTask};

use super::request::Asked;
use crate::error::ApiError;
use crate::http::body::{Answer, Json};
use crate::http::params::InPath;

/// Make a screen of words.
///
/// Where there is no body, `?prompt=` says what is wanted.
#[utoipa::path(post, path = "/design-generate", tag = "ide",
    request_body = IdeRequest,
    responses((status = 200, description = "The screen, and why it is so", body = IdeReply)))]
pub(super) async fn design(asked: Asked) -> Answer<IdeReply> {
    answer(IdeTask::DesignGenerate, asked).await
}

/// The same, where the plugin of Figma looks for it.
#[utoipa::path(post, path = "/figma-compat/uui/generate", tag = "ide",
    request_body = IdeRequest,
    responses((status = 200, description = "The screen, and why it is so", body = IdeReply)))]
pub(super) async fn generate(asked: Asked) -> Answer<IdeReply> {
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
        (status = 404, description = "`not_found`: there is no such task")))]
pub(super) async fn compute(
    InPath((area, deed)): InPath<(String, String)>,
    asked: Asked,
) -> Answer<IdeReply> {
    let entry = of_endpoint(&format!("figma-compat/uui/{area}/{deed}"));
    answer(entry.ok_or(ApiError::NOT_FOUND)?.task, asked).await
}

async fn answer(task: IdeTask, asked: Asked) -> Answer<IdeReply> {
    let Asked { me, request } = asked;
    let _place = me.app.turn()?;
    let trace_id = me.app.fresh_id().to_string();
    // A megabyte of a screen takes a while.
    let computing = tokio::task::spawn_blocking(move || {
        screen_agent_ide::answer(task, &request, &me.app.config.ide, &trace_id)
    });
    let reply = computing.await.map_err(ApiError::internal)??;
    Ok(Json(reply))
}
