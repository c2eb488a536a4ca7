//! Artifacts: answers and texts that were saved, and what collections were made into.

use axum::Extension;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use screen_agent_store::artifact::{Artifact, ArtifactRecord};
use screen_agent_wire::packet::collection::{
    ArtifactData, ArtifactInfo, ArtifactList, ContentQuery, ShareFormat,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::problem::Found as _;
use super::{Own, convert};
use crate::auth::Me;
use crate::auth::event::exported;
use crate::error::ApiError;
use crate::http::SANDBOX;
use crate::http::body::{Answer, Json};
use crate::http::params::{InPath, InQuery};

/// Which artifacts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Only those made of this collection.
    collection: Option<String>,
}

/// Artifacts, the latest first.
#[utoipa::path(get, path = "/api/artifacts", tag = "artifacts", params(ListQuery),
    responses((status = 200, description = "Artifacts", body = ArtifactList)))]
pub(super) async fn list(me: Me, InQuery(query): InQuery<ListQuery>) -> Answer<ArtifactList> {
    let records = me.rows().list::<ArtifactRecord>(query.collection).await?;
    let artifacts = records.into_iter().map(convert::artifact).collect();
    Ok(Json(ArtifactList { artifacts }))
}

/// An artifact with what it says.
#[utoipa::path(get, path = "/api/artifacts/{id}", tag = "artifacts",
    params(("id" = String, Path, description = "The artifact")),
    responses(
        (status = 200, description = "The artifact; what it says is there once it is completed", body = ArtifactData),
        (status = 404, description = "`NOT_FOUND`")))]
pub(super) async fn get(me: Me, InPath(id): InPath<String>) -> Answer<ArtifactData> {
    let artifact = me.rows().find::<Artifact>(id).await?.found("artifact")?;
    Ok(Json(convert::artifact_data(artifact)?))
}

/// Remove an artifact.
#[utoipa::path(delete, path = "/api/artifacts/{id}", tag = "artifacts",
    params(("id" = String, Path, description = "The artifact")),
    responses(
        (status = 204, description = "Removed; one in the making is stopped"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(super) async fn remove(me: Me, InPath(id): InPath<String>) -> Result<StatusCode, ApiError> {
    // What is in the making is of no use to anybody any more.
    let _ = me.engine().stop_making(me.owner(), &id).await?;
    me.rows()
        .remove::<ArtifactRecord>(id, me.now_ms())
        .await?
        .found("artifact")
}

/// Stop an artifact that is in the making.
#[utoipa::path(post, path = "/api/artifacts/{id}/cancel", tag = "artifacts",
    params(("id" = String, Path, description = "The artifact")),
    responses(
        (status = 200, description = "Stopped", body = ArtifactInfo),
        (status = 404, description = "`NOT_FOUND`"),
        (status = 409, description = "`NOT_RUNNING`")))]
pub(super) async fn cancel(me: Me, InPath(id): InPath<String>) -> Answer<ArtifactInfo> {
    use screen_agent_store::artifact::ArtifactChanged as C;
    match me.engine().stop_making(me.owner(), &id).await? {
        C::Changed(record) => Ok(Json(convert::artifact(record))),
        C::OutOfTurn(_) => Err(ApiError::NOT_RUNNING),
        C::Unknown => Err(ApiError::unknown("artifact")),
    }
}

/// An artifact's content in a format, as a file.
#[utoipa::path(get, path = "/api/artifacts/{id}/content", tag = "artifacts",
    params(("id" = String, Path, description = "The artifact"),
        ("format" = ShareFormat, Query, description = "The format")),
    responses(
        (status = 200, description = "The content, to be saved", content_type = "application/octet-stream"),
        (status = 404, description = "`NOT_FOUND`"),
        (status = 409, description = "`NOT_READY`"),
        (status = 422, description = "`UNSUPPORTED_FORMAT`: it has no tables, or nothing here prints")))]
pub(super) async fn content(
    Extension(own): Extension<Own>,
    me: Me,
    InPath(id): InPath<String>,
    InQuery(query): InQuery<ContentQuery>,
) -> Result<Response, ApiError> {
    // Nothing else that is asked for here takes a browser.
    let _turn = match query.format {
        ShareFormat::Pdf => Some(own.printing.turn(me.owner()).await?),
        _ => None,
    };
    let content = me.engine().content(me.owner(), &id, query.format);
    let content = content.await?;
    exported(&me, "artifact", &id).await?;
    let headers = [
        (header::CONTENT_TYPE, content.content_type()),
        (header::CONTENT_DISPOSITION, &content.disposition()),
        (header::CONTENT_SECURITY_POLICY, SANDBOX),
    ];
    Ok((headers, content.bytes).into_response())
}
