use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::ConnectInfo;

use screen_agent_server::{Rates, ServerConfig};
use screen_agent_store_sqlite::Options;

use crate::kit::{Kit, NOON, Reply, page, request};
use crate::place::Place;

fn few() -> ServerConfig {
    ServerConfig {
        rates: Rates {
            interact: 10,
            session: 7,
            ..Rates::default()
        },
        ..ServerConfig::default()
    }
}

#[tokio::test]
async fn every_reply_tells_how_much_is_left() {
    let kit = Kit::new().await;
    let reply = kit.interact(&page("just say done")).await;
    assert_eq!(reply.header("x-ratelimit-limit"), "60");
    assert_eq!(reply.header("x-ratelimit-remaining"), "59");
    let reset: i64 = reply.header("x-ratelimit-reset").parse().unwrap();
    assert!((NOON / 1000..=NOON / 1000 + 60).contains(&reset));
    let other = kit.get("/api/session", &kit.alice).await;
    assert_eq!(other.header("x-ratelimit-limit"), "100");
}

#[tokio::test]
async fn over_the_limit_is_429_until_the_window_ends() {
    let kit = Kit::with(few()).await;
    for left in (0..7).rev() {
        let reply = kit.get("/api/session", &kit.alice).await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("x-ratelimit-remaining"), left.to_string());
    }
    let reply = kit.get("/api/session", &kit.alice).await;
    assert_eq!(reply.problem(), (429, "RATE_LIMIT".to_owned()));
    assert_eq!(reply.header("x-ratelimit-remaining"), "0");
    let wait: i64 = reply.header("retry-after").parse().unwrap();
    assert_eq!(reply.json()["retryAfter"], wait);
    assert!(reply.json()["resetAt"].as_str().unwrap().ends_with('Z'));
    kit.clock.advance(wait * 1_000);
    assert_eq!(kit.get("/api/session", &kit.alice).await.status, 200);
}

#[tokio::test]
async fn a_tenant_shares_its_limit_and_others_have_their_own() {
    let kit = Kit::with(few()).await;
    for _ in 0..7 {
        kit.get("/api/session", &kit.alice).await;
    }
    assert_eq!(kit.get("/api/session", &kit.carol).await.status, 429);
    assert_eq!(kit.get("/api/session", &kit.bob).await.status, 200);
}

#[tokio::test]
async fn the_limit_holds_across_restarts() {
    let dir = Place::new();
    let mut admitted = 0;
    let mut refused = 0;
    for start in 0..4 {
        let kit = Kit::on(Arc::clone(&dir), start, Options::default(), few()).await;
        for _ in 0..4 {
            match kit.interact(&page("just say done")).await.status.as_u16() {
                200 => admitted += 1,
                429 => refused += 1,
                other => panic!("{other}"),
            }
        }
    }
    assert_eq!((admitted, refused), (10, 6));
}

#[tokio::test]
async fn an_organisation_of_another_tier_has_its_own_figures() {
    let kit = Kit::with(ServerConfig {
        tenant_rates: HashMap::from([(
            "acme".to_owned(),
            Rates {
                session: 500,
                ..Rates::default()
            },
        )]),
        ..ServerConfig::default()
    })
    .await;
    let limit = async |token: &str| {
        let reply = kit.get("/api/session", token).await;
        reply.header("x-ratelimit-limit").to_owned()
    };
    assert_eq!(limit(&kit.alice).await, "500");
    assert_eq!(limit(&kit.bob).await, "100");
}

/// As it comes from an address elsewhere.
async fn from(kit: &Kit, address: &str, path: &str, token: &str) -> Reply {
    let mut request = request("GET", path, token, Body::empty());
    let peer: SocketAddr = address.parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(peer));
    kit.send(request).await
}

#[tokio::test]
async fn what_comes_without_a_token_is_counted_by_its_address() {
    let kit = Kit::alone(ServerConfig {
        rates: Rates {
            address: 3,
            ..Rates::default()
        },
        ..ServerConfig::default()
    })
    .await;
    let (here, there) = ("203.0.113.9:4000", "203.0.113.10:4000");
    for left in ["2", "1", "0"] {
        let reply = from(&kit, here, "/api/openapi.json", "").await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("x-ratelimit-remaining"), left);
    }
    let over = from(&kit, here, "/api/openapi.json", "").await;
    assert_eq!(over.problem(), (429, "RATE_LIMIT".to_owned()));
    assert!(!over.header("retry-after").is_empty());
    let guessed = from(&kit, here, "/api/session", "no-token-of-ours").await;
    assert_eq!(guessed.problem(), (429, "RATE_LIMIT".to_owned()));
    // Whoever is signed in goes on, whoever watches over the server hears, and neighbours are others.
    assert_eq!(
        from(&kit, here, "/api/session", &kit.alice).await.status,
        200
    );
    assert_eq!(from(&kit, here, "/api/health", "").await.status, 200);
    assert_eq!(from(&kit, there, "/api/openapi.json", "").await.status, 200);
    kit.clock.advance(60_000);
    assert_eq!(from(&kit, here, "/api/openapi.json", "").await.status, 200);
}

#[tokio::test]
async fn every_route_says_how_much_is_left() {
    let kit = Kit::new().await;
    for (path, token) in [
        ("/api/health", ""),
        ("/api/openapi.json", ""),
        ("/api/session", ""),
        ("/api/session", kit.alice.as_str()),
        ("/api/nowhere", ""),
    ] {
        let reply = kit.get(path, token).await;
        let told = reply.header("x-ratelimit-limit");
        assert!(told.parse::<u32>().is_ok(), "{path} {told:?}");
    }
}
