//! Messages of a conversation.

use screen_agent_store::session::MessageFilter;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::message::MessagesData;
use screen_agent_wire::limits;
use serde::Deserialize;
use utoipa::IntoParams;

use super::{Reply, convert, reply};
use crate::auth::Me;
use crate::http::params::{InPath, InQuery, SessionPath, number};
use crate::time;

/// The highest number that a message is asked for by; `int32`, as the schema says.
const MOST_NUMBER: u32 = i32::MAX.unsigned_abs();

/// Which messages to read.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MessagesQuery {
    /// 1 to 200; 50, if omitted.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 200)]
    limit: Option<String>,
    /// Said at or after this, ISO 8601.
    since: Option<String>,
    /// Numbered after this. Ours: pages without overlap.
    #[param(value_type = Option<u32>, minimum = 0, maximum = 2_147_483_647)]
    after: Option<String>,
}

/// Messages, oldest first. An unknown conversation has none, and says so.
#[utoipa::path(get, path = "/api/session/{sessionId}/messages", tag = "session",
    params(MessagesQuery, SessionPath),
    responses((status = 200, description = "Messages", body = Mirrored<MessagesData>)))]
pub(crate) async fn messages(
    me: Me,
    InPath(path): InPath<SessionPath>,
    InQuery(query): InQuery<MessagesQuery>,
) -> Reply<MessagesData> {
    let most = limits::MESSAGES_PER_PAGE;
    let limit = query.limit.as_deref();
    let since = query.since.as_deref().filter(|since| !since.is_empty());
    let after = query.after.as_deref();
    let filter = MessageFilter {
        limit: number("limit", limit, limits::MESSAGES_DEFAULT, 1..=most)?,
        since_ms: since.map(|since| time::parse("since", since)).transpose()?,
        after: after
            .map(|_| number("after", after, 0, 0..=MOST_NUMBER))
            .transpose()?,
    };
    let scoped = me.rows();
    let page = scoped.messages(path.session_id, filter).await?;
    let session_exists = page.is_some();
    let (messages, total) = page.map_or((Vec::new(), 0), |page| {
        (
            page.items.into_iter().map(convert::message).collect(),
            page.total,
        )
    });
    reply(MessagesData {
        session_id: path.session_id.get(),
        messages,
        total,
        session_exists,
    })
}
