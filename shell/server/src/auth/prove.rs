//! Checking that somebody is who they say: a password, and a code where one is asked for. Both are
//! counted and held back by the same rules, wherever they are given.

use std::net::IpAddr;

use screen_agent_action::id::UserId;
use screen_agent_audit::Kind;
use screen_agent_store::account::{
    NewToken, PasswordRecord, SecondFactor, SecondFactorChange, TokenHash, User,
};
use screen_agent_store::upkeep::RateWindow;
use screen_agent_wire::invalid::chars;
use screen_agent_wire::{Invalid, limits};

use super::address::network;
use super::event::kept_out;
use crate::credentials::attempts::{self, Attempt};
use crate::credentials::{token, totp};
use crate::error::ApiError;
use crate::limit::Wait;
use crate::state::AppState;

/// Wrong codes of one account, from wherever: whoever gets that far knows the password, so beyond
/// it no code is looked at.
const CODES: RateWindow = RateWindow {
    limit: 10,
    length_ms: 15 * 60 * 1_000,
};

/// A password that fits; the attempt still counts as one that failed.
pub(crate) struct Proven {
    pub(crate) credentials: PasswordRecord,
    pub(crate) attempt: Attempt,
}

/// Lets a person in by e-mail, password, and a code where one is asked for.
pub(crate) async fn person(
    app: &AppState,
    from: Option<IpAddr>,
    (email, password): (String, String),
    code: Option<String>,
) -> Result<User, ApiError> {
    let email = email.trim().to_lowercase();
    check("email", &email)?;
    check("password", &password)?;

    let proven = self::password(app, from, email, password).await?;
    let user = proven.credentials.user;
    if proven.credentials.disabled {
        kept_out(app, Kind::SignInRefused, Some(&user), from).await?;
        return Err(ApiError::ACCOUNT_DISABLED);
    }
    if proven.credentials.second_factor {
        let Some(code) = code.filter(|code| !code.trim().is_empty()) else {
            proven.attempt.not_failed(app.store()).await?;
            return Err(ApiError::CODE_REQUIRED);
        };
        self::code(app, &user, &code, from).await?;
    }
    proven.attempt.worked(app.store()).await?;
    Ok(user)
}

fn check(field: &str, text: &str) -> Result<(), Invalid> {
    if text.is_empty() {
        return Err(Invalid::new(field, "is empty"));
    }
    chars(field, text, limits::TITLE * 2)
}

/// What is kept of a sign-in: its token, and what signs in.
pub(crate) fn sign_in(
    app: &AppState,
    user: &User,
    from: Option<IpAddr>,
    (hash, client): (TokenHash, String),
) -> NewToken {
    let (config, now_ms) = (&app.config, app.now_ms());
    let expires_ms = now_ms.saturating_add(token::ms(config.token_lifetime));
    NewToken {
        idle_ms: token::ms(config.token_idle),
        network: network(from),
        client,
        ..NewToken::new(hash, user.owner(), expires_ms, now_ms)
    }
}

/// Checks a password, held back after failures.
pub(crate) async fn password(
    app: &AppState,
    from: Option<IpAddr>,
    email: String,
    password: String,
) -> Result<Proven, ApiError> {
    let _entered = app.signing_in.enter(from)?;
    let place = app.checker.place()?;
    let attempt = attempts::attempt(app.store(), &email, from, app.now_ms()).await?;
    let known = app.store().upkeep().find::<PasswordRecord>(email).await?;
    let hash = known.as_ref().map(|known| known.password_hash.clone());
    let user = known.as_ref().map(|known| known.user.clone());
    let fits = place.fits(password, hash).await;
    // Right or wrong: what is answered sooner would tell which.
    tokio::time::sleep(attempt.delay(app.config.login_delay)).await;
    match known.filter(|_| fits) {
        Some(credentials) => Ok(Proven {
            credentials,
            attempt,
        }),
        None => {
            let answer = attempt.failed(app.now_ms());
            let kind = match answer.code == ApiError::INVALID_CREDENTIALS.code {
                true => Kind::SignInFailed,
                false => Kind::SignInHeldBack,
            };
            kept_out(app, kind, user.as_ref(), from).await?;
            Err(answer)
        }
    }
}

/// Checks a code of the person's app, or one that stands in for it, and uses it up.
pub(crate) async fn code(
    app: &AppState,
    whose: &User,
    code: &str,
    from: Option<IpAddr>,
) -> Result<(), ApiError> {
    let user = whose.id;
    let upkeep = app.store().upkeep();
    let now_ms = app.now_ms();
    let key = format!("login:code:{user}");
    let admission = upkeep.admit(key.clone(), CODES, now_ms).await?;
    if !admission.admitted {
        kept_out(app, Kind::SignInHeldBack, Some(whose), from).await?;
        return Err(ApiError::rate_limited(Wait::until(
            admission.reset_ms,
            now_ms,
        )));
    }
    let Some(factor) = upkeep.find::<SecondFactor>(user).await? else {
        return Err(ApiError::WRONG_CODE);
    };
    if !uses_up(app, user, &factor, code).await? {
        kept_out(app, Kind::SignInFailed, Some(whose), from).await?;
        return Err(ApiError::WRONG_CODE);
    }
    Ok(upkeep.forget_window(key).await?)
}

async fn uses_up(
    app: &AppState,
    user: UserId,
    factor: &SecondFactor,
    code: &str,
) -> Result<bool, ApiError> {
    let upkeep = app.store().upkeep();
    let secret = app.seal.open(user.get(), &factor.sealed)?;
    let now_ms = app.now_ms();
    let used = match totp::step_of(&secret, &totp::typed(code), now_ms) {
        Some(step) => SecondFactorChange::UseStep(step),
        None => SecondFactorChange::UseRecoveryCode(totp::recovery_hash(code)),
    };
    Ok(upkeep.change_second_factor(user, used, now_ms).await?)
}
