//! Artifacts: answers and texts that were saved, and what collections were made into.

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use screen_agent_engine::packet::Said;
use screen_agent_store::artifact::{Artifact, ArtifactRecord};
use screen_agent_wire::packet::collection::{
    ArtifactData, ArtifactInfo, ArtifactList, ArtifactStatus, ContentQuery,
};
use screen_agent_wire::packet::problem::ProblemBody;
use screen_agent_wire::packet::tool::ShareFormat;
use serde::Deserialize;
use utoipa::IntoParams;

use super::Own;
use super::conversation::IdPath;
use super::convert;
use super::problems::Problems;
use crate::auth::Caller;
use crate::auth::event::exported;
use crate::error::ApiError;
use crate::http::params::{InPath, InQuery};
use crate::state::AppState;

/// Which artifacts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Only those made of this collection.
    collection: Option<String>,
}

/// Artifacts, the latest first.
#[utoipa::path(get, path = "/api/artifacts", tag = "artifacts", params(ListQuery),
    responses((status = 200, description = "Artifacts", body = ArtifactList), Problems))]
pub(super) async fn list(
    State(app): State<AppState>,
    caller: Caller,
    InQuery(query): InQuery<ListQuery>,
) -> Result<axum::Json<ArtifactList>, ApiError> {
    let rows = app.store().scoped(caller.owner());
    let records = rows.list::<ArtifactRecord>(query.collection).await?;
    Ok(axum::Json(ArtifactList {
        artifacts: records.into_iter().map(convert::artifact).collect(),
    }))
}

/// An artifact with what it says.
#[utoipa::path(get, path = "/api/artifacts/{id}", tag = "artifacts",
    params(("id" = String, Path, description = "The artifact")),
    responses(
        (status = 200, description = "The artifact; what it says is there once it is completed", body = ArtifactData),
        (status = 404, description = "`NOT_FOUND`", body = ProblemBody),
        Problems))]
pub(super) async fn get(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<IdPath>,
) -> Result<axum::Json<ArtifactData>, ApiError> {
    let found = app
        .store()
        .scoped(caller.owner())
        .find::<Artifact>(path.id)
        .await?;
    let artifact = found.ok_or_else(|| ApiError::unknown("artifact"))?;
    let said = match artifact.record.status {
        ArtifactStatus::Completed => Said::of(&artifact.content)?,
        _ => Said::default(),
    };
    Ok(axum::Json(ArtifactData {
        artifact: convert::artifact(artifact.record),
        doc: said.doc,
        text: said.text,
        mime: said.mime,
        citations: said.citations,
    }))
}

/// Remove an artifact.
#[utoipa::path(delete, path = "/api/artifacts/{id}", tag = "artifacts",
    params(("id" = String, Path, description = "The artifact")),
    responses(
        (status = 204, description = "Removed; one in the making is stopped"),
        (status = 404, description = "`NOT_FOUND`", body = ProblemBody),
        Problems))]
pub(super) async fn remove(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<IdPath>,
) -> Result<StatusCode, ApiError> {
    // What is in the making is of no use to anybody any more.
    let _ = app.engine().stop_making(caller.owner(), &path.id).await?;
    let rows = app.store().scoped(caller.owner());
    match rows.remove::<ArtifactRecord>(path.id, app.now_ms()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::unknown("artifact")),
    }
}

/// Stop an artifact that is in the making.
#[utoipa::path(post, path = "/api/artifacts/{id}/cancel", tag = "artifacts",
    params(("id" = String, Path, description = "The artifact")),
    responses(
        (status = 200, description = "Stopped", body = ArtifactInfo),
        (status = 404, description = "`NOT_FOUND`", body = ProblemBody),
        (status = 409, description = "`NOT_RUNNING`", body = ProblemBody),
        Problems))]
pub(super) async fn cancel(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<IdPath>,
) -> Result<axum::Json<ArtifactInfo>, ApiError> {
    use screen_agent_store::artifact::ArtifactChanged as C;
    match app.engine().stop_making(caller.owner(), &path.id).await? {
        C::Changed(record) => Ok(axum::Json(convert::artifact(record))),
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
        (status = 404, description = "`NOT_FOUND`", body = ProblemBody),
        (status = 409, description = "`NOT_READY`", body = ProblemBody),
        (status = 422, description = "`UNSUPPORTED_FORMAT`: it has no tables, or nothing here prints", body = ProblemBody),
        Problems))]
pub(super) async fn content(
    State(app): State<AppState>,
    Extension(own): Extension<Own>,
    caller: Caller,
    InPath(path): InPath<IdPath>,
    InQuery(query): InQuery<ContentQuery>,
) -> Result<Response, ApiError> {
    // Nothing else that is asked for here takes a browser.
    let _turn = match query.format {
        ShareFormat::Pdf => Some(
            own.printing
                .turn(caller.owner())
                .await
                .map_err(ApiError::from)?,
        ),
        _ => None,
    };
    let id = path.id;
    let content = app
        .engine()
        .content(caller.owner(), &id, query.format)
        .await?;
    exported(&app, &caller, "artifact", &id).await?;
    let (kind, name) = (content.content_type(), content.disposition());
    let mut response = Response::new(Body::from(content.bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let name = HeaderValue::from_str(&name).map_err(ApiError::internal)?;
    headers.insert(header::CONTENT_DISPOSITION, name);
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("sandbox; default-src 'none'"),
    );
    Ok(response)
}
