//! What collections can be made into.

use axum::http::StatusCode;
use screen_agent_packet::transform::Transform;
use screen_agent_wire::packet::collection::{ArtifactInfo, TransformRequest, TransformTypes};

use super::convert;
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::params::InPath;

/// What collections can be made into.
#[utoipa::path(get, path = "/api/transforms", tag = "collections",
    responses((status = 200, description = "The types", body = TransformTypes)))]
pub(super) async fn types(me: Me) -> Json<TransformTypes> {
    Json(TransformTypes {
        types: me.engine().transforms().map(Transform::listed).collect(),
    })
}

/// Make something of a collection. It is made in the background; the same is not made twice.
#[utoipa::path(post, path = "/api/collections/{id}/transforms", tag = "collections",
    params(("id" = String, Path, description = "The collection")),
    request_body = TransformRequest,
    responses(
        (status = 202, description = "The artifact that is made, or was made before", body = ArtifactInfo),
        (status = 404, description = "`NOT_FOUND`"),
        (status = 409, description = "`CAPTURE_EMPTY`: no source has any text; `LIMIT_REACHED`")))]
pub(super) async fn run(
    me: Me,
    InPath(id): InPath<String>,
    Json(body): Json<TransformRequest>,
) -> Result<(StatusCode, Json<ArtifactInfo>), ApiError> {
    let begun = me.engine().transform(me.owner(), &id, body).await?;
    Ok((StatusCode::ACCEPTED, Json(convert::artifact(begun))))
}
