//! Conversations.

use screen_agent_action::id::SessionId;
use screen_agent_store::session::{SessionFacts, SessionFilter, SessionRecord, SessionStatus};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::session::{
    ArchiveData, ArchiveRequest, DomainSessionData, InitSessionData, InitSessionRequest,
    Pagination, RenameRequest, SessionInfo, SessionListData, WireSessionStatus,
};
use screen_agent_wire::{Invalid, limits};
use serde::Deserialize;
use utoipa::IntoParams;

use super::interact::registrable_domain;
use super::{Reply, convert, reply};
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::params::{InPath, InQuery, SessionPath, number, yes};

/// Make a conversation, unless it is there.
#[utoipa::path(post, path = "/api/session/init", tag = "session",
    request_body = InitSessionRequest,
    responses(
        (status = 200, description = "It is there", body = Mirrored<InitSessionData>)))]
pub(crate) async fn init(me: Me, Json(body): Json<InitSessionRequest>) -> Reply<InitSessionData> {
    let body = body.checked()?;
    let url = body.url.unwrap_or_default();
    let facts = SessionFacts {
        domain: registrable_domain(&url).or(body.domain).unwrap_or_default(),
        url,
        title: body.title.filter(|title| !title.trim().is_empty()),
        tab: body.tab_id,
        initial_query: body.initial_query,
    };
    let id = SessionId::new(body.session_id);
    let scoped = me.rows();
    let created = scoped.init_session(id, facts, me.now_ms()).await?;
    reply(InitSessionData {
        session_id: body.session_id,
        created,
    })
}

/// Which conversations to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only those that stand so, several with commas between them; all that were not put away, if omitted.
    status: Option<String>,
    /// Archived ones too.
    #[param(value_type = Option<bool>)]
    include_archived: Option<String>,
    /// 1 to 100; 20, if omitted.
    #[param(value_type = Option<u32>)]
    limit: Option<String>,
    /// How many to leave out.
    #[param(value_type = Option<u32>)]
    offset: Option<String>,
}

/// A page of conversations, newest change first.
#[utoipa::path(get, path = "/api/session", tag = "session", params(ListQuery),
    responses((status = 200, description = "A page", body = Mirrored<SessionListData>)))]
pub(crate) async fn list(me: Me, InQuery(query): InQuery<ListQuery>) -> Reply<SessionListData> {
    let archived = yes("includeArchived", query.include_archived.as_deref())?;
    let statuses = match query.status.as_deref() {
        Some(words) => statuses(words)?,
        None if archived => Vec::new(),
        // They were all active before there was another way to stand: clients that say nothing see them all.
        None => SessionStatus::KEPT.to_vec(),
    };
    let most = limits::SESSIONS_PER_PAGE;
    let limit = query.limit.as_deref();
    let limit = number("limit", limit, limits::SESSIONS_DEFAULT, 1..=most)?;
    let offset = number("offset", query.offset.as_deref(), 0, 0..=i32::MAX as u32)?;
    let filter = SessionFilter {
        statuses,
        domain: None,
        limit,
        offset,
    };
    let page = me.rows().page::<SessionRecord>(filter).await?;
    let shown = u32::try_from(page.items.len()).unwrap_or(u32::MAX);
    reply(SessionListData {
        sessions: page.items.into_iter().map(convert::session).collect(),
        pagination: Pagination {
            total: page.total,
            limit,
            offset,
            has_more: offset.saturating_add(shown) < page.total,
        },
    })
}

/// Put a conversation away.
#[utoipa::path(post, path = "/api/session", tag = "session", request_body = ArchiveRequest,
    responses(
        (status = 200, description = "Put away", body = Mirrored<ArchiveData>),
        (status = 404, description = "`SESSION_NOT_FOUND`")))]
pub(crate) async fn archive(me: Me, Json(body): Json<ArchiveRequest>) -> Reply<ArchiveData> {
    let id = SessionId::new(body.session_id);
    let scoped = me.rows();
    let archived = scoped.archive_session(id, me.now_ms()).await?;
    archived.ok_or(ApiError::SESSION_NOT_FOUND)?;
    reply(ArchiveData {
        session_id: body.session_id,
        status: WireSessionStatus::Archived,
        message: "Session archived successfully".to_owned(),
    })
}

/// Which conversation counts as the latest.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LatestQuery {
    /// How it stands, or may stand, with commas between the words; any way but put away, if omitted.
    status: Option<String>,
}

/// The conversation that changed last.
#[utoipa::path(get, path = "/api/session/latest", tag = "session", params(LatestQuery),
    responses(
        (status = 200, description = "The latest", body = Mirrored<SessionInfo>),
        (status = 404, description = "`SESSION_NOT_FOUND`")))]
pub(crate) async fn latest(me: Me, InQuery(query): InQuery<LatestQuery>) -> Reply<SessionInfo> {
    let statuses = query
        .status
        .as_deref()
        .map_or(Ok(SessionStatus::KEPT.to_vec()), statuses)?;
    if statuses.contains(&SessionStatus::Archived) {
        return Err(Invalid::new("status", "archived conversations are never the latest").into());
    }
    let filter = SessionFilter::latest(statuses);
    let page = me.rows().page::<SessionRecord>(filter).await?;
    let found = page.first().ok_or(ApiError::SESSION_NOT_FOUND)?;
    reply(convert::session(found))
}

/// The conversation on a domain that changed last, unless it was put away.
#[utoipa::path(get, path = "/api/session/by-domain/{domain}", tag = "session",
    params(("domain" = String, Path, description = "Registrable domain")),
    responses((status = 200, description = "It, or null", body = Mirrored<DomainSessionData>)))]
pub(crate) async fn by_domain(me: Me, InPath(domain): InPath<String>) -> Reply<DomainSessionData> {
    screen_agent_wire::invalid::chars("domain", &domain, limits::DOMAIN)?;
    let filter = SessionFilter {
        domain: Some(domain.to_lowercase()),
        ..SessionFilter::latest(SessionStatus::KEPT.to_vec())
    };
    let page = me.rows().page::<SessionRecord>(filter).await?;
    reply(DomainSessionData {
        session: page.first().map(convert::session),
    })
}

/// Give a conversation a title for good.
#[utoipa::path(patch, path = "/api/session/{sessionId}", tag = "session",
    params(SessionPath),
    request_body = RenameRequest,
    responses(
        (status = 200, description = "Renamed", body = Mirrored<SessionInfo>),
        (status = 404, description = "`SESSION_NOT_FOUND`")))]
pub(crate) async fn rename(
    me: Me,
    InPath(path): InPath<SessionPath>,
    Json(body): Json<RenameRequest>,
) -> Reply<SessionInfo> {
    let title = body.checked()?.title;
    let scoped = me.rows();
    let renamed = scoped
        .rename_session(path.session_id, title, me.now_ms())
        .await?;
    let renamed = renamed.ok_or(ApiError::SESSION_NOT_FOUND)?;
    reply(convert::session(renamed))
}

fn statuses(words: &str) -> Result<Vec<SessionStatus>, Invalid> {
    let status = |word: &str| SessionStatus::from_word(word.trim());
    let statuses: Option<Vec<SessionStatus>> = words.split(',').map(status).collect();
    statuses.ok_or_else(|| {
        let reason = "is not active, completed, failed, interrupted or archived";
        Invalid::new("status", reason)
    })
}
