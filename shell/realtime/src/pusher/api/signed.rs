//! Requests that a holder of the secret has signed. Nothing else gets past this extractor.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts as _, OriginalUri, Path, Request};
use axum::http::Method;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::form_urlencoded;

use super::error::ApiError;
use crate::pusher::hub::Hub;
use crate::pusher::sign;

/// A request whose signature holds.
#[derive(Debug)]
pub(crate) struct Signed {
    query: Vec<(String, String)>,
    body: Bytes,
}

#[derive(Deserialize)]
struct App {
    app_id: String,
}

impl Signed {
    /// A parameter of the query.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        value(&self.query, name)
    }

    /// The body.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        serde_json::from_slice(&self.body).map_err(|_| ApiError::Body)
    }
}

impl FromRequest<Hub> for Signed {
    type Rejection = ApiError;

    async fn from_request(request: Request, hub: &Hub) -> Result<Self, ApiError> {
        let (mut parts, body) = request.into_parts();
        let Ok(OriginalUri(uri)) = OriginalUri::from_request_parts(&mut parts, hub).await;
        let Path(app) = Path::<App>::from_request_parts(&mut parts, hub)
            .await
            .map_err(|_| ApiError::NoApp)?;
        let query: Vec<(String, String)> =
            form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes())
                .into_owned()
                .collect();
        let asked = Asked {
            method: &parts.method,
            path: uri.path(),
            query: &query,
        };
        // The digest of the body is signed: who cannot sign is not listened to any further.
        if !asked.is_signed(hub, unix_seconds()) {
            return Err(ApiError::NotSigned);
        }
        if app.app_id != hub.credentials().app_id {
            return Err(ApiError::NoApp);
        }
        let body = to_bytes(body, hub.limits().request_body)
            .await
            .map_err(|_| ApiError::BodyTooLong)?;
        if !is_body(&query, &body) {
            return Err(ApiError::NotSigned);
        }
        Ok(Self { query, body })
    }
}

/// A request as it came, without its body.
struct Asked<'a> {
    method: &'a Method,
    path: &'a str,
    query: &'a [(String, String)],
}

impl Asked<'_> {
    fn is_signed(&self, hub: &Hub, now: u64) -> bool {
        let credentials = hub.credentials();
        let is_own = value(self.query, "auth_key") == Some(&credentials.key);
        let is_known = value(self.query, "auth_version") == Some("1.0");
        let is_recent = value(self.query, "auth_timestamp")
            .and_then(|time| time.parse::<u64>().ok())
            .is_some_and(|time| time.abs_diff(now) <= hub.limits().clock_skew.as_secs());
        if !(is_own && is_known && is_recent) {
            return false;
        }
        let message = sign::request_message(self.method.as_str(), self.path, self.query);
        let shown = value(self.query, "auth_signature").unwrap_or_default();
        sign::is_signature(&credentials.secret, &message, shown)
    }
}

/// True for the body whose digest was signed, and for none where none was.
fn is_body(query: &[(String, String)], body: &[u8]) -> bool {
    match value(query, "body_md5") {
        Some(digest) => digest == sign::body_md5(body),
        None => body.is_empty(),
    }
}

/// The one value of a parameter. Two of a name are none: what is signed must be what is read.
fn value<'a>(query: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let mut values = query.iter().filter(|(own, _)| own == name);
    let (_, value) = values.next()?;
    values.next().is_none().then_some(value)
}

fn unix_seconds() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::pusher::sign::{ApiRequest, Credentials, sign_request};

    const NOW: u64 = 1_700_000_000;

    fn hub() -> Hub {
        let credentials = Credentials {
            app_id: "1".into(),
            key: "key".into(),
            secret: "secret".into(),
        };
        Hub::new(credentials, Limits::default())
    }

    fn is_signed(query: &str, path: &str, body: &[u8]) -> bool {
        let query: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes())
            .into_owned()
            .collect();
        let asked = Asked {
            method: &Method::POST,
            path,
            query: &query,
        };
        asked.is_signed(&hub(), NOW) && is_body(&query, body)
    }

    fn signed_at(time: u64) -> String {
        let call = ApiRequest {
            method: "POST",
            path: "/apps/1/events",
            query: &[("info", "user_count,subscription_count & more")],
            body: b"{}",
        };
        sign_request(hub().credentials(), &call, time)
    }

    #[test]
    fn only_the_very_request_that_was_signed_is_taken() {
        let good = signed_at(NOW);
        let path = "/apps/1/events";
        assert!(is_signed(&good, path, b"{}"));
        for (query, path, body) in [
            (good.as_str(), "/apps/2/events", &b"{}"[..]),
            (&good, path, b"{ }"),
            (&good, path, b""),
            (&good.replace("body_md5=", "body_md6="), path, b"{}"),
            (&good.replace("user_count", "users"), path, b"{}"),
            (&good.replace("auth_key=key", "auth_key=yek"), path, b"{}"),
            (
                &good.replace("auth_version=1.0", "auth_version=1.1"),
                path,
                b"{}",
            ),
            (&good.replace("auth_signature=", "signature="), path, b"{}"),
            (&format!("{good}&auth_key=key"), path, b"{}"),
            (&format!("{good}&extra=1"), path, b"{}"),
            ("", path, b"{}"),
        ] {
            assert!(!is_signed(query, path, body), "{query} {path}");
        }
    }

    #[test]
    fn a_signature_ages() {
        for (time, expected) in [
            (NOW - 601, false),
            (NOW - 600, true),
            (NOW + 600, true),
            (NOW + 601, false),
        ] {
            assert_eq!(
                is_signed(&signed_at(time), "/apps/1/events", b"{}"),
                expected
            );
        }
    }
}
