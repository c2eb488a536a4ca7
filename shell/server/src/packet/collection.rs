//! Collections of sources.

use axum::extract::State;
use axum::http::StatusCode;
use screen_agent_store::Scoped;
use screen_agent_store::collection::{CollectionRecord, NewCollection, SourceRecord};
use screen_agent_wire::Invalid;
use screen_agent_wire::invalid::{chars, texts};
use screen_agent_wire::packet::collection::{
    CollectionData, CollectionInfo, CollectionList, CollectionRequest,
};
use screen_agent_wire::packet::problem::ProblemBody;

use super::conversation::IdPath;
use super::convert;
use super::problems::Problems;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::params::InPath;
use crate::state::AppState;

/// Longest title, most tags, and longest tag.
const TITLE: usize = 500;
const TAGS: usize = 50;
const TAG: usize = 64;

/// Collections, the latest change first.
#[utoipa::path(get, path = "/api/collections", tag = "collections",
    responses((status = 200, description = "Collections", body = CollectionList), Problems))]
pub(super) async fn list(
    State(app): State<AppState>,
    caller: Caller,
) -> Result<axum::Json<CollectionList>, ApiError> {
    let records = app
        .store()
        .scoped(caller.owner())
        .list::<CollectionRecord>(())
        .await?;
    Ok(axum::Json(CollectionList {
        collections: records.into_iter().map(convert::collection).collect(),
    }))
}

/// Begin a collection.
#[utoipa::path(post, path = "/api/collections", tag = "collections",
    request_body = CollectionRequest,
    responses(
        (status = 201, description = "Begun", body = CollectionInfo),
        (status = 409, description = "`LIMIT_REACHED`", body = ProblemBody),
        Problems))]
pub(super) async fn create(
    State(app): State<AppState>,
    caller: Caller,
    Json(body): Json<CollectionRequest>,
) -> Result<(StatusCode, axum::Json<CollectionInfo>), ApiError> {
    let body = checked(body)?;
    let collection = NewCollection {
        id: format!("col_{}", app.fresh_id().simple()),
        title: body.title,
        tags: body.tags,
    };
    let rows = app.store().scoped(caller.owner());
    let made = rows.add_collection(collection, app.now_ms()).await?;
    Ok((StatusCode::CREATED, axum::Json(convert::collection(made))))
}

/// A collection with its sources.
#[utoipa::path(get, path = "/api/collections/{id}", tag = "collections",
    params(("id" = String, Path, description = "The collection")),
    responses(
        (status = 200, description = "The collection", body = CollectionData),
        (status = 404, description = "`NOT_FOUND`", body = ProblemBody),
        Problems))]
pub(super) async fn get(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<IdPath>,
) -> Result<axum::Json<CollectionData>, ApiError> {
    let rows = app.store().scoped(caller.owner());
    let found = rows.find::<CollectionRecord>(path.id).await?;
    let record = found.ok_or_else(|| ApiError::unknown("collection"))?;
    Ok(axum::Json(data(&*rows, record).await?))
}

/// Give a collection another title and other tags.
#[utoipa::path(put, path = "/api/collections/{id}", tag = "collections",
    params(("id" = String, Path, description = "The collection")),
    request_body = CollectionRequest,
    responses(
        (status = 200, description = "As it is now", body = CollectionInfo),
        (status = 404, description = "`NOT_FOUND`", body = ProblemBody),
        Problems))]
pub(super) async fn rename(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<IdPath>,
    Json(body): Json<CollectionRequest>,
) -> Result<axum::Json<CollectionInfo>, ApiError> {
    let body = checked(body)?;
    let rows = app.store().scoped(caller.owner());
    let new = NewCollection {
        id: path.id,
        title: body.title,
        tags: body.tags,
    };
    let renamed = rows.rename_collection(new, app.now_ms()).await?;
    let renamed = renamed.ok_or_else(|| ApiError::unknown("collection"))?;
    Ok(axum::Json(convert::collection(renamed)))
}

/// Remove a collection with its sources. What was made of it stays.
#[utoipa::path(delete, path = "/api/collections/{id}", tag = "collections",
    params(("id" = String, Path, description = "The collection")),
    responses(
        (status = 204, description = "Removed"),
        (status = 404, description = "`NOT_FOUND`", body = ProblemBody),
        Problems))]
pub(super) async fn remove(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<IdPath>,
) -> Result<StatusCode, ApiError> {
    let rows = app.store().scoped(caller.owner());
    match rows
        .remove::<CollectionRecord>(path.id, app.now_ms())
        .await?
    {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::unknown("collection")),
    }
}

/// A collection as clients see it, with its sources.
pub(super) async fn data(
    rows: &dyn Scoped,
    record: CollectionRecord,
) -> Result<CollectionData, ApiError> {
    let sources = rows.list::<SourceRecord>(record.id.clone()).await?;
    Ok(CollectionData {
        collection: convert::collection(record),
        sources: sources.into_iter().map(convert::source).collect(),
    })
}

fn checked(mut body: CollectionRequest) -> Result<CollectionRequest, Invalid> {
    body.title = body.title.trim().to_owned();
    if body.title.is_empty() {
        return Err(Invalid::new("title", "is empty"));
    }
    chars("title", &body.title, TITLE)?;
    texts("tags", Some(&body.tags), TAGS, TAG)?;
    Ok(body)
}
