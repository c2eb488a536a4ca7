//! Which keywords a text names.

use screen_agent_ide::intent::resolve;
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::ENVELOPE_VERSION;
use screen_agent_wire::ide::intent::{ResolveReply, ResolveRequest};
use screen_agent_wire::invalid::{chars, given};
use screen_agent_wire::limits::QUERY;

use super::registry::Current;
use crate::auth::Me;
use crate::http::body::{Answer, Json};

/// Look a text through for keywords, and for what almost are some.
#[utoipa::path(post, path = "/intent-resolve", tag = "ide",
    request_body = ResolveRequest,
    responses((status = 200, description = "What was found", body = ResolveReply)))]
pub(super) async fn resolve(
    me: Me,
    Current(registry): Current,
    Json(body): Json<ResolveRequest>,
) -> Answer<ResolveReply> {
    checked(&body)?;
    Ok(Json(ResolveReply {
        ok: true,
        trace_id: me.app.random_id().to_string(),
        intent: resolve::resolve(&registry, &body.text, body.language.as_deref()),
        registry_version: registry.version.clone(),
        envelope_version: ENVELOPE_VERSION.to_owned(),
    }))
}

fn checked(body: &ResolveRequest) -> Result<(), Invalid> {
    given("text", &body.text, QUERY)?;
    chars("language", &body.language, 20)
}
