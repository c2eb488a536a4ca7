//! Subscribing, and hearing what is published.

use screen_agent_realtime::PublishError;
use serde_json::{Value, json};

use crate::kit::{Client, hub, hub_with, until};

/// The status of a refused subscription.
async fn refused(client: &mut Client) -> u64 {
    let answer = client.expect("pusher:subscription_error").await;
    assert!(answer["data"]["error"].is_string());
    assert!(answer["data"]["type"].is_string());
    answer["data"]["status"].as_u64().unwrap()
}

#[tokio::test]
async fn what_is_published_reaches_those_in_the_channel() {
    let hub = hub();
    let mut one = Client::subscribed(&hub, "a").await;
    let mut two = Client::subscribed(&hub, "a").await;
    let mut three = Client::subscribed(&hub, "b").await;
    let data = r#"{"n":1,"s":"é \" \\"}"#;
    assert_eq!(hub.publish("a", "news", data, None), Ok(2));
    assert_eq!(hub.publish("a", "more", "plain", Some(&one.id)), Ok(1));
    let expected = json!({ "event": "news", "channel": "a", "data": data });
    assert_eq!(one.settle().await, std::slice::from_ref(&expected));
    let more = json!({ "event": "more", "channel": "a", "data": "plain" });
    assert_eq!(two.settle().await, [expected, more]);
    assert_eq!(three.settle().await, [Value::Null; 0]);
}

#[tokio::test]
async fn who_has_left_hears_nothing_more() {
    let hub = hub();
    let mut client = Client::subscribed(&hub, "a").await;
    client
        .send(json!({ "event": "pusher:unsubscribe", "data": { "channel": "a" } }))
        .await;
    client.settle().await;
    assert_eq!(hub.publish("a", "e", "", None), Ok(0));
    client.subscribe("a", None).await;
    assert_eq!(hub.publish("a", "e", "", None), Ok(1));
    client.vanish();
    until(|| hub.stats().channels == 0).await;
}

#[tokio::test]
async fn private_channels_want_the_signature_of_this_socket_and_channel() {
    let hub = hub();
    let mut other = Client::connect(&hub).await;
    let mut client = Client::connect(&hub).await;
    client.subscribe("private-a", None).await;
    client.subscribe("private-encrypted-a", None).await;
    let stolen =
        screen_agent_realtime::sign_channel(hub.credentials(), &client.id, "private-a", None);
    for auth in [json!(stolen), json!("key:00"), json!(""), Value::Null] {
        let data = json!({ "channel": "private-a", "auth": auth });
        other
            .send(json!({ "event": "pusher:subscribe", "data": data }))
            .await;
        assert_eq!(refused(&mut other).await, 401);
    }
    assert_eq!(hub.publish("private-a", "e", "", None), Ok(1));
}

#[tokio::test]
async fn names_and_numbers_of_channels_have_limits() {
    let hub = hub_with(|limits| limits.channels = 2);
    let mut client = Client::connect(&hub).await;
    for name in ["", "a b", "a/b", &"x".repeat(201), "#other"] {
        client.ask_to_join(name, None).await;
        assert_eq!(refused(&mut client).await, 400, "{name}");
    }
    client.subscribe("a", None).await;
    client.ask_to_join("a", None).await;
    client.expect("pusher:error").await;
    client.subscribe("b", None).await;
    client.ask_to_join("c", None).await;
    assert_eq!(refused(&mut client).await, 429);
    assert_eq!(
        hub.publish("a b", "e", "", None),
        Err(PublishError::Channel)
    );
}

#[tokio::test]
async fn there_is_an_end_to_channels_that_anybody_may_join() {
    // One in each of sixteen shares.
    let hub = hub_with(|limits| limits.public_channels = 1);
    let mut client = Client::connect(&hub).await;
    for letter in 'a'..='p' {
        client.subscribe(&letter.to_string(), None).await;
    }
    client.ask_to_join("aa", None).await;
    assert_eq!(refused(&mut client).await, 429);
    client.subscribe("private-a", None).await;
    let mut other = Client::connect(&hub).await;
    other.subscribe("a", None).await;
    for one in [client, other] {
        one.vanish();
    }
    until(|| hub.stats().channels == 0).await;
    Client::subscribed(&hub, "aa").await;
}

#[tokio::test]
async fn a_cache_channel_remembers_its_last_event() {
    let hub = hub_with(|limits| limits.cached_channels = 1);
    let mut early = Client::subscribed(&hub, "cache-a").await;
    early.expect("pusher:cache_miss").await;
    hub.publish("cache-a", "e", "1", None).unwrap();
    hub.publish("cache-a", "e", "2", None).unwrap();
    hub.publish("cache-b", "e", "there is no room for it", None)
        .unwrap();
    let mut late = Client::subscribed(&hub, "cache-a").await;
    assert_eq!(late.expect("e").await["data"], "2");
    late.subscribe("cache-b", None).await;
    late.expect("pusher:cache_miss").await;
}
