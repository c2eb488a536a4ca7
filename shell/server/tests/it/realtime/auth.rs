use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::Request;
use screen_agent_realtime::{Credentials, sign_channel};
use screen_agent_server::{
    Announcement, Elsewhere, PublishFailure, Publisher, Realtime, RealtimePlace,
};
use serde_json::{Value, json};

use super::socket::{ID, init};
use crate::kit::{Kit, Reply, hub, request};
use crate::place::Place;

const SOCKET: &str = "123.456";

fn channel(session: &str) -> String {
    format!("private-session-{session}")
}

/// Asks with a body of a type.
async fn ask(kit: &Kit, token: &str, kind: &str, body: impl Into<String>) -> Reply {
    let mut asked: Request<Body> =
        request("POST", "/api/pusher/auth", token, Body::from(body.into()));
    let headers = asked.headers_mut();
    headers.insert("content-type", kind.parse().unwrap());
    kit.send(asked).await
}

async fn ask_json(kit: &Kit, token: &str, body: &Value) -> Reply {
    ask(kit, token, "application/json", body.to_string()).await
}

async fn ask_for(kit: &Kit, token: &str, channel: &str) -> Reply {
    let body = json!({"socket_id": SOCKET, "channel_name": channel});
    ask_json(kit, token, &body).await
}

const FORM: &str = "application/x-www-form-urlencoded";
const PARTS: &str = "multipart/form-data; boundary=XX";

fn parts(fields: &[(&str, &str)]) -> String {
    let part = |(name, value): &(&str, &str)| {
        format!("--XX\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    fields.iter().map(part).collect::<String>() + "--XX--\r\n"
}

#[tokio::test]
async fn every_form_of_the_request_gets_the_same_signature() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    let channel = channel(ID);
    let expected = sign_channel(hub().credentials(), SOCKET, &channel, None);
    assert!(expected.starts_with("key:"));
    let fields = [("socket_id", SOCKET), ("channel_name", channel.as_str())];
    let bodies = [
        (
            FORM,
            format!("socket_id={SOCKET}&channel_name={channel}&x=1"),
        ),
        (
            "application/x-www-form-urlencoded; charset=UTF-8",
            format!("channel_name={channel}&socket_id=123%2E456"),
        ),
        (PARTS, parts(&fields)),
        (
            "application/json",
            json!({"socket_id": SOCKET, "channel_name": channel}).to_string(),
        ),
    ];
    for (kind, body) in bodies {
        let reply = ask(&kit, &kit.alice, kind, body).await;
        assert_eq!(reply.status, 200, "{kind}");
        assert_eq!(reply.json(), json!({"auth": expected}), "{kind}");
    }
}

#[tokio::test]
async fn what_is_no_request_is_refused_by_field() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    let named = channel(ID);
    let alice = &kit.alice;
    for (kind, body, field) in [
        (FORM, String::new(), "socket_id"),
        (FORM, format!("socket_id={SOCKET}"), "channel_name"),
        (FORM, format!("channel_name={named}"), "socket_id"),
        (
            FORM,
            format!("socket_id={SOCKET}&channel_name={named}&channel_name=x"),
            "channel_name",
        ),
        (
            FORM,
            format!("socket_id=1:2&channel_name={named}"),
            "socket_id",
        ),
        (
            FORM,
            format!("socket_id={SOCKET}&channel_name="),
            "channel_name",
        ),
        (
            FORM,
            format!("socket_id={SOCKET}&channel_name={}", "x".repeat(201)),
            "channel_name",
        ),
        (PARTS, parts(&[("socket_id", SOCKET)]), "channel_name"),
        (PARTS, "no parts".to_owned(), "body"),
        ("multipart/form-data", parts(&[]), "body"),
    ] {
        let reply = ask(&kit, alice, kind, body.clone()).await;
        let (status, found, _) = reply.refused();
        assert_eq!((status, found.as_str()), (400, field), "{kind} {body}");
    }
    let broken = ask(&kit, alice, "application/json", "{").await;
    assert_eq!(broken.problem(), (400, "INVALID_REQUEST".to_owned()));
    let missing = ask_json(&kit, alice, &json!({"socket_id": SOCKET})).await;
    assert_eq!(missing.problem(), (400, "VALIDATION_ERROR".to_owned()));
    let other = ask(&kit, alice, "text/plain", "x").await;
    assert_eq!(other.problem(), (415, "UNSUPPORTED_MEDIA_TYPE".to_owned()));
    let large = ask(&kit, alice, FORM, "x".repeat(9 * 1024)).await;
    assert_eq!(large.problem(), (413, "PAYLOAD_TOO_LARGE".to_owned()));
}

#[tokio::test]
async fn nobody_is_let_in_without_a_token() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    for token in ["", "nonsense"] {
        let reply = ask_for(&kit, token, &channel(ID)).await;
        assert_eq!(reply.problem(), (401, "UNAUTHORIZED".to_owned()));
        let reply = kit.get("/api/realtime", token).await;
        assert_eq!(reply.problem(), (401, "UNAUTHORIZED".to_owned()));
    }
}

#[tokio::test]
async fn only_channels_of_conversations_are_open() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    for name in [
        "private-session-",
        "private-session-nonsense",
        &format!("private-session-{}", ID.to_uppercase()),
        &format!("private-session-{}", ID.replace('-', "")),
        &format!("presence-session-{ID}"),
        &format!("private-encrypted-session-{ID}"),
        &format!("session-{ID}"),
        "private-user-1",
        "public",
    ] {
        let reply = ask_for(&kit, &kit.alice, name).await;
        assert_eq!(
            reply.problem(),
            (403, "CHANNEL_FORBIDDEN".to_owned()),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_conversation_of_somebody_else_is_one_that_never_was() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    let never = "3f0e9b1c-0000-4000-8000-00000000dead";
    let unknown = ask_for(&kit, &kit.alice, &channel(never)).await;
    assert_eq!(unknown.problem(), (403, "SESSION_NOT_FOUND".to_owned()));
    for stranger in [&kit.bob, &kit.carol] {
        let foreign = ask_for(&kit, stranger, &channel(ID)).await;
        assert_eq!(foreign.status, unknown.status);
        assert_eq!(foreign.bytes, unknown.bytes);
    }
}

/// The channel is named by the id alone, and ids are their clients' choice.
#[tokio::test]
async fn an_id_that_was_taken_first_lets_nobody_else_in() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    for copier in [&kit.bob, &kit.carol] {
        init(&kit, copier).await;
        let reply = ask_for(&kit, copier, &channel(ID)).await;
        assert_eq!(reply.problem(), (403, "SESSION_NOT_FOUND".to_owned()));
    }
    let reply = ask_for(&kit, &kit.alice, &channel(ID)).await;
    assert_eq!(reply.status, 200);
}

#[tokio::test]
async fn without_a_stream_clients_are_told_so() {
    let dir = Place::new();
    let kit = Kit::live(dir, 0, Realtime::Off).await;
    init(&kit, &kit.alice).await;
    let off = (503, "REALTIME_OFF".to_owned());
    assert_eq!(kit.get("/api/realtime", &kit.alice).await.problem(), off);
    let asked = ask_for(&kit, &kit.alice, &channel(ID)).await;
    assert_eq!(asked.problem(), off);
    let socket = kit.get("/app/key?protocol=7", "").await;
    assert_eq!(socket.status, 404);
}

struct Nobody;

#[async_trait]
impl Publisher for Nobody {
    async fn publish(&self, _: &[Announcement]) -> Result<(), PublishFailure> {
        Ok(())
    }

    fn most(&self) -> u32 {
        1
    }

    fn patience(&self) -> std::time::Duration {
        std::time::Duration::MAX
    }
}

#[tokio::test]
async fn clients_are_told_where_the_stream_is() {
    let kit = Kit::new().await;
    let here = kit.get("/api/realtime", &kit.alice).await;
    assert_eq!(here.data(), json!({"key": "key"}));
    assert_eq!(here.json()["key"], "key");
    let address = RealtimePlace::Address {
        host: "push.example".to_owned(),
        port: 6001,
        tls: true,
    };
    for (place, expected, origin) in [
        (
            address,
            json!({"key": "k", "host": "push.example", "port": 6001, "tls": true}),
            "connect-src 'self' wss://push.example:6001",
        ),
        (
            RealtimePlace::Cluster("eu".to_owned()),
            json!({"key": "k", "cluster": "eu"}),
            "connect-src 'self' wss://ws-eu.pusher.com",
        ),
    ] {
        let credentials = Credentials {
            app_id: "7".to_owned(),
            key: "k".to_owned(),
            secret: "hidden".to_owned(),
        };
        let elsewhere = Elsewhere {
            publisher: Arc::new(Nobody),
            credentials: credentials.clone(),
            place,
        };
        let dir = Place::new();
        let kit = Kit::live(dir, 0, Realtime::Elsewhere(elsewhere)).await;
        let told = kit.get("/api/realtime", &kit.alice).await;
        assert_eq!(told.data(), expected);
        let console = kit.get("/", "").await;
        let policy = console.header("content-security-policy");
        assert!(policy.ends_with(origin), "{policy}");
        init(&kit, &kit.alice).await;
        let signed = ask_for(&kit, &kit.alice, &channel(ID)).await.json();
        let expected = sign_channel(&credentials, SOCKET, &channel(ID), None);
        assert_eq!(signed, json!({"auth": expected}));
    }
}
