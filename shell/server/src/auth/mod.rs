//! Who is calling. Bearer only; no cookies.

pub(crate) mod address;
pub(crate) mod event;
pub(crate) mod password;
pub(crate) mod prove;
pub(crate) mod rule;
pub(crate) mod seal;
pub(crate) mod throttle;
pub(crate) mod token;
pub(crate) mod totp;
pub(crate) mod watch;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use screen_agent_store::Owner;
use screen_agent_store::account::{TokenHash, TokenHolder, User};

use crate::error::ApiError;
use crate::state::AppState;

/// Somebody who is signed in. Put into the request by the guard before a handler runs.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) user: User,
    pub(crate) token: TokenHash,
}

impl Caller {
    /// Whose rows they may see.
    pub(crate) fn owner(&self) -> Owner {
        Owner {
            tenant: self.user.tenant.id,
            user: self.user.id,
        }
    }
}

/// Finds out who is calling.
pub(crate) async fn identify(app: &AppState, headers: &HeaderMap) -> Result<Caller, ApiError> {
    let token = token::hash(token::bearer(headers).ok_or(ApiError::UNAUTHORIZED)?);
    let now_ms = app.now_ms();
    if let Some(holder) = app.believed().find(token, now_ms) {
        return Ok(Caller {
            user: holder.user,
            token,
        });
    }
    let holder = app
        .store()
        .upkeep()
        .token(token, now_ms)
        .await?
        .ok_or(ApiError::UNAUTHORIZED)?;
    used(app, token, &holder, now_ms).await;
    app.believed().keep(token, holder.clone());
    Ok(Caller {
        user: holder.user,
        token,
    })
}

/// How exactly the last use of a token is known.
const NOTED_MS: i64 = 60_000;

/// Notes now and then that a token is used. On a full disk it goes on without.
async fn used(app: &AppState, token: TokenHash, holder: &TokenHolder, now_ms: i64) {
    if (now_ms - holder.used_ms).abs() < NOTED_MS {
        return;
    }
    if let Err(error) = app.store().upkeep().touch_token(token, now_ms).await {
        tracing::debug!(%error, "the use of a token was not noted");
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(|| ApiError::internal("a handler without its guard"))
    }
}
