//! Who is calling. Bearer only; no cookies.

pub(crate) mod address;
pub(crate) mod event;
pub(crate) mod prove;
pub(crate) mod watch;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use screen_agent_engine::Engine;
use screen_agent_store::account::{TokenHash, TokenHolder, User};
use screen_agent_store::oauth::OauthGrant;
use screen_agent_store::{Owner, Scoped, Upkeep};
use uuid::Uuid;

use crate::credentials::token;
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
        self.user.owner()
    }
}

/// What a request under a key makes is called the same whenever it is carried out: who died after it was made, and
/// before its answer was kept, has not left it to be made twice.
#[derive(Clone, Copy)]
pub(crate) struct OnceId(pub(crate) Uuid);

/// Whoever is signed in, in front of the server, as handlers take them.
#[derive(Clone)]
pub(crate) struct Me {
    pub(crate) app: AppState,
    pub(crate) caller: Caller,
    once: Option<OnceId>,
}

impl Me {
    /// Who the guard has put into a request.
    pub(crate) fn of(app: &AppState, extensions: &Extensions) -> Result<Self, ApiError> {
        let caller = extensions.get::<Caller>().cloned();
        Ok(Self {
            app: app.clone(),
            caller: caller.ok_or_else(|| ApiError::internal("a handler without its guard"))?,
            once: extensions.get::<OnceId>().copied(),
        })
    }

    pub(crate) fn owner(&self) -> Owner {
        self.caller.owner()
    }

    /// What is kept for them.
    pub(crate) fn rows(&self) -> Box<dyn Scoped + '_> {
        self.app.store().scoped(self.owner())
    }

    pub(crate) fn upkeep(&self) -> &dyn Upkeep {
        self.app.store().upkeep()
    }

    pub(crate) fn engine(&self) -> &Engine {
        self.app.engine()
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.app.now_ms()
    }

    /// Whether the request comes under a key: what it makes another try of it may have made, or be making.
    pub(crate) fn is_once(&self) -> bool {
        self.once.is_some()
    }

    /// What the one thing is called that a request makes.
    pub(crate) fn new_id(&self) -> Uuid {
        self.once
            .map_or_else(|| self.app.fresh_id(), |OnceId(id)| id)
    }
}

/// Finds out who is calling.
pub(crate) async fn identify(app: &AppState, headers: &HeaderMap) -> Result<Caller, ApiError> {
    by_token(app, token::bearer(headers).ok_or(ApiError::UNAUTHORIZED)?).await
}

/// Finds out whose a token is.
pub(crate) async fn by_token(app: &AppState, token: &str) -> Result<Caller, ApiError> {
    let token = token::hash(token);
    let now_ms = app.now_ms();
    if let Some(holder) = app.believed.find(token, now_ms) {
        return Ok(Caller {
            user: holder.user,
            token,
        });
    }
    let holder = app
        .store()
        .upkeep()
        .find::<TokenHolder>((token, now_ms))
        .await?
        .ok_or(ApiError::UNAUTHORIZED)?;
    used(app, token, holder.used_ms, now_ms).await;
    app.believed.keep(token, holder.clone());
    Ok(Caller {
        user: holder.user,
        token,
    })
}

/// A request that is made in this process for a program which was let in at `/mcp`. No request from elsewhere bears it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForPrograms;

/// Finds out whose grant it is that a program was let in by. It goes on with a call though what it has shown was turned into
/// something newer meanwhile, but not once the grant has ended.
pub(crate) async fn by_grant(app: &AppState, headers: &HeaderMap) -> Result<Caller, ApiError> {
    let shown = token::bearer(headers).ok_or(ApiError::UNAUTHORIZED)?;
    let Some((grant, _)) = token::of_grant(shown) else {
        return by_token(app, shown).await;
    };
    let found = app.store().upkeep();
    let found = found.find::<OauthGrant>((grant, app.now_ms())).await?;
    Ok(Caller {
        user: found.ok_or(ApiError::UNAUTHORIZED)?.user,
        token: grant,
    })
}

/// How exactly the last use of a token is known.
const NOTED_MS: i64 = 60_000;

/// Notes now and then that a token is used. On a full disk it goes on without.
pub(crate) async fn used(app: &AppState, token: TokenHash, used_ms: i64, now_ms: i64) {
    if (now_ms - used_ms).abs() < NOTED_MS {
        return;
    }
    if let Err(error) = app.store().upkeep().touch_token(token, now_ms).await {
        tracing::debug!(%error, "the last use of a token could not be stored");
    }
}

impl FromRequestParts<AppState> for Me {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Self::of(app, &parts.extensions)
    }
}
