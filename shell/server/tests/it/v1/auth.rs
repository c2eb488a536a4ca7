use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use insta::assert_json_snapshot;
use screen_agent_server::ServerConfig;
use serde_json::json;

use crate::kit::{Kit, LOGIN_STEP, PASSWORD};

async fn login(kit: &Kit, email: &str, password: &str) -> crate::kit::Reply {
    let body = json!({"email": email, "password": password});
    kit.post("/api/v1/auth/login", "", &body).await
}

#[tokio::test]
async fn a_login_answers_bare_and_wrapped() {
    let kit = Kit::new().await;
    let reply = login(&kit, " Alice@Acme.test ", PASSWORD).await;
    assert_eq!(reply.status, 200);
    assert_json_snapshot!(reply.json());
}

#[tokio::test]
async fn a_token_has_256_bits_and_is_not_stored() {
    let kit = Kit::new().await;
    assert_eq!(kit.alice.len(), 43);
    assert_ne!(kit.alice, kit.bob);
    let folder = kit.dir.path();
    for entry in std::fs::read_dir(folder).unwrap() {
        let held = std::fs::read(entry.unwrap().path()).unwrap();
        let token = kit.alice.as_bytes();
        assert!(!held.windows(token.len()).any(|part| part == token));
    }
}

#[tokio::test]
async fn an_unknown_account_and_a_wrong_password_look_alike() {
    let kit = Kit::new().await;
    let wrong = login(&kit, "alice@acme.test", "nope").await;
    let unknown = login(&kit, "nobody@acme.test", "nope").await;
    assert_eq!(wrong.problem(), (401, "INVALID_CREDENTIALS".to_owned()));
    assert_eq!(wrong.bytes, unknown.bytes);
}

/// From an address, behind a proxy that is trusted.
async fn login_from(kit: &Kit, from: &str, email: &str, password: &str) -> crate::kit::Reply {
    let body = json!({"email": email, "password": password}).to_string();
    let mut request = crate::kit::request("POST", "/api/v1/auth/login", "", body.into());
    let proxy: SocketAddr = "127.0.0.1:4000".parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(proxy));
    let headers = request.headers_mut();
    headers.insert("x-forwarded-for", from.parse().unwrap());
    kit.send(request).await
}

async fn behind_a_proxy() -> Kit {
    Kit::with(ServerConfig {
        trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()],
        ..ServerConfig::default()
    })
    .await
}

#[tokio::test]
async fn ten_failures_for_an_account_and_then_a_wait() {
    let kit = Kit::new().await;
    for _ in 0..10 {
        assert_eq!(login(&kit, "eve@acme.test", "nope").await.status, 401);
    }
    let reply = login(&kit, "EVE@acme.test", "nope").await;
    assert_eq!(reply.problem(), (429, "RATE_LIMIT".to_owned()));
    assert_eq!(reply.header("retry-after"), "900");
    assert_eq!(reply.json()["retryAfter"], 900);
    // Others are not held up, and neither is this one for good.
    assert_eq!(login(&kit, "alice@acme.test", PASSWORD).await.status, 200);
    kit.clock.advance(15 * 60 * 1000);
    assert_eq!(login(&kit, "eve@acme.test", "nope").await.status, 401);
}

/// M7: whoever knew an e-mail could keep its owner out for ever.
#[tokio::test]
async fn a_right_password_is_never_refused() {
    let kit = behind_a_proxy().await;
    for number in 0..60 {
        let status = login_from(&kit, "203.0.113.9", "alice@acme.test", "nope").await;
        let expected = if number < 10 { 401 } else { 429 };
        assert_eq!(status.status, expected, "{number}");
    }
    for from in ["203.0.113.9", "198.51.100.7"] {
        let reply = login_from(&kit, from, "alice@acme.test", PASSWORD).await;
        assert_eq!(reply.status, 200, "{from}");
    }
}

#[tokio::test]
async fn thirty_failures_from_an_address_and_then_a_wait() {
    let kit = behind_a_proxy().await;
    for number in 0..30 {
        let email = format!("user{number}@acme.test");
        // Whoever has one address of an IPv6 network has many.
        let from = format!("2001:db8:1:2::{number}");
        let reply = login_from(&kit, &from, &email, "nope").await;
        assert_eq!(reply.status, 401, "{number}");
    }
    let here = login_from(&kit, "2001:db8:1:2:ffff::", "bob@bolt.test", "nope").await;
    assert_eq!(here.status, 429);
    let there = login_from(&kit, "2001:db8:1:3::1", "bob@bolt.test", "nope").await;
    assert_eq!(there.status, 401);
    let right = login_from(&kit, "2001:db8:1:2::1", "bob@bolt.test", PASSWORD).await;
    assert_eq!(right.status, 200);
}

#[tokio::test]
async fn sign_ins_that_work_are_not_counted() {
    let kit = Kit::new().await;
    for _ in 0..40 {
        assert_eq!(login(&kit, "alice@acme.test", PASSWORD).await.status, 200);
    }
    assert_eq!(login(&kit, "alice@acme.test", "nope").await.status, 401);
}

#[tokio::test]
async fn nobody_is_locked_out_by_a_clock_that_is_set_back() {
    let kit = Kit::new().await;
    for _ in 0..10 {
        login(&kit, "eve@acme.test", "nope").await;
    }
    kit.clock.advance(-60 * 60 * 1000);
    let reply = login(&kit, "eve@acme.test", "nope").await;
    assert_eq!(reply.json()["retryAfter"], 900);
    kit.clock.advance(15 * 60 * 1000);
    assert_eq!(login(&kit, "eve@acme.test", "nope").await.status, 401);
}

#[tokio::test]
async fn after_failures_a_right_password_is_held_back_and_then_no_more() {
    let kit = Kit::unhurried().await;
    for _ in 0..10 {
        login(&kit, "alice@acme.test", "nope").await;
    }
    let begun = tokio::time::Instant::now();
    let reply = login(&kit, "alice@acme.test", PASSWORD).await;
    assert_eq!(reply.status, 200);
    assert!(begun.elapsed() >= LOGIN_STEP * 7);
}

#[tokio::test]
async fn a_login_that_works_clears_the_account() {
    let kit = Kit::new().await;
    for _ in 0..9 {
        login(&kit, "alice@acme.test", "nope").await;
    }
    assert_eq!(login(&kit, "alice@acme.test", PASSWORD).await.status, 200);
    for _ in 0..9 {
        assert_eq!(login(&kit, "alice@acme.test", "nope").await.status, 401);
    }
}

#[tokio::test]
async fn a_login_body_is_small_and_whole() {
    let kit = Kit::new().await;
    assert_eq!(
        login(&kit, "a@b.test", &"x".repeat(4_096)).await.status,
        413
    );
    assert_eq!(login(&kit, "", PASSWORD).await.refused().1, "email");
    assert_eq!(login(&kit, "a@b.test", "").await.refused().1, "password");
    let missing = kit
        .post("/api/v1/auth/login", "", &json!({"email": "a@b.test"}))
        .await;
    assert_eq!(missing.refused().1, "password");
}

#[tokio::test]
async fn who_am_i() {
    let kit = Kit::new().await;
    assert_json_snapshot!(kit.get("/api/v1/auth/session", &kit.bob).await.json());
}

#[tokio::test]
async fn after_signing_out_the_token_is_worth_nothing() {
    let kit = Kit::alone(ServerConfig::default()).await;
    // Twice, so that the token is believed without looking.
    kit.get("/api/v1/auth/session", &kit.alice).await;
    assert_eq!(
        kit.get("/api/v1/auth/session", &kit.alice).await.status,
        200
    );
    let out = kit
        .post("/api/v1/auth/logout", &kit.alice, &json!({}))
        .await;
    assert_eq!((out.status.as_u16(), out.bytes.len()), (204, 0));
    let after = kit.get("/api/v1/auth/session", &kit.alice).await;
    assert_eq!(after.problem(), (401, "UNAUTHORIZED".to_owned()));
}

#[tokio::test]
async fn a_token_expires() {
    let kit = Kit::new().await;
    kit.get("/api/v1/auth/session", &kit.alice).await;
    kit.clock.advance(30 * 24 * 60 * 60 * 1000);
    assert_eq!(
        kit.get("/api/v1/auth/session", &kit.alice).await.status,
        401
    );
}

#[tokio::test]
async fn nothing_but_a_bearer_token_counts() {
    let kit = Kit::new().await;
    for value in [
        "",
        "Bearer",
        "Bearer ",
        "Basic abc",
        "Bearer nonsense",
        "nonsense",
    ] {
        let mut request = crate::kit::request("GET", "/api/session", "", axum::body::Body::empty());
        request
            .headers_mut()
            .insert("authorization", value.parse().unwrap());
        let reply = kit.send(request).await;
        assert_eq!(
            reply.problem(),
            (401, "UNAUTHORIZED".to_owned()),
            "{value:?}"
        );
        assert_eq!(reply.header("www-authenticate"), "Bearer");
    }
}
