//! Conversations of packets, as they are kept.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use screen_agent_store::conversation::{ConversationFilter, ConversationRecord, PacketRecord};
use screen_agent_wire::Invalid;
use screen_agent_wire::invalid::chars;
use screen_agent_wire::packet::conversation::{ConversationData, ConversationList};
use serde::Deserialize;
use utoipa::IntoParams;

use super::convert;
use super::problem::Found as _;
use crate::auth::Me;
use crate::auth::event::exported;
use crate::error::ApiError;
use crate::http::body::{Answer, Json};
use crate::http::params::{InPath, InQuery, number};

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
    responses((status = 200, description = "Conversations", body = ConversationList)))]
pub(super) async fn list(me: Me, InQuery(query): InQuery<ListQuery>) -> Answer<ConversationList> {
    chars("search", &query.search, SEARCH)?;
    let filter = ConversationFilter {
        limit: number("limit", query.limit.as_deref(), 20, 1..=100)?,
        offset: number("offset", query.offset.as_deref(), 0, 0..=1_000_000)?,
        search: query.search.filter(|words| !words.trim().is_empty()),
    };
    let page = me.rows().page::<ConversationRecord>(filter).await?;
    Ok(Json(ConversationList {
        total: page.total.into(),
        conversations: page.items.into_iter().map(convert::conversation).collect(),
    }))
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
        (status = 404, description = "`NOT_FOUND`")))]
pub(super) async fn get(
    me: Me,
    InPath(id): InPath<String>,
    InQuery(query): InQuery<GetQuery>,
) -> Result<Response, ApiError> {
    let data = whole(&me, id.clone()).await?;
    match query.format.as_deref() {
        None | Some("json") => Ok(data.into_response()),
        Some("export") => {
            exported(&me, "conversation", &id).await?;
            let saved = "attachment; filename=\"conversation.json\"";
            Ok(([(header::CONTENT_DISPOSITION, saved)], data).into_response())
        }
        Some(_) => Err(Invalid::new("format", "is neither json nor export").into()),
    }
}

async fn whole(me: &Me, id: String) -> Answer<ConversationData> {
    let rows = me.rows();
    let record = rows
        .find::<ConversationRecord>(id.clone())
        .await?
        .found("conversation")?;
    let packets = rows.list::<PacketRecord>(id).await?;
    Ok(Json(ConversationData {
        conversation: convert::conversation(record),
        messages: packets.into_iter().map(convert::message).collect(),
    }))
}

/// Forget a conversation, its packets and its open runs.
#[utoipa::path(delete, path = "/api/conversations/{id}", tag = "conversations",
    params(("id" = String, Path, description = "The client's id of it")),
    responses(
        (status = 204, description = "Forgotten"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(super) async fn forget(me: Me, InPath(id): InPath<String>) -> Result<StatusCode, ApiError> {
    me.rows()
        .remove::<ConversationRecord>(id, me.now_ms())
        .await?
        .found("conversation")
}
