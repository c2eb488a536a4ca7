//! Conversations of packets, as they are kept.

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use screen_agent_store::conversation::{ConversationFilter, ConversationRecord};
use screen_agent_wire::invalid::chars_if;
use screen_agent_wire::packet::conversation::{ConversationData, ConversationList};
use screen_agent_wire::packet::problem::ProblemBody;
use serde::Deserialize;
use utoipa::IntoParams;

use super::convert;
use super::problems::Problems;
use crate::auth::Caller;
use crate::auth::event::exported;
use crate::error::ApiError;
use crate::http::params::{InPath, InQuery, number};
use crate::state::AppState;

/// Longest words that are searched for.
const SEARCH: usize = 200;

/// Which conversations.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Only those in which all of these words were said.
    search: Option<String>,
    /// At most this many, 1 to 100; 20 unless it says otherwise.
    limit: Option<String>,
    /// After leaving out this many.
    offset: Option<String>,
}

/// Conversations, the latest change first.
#[utoipa::path(get, path = "/api/conversations", tag = "conversations", params(ListQuery),
    responses((status = 200, description = "Conversations", body = ConversationList), Problems))]
pub(super) async fn list(
    State(app): State<AppState>,
    caller: Caller,
    InQuery(query): InQuery<ListQuery>,
) -> Result<axum::Json<ConversationList>, ApiError> {
    chars_if("search", query.search.as_deref(), SEARCH)?;
    let filter = ConversationFilter {
        limit: number("limit", query.limit.as_deref(), 20, 1..=100)?,
        offset: number("offset", query.offset.as_deref(), 0, 0..=1_000_000)?,
        search: query.search.filter(|words| !words.trim().is_empty()),
    };
    let page = app
        .store()
        .scoped(caller.owner())
        .page::<ConversationRecord>(filter)
        .await?;
    Ok(axum::Json(ConversationList {
        total: page.total.into(),
        conversations: page.items.into_iter().map(convert::conversation).collect(),
    }))
}

/// `{id}`.
#[derive(Debug, Deserialize)]
pub(super) struct IdPath {
    pub(super) id: String,
}

/// How a conversation is given.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct GetQuery {
    /// `export` gives it as a file.
    format: Option<String>,
}

/// A conversation with its packets, redacted as they are kept. What is exported can be replayed.
#[utoipa::path(get, path = "/api/conversations/{id}", tag = "conversations",
    params(("id" = String, Path, description = "The client's id of it"), GetQuery),
    responses(
        (status = 200, description = "Its packets, in order", body = ConversationData),
        (status = 404, description = "`NOT_FOUND`", body = ProblemBody),
        Problems))]
pub(super) async fn get(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<IdPath>,
    InQuery(query): InQuery<GetQuery>,
) -> Result<Response, ApiError> {
    let rows = app.store().scoped(caller.owner());
    let id = path.id;
    let found = rows.find::<ConversationRecord>(id.clone()).await?;
    let record = found.ok_or_else(|| ApiError::unknown("conversation"))?;
    let packets = rows.packets(id.clone()).await?.unwrap_or_default();
    drop(rows);
    let data = ConversationData {
        conversation: convert::conversation(record),
        messages: packets.into_iter().map(convert::message).collect(),
    };
    let mut response = axum::Json(data).into_response();
    match query.format.as_deref() {
        None | Some("json") => {}
        Some("export") => {
            exported(&app, &caller, "conversation", &id).await?;
            let saved = HeaderValue::from_static("attachment; filename=\"conversation.json\"");
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_DISPOSITION, saved);
        }
        Some(_) => {
            return Err(
                screen_agent_wire::Invalid::new("format", "is neither json nor export").into(),
            );
        }
    }
    Ok(response)
}

/// Forget a conversation, its packets and its open runs.
#[utoipa::path(delete, path = "/api/conversations/{id}", tag = "conversations",
    params(("id" = String, Path, description = "The client's id of it")),
    responses(
        (status = 204, description = "Forgotten"),
        (status = 404, description = "`NOT_FOUND`", body = ProblemBody),
        Problems))]
pub(super) async fn forget(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<IdPath>,
) -> Result<StatusCode, ApiError> {
    let rows = app.store().scoped(caller.owner());
    match rows
        .remove::<ConversationRecord>(path.id, app.now_ms())
        .await?
    {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::unknown("conversation")),
    }
}
