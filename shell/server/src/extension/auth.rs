//! Signing in and out.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use screen_agent_audit::Kind;
use screen_agent_store::account::{EndSignIns, User};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::auth::{LoginData, LoginRequest, WhoData, WireUser};

use super::{Reply, reply};
use crate::auth::address::address;
use crate::auth::event::note;
use crate::auth::{Me, prove, watch};
use crate::credentials::token;
use crate::error::ApiError;
use crate::http::body::{LOGIN, receive};
use crate::state::AppState;
use crate::time;

/// Sign in with e-mail and password.
#[utoipa::path(post, path = "/api/v1/auth/login", tag = "auth", security(()),
    request_body = LoginRequest,
    responses(
        (status = 200, description = "A token", body = Mirrored<LoginData>),
        (status = 401, description = "`INVALID_CREDENTIALS`; `TOTP_REQUIRED`: the same again with a code"),
        (status = 403, description = "`ACCOUNT_DISABLED`; `WRONG_CODE`"),
        (status = 429, description = "Too many requests; see Retry-After")))]
pub(crate) async fn login(State(app): State<AppState>, request: Request) -> Reply<LoginData> {
    let from = address(
        &app.config.trusted_proxies,
        request.headers(),
        request.extensions(),
    );
    let client = client(request.headers());
    let held = receive(&app, request, LOGIN).await?;
    let LoginRequest {
        email,
        password,
        code,
    } = screen_agent_wire::read(&held.bytes)?;
    let user = prove::person(&app, from, (email, password), code).await?;
    let id = user.id;
    let data = issue(&app, user, from, client).await?;
    note(Kind::SignedIn, Some(id));
    reply(data)
}

/// Makes a token and keeps its hash.
async fn issue(
    app: &AppState,
    user: User,
    from: Option<IpAddr>,
    client: String,
) -> Result<LoginData, ApiError> {
    let access_token = token::fresh();
    let new = prove::sign_in(app, &user, from, (token::hash(&access_token), client));
    let expires_ms = new.expires_ms;
    app.store().upkeep().add_token(new).await?;
    let WhoData {
        user,
        tenant_id,
        tenant_name,
        ..
    } = who(user, false);
    Ok(LoginData {
        access_token,
        expires_at: time::iso(expires_ms),
        user,
        tenant_id,
        tenant_name,
    })
}

/// What signs in, in its own words, in plain letters.
fn client(headers: &HeaderMap) -> String {
    let words = headers.get(header::USER_AGENT);
    let words = words.and_then(|words| words.to_str().ok());
    words.unwrap_or_default().chars().take(200).collect()
}

/// Who is signed in.
#[utoipa::path(get, path = "/api/v1/auth/session", tag = "auth",
    responses((status = 200, description = "Who is signed in", body = Mirrored<WhoData>)))]
pub(crate) async fn session(me: Me) -> Reply<WhoData> {
    let has_model = me.engine().models(me.owner()).await?.is_some();
    reply(who(me.caller.user, has_model))
}

/// Sign out; the token is worth nothing afterwards.
#[utoipa::path(post, path = "/api/v1/auth/logout", tag = "auth",
    responses((status = 204, description = "Signed out")))]
pub(crate) async fn logout(me: Me) -> Result<StatusCode, ApiError> {
    let this = EndSignIns::Token(me.caller.token);
    me.upkeep().end_sign_ins(this, me.now_ms()).await?;
    note(Kind::SignedOut, Some(me.caller.user.id));
    watch::ended(&me.app).await;
    Ok(StatusCode::NO_CONTENT)
}

fn who(user: User, has_model: bool) -> WhoData {
    WhoData {
        user: WireUser {
            id: user.id.get(),
            email: user.email,
            name: user.name,
        },
        tenant_id: user.tenant.id.get(),
        tenant_name: user.tenant.name,
        has_model,
    }
}
