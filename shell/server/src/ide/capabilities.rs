//! What the server can do, for IDEs that ask before they begin.

use screen_agent_ide::capabilities::{ServerLimits, capabilities as told};
use screen_agent_ide::intent::registry::Registry;
use screen_agent_wire::ide::capabilities::IdeCapabilities;
use serde::Deserialize;
use utoipa::IntoParams;

use super::reading_rate;
use super::registry::Current;
use super::request::BODY;
use crate::auth::Me;
use crate::http::body::{Answer, Json};
use crate::http::events::KEEP_ALIVE;
use crate::http::params::{InQuery, yes};

/// What is asked of the registry.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct InfoQuery {
    /// `1`: what is required comes from the list that the server brings, whatever an operator has changed
    include_fallback: Option<String>,
}

/// What the server can do.
#[utoipa::path(get, path = "/intent-resolve/info", tag = "ide", params(InfoQuery),
    responses((status = 200, description = "Tasks, keywords, limits", body = IdeCapabilities)))]
pub(super) async fn info(
    me: Me,
    Current(registry): Current,
    InQuery(query): InQuery<InfoQuery>,
) -> Answer<IdeCapabilities> {
    let fallback = yes("include_fallback", query.include_fallback.as_deref())?;
    let mut capabilities = match fallback {
        true => of(&me, &Registry::default()),
        false => of(&me, &registry),
    };
    if fallback {
        capabilities.requires_source = "fallback".to_owned();
    }
    Ok(Json(capabilities))
}

/// The same, where the chat looks for it.
#[utoipa::path(get, path = "/chat/capabilities", tag = "ide",
    responses((status = 200, description = "Tasks, keywords, limits", body = IdeCapabilities)))]
pub(super) async fn capabilities(me: Me, Current(registry): Current) -> Answer<IdeCapabilities> {
    Ok(Json(of(&me, &registry)))
}

fn of(me: &Me, registry: &Registry) -> IdeCapabilities {
    let rates = &me.app.config.rates;
    let limits = ServerLimits {
        max_body_bytes: BODY,
        computing_per_min: rates.interact,
        reading_per_min: reading_rate(rates),
        sse_keepalive_ms: KEEP_ALIVE.as_millis() as u64,
        registry_ttl_s: me.app.config.ide_access.registry_ttl_ms.unsigned_abs() / 1_000,
        dev_flags: me.app.config.ide.dev_flags.is_some(),
    };
    told(registry, limits, &me.app.random_id().to_string())
}
