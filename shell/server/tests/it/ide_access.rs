//! Who may ask what IDEs ask: published keys, tokens that were signed elsewhere, signed requests, limits, origins.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Request};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use screen_agent_server::{
    IdeAccess, JwtMeans, Rates, ServerConfig, SharedSecret, SignedMeans, SignedRequest, sign,
};
use serde_json::{Value, json};

use crate::kit::{Kit, NOON, Reply, request};

const CAPABILITIES: &str = "/functions/v1/chat/capabilities";
const SECRET: &str = "a secret that only this test has";

async fn with(access: IdeAccess) -> Kit {
    Kit::with(ServerConfig {
        ide_access: access,
        ..ServerConfig::default()
    })
    .await
}

fn headed(mut asked: Request<Body>, fields: &[(&'static str, &str)]) -> Request<Body> {
    for &(name, value) in fields {
        asked.headers_mut().insert(
            HeaderName::from_static(name),
            HeaderValue::from_str(value).unwrap(),
        );
    }
    asked
}

async fn get(kit: &Kit, path: &str, token: &str, fields: &[(&'static str, &str)]) -> Reply {
    kit.send(headed(request("GET", path, token, Body::empty()), fields))
        .await
}

fn code(reply: &Reply) -> (u16, Value) {
    (reply.status.as_u16(), reply.json()["code"].clone())
}

fn jwt(claims: &Value) -> String {
    let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let text = format!(
        "{}.{}",
        part(json!({ "alg": "HS256", "typ": "JWT" })),
        part(claims.clone())
    );
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, SECRET.as_bytes());
    let signature = ring::hmac::sign(&key, text.as_bytes());
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

async fn key(kit: &Kit, token: &str) -> (String, String) {
    let reply = kit
        .post("/publishable-keys", token, &json!({ "name": "shop app" }))
        .await
        .json();
    let text = |name: &str| {
        reply[name]
            .as_str()
            .unwrap_or_else(|| panic!("{reply}"))
            .to_owned()
    };
    (text("id"), text("key"))
}

#[tokio::test]
async fn a_published_key_counts_here_alone_until_it_is_revoked() {
    let kit = Kit::new().await;
    let (id, key) = key(&kit, &kit.alice).await;
    assert!(key.starts_with("sb_publishable_"));
    let listed = kit.get("/publishable-keys", &kit.alice).await.json();
    assert_eq!(
        (&listed["keys"][0]["id"], &listed["keys"][0]["name"]),
        (&json!(id), &json!("shop app"))
    );
    assert!(!listed.to_string().contains(&key));
    assert_eq!(
        get(&kit, CAPABILITIES, "", &[("apikey", &key)])
            .await
            .status,
        200
    );
    assert_eq!(kit.get(CAPABILITIES, &key).await.status, 200);
    // Beside a person's own token it must be of their organisation.
    assert_eq!(
        get(&kit, CAPABILITIES, &kit.carol, &[("apikey", &key)])
            .await
            .status,
        200
    );
    assert_eq!(
        get(&kit, CAPABILITIES, &kit.bob, &[("apikey", &key)])
            .await
            .status,
        401
    );
    // It is no sign-in anywhere else, and makes nothing that lasts.
    assert_eq!(kit.get("/api/v1/auth/session", &key).await.status, 401);
    assert_eq!(kit.get("/api/session", &key).await.status, 401);
    assert_eq!(
        code(
            &kit.post("/publishable-keys", &key, &json!({ "name": "more" }))
                .await
        ),
        (403, json!("forbidden"))
    );
    let path = format!("/publishable-keys/{id}");
    assert_eq!(kit.delete(&path, &kit.bob).await.status, 404);
    assert_eq!(
        code(&kit.delete(&path, &key).await),
        (403, json!("forbidden"))
    );
    assert_eq!(kit.delete(&path, &kit.alice).await.status, 204);
    assert_eq!(
        get(&kit, CAPABILITIES, "", &[("apikey", &key)])
            .await
            .status,
        401
    );
    assert_eq!(kit.delete(&path, &kit.alice).await.status, 404);
    assert_eq!(
        kit.post("/publishable-keys", &kit.alice, &json!({ "name": " " }))
            .await
            .status,
        400
    );
    // A sign-in is none of them.
    assert_eq!(
        kit.delete("/publishable-keys/not-an-id", &kit.alice)
            .await
            .status,
        404
    );
}

#[tokio::test]
async fn a_token_that_was_signed_elsewhere_is_whoever_it_names() {
    let access = IdeAccess {
        jwt: Some(JwtMeans {
            secret: Some(SharedSecret::new(SECRET)),
            ..JwtMeans::default()
        }),
        ..IdeAccess::default()
    };
    let kit = with(access).await;
    let claims = |email: &str, exp: i64| json!({ "email": email, "exp": exp });
    let end = NOON / 1_000 + 60;
    let good = jwt(&claims("alice@acme.test", end));
    assert_eq!(kit.get(CAPABILITIES, &good).await.status, 200);
    assert_eq!(
        get(&kit, CAPABILITIES, "", &[("apikey", &good)])
            .await
            .status,
        200
    );
    // It is the same person who signs in.
    let made = kit
        .post("/design-generate", &good, &json!({ "text": "login page" }))
        .await
        .json();
    let status = kit
        .get(
            &format!(
                "/trace-status?trace_id={}",
                made["trace_id"].as_str().unwrap()
            ),
            &kit.alice,
        )
        .await;
    assert_eq!(status.json()["status"], "done");
    let (_, published) = key(&kit, &kit.alice).await;
    assert_eq!(
        get(&kit, CAPABILITIES, &good, &[("apikey", &published)])
            .await
            .status,
        200
    );
    for token in [
        jwt(&claims("nobody@acme.test", end)),
        jwt(&claims("alice@acme.test", NOON / 1_000 - 60)),
        jwt(&json!({ "email": "alice@acme.test" })),
        format!("{good}x"),
        good.replacen("eyJ", "eyK", 1),
        "a.b.c".to_owned(),
    ] {
        assert_eq!(
            code(&kit.get(CAPABILITIES, &token).await),
            (401, json!("unauthorized")),
            "{token}"
        );
    }
    // Elsewhere, and where none are taken, it is no token.
    assert_eq!(kit.get("/api/session", &good).await.status, 401);
    assert_eq!(Kit::new().await.get(CAPABILITIES, &good).await.status, 401);
}

fn signed_access(required: bool) -> IdeAccess {
    IdeAccess {
        signed: Some(SignedMeans {
            secret: SharedSecret::new(SECRET),
            required,
            skew_ms: 300_000,
        }),
        ..IdeAccess::default()
    }
}

#[tokio::test]
async fn a_signed_request_is_answered_once_and_only_as_it_was_signed() {
    let kit = with(signed_access(true)).await;
    let path = "/functions/v1/design-generate?stream=0";
    let ask = async |nonce: &str, signed_body: &str, sent_body: &str, at: i64| {
        let asked = SignedRequest {
            method: "POST",
            address: path,
            body: signed_body.as_bytes(),
        };
        let signature = sign(&SharedSecret::new(SECRET), (at, nonce), &asked);
        let at = at.to_string();
        let fields = [
            ("x-signature", signature.as_str()),
            ("x-timestamp", at.as_str()),
            ("x-nonce", nonce),
        ];
        let asked = request("POST", path, &kit.alice, Body::from(sent_body.to_owned()));
        kit.send(headed(asked, &fields)).await
    };
    let body = json!({ "text": "login page" }).to_string();
    assert_eq!(
        ask("nonce-1-abcdefgh", &body, &body, NOON).await.status,
        200
    );
    let refused = |reply: &Reply, why: &str| {
        assert_eq!(code(reply), (401, json!("bad_signature")));
        assert!(
            reply.json()["message"].as_str().unwrap().contains(why),
            "{}",
            reply.json()
        );
    };
    refused(
        &ask("nonce-1-abcdefgh", &body, &body, NOON).await,
        "used before",
    );
    refused(
        &ask("nonce-2-abcdefgh", &body, "{}", NOON).await,
        "not of this request",
    );
    refused(
        &ask("nonce-3-abcdefgh", &body, &body, NOON - 300_001).await,
        "too far",
    );
    refused(&ask("short", &body, &body, NOON).await, "no known form");
    refused(&kit.get(CAPABILITIES, &kit.alice).await, "not signed");
    // Other surfaces are asked as before, and who is not let in is not told of signatures.
    assert_ne!(kit.get("/api/session", &kit.alice).await.status, 401);
    assert_eq!(
        code(&kit.get(CAPABILITIES, "nobody").await),
        (401, json!("unauthorized"))
    );
    let kit = with(signed_access(false)).await;
    assert_eq!(kit.get(CAPABILITIES, &kit.alice).await.status, 200);
    refused(
        &get(&kit, CAPABILITIES, &kit.alice, &[("x-signature", "00")]).await,
        "not signed",
    );
}

#[tokio::test]
async fn limits_are_told_in_both_ways_and_hold_for_tenants_and_addresses() {
    let kit = Kit::with(ServerConfig {
        rates: Rates {
            interact: 1,
            ..Rates::default()
        },
        ..ServerConfig::default()
    })
    .await;
    let ask = async |token: &str| {
        kit.post("/design-generate", token, &json!({ "text": "login page" }))
            .await
    };
    let first = ask(&kit.alice).await;
    for (name, value) in [
        ("ratelimit-limit", "1"),
        ("ratelimit-remaining", "0"),
        ("ratelimit-reset", "60"),
        ("x-ratelimit-limit", "1"),
    ] {
        assert_eq!(first.header(name), value, "{name}");
    }
    // Those of one organisation share its limit; others have their own.
    let second = ask(&kit.carol).await;
    assert_eq!(code(&second), (429, json!("rate_limited")));
    assert_eq!(
        (
            second.header("retry-after"),
            second.header("ratelimit-reset")
        ),
        ("60", "60")
    );
    assert_eq!(ask(&kit.bob).await.status, 200);
    kit.clock.advance(60_000);
    assert_eq!(ask(&kit.carol).await.status, 200);
}

#[tokio::test]
async fn pages_of_listed_origins_may_call_and_send_what_is_signed() {
    let kit = with(IdeAccess {
        origins: vec!["https://ide.example".to_owned()],
        ..IdeAccess::default()
    })
    .await;
    let preflight = async |path: &str, origin: &str| {
        let asked = Request::builder()
            .method("OPTIONS")
            .uri(path)
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "x-signature")
            .body(Body::empty());
        kit.send(asked.unwrap()).await
    };
    let allowed = preflight("/functions/v1/design-generate", "https://ide.example").await;
    assert_eq!(
        allowed.header("access-control-allow-origin"),
        "https://ide.example"
    );
    for name in [
        "apikey",
        "x-timestamp",
        "x-nonce",
        "x-signature",
        "if-match",
    ] {
        assert!(
            allowed
                .header("access-control-allow-headers")
                .contains(name),
            "{name}"
        );
    }
    let other = preflight("/functions/v1/design-generate", "https://evil.example").await;
    assert_eq!(other.header("access-control-allow-origin"), "");
    // The other surfaces know nothing of it.
    let elsewhere = preflight("/api/agent/interact", "https://ide.example").await;
    assert_eq!(elsewhere.header("access-control-allow-origin"), "");
    let reply = get(
        &kit,
        CAPABILITIES,
        &kit.alice,
        &[("origin", "https://ide.example")],
    )
    .await;
    for name in ["etag", "ratelimit-remaining", "retry-after"] {
        assert!(
            reply.header("access-control-expose-headers").contains(name),
            "{name}"
        );
    }
}
