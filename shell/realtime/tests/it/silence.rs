//! Sockets that say nothing.

use std::time::Duration;

use screen_agent_realtime::Hub;
use serde_json::json;

use crate::kit::{Client, Closed, hub_with, until};

fn impatient() -> Hub {
    hub_with(|limits| {
        limits.activity_timeout = Duration::from_millis(20);
        limits.pong_timeout = Duration::from_millis(400);
        limits.close_timeout = Duration::from_millis(200);
    })
}

#[tokio::test]
async fn who_answers_may_be_silent_for_ever() {
    let hub = impatient();
    let mut client = Client::connect(&hub).await;
    for _ in 0..3 {
        client.expect("pusher:ping").await;
        client
            .send(json!({ "event": "pusher:pong", "data": {} }))
            .await;
    }
    assert_eq!(
        client
            .settle()
            .await
            .iter()
            .filter(|message| message["event"] != "pusher:ping")
            .count(),
        0
    );
}

#[tokio::test]
async fn who_does_not_answer_is_closed() {
    let hub = impatient();
    let mut client = Client::connect(&hub).await;
    let (before, closed) = client.closed().await;
    assert_eq!((before.len(), closed), (1, Closed(4201)));
}

#[tokio::test]
async fn who_does_not_take_leave_is_cut_off() {
    let hub = impatient();
    let client = Client::subscribed(&hub, "a").await;
    hub.close();
    // Nothing of it is read, and the socket stays open on this side.
    hub.drained().await;
    until(|| hub.stats().sockets == 0).await;
    drop(client);
}
