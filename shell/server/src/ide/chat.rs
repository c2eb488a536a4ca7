//! The chat: a task that is named, beside the words or in them, is computed; anything else is talk.

use axum::response::Response;
use screen_agent_ide::intent::registry::task_of;
use screen_agent_ide::intent::resolve::resolve;
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::chat::ChatRequest;

use super::artifact::with_screen;
use super::request::AskedChat;
use super::run::{Work, answer_work, job};
use crate::error::ApiError;

/// Say something to the chat.
///
/// A task that `task_type`, `intent` or the words name is computed, and answered like any, with `output.text`; without one
/// a model answers, and where there is none that is said. With `Accept: text/event-stream` or `?stream=1` the answer comes
/// as events.
#[utoipa::path(post, path = "/chat-gateway", tag = "ide",
    request_body = ChatRequest,
    responses(
        (status = 200, description = "`output.text`, and what a task came to", body = Value),
        (status = 409, description = "`idempotency_mismatch`: the key was used for another request"),
        (status = 502, description = "`provider_error`: no model gave an answer that can be used"),
        (status = 504, description = "`upstream_timeout`: none answered in time")))]
pub(super) async fn gateway(asked: AskedChat) -> Result<Response, ApiError> {
    answer(asked, "chat-gateway").await
}

/// The same, as events whatever is accepted.
#[utoipa::path(post, path = "/chat", tag = "ide",
    request_body = ChatRequest,
    responses(
        (status = 200, description = "Events", body = Value),
        (status = 409, description = "`idempotency_mismatch`: the key was used for another request")))]
pub(super) async fn chat(mut asked: AskedChat) -> Result<Response, ApiError> {
    asked.asked.as_events = true;
    answer(asked, "chat").await
}

async fn answer(chat: AskedChat, route: &'static str) -> Result<Response, ApiError> {
    let AskedChat {
        mut asked,
        said,
        word,
    } = chat;
    let named = word
        .as_deref()
        .map(|word| task_of(word).ok_or(word))
        .transpose();
    let named = match named {
        Ok(named) => named,
        // An agent's own word for what it is about is no task, and says so by its form.
        Err(word) if !word.contains(['.', '_']) => None,
        Err(_) => return Err(Invalid::new("task_type", "is no task").into()),
    };
    let by_keyword = || {
        asked
            .request
            .keywords()
            .iter()
            .find_map(|word| task_of(word))
    };
    let in_words = || {
        let found = resolve(&asked.registry, &said.words, asked.request.language());
        found.keywords.iter().find_map(|word| task_of(word))
    };
    if asked.request.dev().any() && asked.me.app.config.ide.dev_flags.is_none() {
        return Err(Invalid::new("dev_flags", "are heeded by servers for tests alone").into());
    }
    let task = named.or_else(by_keyword).or_else(in_words);
    if task.is_some() {
        asked.request = with_screen(&asked.me, asked.request).await?;
    }
    let job = task.map(|task| job(task, &asked));
    if let Some(job) = &job {
        job.check()?;
    }
    let work = Work {
        job,
        said: Some(said),
        request: asked.request.clone(),
        route,
    };
    answer_work(work, asked).await
}
