use std::sync::Arc;

use screen_agent_server::{Rates, ServerConfig};
use screen_agent_store_sqlite::Options;

use crate::kit::{Kit, NOON, page};

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
    let dir = Arc::new(tempfile::TempDir::new().unwrap());
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
