//! The HTTP API.

use axum::http::{Method, StatusCode};
use screen_agent_realtime::Hub;
use serde_json::{Value, json};

use crate::kit::{Client, ask, hub, request};

async fn post(hub: &Hub, what: &str, body: Value) -> (StatusCode, Value) {
    ask(hub, Method::POST, &format!("/apps/app/{what}"), &[], body).await
}

async fn get(hub: &Hub, what: &str, query: &[(&str, &str)]) -> (StatusCode, Value) {
    ask(
        hub,
        Method::GET,
        &format!("/apps/app/{what}"),
        query,
        Value::Null,
    )
    .await
}

#[tokio::test]
async fn an_event_goes_to_many_channels_but_one_socket() {
    let hub = hub();
    let mut one = Client::subscribed(&hub, "a").await;
    let mut two = Client::subscribed(&hub, "b").await;
    let body = json!({ "name": "e", "channels": ["a", "b"], "data": "1", "socket_id": one.id });
    assert_eq!(
        post(&hub, "events", body).await,
        (StatusCode::OK, json!({}))
    );
    assert_eq!(one.settle().await, [Value::Null; 0]);
    two.expect("e").await;
    let body = json!({ "name": "e", "channel": "a", "data": "2", "info": "subscription_count" });
    let (_, answer) = post(&hub, "events", body).await;
    assert_eq!(
        answer,
        json!({ "channels": { "a": { "subscription_count": 1 } } })
    );
    assert_eq!(one.expect("e").await["data"], "2");
}

#[tokio::test]
async fn a_batch_goes_as_a_whole_or_not_at_all() {
    let hub = hub();
    let mut client = Client::subscribed(&hub, "a").await;
    let event =
        |channel: &str, n: usize| json!({ "name": "e", "channel": channel, "data": n.to_string() });
    let (status, _) = post(
        &hub,
        "batch_events",
        json!({ "batch": [event("a", 1), event("a b", 2)] }),
    )
    .await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let (status, _) = post(
        &hub,
        "batch_events",
        json!({ "batch": [event("a", 3), event("a", 4)] }),
    )
    .await;
    assert_eq!(status, StatusCode::OK);
    let heard: Vec<_> = client
        .settle()
        .await
        .iter()
        .map(|event| event["data"].clone())
        .collect();
    assert_eq!(heard, ["3", "4"]);
    let with_info = json!({ "batch": [{ "name": "e", "channel": "a", "data": "", "info": "subscription_count" }] });
    let (_, answer) = post(&hub, "batch_events", with_info).await;
    assert_eq!(answer, json!({ "batch": [{ "subscription_count": 1 }] }));
    let half = json!({ "batch": [event("a", 5),
        { "name": "e", "channel": "a", "data": "", "socket_id": "x" }] });
    let (status, _) = post(&hub, "batch_events", half).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let rest = client.settle().await;
    assert!(rest.iter().all(|event| event["data"] != "5"), "{rest:?}");
    let eleven: Vec<_> = (0..11).map(|n| event("a", n)).collect();
    let (status, _) = post(&hub, "batch_events", json!({ "batch": eleven })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn what_there_is_can_be_asked() {
    let hub = hub();
    let mut one = Client::subscribed(&hub, "a").await;
    one.subscribe("presence-a", Some(r#"{"user_id":"ann"}"#))
        .await;
    let mut two = Client::connect(&hub).await;
    two.subscribe("presence-a", Some(r#"{"user_id":"ann"}"#))
        .await;
    let both = [("info", "user_count,subscription_count")];
    let presence = [both[0], ("filter_by_prefix", "presence-")];
    for (what, query, expected) in [
        (
            "channels",
            &[][..],
            json!({ "channels": { "a": {}, "presence-a": {} } }),
        ),
        (
            "channels",
            &presence,
            json!({ "channels": { "presence-a": { "user_count": 1, "subscription_count": 2 } } }),
        ),
        ("channels/a", &[], json!({ "occupied": true })),
        ("channels/nobody", &[], json!({ "occupied": false })),
        (
            "channels/presence-a",
            &both,
            json!({ "occupied": true, "user_count": 1, "subscription_count": 2 }),
        ),
        (
            "channels/presence-a/users",
            &[],
            json!({ "users": [{ "id": "ann" }] }),
        ),
    ] {
        assert_eq!(
            get(&hub, what, query).await,
            (StatusCode::OK, expected),
            "{what}"
        );
    }
    for (what, query) in [
        ("channels", &[("info", "user_count")][..]),
        ("channels/a", &[("info", "user_count")]),
        ("channels/a", &[("info", "secrets")]),
        ("channels/a/users", &[]),
        ("channels/a%20b", &[]),
    ] {
        assert_eq!(
            get(&hub, what, query).await.0,
            StatusCode::BAD_REQUEST,
            "{what}"
        );
    }
}

#[tokio::test]
async fn what_cannot_be_published_is_refused() {
    let hub = hub();
    let many: Vec<_> = (0..101).map(|n| format!("c{n}")).collect();
    let long = "x".repeat(10 * 1024 + 1);
    for (body, status) in [
        (json!({}), 400),
        (json!([]), 400),
        (json!({ "name": "e", "data": "" }), 400),
        (json!({ "name": "e", "data": "", "channels": [] }), 400),
        (json!({ "name": "e", "data": "", "channels": many }), 400),
        (
            json!({ "name": "e", "data": "", "channels": ["a"], "channel": "a" }),
            400,
        ),
        (json!({ "name": "e", "data": {}, "channel": "a" }), 400),
        (json!({ "name": "", "data": "", "channel": "a" }), 400),
        (json!({ "name": "e", "data": "", "channel": "a b" }), 400),
        (
            json!({ "name": "e", "data": "", "channel": "a", "socket_id": "x" }),
            400,
        ),
        (json!({ "name": "e", "data": long, "channel": "a" }), 413),
        (
            json!({ "name": "e", "data": "x".repeat(300_000), "channel": "a" }),
            413,
        ),
    ] {
        let (answered, answer) = post(&hub, "events", body).await;
        assert_eq!(answered, status, "{answer}");
        assert!(answer["error"].is_string());
    }
}

#[tokio::test]
async fn nothing_happens_unsigned() {
    let hub = hub();
    let body = json!({ "name": "e", "channel": "a", "data": "" });
    let unsigned = request(&hub, Method::POST, "/apps/app/events", body.to_string()).await;
    assert_eq!(unsigned.0, StatusCode::UNAUTHORIZED);
    let unsigned = request(&hub, Method::GET, "/apps/app/channels", String::new()).await;
    assert_eq!(unsigned.0, StatusCode::UNAUTHORIZED);
    let other = ask(&hub, Method::POST, "/apps/other/events", &[], body.clone()).await;
    assert_eq!(other.0, StatusCode::NOT_FOUND);
    hub.close();
    assert_eq!(
        post(&hub, "events", body).await.0,
        StatusCode::SERVICE_UNAVAILABLE
    );
}
