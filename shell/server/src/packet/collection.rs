//! Collections of sources.

use axum::http::StatusCode;
use screen_agent_store::collection::{CollectionRecord, NewCollection, SourceRecord};
use screen_agent_wire::Invalid;
use screen_agent_wire::invalid::{chars, texts};
use screen_agent_wire::packet::collection::{
    CollectionData, CollectionInfo, CollectionList, CollectionRequest,
};

use super::convert;
use super::problem::Found as _;
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Answer, Json};
use crate::http::params::InPath;

/// Longest title, most tags, and longest tag.
const TITLE: usize = 500;
const TAGS: usize = 50;
const TAG: usize = 64;

/// Collections, the latest change first.
#[utoipa::path(get, path = "/api/collections", tag = "collections",
    responses((status = 200, description = "Collections", body = CollectionList)))]
pub(super) async fn list(me: Me) -> Answer<CollectionList> {
    let records = me.rows().list::<CollectionRecord>(()).await?;
    let collections = records.into_iter().map(convert::collection).collect();
    Ok(Json(CollectionList { collections }))
}

/// Begin a collection.
#[utoipa::path(post, path = "/api/collections", tag = "collections",
    request_body = CollectionRequest,
    responses(
        (status = 201, description = "Begun", body = CollectionInfo),
        (status = 409, description = "`LIMIT_REACHED`")))]
pub(super) async fn create(
    me: Me,
    Json(body): Json<CollectionRequest>,
) -> Result<(StatusCode, Json<CollectionInfo>), ApiError> {
    let id = format!("col_{}", me.new_id().simple());
    let new = checked(id, body)?;
    let made = me.rows().add_collection(new, me.now_ms()).await?;
    Ok((StatusCode::CREATED, Json(convert::collection(made))))
}

/// A collection with its sources.
#[utoipa::path(get, path = "/api/collections/{id}", tag = "collections",
    params(("id" = String, Path, description = "The collection")),
    responses(
        (status = 200, description = "The collection", body = CollectionData),
        (status = 404, description = "`NOT_FOUND`")))]
pub(super) async fn get(me: Me, InPath(id): InPath<String>) -> Answer<CollectionData> {
    whole(&me, id).await
}

/// Give a collection another title and other tags.
#[utoipa::path(put, path = "/api/collections/{id}", tag = "collections",
    params(("id" = String, Path, description = "The collection")),
    request_body = CollectionRequest,
    responses(
        (status = 200, description = "As it is now", body = CollectionInfo),
        (status = 404, description = "`NOT_FOUND`")))]
pub(super) async fn rename(
    me: Me,
    InPath(id): InPath<String>,
    Json(body): Json<CollectionRequest>,
) -> Answer<CollectionInfo> {
    let new = checked(id, body)?;
    let renamed = me.rows().rename_collection(new, me.now_ms()).await?;
    Ok(Json(convert::collection(renamed.found("collection")?)))
}

/// Remove a collection with its sources. What was made of it stays.
#[utoipa::path(delete, path = "/api/collections/{id}", tag = "collections",
    params(("id" = String, Path, description = "The collection")),
    responses(
        (status = 204, description = "Removed"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(super) async fn remove(me: Me, InPath(id): InPath<String>) -> Result<StatusCode, ApiError> {
    me.rows()
        .remove::<CollectionRecord>(id, me.now_ms())
        .await?
        .found("collection")
}

/// A collection as clients see it, with its sources.
pub(super) async fn whole(me: &Me, id: String) -> Answer<CollectionData> {
    let rows = me.rows();
    let record = rows
        .find::<CollectionRecord>(id.clone())
        .await?
        .found("collection")?;
    let sources = rows.list::<SourceRecord>(id).await?;
    Ok(Json(CollectionData {
        collection: convert::collection(record),
        sources: sources.into_iter().map(convert::source).collect(),
    }))
}

fn checked(id: String, body: CollectionRequest) -> Result<NewCollection, Invalid> {
    let title = body.title.trim().to_owned();
    if title.is_empty() {
        return Err(Invalid::new("title", "is empty"));
    }
    chars("title", &title, TITLE)?;
    texts("tags", &body.tags, TAGS, TAG)?;
    let tags = body.tags;
    Ok(NewCollection { id, title, tags })
}
