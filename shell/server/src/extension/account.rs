//! One's own account: its password, its sign-ins, its second factor.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use screen_agent_audit::Kind;
use screen_agent_store::account::{
    AccountChange, By, EndSignIns, SecondFactor, SecondFactorChange, SignIn,
};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::auth::{
    CodeRequest, PasswordChange, PasswordOnly, ProofRequest, RecoveryData, SecondFactorData,
    SecondFactorOffer, SignInData, SignInsData, StorageData,
};
use screen_agent_wire::{Invalid, limits};
use serde::Deserialize;
use std::net::IpAddr;
use uuid::Uuid;

use super::{Reply, reply};
use crate::auth::address::address;
use crate::auth::event::note;
use crate::auth::{Caller, Me, prove, watch};
use crate::credentials::{rule, totp};
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::params::InPath;
use crate::state::AppState;
use crate::time;

/// Where the request comes from.
pub(crate) struct From(Option<IpAddr>);

impl FromRequestParts<AppState> for From {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let trusted = &app.config.trusted_proxies;
        Ok(Self(address(trusted, &parts.headers, &parts.extensions)))
    }
}

/// Change one's password. Every other sign-in ends.
#[utoipa::path(post, path = "/api/v1/auth/password", tag = "auth",
    request_body = PasswordChange,
    responses((status = 204, description = "Changed"),
        (status = 403, description = "`WRONG_PASSWORD`")))]
pub(crate) async fn password(
    me: Me,
    from: From,
    Json(body): Json<PasswordChange>,
) -> Result<StatusCode, ApiError> {
    prove_again(&me, &from, body.old_password).await?;
    let user = &me.caller.user;
    if let Some(fault) = rule::password_fault(&body.new_password, &user.email, &user.name) {
        return Err(Invalid::new("newPassword", fault).into());
    }
    let hash = me.app.checker.place()?.hash(body.new_password).await?;
    let (email, now_ms) = (user.email.clone(), me.now_ms());
    let kept = Some(me.caller.token);
    let change = AccountChange::Password { hash, kept };
    me.upkeep().change_account(email, change, now_ms).await?;
    note(Kind::PasswordChanged, Some(user.id));
    watch::ended(&me.app).await;
    Ok(StatusCode::NO_CONTENT)
}

/// One's sign-ins that count, the one used last first.
#[utoipa::path(get, path = "/api/v1/auth/sessions", tag = "auth",
    responses((status = 200, description = "Sign-ins", body = Mirrored<SignInsData>)))]
pub(crate) async fn sign_ins(me: Me) -> Reply<SignInsData> {
    let counting = (me.caller.user.id, me.now_ms());
    let all = me.upkeep().list::<SignIn>(counting).await?;
    let sessions = all.into_iter().map(|one| told(&me.caller, one)).collect();
    reply(SignInsData { sessions })
}

/// How much is kept for one, and for one's organisation: files, conversations, tasks, packets, collections and
/// what was made of them, as they are counted where they are written.
#[utoipa::path(get, path = "/api/v1/auth/usage", tag = "auth",
    responses((status = 200, description = "Bytes", body = Mirrored<StorageData>)))]
pub(crate) async fn usage(me: Me) -> Reply<StorageData> {
    let (kept, quota) = me.rows().kept().await?;
    reply(StorageData {
        bytes: kept.user,
        most_bytes: quota.user,
        organisation_bytes: kept.tenant,
        organisation_most_bytes: quota.tenant,
    })
}

fn told(caller: &Caller, one: SignIn) -> SignInData {
    SignInData {
        id: one.token.sign_in(),
        created_at: time::iso(one.created_ms),
        last_used_at: time::iso(one.used_ms),
        expires_at: time::iso(one.expires_ms),
        network: one.network,
        client: one.client,
        scope: one.scope,
        current: one.token == caller.token,
    }
}

/// `{id}`.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct SignInPath {
    id: Uuid,
}

/// End one of one's sign-ins.
#[utoipa::path(delete, path = "/api/v1/auth/sessions/{id}", tag = "auth",
    params(("id" = Uuid, Path, description = "As listed")),
    responses((status = 204, description = "Ended"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(crate) async fn end_sign_in(
    me: Me,
    InPath(path): InPath<SignInPath>,
) -> Result<StatusCode, ApiError> {
    let user = me.caller.user.id;
    let one = EndSignIns::One(user, path.id);
    if !me.upkeep().end_sign_ins(one, me.now_ms()).await? {
        return Err(ApiError::NOT_FOUND);
    }
    note(Kind::SignedOut, Some(user));
    watch::ended(&me.app).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Sign out everywhere, here included.
#[utoipa::path(post, path = "/api/v1/auth/sign-out-everywhere", tag = "auth",
    responses((status = 204, description = "Signed out everywhere")))]
pub(crate) async fn sign_out_everywhere(me: Me) -> Result<StatusCode, ApiError> {
    let all = EndSignIns::All(me.caller.user.id);
    me.upkeep().end_sign_ins(all, me.now_ms()).await?;
    note(Kind::SignedOutEverywhere, Some(me.caller.user.id));
    watch::ended(&me.app).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether a second factor is asked for.
#[utoipa::path(get, path = "/api/v1/auth/totp", tag = "auth",
    responses((status = 200, description = "How it stands", body = Mirrored<SecondFactorData>)))]
pub(crate) async fn second_factor(me: Me) -> Reply<SecondFactorData> {
    let kept = me.upkeep().find::<SecondFactor>(me.caller.user.id).await?;
    let on = kept.filter(|kept| kept.confirmed);
    reply(SecondFactorData {
        enabled: on.is_some(),
        recovery_codes_left: on.map_or(0, |on| on.recovery_left),
    })
}

/// Begin a second factor: a secret for the person's app. It counts once it is confirmed.
#[utoipa::path(post, path = "/api/v1/auth/totp", tag = "auth",
    request_body = PasswordOnly,
    responses((status = 200, description = "A secret", body = Mirrored<SecondFactorOffer>),
        (status = 403, description = "`WRONG_PASSWORD`"),
        (status = 409, description = "`RESOURCE_CONFLICT`: one is asked for already, or none waits")))]
pub(crate) async fn offer(
    me: Me,
    from: From,
    Json(body): Json<PasswordOnly>,
) -> Reply<SecondFactorOffer> {
    prove_again(&me, &from, body.password).await?;
    let user = &me.caller.user;
    let secret = totp::fresh_secret();
    let sealed = me.app.seal.seal(user.id.get(), &secret)?;
    change(&me, SecondFactorChange::Offer { sealed }).await?;
    let uri = totp::address(&secret, &user.email);
    reply(SecondFactorOffer {
        secret: totp::base32(&secret),
        qr_svg: totp::picture(&uri),
        uri,
    })
}

/// Confirm a second factor by its first code. The recovery codes are told this once.
#[utoipa::path(post, path = "/api/v1/auth/totp/confirm", tag = "auth",
    request_body = CodeRequest,
    responses((status = 200, description = "Recovery codes", body = Mirrored<RecoveryData>),
        (status = 403, description = "`WRONG_CODE`"),
        (status = 409, description = "`RESOURCE_CONFLICT`: one is asked for already, or none waits")))]
pub(crate) async fn confirm(me: Me, Json(body): Json<CodeRequest>) -> Reply<RecoveryData> {
    let user = me.caller.user.id;
    let offered = me.upkeep().find::<SecondFactor>(user).await?;
    let offered = offered
        .filter(|offered| !offered.confirmed)
        .ok_or(ApiError::SECOND_FACTOR_STANDS)?;
    let secret = me.app.seal.open(user.get(), &offered.sealed)?;
    let step = totp::step_of(&secret, &totp::typed(&body.code), me.now_ms());
    let step = step.ok_or(ApiError::WRONG_CODE)?;
    let recovery_codes = totp::recovery_codes();
    let hashes = recovery_codes.iter().map(|code| totp::recovery_hash(code));
    let recovery = hashes.collect();
    change(&me, SecondFactorChange::Confirm { step, recovery }).await?;
    note(Kind::SecondFactorOn, Some(user));
    reply(RecoveryData { recovery_codes })
}

/// Turn the second factor off, by password and a code of either kind.
#[utoipa::path(post, path = "/api/v1/auth/totp/off", tag = "auth",
    request_body = ProofRequest,
    responses((status = 204, description = "Off"),
        (status = 403, description = "`WRONG_PASSWORD` or `WRONG_CODE`")))]
pub(crate) async fn turn_off(
    me: Me,
    from: From,
    Json(body): Json<ProofRequest>,
) -> Result<StatusCode, ApiError> {
    let user = me.caller.user.id;
    prove_again(&me, &from, body.password).await?;
    prove::code(&me.app, &me.caller.user, &body.code, from.0).await?;
    let off = SecondFactorChange::Remove(By::Owner);
    let upkeep = me.upkeep();
    upkeep.change_second_factor(user, off, me.now_ms()).await?;
    note(Kind::SecondFactorOff, Some(user));
    Ok(StatusCode::NO_CONTENT)
}

/// A step of setting the caller's second factor up.
async fn change(me: &Me, step: SecondFactorChange) -> Result<(), ApiError> {
    let (upkeep, user) = (me.upkeep(), me.caller.user.id);
    let changed = upkeep.change_second_factor(user, step, me.now_ms()).await?;
    changed.then_some(()).ok_or(ApiError::SECOND_FACTOR_STANDS)
}

/// Whoever holds a token only must not take the account over.
pub(super) async fn prove_again(me: &Me, from: &From, password: String) -> Result<(), ApiError> {
    if password.is_empty() || password.chars().count() > limits::TITLE * 2 {
        return Err(ApiError::WRONG_PASSWORD);
    }
    let email = me.caller.user.email.clone();
    let proven = prove::password(&me.app, from.0, email, password)
        .await
        .map_err(
            |error| match error.code == ApiError::INVALID_CREDENTIALS.code {
                true => ApiError::WRONG_PASSWORD,
                false => error,
            },
        )?;
    proven.attempt.worked(me.app.store()).await
}
