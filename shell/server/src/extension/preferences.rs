//! What a person prefers.

use axum::extract::State;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::preferences::{Preferences, PreferencesData, PreferencesRequest};

use super::problems::Problems;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::state::AppState;
use crate::time;

/// What the person prefers; defaults when they never said.
#[utoipa::path(get, path = "/api/v1/user/preferences", tag = "preferences",
    responses((status = 200, description = "Preferences", body = Mirrored<PreferencesData>), Problems))]
pub(crate) async fn get(
    State(app): State<AppState>,
    caller: Caller,
) -> Result<Json<Mirrored<PreferencesData>>, ApiError> {
    let saved = app.store().scoped(caller.owner()).preferences().await?;
    let data = match saved {
        None => PreferencesData::default(),
        Some((json, at_ms)) => PreferencesData {
            preferences: serde_json::from_str(&json).map_err(ApiError::internal)?,
            synced_at: Some(time::iso(at_ms)),
        },
    };
    Ok(Json(Mirrored::new(data)))
}

/// Saves what the person prefers.
#[utoipa::path(post, path = "/api/v1/user/preferences", tag = "preferences",
    request_body = PreferencesRequest,
    responses((status = 200, description = "Saved", body = Mirrored<PreferencesData>), Problems))]
pub(crate) async fn save(
    State(app): State<AppState>,
    caller: Caller,
    Json(body): Json<PreferencesRequest>,
) -> Result<Json<Mirrored<PreferencesData>>, ApiError> {
    let preferences = Preferences { theme: body.theme };
    let json = serde_json::to_string(&preferences).map_err(ApiError::internal)?;
    let now_ms = app.now_ms();
    app.store()
        .scoped(caller.owner())
        .save_preferences(json, now_ms)
        .await?;
    Ok(Json(Mirrored::new(PreferencesData {
        preferences,
        synced_at: Some(time::iso(now_ms)),
    })))
}
