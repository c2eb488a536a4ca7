//! At `/mcp`: whether what a program shows counts there.

use axum::http::HeaderMap;
use screen_agent_store::oauth::OauthGrant;
use subtle::ConstantTimeEq as _;

use super::{DESCRIBED, ProgramScope, RESOURCE, issuer, resource_of};
use crate::auth;
use crate::credentials::token;
use crate::state::AppState;

/// Where it is described who lets programs in, by the name that the client reached us under.
pub fn described_at(headers: &HeaderMap) -> String {
    format!("{}{DESCRIBED}{RESOURCE}", issuer(headers))
}

/// What whoever shows this may do at `/mcp`; none when it does not count there. People's own tokens are theirs for
/// everything.
pub async fn admit_program(
    app: &AppState,
    headers: &HeaderMap,
    shown: &str,
) -> Option<Vec<ProgramScope>> {
    let Some((grant, access)) = token::of_grant(shown) else {
        let known = auth::by_token(app, shown).await;
        return known.ok().map(|_| ProgramScope::ALL.to_vec());
    };
    let now_ms = app.now_ms();
    let found = app.store().upkeep();
    let found = found.find::<OauthGrant>((grant, now_ms)).await;
    let found = found.unwrap_or_else(|error| {
        tracing::warn!(%error, "a grant could not be looked up");
        None
    })?;
    let current = found
        .access
        .is_some_and(|known| known.0.ct_eq(&access.0).into());
    let in_time = found
        .access_until_ms
        .is_some_and(|until_ms| until_ms > now_ms);
    if !current || !in_time || found.resource != resource_of(headers) {
        return None;
    }
    auth::used(app, grant, found.used_ms, now_ms).await;
    ProgramScope::read(&found.scope)
}
