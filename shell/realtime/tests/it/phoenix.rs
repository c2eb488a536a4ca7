//! Phoenix Channels beside the hub, in both versions.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use axum::Extension;
use axum::extract::ConnectInfo;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use screen_agent_realtime::{Hub, Knock, PhoenixHub, Told, ToldPayload, TopicDoor};
use serde_json::{Value, json};
use tokio::io::DuplexStream;
use tokio::sync::Semaphore;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::kit::{hub_with, until};

const TOPIC: &str = "realtime:trace:1";

fn told(seq: Option<u32>, event: &str) -> Told {
    Told {
        seq,
        event: event.to_owned(),
        payload: ToldPayload::Json("{\"a\":1}".to_owned()),
    }
}

/// Lets in whoever shows the name of a group, and knows a past; who asks for it waits for a permit.
struct Names {
    past: Mutex<Vec<Told>>,
    asked: Semaphore,
    gate: Semaphore,
}

#[async_trait]
impl TopicDoor for Names {
    async fn admit(&self, knock: Knock) -> Result<String, &'static str> {
        let group = knock
            .tokens
            .first()
            .filter(|token| token.starts_with("of "));
        group.cloned().ok_or("not allowed")
    }

    async fn past(&self, _: &str, _: &str) -> Result<Vec<Told>, &'static str> {
        let past = self.past.lock().unwrap().clone();
        self.asked.add_permits(1);
        self.gate.acquire().await.unwrap().forget();
        Ok(past)
    }
}

struct World {
    hub: Hub,
    phoenix: PhoenixHub,
    door: Arc<Names>,
}

impl World {
    fn new() -> Self {
        let hub = hub_with(|limits| limits.client_events = 5);
        Self {
            phoenix: PhoenixHub::beside(&hub),
            hub,
            door: Arc::new(Names {
                past: Mutex::default(),
                asked: Semaphore::new(0),
                gate: Semaphore::new(1_000),
            }),
        }
    }

    async fn open(&self, group: &str, vsn: &str) -> Client {
        let (near, far) = tokio::io::duplex(1_000);
        let peer = ConnectInfo(std::net::SocketAddr::from(([127, 0, 0, 1], 1)));
        let router = self.phoenix.router::<()>(self.door.clone());
        let service = TowerToHyperService::new(router.layer(Extension(peer)));
        tokio::spawn(
            hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(far), service)
                .with_upgrades(),
        );
        let group = group.replace(' ', "%20");
        let url = format!("ws://hub/realtime/v1/websocket?apikey={group}&vsn={vsn}");
        let opened = tokio_tungstenite::client_async(url, near).await;
        let is_array = vsn == "2.0.0";
        Client(opened.expect("the upgrade").0, is_array)
    }

    async fn joined(&self, group: &str, vsn: &str, broadcast: Value) -> Client {
        let mut client = self.open(group, vsn).await;
        let config = json!({ "config": { "broadcast": broadcast } });
        client.say(["1", "1", TOPIC, "phx_join"], config).await;
        let (_, reply) = client.next().await;
        assert_eq!(reply["status"], "ok", "{reply}");
        client
    }
}

struct Client(WebSocketStream<DuplexStream>, bool);

impl Client {
    async fn say(&mut self, [join, own, topic, event]: [&str; 4], payload: Value) {
        let message = match self.1 {
            true => json!([join, own, topic, event, payload]),
            false => {
                json!({ "topic": topic, "event": event, "payload": payload, "ref": own, "join_ref": join })
            }
        };
        self.send(Message::text(message.to_string())).await;
    }

    async fn send(&mut self, message: Message) {
        self.0.send(message).await.unwrap();
    }

    async fn raw(&mut self) -> Message {
        self.0.next().await.unwrap().unwrap()
    }

    /// Event and payload of the next message.
    async fn next(&mut self) -> (String, Value) {
        let text = self.raw().await;
        let message: Value = serde_json::from_str(text.to_text().unwrap()).unwrap();
        let (event, payload) = match self.1 {
            true => (&message[3], &message[4]),
            false => (&message["event"], &message["payload"]),
        };
        (event.as_str().unwrap().to_owned(), payload.clone())
    }

    /// Names of what was broadcast, up to one.
    async fn heard(&mut self, last: &str) -> Vec<String> {
        let mut heard = Vec::new();
        while heard.last().is_none_or(|event| event != last) {
            let (event, payload) = self.next().await;
            assert_eq!(event, "broadcast", "{payload}");
            heard.push(payload["event"].as_str().unwrap().to_owned());
        }
        heard
    }
}

#[tokio::test]
async fn messages_are_written_as_their_version_writes_them() {
    let world = World::new();
    let objects = r#"{"topic":"phoenix","event":"phx_reply","payload":{"response":{},"status":"ok"},"ref":"7","join_ref":null}"#;
    let arrays = r#"[null,"7","phoenix","phx_reply",{"response":{},"status":"ok"}]"#;
    for (vsn, beat, expected) in [
        (
            "1.0.0",
            r#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"7"}"#,
            objects,
        ),
        ("2.0.0", r#"[null,"7","phoenix","heartbeat",{}]"#, arrays),
    ] {
        let mut client = world.open("of a", vsn).await;
        client.send(Message::text(beat)).await;
        assert_eq!(client.raw().await, Message::text(expected));
        let bindings = json!([{ "event": "*", "schema": "cogo", "table": "bus_events" }, { "event": "INSERT" }]);
        let config = json!({ "config": { "postgres_changes": bindings } });
        client.say(["1", "1", TOPIC, "phx_join"], config).await;
        let (event, reply) = client.next().await;
        assert_eq!(event, "phx_reply");
        let expected = json!([{ "event": "*", "schema": "cogo", "table": "bus_events", "id": 1 },
            { "event": "INSERT", "id": 2 }]);
        assert_eq!(reply["response"]["postgres_changes"], expected);
        world.phoenix.publish("of a", TOPIC, &told(None, "e"));
        let (event, payload) = client.next().await;
        assert_eq!(event, "broadcast");
        assert_eq!(
            payload,
            json!({ "type": "broadcast", "event": "e", "payload": { "a": 1 } })
        );
        client.say(["1", "2", TOPIC, "phx_leave"], json!({})).await;
        assert_eq!(client.next().await.0, "phx_reply");
        assert_eq!(client.next().await.0, "phx_close");
        assert_eq!(world.phoenix.publish("of a", TOPIC, &told(None, "e")), 0);
    }
}

#[tokio::test]
async fn who_comes_late_hears_the_past_and_then_what_was_told_meanwhile() {
    let world = World::new();
    *world.door.past.lock().unwrap() = vec![told(Some(1), "one"), told(Some(2), "two")];
    world.door.gate.forget_permits(1_000);
    let mut late = world.open("of a", "1.0.0").await;
    late.say(["1", "1", TOPIC, "phx_join"], json!({})).await;
    world.door.asked.acquire().await.unwrap().forget();
    // Told once more, and told meanwhile.
    for (seq, event) in [(2, "two"), (3, "three")] {
        world
            .phoenix
            .publish("of a", TOPIC, &told(Some(seq), event));
    }
    world.door.gate.add_permits(1);
    assert_eq!(late.next().await.0, "phx_reply");
    assert_eq!(late.heard("three").await, ["one", "two", "three"]);
    for (seq, event) in [(3, "three"), (4, "four")] {
        world
            .phoenix
            .publish("of a", TOPIC, &told(Some(seq), event));
    }
    assert_eq!(late.heard("four").await, ["four"]);
}

#[tokio::test]
async fn a_topic_is_a_groups_own_and_strangers_are_refused() {
    let world = World::new();
    let mut own = world.joined("of a", "2.0.0", json!({})).await;
    let mut other = world.joined("of b", "2.0.0", json!({ "ack": true })).await;
    let said = json!({ "type": "broadcast", "event": "theirs", "payload": {} });
    other.say(["1", "2", TOPIC, "broadcast"], said).await;
    assert_eq!(other.next().await.0, "phx_reply");
    world.phoenix.publish("of a", TOPIC, &told(None, "ours"));
    assert_eq!(own.heard("ours").await, ["ours"]);
    let mut stranger = world.open("nobody", "1.0.0").await;
    for (topic, why) in [(TOPIC, "not allowed"), ("trace:1", "not a topic's name")] {
        stranger.say(["1", "1", topic, "phx_join"], json!({})).await;
        let (_, reply) = stranger.next().await;
        assert_eq!(
            (&reply["status"], &reply["response"]["reason"]),
            (&json!("error"), &json!(why))
        );
    }
    // Who shows something better is let in.
    let shown = json!({ "access_token": "of c" });
    stranger.say(["2", "2", TOPIC, "phx_join"], shown).await;
    assert_eq!(stranger.next().await.1["status"], "ok");
}

#[tokio::test]
async fn clients_tell_each_other_in_text_and_in_bytes() {
    let world = World::new();
    let mut objects = world.joined("of a", "1.0.0", json!({ "self": true })).await;
    let mut arrays = world.joined("of a", "2.0.0", json!({ "ack": true })).await;
    let said = json!({ "type": "broadcast", "event": "text", "payload": { "é": 1 } });
    objects.say(["1", "2", TOPIC, "broadcast"], said).await;
    let expected = json!({ "type": "broadcast", "event": "text", "payload": { "é": 1 } });
    assert_eq!(objects.next().await.1, expected);
    assert_eq!(arrays.next().await.1, expected);
    let push = |encoding: u8, said: &[u8]| {
        let head = [3, 1, 1, TOPIC.len() as u8, 3, 2, encoding];
        let parts: [&[u8]; 6] = [&head, b"12", TOPIC.as_bytes(), b"raw", b"{}", said];
        Message::binary(parts.concat())
    };
    arrays.send(push(1, b"{\"b\":2}")).await;
    assert_eq!(arrays.next().await.0, "phx_reply");
    assert_eq!(objects.next().await.1["payload"], json!({ "b": 2 }));
    // What is no JSON goes to those who can read it.
    let mut other = world.joined("of a", "2.0.0", json!({})).await;
    arrays.send(push(0, b"\xff\x00")).await;
    assert_eq!(arrays.next().await.0, "phx_reply");
    let head = [4, TOPIC.len() as u8, 3, 0, 0];
    let parts: [&[u8]; 4] = [&head, TOPIC.as_bytes(), b"raw", b"\xff\x00"];
    assert_eq!(other.raw().await, Message::binary(parts.concat()));
    // In the first version nobody speaks in bytes.
    objects.send(push(1, b"{}")).await;
    assert!(matches!(objects.raw().await, Message::Close(Some(why)) if why.code == 1003.into()));
}

#[tokio::test]
async fn the_hub_counts_topics_and_what_is_told_in_them() {
    let world = World::new();
    let figures = || {
        let stats = world.hub.stats();
        (
            stats.sockets,
            stats.channels,
            stats.published,
            stats.delivered,
        )
    };
    assert_eq!(figures(), (0, 0, 0, 0));
    let one = world.joined("of a", "1.0.0", json!({})).await;
    let mut other = world.joined("of a", "2.0.0", json!({})).await;
    let third = world.joined("of b", "2.0.0", json!({})).await;
    assert_eq!(figures(), (3, 2, 0, 0));
    world.phoenix.publish("of a", TOPIC, &told(None, "e"));
    world.phoenix.publish("of c", TOPIC, &told(None, "e"));
    assert_eq!(figures(), (3, 2, 2, 2));
    other.next().await;
    let said = json!({ "event": "e", "payload": {} });
    other.say(["1", "2", TOPIC, "broadcast"], said).await;
    until(|| figures() == (3, 2, 3, 3)).await;
    drop(third);
    until(|| figures() == (2, 1, 3, 3)).await;
    drop((one, other));
    until(|| figures() == (0, 0, 3, 3)).await;
}

#[tokio::test]
async fn what_is_said_too_often_or_not_at_all_well_is_answered() {
    let world = World::new();
    let mut client = world.joined("of a", "1.0.0", json!({ "ack": true })).await;
    for text in ["", "[]", "{\"topic\":1}", "\"\u{0}\""] {
        client.send(Message::text(text)).await;
        assert_eq!(client.next().await.1["status"], "error", "{text}");
    }
    let long = "x".repeat(11 * 1024);
    for (topic, event, payload) in [
        (TOPIC, "presence", json!({ "event": "track" })),
        (TOPIC, "broadcast", json!({ "event": "", "payload": 1 })),
        (TOPIC, "broadcast", json!({ "event": "e", "payload": long })),
        ("realtime:other", "broadcast", json!({ "event": "e" })),
    ] {
        client.say(["1", "2", topic, event], payload).await;
        assert_eq!(client.next().await.1["status"], "error", "{topic} {event}");
    }
    let mut answers = Vec::new();
    for _ in 0..8 {
        let said = json!({ "event": "e", "payload": {} });
        client.say(["1", "3", TOPIC, "broadcast"], said).await;
        answers.push(client.next().await.1["status"] == "ok");
    }
    assert!(answers[0] && !answers[7], "{answers:?}");
    let stats = world.hub.stats();
    assert_eq!(stats.sockets, 1);
    drop(client);
    until(|| world.hub.stats().sockets == 0).await;
    assert_eq!(world.phoenix.publish("of a", TOPIC, &told(None, "e")), 0);
}
