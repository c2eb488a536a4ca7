//! A person is asked whether a program may do something in their name: they sign in, and say so, on one page of ours.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use screen_agent_audit::Kind;
use screen_agent_store::Stored;
use screen_agent_store::account::NewToken;
use screen_agent_store::oauth::{NewOauthGrant, OauthClient};
use url::Url;

use super::document;
use super::fault::OauthFault;
use super::form::Form;
use super::page::{self, Asking};
use super::token::{announced, client};
use super::{AUTHORIZE, ProgramScope, issuer, resource_of};
use crate::auth::address::address;
use crate::auth::event::note;
use crate::auth::prove;
use crate::credentials::token;
use crate::error::ApiError;
use crate::signed::request::SharedSecret;
use crate::state::AppState;

/// How long a page may be answered, and then its code be exchanged.
const PAGE_MS: i64 = 10 * 60 * 1_000;
const CODE_MS: i64 = 60 * 1_000;
/// The cookie that ties a page to the browser that it was shown in. It lets nobody in.
const COOKIE: &str = "screen-agent-oauth";
/// Longest `state` that is given back.
const STATE: usize = 4_096;

/// What a program asks for.
pub(super) struct Asked {
    pub(super) client: OauthClient,
    /// The host that says what it is, where nobody has registered it.
    pub(super) described_by: Option<String>,
    pub(super) redirect: Url,
    pub(super) scope: Vec<ProgramScope>,
    /// As it was registered.
    place: String,
    state: Option<String>,
    challenge: [u8; 32],
}

/// Why a person is not asked.
enum Unasked {
    /// It is not known where to lead them back to: they are told.
    Told(OauthFault),
    /// The program is told.
    LedBack(Back, OauthFault),
}

/// Where a person is led back to.
struct Back {
    to: Url,
    state: Option<String>,
}

impl Back {
    /// With what came of it. Who says so is said, too (RFC 9207).
    fn with(mut self, said: &[(&str, &str)], headers: &HeaderMap) -> Response {
        {
            let mut query = self.to.query_pairs_mut();
            query.extend_pairs(said);
            if let Some(state) = &self.state {
                query.append_pair("state", state);
            }
            query.append_pair("iss", &issuer(headers));
        }
        let place = HeaderValue::try_from(String::from(self.to));
        match place {
            Ok(place) => (StatusCode::SEE_OTHER, [(header::LOCATION, place)]).into_response(),
            Err(error) => OauthFault::from(ApiError::internal(error)).into_response(),
        }
    }
}

impl Unasked {
    fn answer(self, headers: &HeaderMap) -> Response {
        match self {
            Self::Told(fault) => page::refusal(fault),
            Self::LedBack(back, fault) => {
                let said = [("error", fault.error), ("error_description", &*fault.why)];
                back.with(&said, headers)
            }
        }
    }
}

pub(super) async fn show(
    State(app): State<AppState>,
    headers: HeaderMap,
    request: Request,
) -> Response {
    let proxies = &app.config.trusted_proxies;
    let from = address(proxies, &headers, request.extensions());
    let query = request.uri().query().unwrap_or_default().to_owned();
    match asked(&app, from, &headers, &query).await {
        Ok(asked) => Shown::of(&app, &headers, &query).page(&asked, &Asking::default()),
        Err(unasked) => unasked.answer(&headers),
    }
}

pub(super) async fn answer(
    State(app): State<AppState>,
    headers: HeaderMap,
    request: Request,
) -> Response {
    let proxies = &app.config.trusted_proxies;
    let from = address(proxies, request.headers(), request.extensions());
    let form = match Form::received(&app, request).await {
        Ok(form) => form,
        Err(fault) => return page::refusal(fault),
    };
    let query = form.get("asked").unwrap_or_default();
    let asked = match asked(&app, from, &headers, query).await {
        Ok(asked) => asked,
        Err(unasked) => return unasked.answer(&headers),
    };
    let email = form.get("email").unwrap_or_default();
    let shown = Shown::of(&app, &headers, query);
    let allowed = asked.scope.iter().copied();
    let allowed: Vec<_> = allowed
        .filter(|scope| form.get(scope.word()).is_some())
        .collect();
    let again = |error: ApiError, asks_code| {
        error.log();
        let asking = Asking {
            wrong: Some(&error),
            email,
            allowed: Some(&allowed),
            asks_code,
        };
        shown.page(&asked, &asking)
    };
    if !shown.is_answered_by(&form) {
        return again(ApiError::PAGE_TOO_OLD, false);
    }
    if form.get("answer") != Some("allow") || allowed.is_empty() {
        return asked.back().with(&[("error", "access_denied")], &headers);
    }
    let code = form.get("code").map(str::to_owned);
    let password = form.get("password").unwrap_or_default();
    let words = (email.to_owned(), password.to_owned());
    let user = match prove::person(&app, from, words, code).await {
        Ok(user) => user,
        Err(error) => {
            let of_code = [ApiError::CODE_REQUIRED.code, ApiError::WRONG_CODE.code];
            let asks_code = of_code.contains(&error.code);
            return again(error, asks_code);
        }
    };
    let id = user.id;
    let (of, now_ms) = (token::fresh(), app.now_ms());
    let code = token::fresh_of(&of);
    let named = (token::hash(&of), asked.client.name.clone());
    let token = NewToken {
        expires_ms: now_ms.saturating_add(CODE_MS),
        scope: Some(ProgramScope::words(&allowed)),
        ..prove::sign_in(&app, &user, from, named)
    };
    let grant = NewOauthGrant {
        token,
        client: asked.client.id,
        redirect: asked.place.clone(),
        challenge: asked.challenge,
        resource: resource_of(&headers),
        code: token::hash(&code),
    };
    match kept(&app, &asked, grant).await {
        Ok(true) => {
            note(Kind::SignedIn, Some(id));
            asked.back().with(&[("code", &code)], &headers)
        }
        Ok(false) => page::refusal(OauthFault::client()),
        Err(error) => again(error.into(), false),
    }
}

/// What is allowed. A program that nobody registered, and whose description may not be kept, is known from here on.
async fn kept(app: &AppState, asked: &Asked, grant: NewOauthGrant) -> Stored<bool> {
    let upkeep = app.store().upkeep();
    if asked.described_by.is_some() {
        upkeep.add_oauth_client(asked.client.clone()).await?;
    }
    upkeep.add_oauth_grant(grant).await
}

impl Asked {
    fn back(&self) -> Back {
        Back {
            to: self.redirect.clone(),
            state: self.state.clone(),
        }
    }
}

/// Reads what a program asks for.
async fn asked(
    app: &AppState,
    from: Option<IpAddr>,
    headers: &HeaderMap,
    query: &str,
) -> Result<Asked, Unasked> {
    let form = Form::of(query.as_bytes()).map_err(Unasked::Told)?;
    let described_by = form.get("client_id").and_then(document::host);
    let known = async {
        let id = form.need("client_id")?;
        let client = match &described_by {
            Some(_) => document::client(app, from, id).await?,
            None => client(app, id).await?,
        };
        let place = form.need("redirect_uri")?;
        let to = Url::parse(place)
            .ok()
            .filter(|_| client.redirects.iter().any(|one| one == place));
        let unknown =
            || OauthFault::request("redirect_uri is none that the program has registered");
        Ok((to.ok_or_else(unknown)?, place.to_owned(), client))
    };
    let (redirect, place, client) = known.await.map_err(Unasked::Told)?;
    // From here on it is known where to lead them.
    let state = form.get("state").map(str::to_owned);
    let back = || Back {
        to: redirect.clone(),
        state: state.clone().filter(|state| state.len() <= STATE),
    };
    let (scope, challenge) =
        wanted(&form, headers).map_err(|fault| Unasked::LedBack(back(), fault))?;
    Ok(Asked {
        client,
        described_by,
        scope,
        place,
        challenge,
        state,
        redirect,
    })
}

/// What is wanted, and what its tokens are exchanged for.
fn wanted(form: &Form, headers: &HeaderMap) -> Result<(Vec<ProgramScope>, [u8; 32]), OauthFault> {
    if form.need("response_type")? != "code" {
        let why = "programs are let in by a code here, and in no other way";
        return Err(OauthFault::bad("unsupported_response_type", why));
    }
    if form.get("state").is_some_and(|state| state.len() > STATE) {
        return Err(OauthFault::request("state is too long"));
    }
    if form.need("code_challenge_method")? != "S256" {
        return Err(OauthFault::request("code_challenge_method has to be S256"));
    }
    let challenge = announced(form.need("code_challenge")?);
    let challenge = challenge.ok_or_else(|| OauthFault::request("code_challenge is none"))?;
    let resource = resource_of(headers);
    if form.get("resource").is_some_and(|named| named != resource) {
        let why = format!("tokens are good for {resource} alone");
        return Err(OauthFault::bad("invalid_target", why));
    }
    let scope = ProgramScope::read(form.get("scope").unwrap_or("read"));
    let unknown = || OauthFault::bad("invalid_scope", "there are read and browser");
    Ok((scope.ok_or_else(unknown)?, challenge))
}

/// A page as it is shown to one browser: who answers shows that it was.
struct Shown {
    key: SharedSecret,
    query: String,
    host: String,
    browser: String,
    secure: bool,
    now_ms: i64,
}

impl Shown {
    fn of(app: &AppState, headers: &HeaderMap, query: &str) -> Self {
        let issuer = issuer(headers);
        Self {
            key: SharedSecret::new(app.seal.derived("pages of oauth")),
            query: query.to_owned(),
            browser: browser(headers).unwrap_or_else(token::fresh),
            secure: issuer.starts_with("https:"),
            host: issuer.split("://").nth(1).unwrap_or_default().to_owned(),
            now_ms: app.now_ms(),
        }
    }

    fn signed(&self, until: &str) -> Vec<u8> {
        let parts = ["page", &self.browser, until, &self.query];
        parts.join("\n").into_bytes()
    }

    /// Whether the form is that of a page which this browser was shown, and not too long ago.
    fn is_answered_by(&self, form: &Form) -> bool {
        let (until, proof) = (form.get("until").unwrap_or_default(), form.get("proof"));
        let in_time = until.parse().is_ok_and(|until: i64| until > self.now_ms);
        let proof = proof.and_then(|proof| URL_SAFE_NO_PAD.decode(proof).ok());
        in_time && proof.is_some_and(|proof| self.key.has_signed(&self.signed(until), &proof))
    }

    fn page(&self, asked: &Asked, asking: &Asking<'_>) -> Response {
        let until = (self.now_ms + PAGE_MS).to_string();
        let proof = URL_SAFE_NO_PAD.encode(self.key.signature(&self.signed(&until)));
        let hidden = [
            ("asked", &*self.query),
            ("until", &until),
            ("proof", &proof),
        ];
        let mut response = page::question(&self.host, asked, asking, &hidden);
        let secure = if self.secure { "; Secure" } else { "" };
        let cookie = format!(
            "{COOKIE}={}; Path={AUTHORIZE}; HttpOnly; SameSite=Lax; Max-Age=600{secure}",
            self.browser
        );
        if let Ok(cookie) = HeaderValue::try_from(cookie) {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// The word by which the browser is known that was shown a page.
fn browser(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).into_iter();
    let pairs = cookies.filter_map(|line| line.to_str().ok());
    let mut pairs = pairs.flat_map(|line| line.split("; "));
    let word = pairs.find_map(|pair| pair.strip_prefix(COOKIE)?.strip_prefix('='))?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    (word.len() == 43 && word.bytes().all(plain)).then(|| word.to_owned())
}
