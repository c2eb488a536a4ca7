//! What is remembered of a person's work, to be read, put right and forgotten.

use axum::http::StatusCode;
use screen_agent_action::id::SessionId;
use screen_agent_store::learned::{Fact, LearnedFix, MemoryChange};
use screen_agent_think::recollect::{Cited, PastSearch, PastTask};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::memory::{
    FactData, FixData, FoundTask, FoundTasksData, MemoryCorrection, MemoryData,
};
use screen_agent_wire::invalid::given;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::{Reply, done, reply};
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::params::{InPath, InQuery};
use crate::time;

/// Values that conversations were handed on, and fixes that were learned on sites.
#[utoipa::path(get, path = "/api/v1/memory", tag = "memory",
    responses((status = 200, description = "What is remembered", body = Mirrored<MemoryData>)))]
pub(crate) async fn memory(me: Me) -> Reply<MemoryData> {
    let rows = me.rows();
    let fact = |fact: Fact| FactData {
        session_id: fact.session.get(),
        title: fact.title,
        name: fact.name,
        value: fact.value,
        at: time::iso(fact.at_ms),
    };
    let fix = |fix: LearnedFix| FixData {
        id: fix.id,
        site: fix.domain,
        goal: fix.skill.goal,
        failed: fix.skill.failed,
        fix: fix.skill.fix,
        tries: fix.skill.tries,
        wins: fix.skill.wins,
        used_at: time::iso(fix.used_ms),
        own: fix.own,
    };
    reply(MemoryData {
        facts: rows.list(()).await?.into_iter().map(fact).collect(),
        fixes: rows.list(()).await?.into_iter().map(fix).collect(),
    })
}

/// What is looked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// Words that stand in what was asked, or in what came of it; each of them, or how it begins.
    search: String,
}

/// Longest words that are searched for.
const SEARCH: usize = 200;

/// Tasks of every conversation that was not put away, newest first, by their words; 50 at most.
#[utoipa::path(get, path = "/api/v1/tasks", tag = "task", params(SearchQuery),
    responses((status = 200, description = "Tasks", body = Mirrored<FoundTasksData>)))]
pub(crate) async fn search(me: Me, InQuery(query): InQuery<SearchQuery>) -> Reply<FoundTasksData> {
    given("search", &query.search, SEARCH)?;
    let words = query.search.split_whitespace();
    let search = PastSearch {
        stems: words.map(str::to_ascii_lowercase).collect(),
        ..PastSearch::default()
    };
    let nowhere = SessionId::new(Uuid::nil());
    let found = me.rows().elsewhere(nowhere, search).await?;
    let task = |Cited {
                    conversation,
                    title,
                    what,
                }: Cited<PastTask>| FoundTask {
        session_id: conversation.get(),
        title,
        query: what.query,
        status: what.status.into(),
        result: what.result,
        created_at: time::iso(what.at_ms),
    };
    reply(FoundTasksData {
        tasks: found.tasks.into_iter().rev().map(task).collect(),
    })
}

/// `{sessionId}` and `{name}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FactPath {
    session_id: SessionId,
    name: String,
}

/// Put a value right.
#[utoipa::path(put, path = "/api/v1/memory/facts/{sessionId}/{name}", tag = "memory",
    params(("sessionId" = Uuid, Path, description = "The conversation"),
        ("name" = String, Path, description = "What it is called")),
    request_body = MemoryCorrection,
    responses((status = 204, description = "So it is"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(crate) async fn correct_fact(
    me: Me,
    InPath(path): InPath<FactPath>,
    Json(body): Json<MemoryCorrection>,
) -> Result<StatusCode, ApiError> {
    change_fact(&me, path, MemoryChange::Correct(body.checked()?.value)).await
}

/// Forget a value.
#[utoipa::path(delete, path = "/api/v1/memory/facts/{sessionId}/{name}", tag = "memory",
    params(("sessionId" = Uuid, Path, description = "The conversation"),
        ("name" = String, Path, description = "What it is called")),
    responses((status = 204, description = "Forgotten"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(crate) async fn forget_fact(
    me: Me,
    InPath(path): InPath<FactPath>,
) -> Result<StatusCode, ApiError> {
    change_fact(&me, path, MemoryChange::Forget).await
}

async fn change_fact(
    me: &Me,
    path: FactPath,
    change: MemoryChange,
) -> Result<StatusCode, ApiError> {
    let (rows, now_ms) = (me.rows(), me.now_ms());
    let changed = rows.change_fact(path.session_id, path.name, change, now_ms);
    done(changed.await?, ApiError::NOT_FOUND)
}

/// `{id}`.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct FixPath {
    id: u32,
}

/// Put a fix right: what works instead, as `click button "Pay"`. It is the organisation's.
#[utoipa::path(put, path = "/api/v1/memory/fixes/{id}", tag = "memory",
    params(("id" = u32, Path, description = "As listed")),
    request_body = MemoryCorrection,
    responses((status = 204, description = "So it is"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(crate) async fn correct_fix(
    me: Me,
    InPath(path): InPath<FixPath>,
    Json(body): Json<MemoryCorrection>,
) -> Result<StatusCode, ApiError> {
    change_fix(&me, path.id, MemoryChange::Correct(body.checked()?.value)).await
}

/// Forget a fix. It is the organisation's.
#[utoipa::path(delete, path = "/api/v1/memory/fixes/{id}", tag = "memory",
    params(("id" = u32, Path, description = "As listed")),
    responses((status = 204, description = "Forgotten"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(crate) async fn forget_fix(
    me: Me,
    InPath(path): InPath<FixPath>,
) -> Result<StatusCode, ApiError> {
    change_fix(&me, path.id, MemoryChange::Forget).await
}

async fn change_fix(me: &Me, id: u32, change: MemoryChange) -> Result<StatusCode, ApiError> {
    let changed = me.rows().change_fix(id, change, me.now_ms()).await?;
    done(changed, ApiError::NOT_FOUND)
}
