//! What clients say to each other.

use serde_json::{Value, json};

use crate::kit::{Client, hub, hub_with};

#[tokio::test]
async fn a_clients_event_reaches_the_others_alone() {
    let hub = hub();
    let mut one = Client::subscribed(&hub, "private-a").await;
    let mut two = Client::subscribed(&hub, "private-a").await;
    one.trigger("private-a", "client-typed", json!({ "n": 1 }))
        .await;
    assert_eq!(one.settle().await, [Value::Null; 0]);
    assert_eq!(
        two.settle().await,
        [json!({ "event": "client-typed", "channel": "private-a", "data": { "n": 1 } })]
    );
}

#[tokio::test]
async fn in_presence_channels_it_is_known_who_speaks() {
    let hub = hub();
    let mut one = Client::connect(&hub).await;
    one.subscribe("presence-a", Some(r#"{"user_id":"ann"}"#))
        .await;
    let mut two = Client::connect(&hub).await;
    two.subscribe("presence-a", Some(r#"{"user_id":"bob"}"#))
        .await;
    two.trigger("presence-a", "client-x", json!("text")).await;
    one.expect("pusher_internal:member_added").await;
    let said = one.expect("client-x").await;
    assert_eq!(
        (&said["user_id"], &said["data"]),
        (&json!("bob"), &json!("text"))
    );
}

#[tokio::test]
async fn what_is_not_passed_on_is_an_error_and_no_close() {
    let hub = hub();
    let mut listener = Client::subscribed(&hub, "private-a").await;
    listener.subscribe("a", None).await;
    let mut client = Client::subscribed(&hub, "a").await;
    client.subscribe("private-encrypted-a", None).await;
    client.subscribe("private-b", None).await;
    let long = "x".repeat(10 * 1024);
    let long_name = format!("client-{}", "x".repeat(200));
    for (channel, event, data) in [
        ("a", "client-x", ""),
        ("private-encrypted-a", "client-x", ""),
        ("private-a", "client-x", "not in it"),
        ("no channel", "client-x", ""),
        ("private-b", "client-x", &long),
        ("private-b", &long_name, ""),
    ] {
        client.trigger(channel, event, json!(data)).await;
        let answer = client.expect("pusher:error").await;
        assert_eq!(answer["data"]["code"], 4301, "{channel}");
    }
    assert_eq!(listener.settle().await, [Value::Null; 0]);
}

#[tokio::test]
async fn more_than_so_many_in_a_second_are_not_passed_on() {
    let hub = hub_with(|limits| limits.client_events = 3);
    let mut listener = Client::subscribed(&hub, "private-a").await;
    let mut client = Client::subscribed(&hub, "private-a").await;
    let began = std::time::Instant::now();
    for n in 0..10 {
        client.trigger("private-a", "client-x", json!(n)).await;
    }
    let refused = client.settle().await.len() as u64;
    let heard = listener.settle().await.len() as u64;
    assert_eq!(refused + heard, 10);
    let seconds = began.elapsed().as_secs() + 1;
    assert!((3..=3 * seconds).contains(&heard), "{heard} in {seconds} s");
}
