//! Who joins a trace late, at another server than the one that tells it: what was told comes first, then what is told.

use std::net::SocketAddr;

use axum::body::Body;
use futures_util::{SinkExt as _, StreamExt as _};
use screen_agent_server::ServerConfig;
use screen_agent_store_sqlite::Options;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::ide_trace::{DESIGN, Stream, Told, as_events, full_on, patient, wanting};
use crate::kit::{Kit, request};
use crate::place::Place;
use crate::serve::start;

/// Somebody in the topic of a trace, by Phoenix' protocol.
struct Topic(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Topic {
    async fn join(address: SocketAddr, token: &str, trace: &str) -> Self {
        let url = format!("ws://{address}/realtime/v1/websocket?apikey={token}&vsn=1.0.0");
        let (stream, _) = connect_async(url).await.unwrap();
        let mut topic = Self(stream);
        let name = format!("realtime:trace:{trace}");
        topic.say(&name, "phx_join").await;
        topic
    }

    async fn say(&mut self, topic: &str, event: &str) {
        let frame =
            json!({ "topic": topic, "event": event, "payload": {}, "ref": event, "join_ref": "1" });
        self.0.send(Message::text(frame.to_string())).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.next().await.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Everything up to the end; what comes behind that, before a sign of life, would be one too many.
    async fn heard_to_the_end(mut self) -> Told {
        let mut told = Told::new();
        loop {
            let frame = self.next().await;
            match frame["event"].as_str().unwrap() {
                "broadcast" => {
                    let event = frame["payload"]["event"].as_str().unwrap().to_owned();
                    let is_last = event == "done";
                    told.push((event, frame["payload"]["payload"].clone()));
                    if is_last {
                        self.say("phoenix", "heartbeat").await;
                    }
                }
                "phx_reply" if frame["ref"] == "heartbeat" => return told,
                "phx_reply" => assert_eq!(frame["payload"]["status"], "ok", "{frame}"),
                other => panic!("{other}"),
            }
        }
    }
}

#[tokio::test]
async fn who_joins_late_at_another_server_hears_the_past_first_and_each_event_once() {
    let dir = Place::on_postgresql();
    let (first, release) = full_on(dir.clone(), patient()).await;
    let second = Kit::on(dir, 1, Options::default(), ServerConfig::default()).await;
    let (here, there) = (start(&first).await, start(&second).await);
    let body = json!({ "text": "login page", "projectId": "demo" });
    let mut stream = Stream::open(&first, wanting(DESIGN, &first.alice, &body)).await;
    let ready = stream.expect("ready").await;
    let trace = ready["trace_id"].as_str().unwrap().to_owned();
    let mut told = vec![("ready".to_owned(), ready)];
    for name in ["meta", "queued"] {
        told.push((name.to_owned(), stream.expect(name).await));
    }
    let path = format!("/trace-status?trace_id={trace}");
    let follow = async || {
        let asked = as_events(request("GET", &path, &second.alice, Body::empty()));
        Stream::open(&second, asked).await
    };
    // It may be silent for as long as its server is seen.
    second.clock.advance(200_000);
    let mut late = Vec::new();
    let mut follows = vec![follow().await];
    let mut release = Some(release);
    let mut kind = String::new();
    // Some join at each kind of event, the first of them while nobody goes on with it, the last after its end.
    loop {
        let (name, _) = told.last().unwrap();
        if *name != kind {
            kind.clone_from(name);
            for (server, kit) in [(&here, &first), (&there, &second)] {
                let topic = Topic::join(server.address, &kit.alice, &trace).await;
                late.push(tokio::spawn(topic.heard_to_the_end()));
            }
            // A person has six streams at a server at most.
            if follows.len() < 6 {
                follows.push(follow().await);
            }
        }
        if let Some(release) = release.take() {
            release();
        }
        let Some(next) = stream.next().await else {
            break;
        };
        told.push(next);
    }
    let seqs = told.iter().map(|(_, data)| data["seq"].as_u64().unwrap());
    assert!(seqs.eq(1..=told.len() as u64), "{told:#?}");
    assert_eq!(told.last().unwrap().0, "done");
    for heard in late {
        assert_eq!(heard.await.unwrap(), told);
    }
    for follows in follows {
        assert_eq!(follows.rest().await, told);
    }
}
