//! Presence channels: who is there.

use serde_json::{Value, json};

use crate::kit::{Client, hub, hub_with};

const ANN: &str = r#"{"user_id":"ann","user_info":{"name":"Ann"}}"#;
const BOB: &str = r#"{"user_id":7}"#;

fn data(message: &Value) -> Value {
    serde_json::from_str(message["data"].as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn everybody_comes_and_goes_once() {
    let hub = hub();
    let mut ann = Client::connect(&hub).await;
    let told = ann.subscribe("presence-a", Some(ANN)).await;
    let alone = json!({ "count": 1, "ids": ["ann"], "hash": { "ann": { "name": "Ann" } } });
    assert_eq!(told["presence"], alone);
    let mut tab = Client::connect(&hub).await;
    assert_eq!(
        tab.subscribe("presence-a", Some(ANN)).await["presence"],
        alone
    );
    let mut bob = Client::connect(&hub).await;
    let told = bob.subscribe("presence-a", Some(BOB)).await;
    assert_eq!(told["presence"]["ids"], json!(["7", "ann"]));
    let came = ann.expect("pusher_internal:member_added").await;
    assert_eq!(data(&came), json!({ "user_id": "7", "user_info": null }));
    tab.vanish();
    bob.send(json!({ "event": "pusher:unsubscribe", "data": { "channel": "presence-a" } }))
        .await;
    let left = ann.expect("pusher_internal:member_removed").await;
    assert_eq!(data(&left), json!({ "user_id": "7" }));
    assert_eq!(ann.settle().await, [Value::Null; 0]);
}

#[tokio::test]
async fn nobody_comes_unnamed_unsigned_or_one_too_many() {
    let hub = hub_with(|limits| limits.presence_members = 1);
    let mut ann = Client::connect(&hub).await;
    ann.subscribe("presence-a", Some(ANN)).await;
    let long = json!({ "user_id": "x", "user_info": "x".repeat(2_100) }).to_string();
    for (data, status) in [
        (Some(BOB), 429),
        (Some("{}"), 400),
        (Some("nonsense"), 400),
        (None, 400),
        (Some(long.as_str()), 413),
    ] {
        let mut client = Client::connect(&hub).await;
        client.ask_to_join("presence-a", data).await;
        let answer = client.expect("pusher:subscription_error").await;
        assert_eq!(answer["data"]["status"], status, "{data:?}");
    }
    let mut forger = Client::connect(&hub).await;
    let auth =
        screen_agent_realtime::sign_channel(hub.credentials(), &forger.id, "presence-a", Some(ANN));
    let data = json!({ "channel": "presence-a", "auth": auth, "channel_data": BOB });
    forger
        .send(json!({ "event": "pusher:subscribe", "data": data }))
        .await;
    forger.expect("pusher:subscription_error").await;
    let mut tab = Client::connect(&hub).await;
    tab.subscribe("presence-a", Some(ANN)).await;
    assert_eq!(ann.settle().await, [Value::Null; 0]);
}
