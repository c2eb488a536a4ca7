//! What a person prefers.

use screen_agent_store::account::SavedPreferences;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::preferences::{Preferences, PreferencesData, PreferencesRequest};

use super::{Reply, reply};
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::time;

/// What the person prefers; defaults when they never said.
#[utoipa::path(get, path = "/api/v1/user/preferences", tag = "preferences",
    responses((status = 200, description = "Preferences", body = Mirrored<PreferencesData>)))]
pub(crate) async fn get(me: Me) -> Reply<PreferencesData> {
    let saved = me.rows().find::<SavedPreferences>(()).await?;
    let data = match saved {
        None => PreferencesData::default(),
        Some(SavedPreferences { json, saved_ms }) => PreferencesData {
            preferences: serde_json::from_str(&json).map_err(ApiError::internal)?,
            synced_at: Some(time::iso(saved_ms)),
        },
    };
    reply(data)
}

/// Saves what the person prefers.
#[utoipa::path(post, path = "/api/v1/user/preferences", tag = "preferences",
    request_body = PreferencesRequest,
    responses((status = 200, description = "Saved", body = Mirrored<PreferencesData>)))]
pub(crate) async fn save(me: Me, Json(body): Json<PreferencesRequest>) -> Reply<PreferencesData> {
    let preferences = Preferences {
        theme: body.theme,
        highlights: body.highlights,
        language: body.language,
    };
    let json = serde_json::to_string(&preferences).map_err(ApiError::internal)?;
    let now_ms = me.now_ms();
    me.rows().save_preferences(json, now_ms).await?;
    reply(PreferencesData {
        preferences,
        synced_at: Some(time::iso(now_ms)),
    })
}
