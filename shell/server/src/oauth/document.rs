//! Programs that nobody has registered: what they are called is the address of a document that says what they are, which
//! their makers publish. Only what stands at that very address counts, and only as long as HTTP lets it be kept: so long it
//! stands with the programs that registered, for every server.

use std::net::IpAddr;
use std::time::Duration;

use screen_agent_store::oauth::OauthClient;
use screen_agent_store::upkeep::RateWindow;
use sha2::{Digest as _, Sha256};
use url::Url;
use uuid::{Builder, Uuid};

use super::fault::OauthFault;
use super::register::{Metadata, checked};
use crate::credentials::attempts::origin;
use crate::credentials::token::ms;
use crate::error::ApiError;
use crate::limit::Wait;
use crate::state::AppState;

/// Documents that one address may have fetched in an hour.
const RATE: RateWindow = RateWindow {
    limit: 60,
    length_ms: 60 * 60 * 1_000,
};
/// Longest that a document is kept, whatever it says.
const LONGEST: Duration = Duration::from_hours(24);
/// Longest address.
const ADDRESS: usize = 2_000;

/// The host that describes a program, where it is called by an address and not by an id of ours.
pub(super) fn host(id: &str) -> Option<String> {
    let url = Url::parse(id).ok()?;
    url.host_str().map(str::to_owned)
}

/// What a program of this address is known by here. No id that is given out looks so.
pub(super) fn id_of(url: &str) -> Uuid {
    let mut part = [0; 16];
    part.copy_from_slice(&Sha256::digest(url)[..16]);
    Builder::from_custom_bytes(part).into_uuid()
}

/// The program that the document at this address tells of.
pub(super) async fn client(
    app: &AppState,
    from: Option<IpAddr>,
    id: &str,
) -> Result<OauthClient, OauthFault> {
    let wrong = |why: String| OauthFault::bad("invalid_client", why);
    let plain = "client_id has to be an https address with a path and without a part (#), a name, a word or steps (..) in it";
    if !is_address(id) {
        return Err(wrong(plain.to_owned()));
    }
    let (upkeep, now_ms) = (app.store().upkeep(), app.now_ms());
    let known = upkeep.find::<OauthClient>(id_of(id)).await?;
    let fresh = |known: &OauthClient| known.fresh_until_ms.is_some_and(|until| until > now_ms);
    if let Some(client) = known.filter(fresh) {
        return Ok(client);
    }
    let fetch = app.engine().parts().fetch.clone();
    let fetch = fetch.ok_or_else(OauthFault::client)?;
    let key = format!("oauth:document:{}", origin(from));
    let admission = upkeep.admit(key, RATE, now_ms).await?;
    if !admission.admitted {
        let wait = Wait::until(admission.reset_ms, now_ms);
        return Err(ApiError::rate_limited(wait).into());
    }
    let document = fetch.document(id).await;
    let document = document
        .map_err(|why| wrong(format!("the program's description cannot be read: {why}")))?;
    let metadata: Metadata = serde_json::from_slice(&document.bytes)
        .map_err(|_| wrong("the program's description is not what it has to be".to_owned()))?;
    if metadata.client_id.as_deref() != Some(id) {
        let why = "the program's description is that of another: its client_id is not its address";
        return Err(wrong(why.to_owned()));
    }
    if metadata
        .token_endpoint_auth_method
        .as_deref()
        .unwrap_or("none")
        != "none"
    {
        let why = "programs are known by PKCE here: token_endpoint_auth_method has to be none";
        return Err(OauthFault::bad("invalid_client_metadata", why));
    }
    let until_ms = now_ms.saturating_add(ms(document.fresh.min(LONGEST)));
    let client = OauthClient {
        id: id_of(id),
        fresh_until_ms: Some(until_ms),
        ..checked(metadata, app)?
    };
    if fresh(&client) {
        upkeep.add_oauth_client(client.clone()).await?;
    }
    Ok(client)
}

/// Exactly as it is written, since it is compared so.
fn is_address(id: &str) -> bool {
    let Ok(url) = Url::parse(id) else {
        return false;
    };
    let plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    url.scheme() == "https"
        && plain
        && url.path() != "/"
        && url.as_str() == id
        && id.len() <= ADDRESS
}

#[cfg(test)]
mod tests {
    use super::is_address;

    #[test]
    fn a_program_is_called_by_a_plain_https_address() {
        for (id, expected) in [
            ("https://app.example/client.json", true),
            ("https://app.example/oauth/client?v=1", true),
            ("https://app.example", false),
            ("https://app.example/", false),
            ("http://app.example/client.json", false),
            ("https://app.example/a/../client.json", false),
            ("https://app.example/./client.json", false),
            ("https://app.example/client.json#x", false),
            ("https://me@app.example/client.json", false),
            ("https://me:word@app.example/client.json", false),
            ("HTTPS://app.example/client.json", false),
            ("https://APP.example/client.json", false),
            ("https://app.example:443/client.json", false),
            ("https://app.example/client .json", false),
            ("file:///client.json", false),
            ("client.json", false),
        ] {
            assert_eq!(is_address(id), expected, "{id}");
        }
        let long = format!("https://app.example/{}", "x".repeat(2_000));
        assert!(!is_address(&long));
    }
}
