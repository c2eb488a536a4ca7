//! Who is asking: somebody who is signed in, by their token or a key of theirs that is made to be published, or by a token
//! that was signed elsewhere; and whether the request is signed, where it has to be.

use axum::body::Body;
use axum::extract::{OriginalUri, Request};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use screen_agent_store::account::{KeyHolder, PasswordRecord};
use screen_agent_store::upkeep::RateWindow;
use sha2::{Digest as _, Sha256};

use super::keys::is_key;
use super::request::BODY;
use crate::auth::{self, Caller};
use crate::credentials::token;
use crate::error::ApiError;
use crate::http::body::receive_any;
use crate::signed::jwt::{is_jwt, verified};
use crate::signed::request::{SignatureFault, SignedRequest, signed};
use crate::state::AppState;

/// How exactly the last use of a key is known.
const NOTED_MS: i64 = 60_000;

/// What somebody showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyKind {
    /// What the store knows: it can be looked up again.
    Kept,
    /// A token that was signed elsewhere.
    Elsewhere,
}

/// Whoever shows a token, a key, or both: then the key says which application asks, and both must be of one organisation.
pub(super) async fn identify(app: &AppState, headers: &HeaderMap) -> Result<Caller, ApiError> {
    let key = headers.get("apikey").and_then(|key| key.to_str().ok());
    let token = bearer(headers);
    match (token, key) {
        (None, Some(key)) => Ok(by_key(app, key).await?.0),
        (Some(token), Some(key)) if is_key(key) && token != key => {
            let (person, application) = (by_key(app, token).await?.0, by_key(app, key).await?.0);
            match person.user.tenant.id == application.user.tenant.id {
                true => Ok(person),
                false => Err(ApiError::UNAUTHORIZED),
            }
        }
        (Some(token), _) => Ok(by_key(app, token).await?.0),
        (None, None) => Err(ApiError::UNAUTHORIZED),
    }
}

/// What `Authorization: Bearer …` says; tokens that were signed elsewhere are longer than ours.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// Whose a token or key is, whatever its kind.
pub(super) async fn by_key(app: &AppState, key: &str) -> Result<(Caller, KeyKind), ApiError> {
    if is_key(key) {
        return Ok((by_published(app, key).await?, KeyKind::Kept));
    }
    match &app.config.ide_access.jwt {
        Some(means) if is_jwt(key) => {
            let person = verified(means, key, app.now_ms());
            let person = person.map_err(|fault| ApiError::UNAUTHORIZED.because(fault))?;
            let known = app
                .store()
                .upkeep()
                .find::<PasswordRecord>(person.email)
                .await?;
            let known = known.filter(|known| !known.disabled);
            let user = known.ok_or(ApiError::UNAUTHORIZED)?.user;
            let caller = Caller {
                user,
                token: token::hash(key),
            };
            Ok((caller, KeyKind::Elsewhere))
        }
        _ => Ok((auth::by_token(app, key).await?, KeyKind::Kept)),
    }
}

async fn by_published(app: &AppState, key: &str) -> Result<Caller, ApiError> {
    let (token, now_ms) = (token::hash(key), app.now_ms());
    let upkeep = app.store().upkeep();
    let holder = upkeep.find::<KeyHolder>((token, now_ms)).await?;
    let holder = holder.ok_or(ApiError::UNAUTHORIZED)?;
    if (now_ms - holder.used_ms).abs() >= NOTED_MS
        && let Err(error) = upkeep.touch_token(token, now_ms).await
    {
        tracing::debug!(%error, "the last use of a key could not be stored");
    }
    let user = holder.user;
    Ok(Caller { user, token })
}

/// Looks whether a request is signed as it has to be, and for the first time.
pub(super) async fn inspect(app: &AppState, request: Request) -> Result<Request, ApiError> {
    let Some(means) = &app.config.ide_access.signed else {
        return Ok(request);
    };
    let (parts, body) = request.into_parts();
    let whole = Request::from_parts(parts.clone(), body);
    let held = receive_any(app, whole, BODY).await?;
    let uri = parts
        .extensions
        .get::<OriginalUri>()
        .map_or(&parts.uri, |original| &original.0);
    let asked = SignedRequest {
        method: parts.method.as_str(),
        address: uri.path_and_query().map_or("/", |address| address.as_str()),
        body: &held.bytes,
    };
    let now_ms = app.now_ms();
    let refused = |fault: SignatureFault| {
        ApiError::BAD_SIGNATURE.saying(crate::ide::problem::sentence(fault))
    };
    if let Some(nonce) = signed(means, &parts.headers, &asked, now_ms).map_err(refused)? {
        // What was used is known to every server on the same data, and after a restart.
        let name = format!("ide nonce:{}", hex::encode(Sha256::digest(nonce)));
        let window = RateWindow {
            limit: 1,
            length_ms: means.skew_ms.saturating_mul(2).saturating_add(1),
        };
        if !app
            .store()
            .upkeep()
            .admit(name, window, now_ms)
            .await?
            .admitted
        {
            return Err(refused(SignatureFault::Replayed));
        }
    }
    Ok(Request::from_parts(parts, Body::from(held.bytes)))
}
