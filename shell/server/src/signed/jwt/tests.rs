//! Tokens that count, and all that do not.

use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

use super::*;

const NOW: i64 = 1_772_625_600_000;

fn part(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

fn claims(more: Value) -> Value {
    let mut claims = json!({ "email": "Ann@Example.org", "exp": NOW / 1_000 + 60, "iss": "https://id.example", "aud": ["ide"] });
    for (name, value) in more.as_object().unwrap() {
        match value.is_null() {
            true => drop(claims.as_object_mut().unwrap().remove(name)),
            false => claims[name] = value.clone(),
        }
    }
    claims
}

fn by_secret(head: &Value, claims: &Value, secret: &str) -> String {
    let text = format!("{}.{}", part(head), part(claims));
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret.as_bytes());
    let signature = ring::hmac::sign(&key, text.as_bytes());
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// A key of P-256, with what a set says of it.
fn pair() -> (EcdsaKeyPair, String) {
    let random = SystemRandom::new();
    let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
    let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
    let pair = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap();
    let point = pair.public_key().as_ref().to_vec();
    let (x, y) = (
        URL_SAFE_NO_PAD.encode(&point[1..33]),
        URL_SAFE_NO_PAD.encode(&point[33..]),
    );
    let set = json!({ "keys": [{ "kty": "EC", "crv": "P-256", "kid": "k1", "use": "sig", "alg": "ES256", "x": x, "y": y }] });
    (pair, set.to_string())
}

fn by_pair(pair: &EcdsaKeyPair, head: &Value, claims: &Value) -> String {
    let text = format!("{}.{}", part(head), part(claims));
    let signature = pair.sign(&SystemRandom::new(), text.as_bytes()).unwrap();
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn means(keys: &str) -> JwtMeans {
    JwtMeans {
        secret: Some(SharedSecret::new("the secret")),
        keys: JwtKeys::read(keys).unwrap(),
        issuer: Some("https://id.example".to_owned()),
        audience: Some("ide".to_owned()),
    }
}

#[test]
fn a_token_counts_by_our_keys_and_not_by_its_own_word() {
    use JwtFault::{Algorithm, Form, Signature};
    let (pair, set) = pair();
    let (means, all) = (means(&set), claims(json!({})));
    let alone = JwtMeans {
        secret: None,
        ..means.clone()
    };
    let hs = json!({ "alg": "HS256" });
    let es = json!({ "alg": "ES256", "kid": "k1" });
    let good = by_pair(&pair, &es, &all);
    let unsigned = format!("{}.{}.", part(&json!({ "alg": "none" })), part(&all));
    let (head, rest) = good.split_once('.').unwrap();
    let other = by_pair(&pair, &es, &claims(json!({ "email": "bob@example.org" })));
    let (_, signature) = good.rsplit_once('.').unwrap();
    let mixed = format!("{}.{signature}", other.rsplit_once('.').unwrap().0);
    for (name, means, token, expected) in [
        ("HS256", &means, by_secret(&hs, &all, "the secret"), None),
        ("ES256", &means, good.clone(), None),
        (
            "no kid",
            &means,
            by_pair(&pair, &json!({ "alg": "ES256" }), &all),
            None,
        ),
        ("none", &means, unsigned, Some(Algorithm)),
        (
            "another secret",
            &means,
            by_secret(&hs, &all, "a guess"),
            Some(Signature),
        ),
        (
            "no secret here",
            &alone,
            by_secret(&hs, &all, "the secret"),
            Some(Algorithm),
        ),
        (
            "the public key as a secret",
            &alone,
            by_secret(&hs, &all, &set),
            Some(Algorithm),
        ),
        (
            "a key of another kind",
            &means,
            by_pair(&pair, &json!({ "alg": "RS256", "kid": "k1" }), &all),
            Some(Signature),
        ),
        (
            "a key that is not known",
            &means,
            by_pair(&pair, &json!({ "alg": "ES256", "kid": "k2" }), &all),
            Some(Signature),
        ),
        (
            "what must be understood",
            &means,
            by_pair(&pair, &json!({ "alg": "ES256", "crit": ["b64"] }), &all),
            Some(Algorithm),
        ),
        ("another body", &means, mixed, Some(Signature)),
        (
            "two parts",
            &means,
            format!("{head}.{}", rest.split_once('.').unwrap().0),
            Some(Form),
        ),
        ("no base64", &means, "a!.b.c".to_owned(), Some(Form)),
    ] {
        assert_eq!(verified(means, &token, NOW).err(), expected, "{name}");
    }
}

#[test]
fn a_token_counts_in_its_time_for_whom_it_is_meant() {
    use JwtFault::{Audience, Early, Expired, Issuer, Person};
    let (pair, set) = pair();
    let (means, at) = (means(&set), NOW / 1_000);
    for (more, expected) in [
        (json!({}), Ok("ann@example.org")),
        (json!({ "aud": "ide" }), Ok("ann@example.org")),
        (
            json!({ "email": null, "sub": "Bob@example.org" }),
            Ok("bob@example.org"),
        ),
        (json!({ "exp": at - 59 }), Ok("ann@example.org")),
        (json!({ "exp": at - 60 }), Err(Expired)),
        (json!({ "exp": null }), Err(Expired)),
        (
            json!({ "nbf": at + 60, "iat": at + 60 }),
            Ok("ann@example.org"),
        ),
        (json!({ "nbf": at + 61 }), Err(Early)),
        (json!({ "iat": at + 61 }), Err(Early)),
        (json!({ "iss": "https://evil.example" }), Err(Issuer)),
        (json!({ "iss": null }), Err(Issuer)),
        (json!({ "aud": ["shop"] }), Err(Audience)),
        (json!({ "aud": null }), Err(Audience)),
        (json!({ "email": null, "sub": "4711" }), Err(Person)),
        (json!({ "email_verified": false }), Err(Person)),
    ] {
        let token = by_pair(&pair, &json!({ "alg": "ES256" }), &claims(more.clone()));
        let found = verified(&means, &token, NOW).map(|person| person.email);
        assert_eq!(found.as_deref().map_err(|fault| *fault), expected, "{more}");
    }
}

#[test]
fn sets_of_keys_hold_public_keys_that_are_long_enough() {
    let n = |bytes: usize| URL_SAFE_NO_PAD.encode(vec![0xc5; bytes]);
    let rsa = |bytes: usize, more: Value| {
        let mut key = json!({ "kty": "RSA", "n": n(bytes), "e": "AQAB" });
        key.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        json!({ "keys": [key] }).to_string()
    };
    for (text, expected) in [
        (rsa(256, json!({})), None),
        (rsa(256, json!({ "alg": "RS256", "use": "sig" })), None),
        (rsa(128, json!({})), Some(JwksFault::Key(0))),
        (rsa(256, json!({ "use": "enc" })), Some(JwksFault::Key(0))),
        (rsa(256, json!({ "alg": "RS512" })), Some(JwksFault::Key(0))),
        (rsa(256, json!({ "d": "AQ" })), Some(JwksFault::Secret(0))),
        (
            json!({ "keys": [{ "kty": "oct", "k": "AQ" }] }).to_string(),
            Some(JwksFault::Secret(0)),
        ),
        (
            json!({ "keys": [{ "kty": "EC", "crv": "P-384", "x": "AQ", "y": "AQ" }] }).to_string(),
            Some(JwksFault::Key(0)),
        ),
        (json!({ "keys": [] }).to_string(), Some(JwksFault::Form)),
        ("{}".to_owned(), Some(JwksFault::Form)),
        ("no".to_owned(), Some(JwksFault::Form)),
    ] {
        assert_eq!(JwtKeys::read(&text).err(), expected, "{text}");
    }
}

/// The example of RFC 7515, A.2: key, and a token of 2011 that names nobody.
const MODULUS_OF_RFC: &str = "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ";
const TOKEN_OF_RFC: &str = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw";

#[test]
fn a_token_by_rsa_counts_as_the_standard_has_it() {
    let set = json!({ "keys": [{ "kty": "RSA", "n": MODULUS_OF_RFC, "e": "AQAB" }] });
    let means = JwtMeans {
        keys: JwtKeys::read(&set.to_string()).unwrap(),
        ..JwtMeans::default()
    };
    let then = 1_300_819_000_000;
    // Its signature counts, and so does its time; only whom it is of is not told.
    assert_eq!(verified(&means, TOKEN_OF_RFC, then), Err(JwtFault::Person));
    assert_eq!(
        verified(&means, TOKEN_OF_RFC, then + 600_000),
        Err(JwtFault::Expired)
    );
    let (_, other) = pair();
    let others = JwtMeans {
        keys: JwtKeys::read(&other).unwrap(),
        ..JwtMeans::default()
    };
    assert_eq!(
        verified(&others, TOKEN_OF_RFC, then),
        Err(JwtFault::Signature)
    );
    let bent = TOKEN_OF_RFC.replace("Rw", "RA");
    assert_eq!(verified(&means, &bent, then), Err(JwtFault::Signature));
}
