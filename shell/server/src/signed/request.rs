//! Requests that are signed: HMAC-SHA256 over when, a word that is used once, the method, the address and the body.

use axum::http::HeaderMap;
use ring::hmac;
use sha2::{Digest as _, Sha256};

/// Fewest and most letters of the word that is used once.
const NONCE: std::ops::RangeInclusive<usize> = 16..=128;

/// A secret that is shared with others. Printing it tells nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct SharedSecret(Vec<u8>);

impl SharedSecret {
    /// The secret's bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    /// The HMAC-SHA256 of a text.
    pub(crate) fn signature(&self, text: &[u8]) -> hmac::Tag {
        hmac::sign(&self.key(), text)
    }

    /// Whether this is the HMAC-SHA256 of a text, compared in constant time.
    pub(crate) fn has_signed(&self, text: &[u8], signature: &[u8]) -> bool {
        hmac::verify(&self.key(), text, signature).is_ok()
    }

    fn key(&self) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &self.0)
    }
}

impl std::fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SharedSecret")
    }
}

/// How requests are signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedMeans {
    /// What they are signed with.
    pub secret: SharedSecret,
    /// None is answered that is not signed.
    pub required: bool,
    /// How far the client's clock may be from ours.
    pub skew_ms: i64,
}

/// A request as it is signed.
pub struct SignedRequest<'a> {
    /// Such as `POST`.
    pub method: &'a str,
    /// Path and query, as they were asked.
    pub address: &'a str,
    /// The body's bytes.
    pub body: &'a [u8],
}

impl SignedRequest<'_> {
    fn text(&self, at_ms: i64, nonce: &str) -> String {
        let body = hex::encode(Sha256::digest(self.body));
        format!(
            "{at_ms}\n{nonce}\n{}\n{}\n{body}",
            self.method, self.address
        )
    }
}

/// The signature of a request, in hexadecimal, as clients send it.
pub fn sign(
    secret: &SharedSecret,
    (at_ms, nonce): (i64, &str),
    request: &SignedRequest<'_>,
) -> String {
    hex::encode(secret.signature(request.text(at_ms, nonce).as_bytes()))
}

/// Why a signature does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SignatureFault {
    #[error("the request is not signed")]
    Missing,
    #[error("x-timestamp, x-nonce or x-signature has no known form")]
    Form,
    #[error("x-timestamp is too far from the server's time")]
    Clock,
    #[error("the signature is not of this request")]
    Wrong,
    #[error("x-nonce was used before")]
    Replayed,
}

/// The word that is used once, if the signature is that of the request; none where nothing has to be signed and is not.
pub(crate) fn signed<'a>(
    means: &SignedMeans,
    headers: &'a HeaderMap,
    request: &SignedRequest<'_>,
    now_ms: i64,
) -> Result<Option<&'a str>, SignatureFault> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let said = ["x-signature", "x-timestamp", "x-nonce"].map(header);
    let [Some(signature), Some(at), Some(nonce)] = said else {
        return match headers.contains_key("x-signature") || means.required {
            true => Err(SignatureFault::Missing),
            false => Ok(None),
        };
    };
    let signature = hex::decode(signature).map_err(|_| SignatureFault::Form)?;
    let at_ms: i64 = at.parse().map_err(|_| SignatureFault::Form)?;
    if !NONCE.contains(&nonce.len()) || !nonce.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(SignatureFault::Form);
    }
    if now_ms.abs_diff(at_ms) > means.skew_ms.unsigned_abs() {
        return Err(SignatureFault::Clock);
    }
    match means
        .secret
        .has_signed(request.text(at_ms, nonce).as_bytes(), &signature)
    {
        true => Ok(Some(nonce)),
        false => Err(SignatureFault::Wrong),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    const NOW: i64 = 1_772_625_600_000;
    const ONCE: &str = "abcdefghijklmnop";

    fn means(required: bool) -> SignedMeans {
        SignedMeans {
            secret: SharedSecret::new("a secret of a test"),
            required,
            skew_ms: 1_000,
        }
    }

    fn request<'a>(body: &'a [u8], address: &'a str) -> SignedRequest<'a> {
        SignedRequest {
            method: "POST",
            address,
            body,
        }
    }

    fn headers(fields: &[(&'static str, &str)]) -> HeaderMap {
        let one = |&(name, value): &(&'static str, &str)| {
            (
                axum::http::HeaderName::from_static(name),
                HeaderValue::from_str(value).unwrap(),
            )
        };
        fields.iter().map(one).collect()
    }

    #[test]
    fn only_the_request_that_was_signed_counts_and_only_about_then() {
        let asked = request(b"{}", "/a?b=1");
        let good = sign(&means(true).secret, (NOW, ONCE), &asked);
        let now = NOW.to_string();
        let with = |signature: &str, at: &str, nonce: &str| {
            headers(&[
                ("x-signature", signature),
                ("x-timestamp", at),
                ("x-nonce", nonce),
            ])
        };
        let other = "b".repeat(64);
        use SignatureFault::{Clock, Form, Missing, Wrong};
        let signed_now = || with(&good, &now, ONCE);
        let (same, here) = (&b"{}"[..], "/a?b=1");
        for (headers, body, address, now_ms, expected) in [
            (signed_now(), same, here, NOW, Ok(Some(ONCE))),
            (signed_now(), same, here, NOW + 1_000, Ok(Some(ONCE))),
            (signed_now(), same, here, NOW + 1_001, Err(Clock)),
            (signed_now(), same, here, NOW - 1_001, Err(Clock)),
            (signed_now(), &b"{ }"[..], "/a?b=1", NOW, Err(Wrong)),
            (signed_now(), &b"{}"[..], "/a?b=2", NOW, Err(Wrong)),
            (
                with(&good, &(NOW + 1).to_string(), ONCE),
                same,
                here,
                NOW,
                Err(Wrong),
            ),
            (with(&other, &now, ONCE), same, here, NOW, Err(Wrong)),
            (with("abc", &now, ONCE), same, here, NOW, Err(Form)),
            (with(&good, "yesterday", ONCE), same, here, NOW, Err(Form)),
            (with(&good, &now, "short"), same, here, NOW, Err(Form)),
            (
                headers(&[("x-signature", &good)]),
                same,
                here,
                NOW,
                Err(Missing),
            ),
            (headers(&[]), same, here, NOW, Err(Missing)),
        ] {
            let request = request(body, address);
            assert_eq!(signed(&means(true), &headers, &request, now_ms), expected);
        }
        assert_eq!(signed(&means(false), &headers(&[]), &asked, NOW), Ok(None));
        let half = headers(&[("x-signature", &good)]);
        assert_eq!(signed(&means(false), &half, &asked, NOW), Err(Missing));
        assert_eq!(format!("{:?}", means(true).secret), "SharedSecret");
    }
}
