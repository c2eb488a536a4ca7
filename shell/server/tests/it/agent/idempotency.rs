use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::http::Request;
use screen_agent_server::ServerConfig;
use screen_agent_store_sqlite::Options;
use serde_json::Value;

use crate::kit::{Kit, page, page_of, request, send};

fn keyed(token: &str, key: &str, body: &Value) -> Request<Body> {
    let mut request = request(
        "POST",
        "/api/agent/interact",
        token,
        body.to_string().into(),
    );
    request
        .headers_mut()
        .insert("idempotency-key", key.parse().unwrap());
    request
}

#[tokio::test]
async fn the_same_key_and_body_get_the_same_bytes() {
    let kit = Kit::new().await;
    kit.script.act("click(7)");
    let first = kit.send(keyed(&kit.alice, "k1", &page("click Help"))).await;
    let again = kit.send(keyed(&kit.alice, "k1", &page("click Help"))).await;
    assert_eq!(first.status, 200);
    assert_eq!((again.status, &again.bytes), (first.status, &first.bytes));
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(first.header("idempotent-replayed"), "");
    assert_eq!(kit.script.asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn another_body_under_the_same_key_is_422() {
    let kit = Kit::new().await;
    kit.send(keyed(&kit.alice, "k1", &page("click Help"))).await;
    let other = kit
        .send(keyed(&kit.alice, "k1", &page("click Search")))
        .await;
    assert_eq!(other.problem(), (422, "IDEMPOTENCY_MISMATCH".to_owned()));
}

#[tokio::test]
async fn a_key_counts_for_one_user_alone() {
    let kit = Kit::new().await;
    let ids = |reply: crate::kit::Reply| reply.data()["taskId"].clone();
    let alice = ids(kit.send(keyed(&kit.alice, "k1", &page("click Help"))).await);
    let carol = ids(kit.send(keyed(&kit.carol, "k1", &page("click Help"))).await);
    let bob = ids(kit.send(keyed(&kit.bob, "k1", &page("click Help"))).await);
    assert!(alice != carol && carol != bob && alice != bob);
}

#[tokio::test]
async fn a_request_under_way_is_409() {
    let kit = Kit::new().await;
    let gate = kit.script.hold();
    let first = tokio::spawn(send(
        kit.app.clone(),
        keyed(&kit.alice, "k1", &page("click Help")),
    ));
    kit.script.entered.notified().await;
    let second = kit.send(keyed(&kit.alice, "k1", &page("click Help"))).await;
    assert_eq!(second.problem(), (409, "IDEMPOTENCY_IN_FLIGHT".to_owned()));
    gate.add_permits(10);
    assert_eq!(first.await.unwrap().status, 200);
}

#[tokio::test]
async fn an_answer_is_kept_for_a_day() {
    let kit = Kit::new().await;
    let first = kit.send(keyed(&kit.alice, "k1", &page("click Help"))).await;
    kit.clock.advance(24 * 60 * 60 * 1000 - 1);
    let again = kit.send(keyed(&kit.alice, "k1", &page("click Help"))).await;
    assert_eq!(again.bytes, first.bytes);
}

#[tokio::test]
async fn a_key_that_cannot_be_kept_is_refused() {
    let kit = Kit::new().await;
    let long = "x".repeat(256);
    for key in ["", "two words", long.as_str()] {
        let reply = kit.send(keyed(&kit.alice, key, &page("click Help"))).await;
        assert_eq!(reply.refused().1, "Idempotency-Key", "{key:?}");
    }
}

#[tokio::test]
async fn a_restart_forgets_no_answer() {
    let kit = Kit::new().await;
    let first = kit.send(keyed(&kit.alice, "k1", &page("click Help"))).await;
    let dir = Arc::clone(&kit.dir);
    let config = ServerConfig::default();
    let later = Kit::on(dir, 1, Options::default(), config).await;
    let again = later
        .send(keyed(&kit.alice, "k1", &page("click Help")))
        .await;
    assert_eq!((again.status, again.bytes), (first.status, first.bytes));
    assert_eq!(later.script.asked.load(Ordering::SeqCst), 0);
}

/// Which step the client reports on tells a repetition from a step that did nothing: the action that it
/// never got is told again, and not judged.
#[tokio::test]
async fn a_repetition_without_a_key_skips_no_step() {
    let kit = Kit::alone(ServerConfig::default()).await;
    for action in ["click(7)", "click(\"f1_5\")", "scroll(\"down\")"] {
        kit.script.act(action);
    }
    let first = kit.interact(&page("click Help")).await.data();
    assert_eq!(first["metrics"]["stepIndex"], 0);
    let report = |step: u32| {
        let mut body = page_of(&first, "click Help");
        body["answersStep"] = step.into();
        body
    };
    let second = kit.interact(&report(0)).await;
    let again = kit.interact(&report(0)).await;
    assert_eq!(second.data()["action"], "click(\"f1_5\")");
    assert_eq!(again.bytes, second.bytes);
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(kit.script.asked.load(Ordering::SeqCst), 2);
    // Whoever reports on the step that is outstanding goes on.
    let third = kit.interact(&report(1)).await.data();
    assert_eq!(third["metrics"]["stepIndex"], 2);
    // What somebody says is never a repetition, nor what somebody else asks.
    let mut said = report(1);
    said["query"] = "click Search".into();
    assert_ne!(kit.interact(&said).await.data()["action"], third["action"]);
    let others = kit.post("/api/agent/interact", &kit.bob, &report(0)).await;
    assert_eq!(others.problem(), (404, "TASK_NOT_FOUND".to_owned()));
}
