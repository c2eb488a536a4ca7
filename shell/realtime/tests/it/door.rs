//! Coming in, and being shown out.

use axum::http::{Method, StatusCode};
use serde_json::json;
use tokio_tungstenite::tungstenite::{Bytes, Message};

use crate::kit::{Client, Closed, hub, hub_with, open, request, until};

#[tokio::test]
async fn who_is_not_let_in_reads_a_code() {
    let hub = hub();
    for (path, code) in [
        ("/app/nobody?protocol=7", 4001),
        ("/app/key?protocol=x", 4006),
        ("/app/key?protocol=6", 4007),
        ("/app/key", 4008),
        ("/app/key?protocol=", 4008),
    ] {
        let socket = open(&hub, path).await;
        let mut client = Client::from_socket(socket);
        let (before, closed) = client.closed().await;
        assert_eq!(closed, Closed(code), "{path}");
        assert_eq!(before[0]["event"], "pusher:error");
        assert_eq!(before[0]["data"]["code"], code);
        assert_eq!(before.len(), 1);
    }
    until(|| hub.stats().sockets == 0).await;
}

#[tokio::test]
async fn a_request_that_opens_no_socket_is_told_so() {
    let (status, _) = request(&hub(), Method::GET, "/app/key?protocol=7", String::new()).await;
    assert_eq!(status, StatusCode::UPGRADE_REQUIRED);
}

#[tokio::test]
async fn one_socket_too_many_comes_back_later() {
    let hub = hub_with(|limits| limits.sockets = 1);
    let mut first = Client::connect(&hub).await;
    let mut second = Client::from_socket(open(&hub, "/app/key?protocol=7").await);
    assert_eq!(second.closed().await.1, Closed(4100));
    first.settle().await;
}

#[tokio::test]
async fn a_closing_hub_sends_everybody_away_at_once_and_lets_nobody_in() {
    let hub = hub();
    let mut client = Client::subscribed(&hub, "a").await;
    hub.close();
    assert_eq!(client.closed().await.1, Closed(4200));
    hub.drained().await;
    let mut late = Client::from_socket(open(&hub, "/app/key?protocol=7").await);
    assert_eq!(late.closed().await.1, Closed(4200));
}

#[tokio::test]
async fn a_server_can_disconnect_one() {
    let hub = hub();
    let (mut one, mut other) = (Client::connect(&hub).await, Client::connect(&hub).await);
    assert!(hub.disconnect(&one.id, 4009));
    assert_eq!(one.closed().await.1, Closed(4009));
    other.settle().await;
    until(|| hub.stats().sockets == 1).await;
    assert!(!hub.disconnect(&one.id, 4009));
    assert!(!hub.disconnect("nonsense", 4009));
}

#[tokio::test]
async fn what_is_no_message_closes_the_socket_or_is_answered() {
    let hub = hub();
    for (message, code) in [
        (Message::binary(Bytes::from_static(b"x")), 1003),
        (Message::text("x".repeat(64 * 1024 + 1)), 4100),
        (Message::Close(None), 1005),
    ] {
        let mut client = Client::connect(&hub).await;
        client.send_raw(message).await;
        assert_eq!(client.closed().await.1, Closed(code));
    }
    let mut client = Client::connect(&hub).await;
    for text in [
        "",
        "nonsense",
        "[1]",
        r#"{"event":"hello"}"#,
        r#"{"event":"pusher:subscribe"}"#,
    ] {
        client.send_raw(Message::text(text)).await;
        let answer = client.expect("pusher:error").await;
        assert_eq!(answer["data"]["code"], json!(null), "{text}");
    }
    client.subscribe("private-a", None).await;
    client.send_raw(Message::text("x".repeat(64 * 1024))).await;
    client.expect("pusher:error").await;
    client
        .send_raw(Message::Ping(Bytes::from_static(b"?")))
        .await;
    assert_eq!(
        client.next_raw().await,
        Message::Pong(Bytes::from_static(b"?"))
    );
    until(|| hub.stats().sockets == 1).await;
}
