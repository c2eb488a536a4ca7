//! Sources of collections: added, captured, removed.

use axum::http::StatusCode;
use screen_agent_store::collection::SourceRecord;
use screen_agent_tools::{CollectionAddSources, Described as _};
use screen_agent_wire::Invalid;
use screen_agent_wire::packet::collection::{
    AddSourcesRequest, CaptureRequest, CollectionData, SourceInfo,
};

use super::problem::Found as _;
use super::{collection, convert};
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Answer, INTERACT, Json};
use crate::http::params::InPath;

/// Bytes of a request to add sources: notes may be long.
const ADDING: usize = 2 * 1024 * 1024;

/// Add sources to a collection. An address that it has already is not added again.
#[utoipa::path(post, path = "/api/collections/{id}/sources", tag = "collections",
    params(("id" = String, Path, description = "The collection")),
    request_body = AddSourcesRequest,
    responses(
        (status = 200, description = "The collection as it is now", body = CollectionData),
        (status = 404, description = "`NOT_FOUND`"),
        (status = 409, description = "`LIMIT_REACHED`")))]
pub(super) async fn add(
    me: Me,
    InPath(id): InPath<String>,
    Json(body): Json<AddSourcesRequest, ADDING>,
) -> Answer<CollectionData> {
    // The limits are those of the tool that does the same.
    let call = CollectionAddSources {
        collection_id: id,
        sources: body.sources,
    };
    call.check()?;
    let adding = me
        .engine()
        .add_sources(me.owner(), &call.collection_id, &call.sources);
    adding.await?;
    collection::whole(&me, call.collection_id).await
}

/// Remove a source.
#[utoipa::path(delete, path = "/api/sources/{id}", tag = "collections",
    params(("id" = String, Path, description = "The source")),
    responses(
        (status = 204, description = "Removed"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(super) async fn remove(me: Me, InPath(id): InPath<String>) -> Result<StatusCode, ApiError> {
    me.rows()
        .remove::<SourceRecord>(id, me.now_ms())
        .await?
        .found("source")
}

/// Capture the text of a source: from what the person's own tab shows, or else by fetching it. Where
/// that fails, what was captured earlier stays.
#[utoipa::path(post, path = "/api/sources/{id}/capture", tag = "collections",
    params(("id" = String, Path, description = "The source")),
    request_body = CaptureRequest,
    responses(
        (status = 200, description = "The source as it is now", body = SourceInfo),
        (status = 404, description = "`NOT_FOUND`"),
        (status = 409, description = "`CAPTURE_BUSY`"),
        (status = 422, description = "`CAPTURE_EMPTY`"),
        (status = 502, description = "`CAPTURE_FAILED`")))]
pub(super) async fn capture(
    me: Me,
    InPath(id): InPath<String>,
    Json(body): Json<CaptureRequest, INTERACT>,
) -> Answer<SourceInfo> {
    let fits = |most: &u32| (100..=200_000).contains(most);
    if !body.max_chars.as_ref().is_none_or(fits) {
        return Err(Invalid::new("maxChars", "expected 100 to 200000").into());
    }
    let captured = me.engine().capture(me.owner(), &id, body).await?;
    Ok(Json(convert::source(captured)))
}
