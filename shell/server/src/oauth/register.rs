//! A program makes itself known (RFC 7591). It has no secret: what shows that two requests are one's is PKCE.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use screen_agent_store::oauth::OauthClient;
use screen_agent_store::upkeep::RateWindow;
use serde::Deserialize;
use serde_json::{Value, json};
use url::{Host, Url};

use super::fault::OauthFault;
use crate::auth::address::address;
use crate::credentials::attempts::origin;
use crate::error::ApiError;
use crate::http::body::{OTHER, receive};
use crate::limit::Wait;
use crate::state::AppState;

/// Programs of one address in an hour.
const RATE: RateWindow = RateWindow {
    limit: 60,
    length_ms: 60 * 60 * 1_000,
};
/// Most places to lead back to, and letters of one.
const PLACES: usize = 10;
const PLACE: usize = 2_000;
const NAME: usize = 100;

/// What a program says of itself, as far as it matters here.
#[derive(Deserialize)]
pub(super) struct Metadata {
    /// Where the document is that says it; nobody who registers says one.
    pub(super) client_id: Option<String>,
    pub(super) token_endpoint_auth_method: Option<String>,
    redirect_uris: Vec<String>,
    client_name: Option<String>,
    grant_types: Option<Vec<String>>,
    response_types: Option<Vec<String>>,
}

pub(super) async fn register(
    State(app): State<AppState>,
    request: Request,
) -> Result<(StatusCode, Json<Value>), OauthFault> {
    let proxies = &app.config.trusted_proxies;
    let from = address(proxies, request.headers(), request.extensions());
    let held = receive(&app, request, OTHER).await?;
    let metadata: Metadata = serde_json::from_slice(&held.bytes)
        .map_err(|error| OauthFault::bad("invalid_client_metadata", error.to_string()))?;
    let client = checked(metadata, &app)?;
    let now_ms = app.now_ms();
    let key = format!("oauth:register:{}", origin(from));
    let admission = app.store().upkeep().admit(key, RATE, now_ms).await?;
    if !admission.admitted {
        let wait = Wait::until(admission.reset_ms, now_ms);
        return Err(ApiError::rate_limited(wait).into());
    }
    let told = json!({
        "client_id": client.id,
        "client_id_issued_at": now_ms / 1_000,
        "client_name": client.name,
        "redirect_uris": client.redirects,
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
    });
    app.store().upkeep().add_oauth_client(client).await?;
    Ok((StatusCode::CREATED, Json(told)))
}

/// The program that this is said of, where it can be let in.
pub(super) fn checked(metadata: Metadata, app: &AppState) -> Result<OauthClient, OauthFault> {
    let wrong = |why: &'static str| OauthFault::bad("invalid_client_metadata", why);
    let lacks = |named: &Option<Vec<String>>, word: &str| {
        named
            .as_ref()
            .is_some_and(|named| !named.iter().any(|one| one == word))
    };
    if lacks(&metadata.grant_types, "authorization_code") || lacks(&metadata.response_types, "code")
    {
        return Err(wrong(
            "programs are let in by a code here, and in no other way",
        ));
    }
    let places = metadata.redirect_uris;
    if places.is_empty() || places.len() > PLACES || !places.iter().all(|place| is_place(place)) {
        let why = "one to ten redirect_uris, each https, or http to this machine (localhost, 127.0.0.1, [::1])";
        return Err(OauthFault::bad("invalid_redirect_uri", why));
    }
    let name = metadata.client_name.unwrap_or_default();
    // It is shown to people: nothing in it may look like something else, or turn what stands around it.
    let name: String = name.chars().filter(|letter| !hides(*letter)).collect();
    let name = match name.trim() {
        "" => "A program without a name",
        name => name,
    };
    if name.chars().count() > NAME {
        return Err(wrong("client_name is longer than 100 letters"));
    }
    Ok(OauthClient {
        id: app.fresh_id(),
        name: name.to_owned(),
        redirects: places,
        used_ms: app.now_ms(),
        fresh_until_ms: None,
    })
}

fn hides(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Whether people may be led back there: over TLS, or without leaving their machine.
fn is_place(text: &str) -> bool {
    let Ok(place) = Url::parse(text) else {
        return false;
    };
    let here = match place.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    let safe = place.scheme() == "https" || (place.scheme() == "http" && here);
    let plain = place.username().is_empty() && place.password().is_none();
    safe && plain && place.fragment().is_none() && text.len() <= PLACE
}

#[cfg(test)]
mod tests {
    use super::is_place;

    #[test]
    fn people_are_led_back_over_tls_or_on_their_own_machine() {
        for (place, expected) in [
            ("https://app.example/back", true),
            ("https://app.example:8443/back?x=1", true),
            ("http://localhost:33418/back", true),
            ("http://127.0.0.1/", true),
            ("http://[::1]:7/back", true),
            ("http://app.example/back", false),
            ("http://localhost.evil.example/", false),
            ("http://192.168.1.7/", false),
            ("http://0.0.0.0/", false),
            ("https://app.example/back#part", false),
            ("https://me:word@app.example/", false),
            ("https://localhost@evil.example/", false),
            ("javascript:alert(1)", false),
            ("JavaScript://localhost/%0aalert(1)", false),
            ("data:text/html,x", false),
            ("myapp://back", false),
            ("file:///etc/passwd", false),
            ("/back", false),
            ("", false),
        ] {
            assert_eq!(is_place(place), expected, "{place}");
        }
        assert!(!is_place(&format!(
            "https://a.example/{}",
            "x".repeat(2_000)
        )));
    }
}
