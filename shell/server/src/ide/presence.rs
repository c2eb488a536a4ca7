//! Who has the plugin of Figma open. It is known in this process alone and only as long as the plugin says so: one that
//! finds itself forgotten registers again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Extension;
use screen_agent_engine::iso;
use screen_agent_store::Owner;
use screen_agent_wire::ide::figma::{
    PluginListing, PluginPresence, PluginRegister, PluginRegistered, PluginSession,
};
use screen_agent_wire::invalid::{chars, given};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Answer, Json};

/// How long a plugin that says nothing counts as open, unless it says so: as told, and within these.
const TTL_MS: u32 = 60_000;
const SHORTEST_MS: u32 = 5_000;
const LONGEST_MS: u32 = 60 * 60_000;
/// It says in a quarter of that time that it is still there.
const BEATS: u32 = 4;
/// Most plugins of one person, and of all.
const OWN: usize = 20;
const ALL: usize = 10_000;
/// Characters of what a plugin says of itself.
const WORD: usize = 200;

/// The plugins that are open.
#[derive(Clone, Default)]
pub(super) struct Plugins(Arc<Mutex<HashMap<Uuid, OpenPlugin>>>);

struct OpenPlugin {
    owner: Owner,
    said: PluginRegister,
    ttl_ms: u32,
    expires_ms: i64,
}

impl Plugins {
    /// Those that are open now; the others are forgotten.
    fn open(&self, now_ms: i64) -> MutexGuard<'_, HashMap<Uuid, OpenPlugin>> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, plugin| plugin.expires_ms > now_ms);
        open
    }
}

/// Say that the plugin is open.
#[utoipa::path(post, path = "/figma-plugin/presence/register", tag = "ide", request_body = PluginRegister,
    responses((status = 200, description = "What it is called", body = PluginRegistered)))]
pub(super) async fn register(
    me: Me,
    Extension(plugins): Extension<Plugins>,
    Json(said): Json<PluginRegister>,
) -> Answer<PluginRegistered> {
    given("plugin_id", &said.plugin_id, WORD)?;
    chars("project_id", &said.project_id, WORD)?;
    chars("file_key", &said.file_key, WORD)?;
    chars("user_id", &said.user_id, WORD)?;
    let ttl_ms = said.ttl_ms.unwrap_or(TTL_MS).clamp(SHORTEST_MS, LONGEST_MS);
    let (id, owner, now_ms) = (me.app.fresh_id(), me.owner(), me.now_ms());
    let mut open = plugins.open(now_ms);
    let own = open.values().filter(|plugin| plugin.owner == owner).count();
    if own >= OWN || open.len() >= ALL {
        return Err(ApiError::LIMIT_REACHED);
    }
    let plugin = OpenPlugin {
        owner,
        said,
        ttl_ms,
        expires_ms: now_ms + i64::from(ttl_ms),
    };
    open.insert(id, plugin);
    Ok(Json(PluginRegistered {
        ok: true,
        session_id: id.to_string(),
        heartbeat_ms: ttl_ms / BEATS,
    }))
}

/// Say that the plugin is still open.
#[utoipa::path(post, path = "/figma-plugin/presence/heartbeat", tag = "ide", request_body = PluginSession,
    responses(
        (status = 200, description = "`expires_at`", body = Value),
        (status = 404, description = "`not_found`: it counts as closed; register again")))]
pub(super) async fn heartbeat(
    me: Me,
    Extension(plugins): Extension<Plugins>,
    Json(session): Json<PluginSession>,
) -> Answer<Value> {
    let (id, now_ms) = (id_of(&session)?, me.now_ms());
    let mut open = plugins.open(now_ms);
    let plugin = open
        .get_mut(&id)
        .filter(|plugin| plugin.owner == me.owner());
    let plugin = plugin.ok_or(ApiError::NOT_FOUND)?;
    plugin.expires_ms = now_ms + i64::from(plugin.ttl_ms);
    let until = iso(plugin.expires_ms);
    Ok(Json(json!({ "ok": true, "expires_at": until })))
}

/// Say that the plugin was closed.
#[utoipa::path(post, path = "/figma-plugin/presence/unregister", tag = "ide", request_body = PluginSession,
    responses((status = 200, description = "It counts as closed, if it was open", body = Value)))]
pub(super) async fn unregister(
    me: Me,
    Extension(plugins): Extension<Plugins>,
    Json(session): Json<PluginSession>,
) -> Answer<Value> {
    let (id, owner) = (id_of(&session)?, me.owner());
    let mut open = plugins.open(me.now_ms());
    open.retain(|open, plugin| *open != id || plugin.owner != owner);
    Ok(Json(json!({ "ok": true })))
}

/// List the plugins that one has open.
#[utoipa::path(get, path = "/figma-plugin/presence", tag = "ide",
    responses((status = 200, description = "One's own", body = PluginListing)))]
pub(super) async fn list(me: Me, Extension(plugins): Extension<Plugins>) -> Answer<PluginListing> {
    let open = plugins.open(me.now_ms());
    let own = open.iter().filter(|(_, plugin)| plugin.owner == me.owner());
    let mut own: Vec<_> = own.collect();
    own.sort_by_key(|(id, plugin)| (std::cmp::Reverse(plugin.expires_ms), **id));
    let item = |(id, plugin): (&Uuid, &OpenPlugin)| PluginPresence {
        session_id: id.to_string(),
        plugin_id: plugin.said.plugin_id.clone(),
        project_id: plugin.said.project_id.clone(),
        file_key: plugin.said.file_key.clone(),
        user_id: plugin.said.user_id.clone(),
        expires_at: iso(plugin.expires_ms),
    };
    Ok(Json(PluginListing {
        ok: true,
        items: own.into_iter().map(item).collect(),
    }))
}

/// Somebody else's plugin is none.
fn id_of(session: &PluginSession) -> Result<Uuid, ApiError> {
    Uuid::try_parse(&session.session_id).map_err(|_| ApiError::NOT_FOUND)
}
