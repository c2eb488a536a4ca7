//! Links to objects that need nobody's token: what may be done with which, until when, as a JSON Web Token of HS256. The
//! secret is the server's own and stays when it starts again.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use screen_agent_action::id::{TenantId, UserId};
use screen_agent_store::Owner;
use screen_agent_store::ide::ObjectName;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::ApiError;
use crate::signed::request::SharedSecret;
use crate::state::AppState;

/// How long an object may be uploaded, in seconds.
pub(super) const UPLOAD_SECONDS: u32 = 2 * 60 * 60;
/// How long it may be had, in seconds.
pub(super) const DOWNLOAD_SECONDS: u32 = 60 * 60;

/// What every token begins with; no other is looked at, so nobody can name another algorithm.
const HEADER: &str = r#"{"alg":"HS256","typ":"JWT"}"#;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkUse {
    Download,
    /// What is there may be replaced, or not.
    Upload {
        replace: bool,
    },
}

/// What is signed.
#[derive(Serialize, Deserialize)]
struct Claims {
    /// Bucket and key.
    url: String,
    /// Of uploads alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    upsert: Option<bool>,
    tenant: Uuid,
    user: Uuid,
    iat: i64,
    exp: i64,
}

fn secret(app: &AppState) -> SharedSecret {
    SharedSecret::new(app.seal.derived("links to objects"))
}

/// A token for an object of the owner's.
pub(super) fn sign(
    app: &AppState,
    owner: Owner,
    name: &ObjectName,
    (use_, seconds): (LinkUse, u32),
) -> String {
    let iat = app.now_ms() / 1_000;
    let claims = Claims {
        url: format!("{}/{}", name.bucket, name.key),
        upsert: match use_ {
            LinkUse::Download => None,
            LinkUse::Upload { replace } => Some(replace),
        },
        tenant: owner.tenant.get(),
        user: owner.user.get(),
        iat,
        exp: iat + i64::from(seconds),
    };
    // Our own types always serialise.
    let claims = serde_json::to_vec(&claims).unwrap_or_default();
    let said = [HEADER.as_bytes(), &claims].map(|part| URL_SAFE_NO_PAD.encode(part));
    let said = said.join(".");
    let signature = secret(app).signature(said.as_bytes());
    format!("{said}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// Whose object is meant, and what may be done with it. Nothing is read of a token before its signature holds.
pub(super) fn read(
    app: &AppState,
    token: &str,
    name: &ObjectName,
) -> Result<(Owner, LinkUse), ApiError> {
    let claims = signed(app, token).ok_or(ApiError::LINK_FORBIDDEN)?;
    let is_meant = claims.url == format!("{}/{}", name.bucket, name.key);
    if !is_meant || app.now_ms() / 1_000 >= claims.exp {
        return Err(ApiError::LINK_FORBIDDEN);
    }
    let owner = Owner {
        tenant: TenantId::new(claims.tenant),
        user: UserId::new(claims.user),
    };
    let use_ = match claims.upsert {
        None => LinkUse::Download,
        Some(replace) => LinkUse::Upload { replace },
    };
    Ok((owner, use_))
}

fn signed(app: &AppState, token: &str) -> Option<Claims> {
    let (said, signature) = token.rsplit_once('.')?;
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    if !secret(app).has_signed(said.as_bytes(), &signature) {
        return None;
    }
    let claims = said.strip_prefix(&URL_SAFE_NO_PAD.encode(HEADER))?;
    let claims = URL_SAFE_NO_PAD.decode(claims.strip_prefix('.')?).ok()?;
    serde_json::from_slice(&claims).ok()
}
