//! Who is calling. Bearer only; no cookies.

pub(crate) mod address;
pub(crate) mod password;
pub(crate) mod throttle;
pub(crate) mod token;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use screen_agent_store::Owner;
use screen_agent_store::account::{TokenHash, User};

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
    let token = token::hash(token::bearer(headers).ok_or(ApiError::Unauthorized)?);
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
        .ok_or(ApiError::Unauthorized)?;
    app.believed().keep(token, holder.clone());
    Ok(Caller {
        user: holder.user,
        token,
    })
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
