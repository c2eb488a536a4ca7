//! Tokens for a code, for those that were given last, and none any more (RFC 7009).

use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use screen_agent_store::account::EndSignIns;
use screen_agent_store::oauth::{
    OauthClient, OauthExchange, OauthExchanged, OauthGrant, OauthProof,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::document;
use super::fault::OauthFault;
use super::form::Form;
use super::resource_of;
use crate::auth::watch;
use crate::credentials::token;
use crate::state::AppState;

/// How long what is shown at the resource counts.
const ACCESS: Duration = Duration::from_secs(60 * 60);

pub(super) async fn exchange(
    State(app): State<AppState>,
    headers: HeaderMap,
    request: Request,
) -> Result<Json<Value>, OauthFault> {
    let form = Form::received(&app, request).await?;
    let (shown, proof) = match form.need("grant_type")? {
        "authorization_code" => {
            let code = form.need("code")?;
            let proof = OauthProof::Code {
                code: token::hash(code),
                redirect: form.need("redirect_uri")?.to_owned(),
                challenge: challenge(form.need("code_verifier")?)?,
            };
            (code, proof)
        }
        "refresh_token" => {
            let shown = form.need("refresh_token")?;
            (shown, OauthProof::Refresh(token::hash(shown)))
        }
        _ => {
            let why = "authorization_code and refresh_token are the ways here";
            return Err(OauthFault::bad("unsupported_grant_type", why));
        }
    };
    let client = client(&app, form.need("client_id")?).await?.id;
    let resource = resource_of(&headers);
    if form.get("resource").is_some_and(|named| named != resource) {
        let why = format!("tokens are good for {resource} alone");
        return Err(OauthFault::bad("invalid_target", why));
    }
    let unknown = || OauthFault::bad("invalid_grant", "this does not count, or not any more");
    let (grant, _) = token::of_grant(shown).ok_or_else(unknown)?;
    let now_ms = app.now_ms();
    let upkeep = app.store().upkeep();
    if let Some(wanted) = form.get("scope") {
        let given = upkeep.find::<OauthGrant>((grant, now_ms)).await?;
        let given = given.ok_or_else(unknown)?.scope;
        let within = |word: &str| given.split(' ').any(|one| one == word);
        if !wanted.split_ascii_whitespace().all(within) {
            let why = "more than was allowed has to be asked for anew";
            return Err(OauthFault::bad("invalid_scope", why));
        }
    }
    let (access, refresh) = (token::fresh_of(shown), token::fresh_of(shown));
    let after = |length| now_ms.saturating_add(token::ms(length));
    let exchange = OauthExchange {
        grant,
        client,
        proof,
        access: token::hash(&access),
        access_until_ms: after(ACCESS),
        refresh: token::hash(&refresh),
        expires_ms: after(app.config.token_lifetime),
        idle_ms: token::ms(app.config.token_idle),
        now_ms,
    };
    match upkeep.exchange_oauth(exchange).await? {
        OauthExchanged::Done(scope) => Ok(Json(json!({
            "access_token": access,
            "token_type": "Bearer",
            "expires_in": ACCESS.as_secs(),
            "refresh_token": refresh,
            "scope": scope,
        }))),
        OauthExchanged::Unknown => Err(unknown()),
        OauthExchanged::Ended => {
            tracing::warn!(%client, "what a program had was shown by another, or twice: it has ended");
            watch::ended(&app).await;
            Err(unknown())
        }
    }
}

/// Ends what a program was allowed. What does not count is none of ours to tell of.
pub(super) async fn revoke(
    State(app): State<AppState>,
    request: Request,
) -> Result<StatusCode, OauthFault> {
    let form = Form::received(&app, request).await?;
    let shown = form.need("token")?;
    let client = client(&app, form.need("client_id")?).await?.id;
    let Some((grant, whole)) = token::of_grant(shown) else {
        return Ok(StatusCode::OK);
    };
    let (upkeep, now_ms) = (app.store().upkeep(), app.now_ms());
    let found = upkeep.find::<OauthGrant>((grant, now_ms)).await?;
    let theirs = found.is_some_and(|found| {
        found.client == client && [found.access, found.refresh].contains(&Some(whole))
    });
    if theirs {
        let ended = EndSignIns::Token(grant);
        upkeep.end_sign_ins(ended, now_ms).await?;
        watch::ended(&app).await;
    }
    Ok(StatusCode::OK)
}

/// The program of this id, or of this address once somebody was asked about it.
pub(super) async fn client(app: &AppState, id: &str) -> Result<OauthClient, OauthFault> {
    let id = match document::host(id) {
        Some(_) => document::id_of(id),
        None => Uuid::try_parse(id).map_err(|_| OauthFault::client())?,
    };
    let found = app.store().upkeep().find::<OauthClient>(id).await?;
    found.ok_or_else(OauthFault::client)
}

/// What a verifier was announced as (RFC 7636, `S256`).
fn challenge(verifier: &str) -> Result<[u8; 32], OauthFault> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    if !(43..=128).contains(&verifier.len()) || !verifier.bytes().all(plain) {
        return Err(OauthFault::request("code_verifier is none"));
    }
    Ok(Sha256::digest(verifier.as_bytes()).into())
}

/// A challenge as it is announced.
pub(super) fn announced(text: &str) -> Option<[u8; 32]> {
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}
