//! Signing in and out.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use screen_agent_store::Owner;
use screen_agent_store::account::User;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::auth::{LoginData, LoginRequest, WhoData, WireUser};
use screen_agent_wire::invalid::chars;
use screen_agent_wire::{Invalid, limits};

use super::problems::Problems;
use crate::auth::address::address;
use crate::auth::throttle::Origin;
use crate::auth::{Caller, throttle, token};
use crate::error::ApiError;
use crate::http::body::{Json, LOGIN, receive};
use crate::state::AppState;
use crate::time;

/// Sign in with e-mail and password.
#[utoipa::path(post, path = "/api/v1/auth/login", tag = "auth", security(()),
    request_body = LoginRequest,
    responses(
        (status = 200, description = "A token", body = Mirrored<LoginData>),
        (status = 401, description = "`INVALID_CREDENTIALS`", body = screen_agent_wire::extension::ErrorBody),
        Problems))]
pub(crate) async fn login(
    State(app): State<AppState>,
    request: Request,
) -> Result<Json<Mirrored<LoginData>>, ApiError> {
    let origin = Origin::of(address(
        &app.config().trusted_proxies,
        request.headers(),
        request.extensions(),
    ));
    let held = receive(&app, request, LOGIN).await?;
    let LoginRequest { email, password } = screen_agent_wire::read(&held.bytes)?;
    let email = email.trim().to_lowercase();
    check("email", &email)?;
    check("password", &password)?;

    let entered = app.signing_in().enter(origin)?;
    let place = app.checker().place()?;
    let attempt = throttle::attempt(app.store(), &email, &entered, app.now_ms()).await?;
    let known = app.store().upkeep().credentials(email).await?;
    let hash = known.as_ref().map(|known| known.password_hash.clone());
    let fits = place.fits(password, hash).await;
    // Right or wrong: what is answered sooner would tell which.
    tokio::time::sleep(attempt.delay(app.config().login_delay)).await;
    let Some(known) = known.filter(|_| fits) else {
        return Err(attempt.failed(app.now_ms()));
    };
    attempt.worked(app.store()).await?;
    let data = issue(&app, known.user).await?;
    Ok(Json(Mirrored::new(data)))
}

/// Makes a token and keeps its hash.
async fn issue(app: &AppState, user: User) -> Result<LoginData, ApiError> {
    let owner = Owner {
        tenant: user.tenant.id,
        user: user.id,
    };
    let lifetime = app.config().token_lifetime;
    let (access_token, expires_ms) =
        token::issue_token(app.store(), owner, lifetime, app.now_ms()).await?;
    let WhoData {
        user,
        tenant_id,
        tenant_name,
    } = who(user);
    Ok(LoginData {
        access_token,
        expires_at: time::iso(expires_ms),
        user,
        tenant_id,
        tenant_name,
    })
}

/// Who is signed in.
#[utoipa::path(get, path = "/api/v1/auth/session", tag = "auth",
    responses((status = 200, description = "Who is signed in", body = Mirrored<WhoData>), Problems))]
pub(crate) async fn session(caller: Caller) -> Json<Mirrored<WhoData>> {
    Json(Mirrored::new(who(caller.user)))
}

/// Sign out; the token is worth nothing afterwards.
#[utoipa::path(post, path = "/api/v1/auth/logout", tag = "auth",
    responses((status = 204, description = "Signed out"), Problems))]
pub(crate) async fn logout(
    State(app): State<AppState>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    let revoked = app
        .store()
        .upkeep()
        .revoke_token(caller.token, app.now_ms());
    revoked.await?;
    app.believed().forget(caller.token);
    if let Some(hub) = app.realtime().hub() {
        app.sockets().leave(hub, caller.token);
    }
    Ok(StatusCode::NO_CONTENT)
}

fn who(user: User) -> WhoData {
    WhoData {
        user: WireUser {
            id: user.id.get(),
            email: user.email,
            name: user.name,
        },
        tenant_id: user.tenant.id.get(),
        tenant_name: user.tenant.name,
    }
}

fn check(field: &str, text: &str) -> Result<(), Invalid> {
    if text.is_empty() {
        return Err(Invalid::new(field, "is empty"));
    }
    chars(field, text, limits::TITLE * 2)
}
