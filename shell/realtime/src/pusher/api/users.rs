//! People who are signed in.

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::error::ApiError;
use super::signed::Signed;
use crate::pusher::hub::Hub;

/// `POST /apps/{app_id}/users/{user_id}/terminate_connections`
pub(crate) async fn terminate(
    State(hub): State<Hub>,
    Path((_, user_id)): Path<(String, String)>,
    _: Signed,
) -> Result<Json<Value>, ApiError> {
    hub.terminate(&user_id);
    Ok(Json(json!({})))
}
