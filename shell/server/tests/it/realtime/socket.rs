//! A client of the Pusher protocol on a real socket, in a few lines.

use std::net::SocketAddr;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::kit::{Kit, still};

/// A session that tests talk in.
pub const ID: &str = "3f0e9b1c-0000-4000-8000-000000000001";

pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub id: String,
}

/// What a socket hears.
#[derive(Debug, PartialEq)]
pub enum Heard {
    Event { name: String, data: Value },
    Closed(u16),
}

impl Heard {
    /// The data of an event with this name.
    pub fn event(self, expected: &str) -> Value {
        match self {
            Self::Event { name, data } => {
                assert_eq!(name, expected, "{data}");
                data
            }
            Self::Closed(code) => panic!("closed with {code} instead of {expected}"),
        }
    }
}

impl Socket {
    pub async fn connect(address: SocketAddr) -> Self {
        let url = format!("ws://{address}/app/key?protocol=7&client=test&version=1");
        let (stream, _) = connect_async(url).await.unwrap();
        let mut socket = Self {
            stream,
            id: String::new(),
        };
        let made = socket.next().await.event("pusher:connection_established");
        socket.id = made["socket_id"].as_str().unwrap().to_owned();
        socket
    }

    /// A socket that listens to a session, let in by a token.
    pub async fn join(kit: &Kit, address: SocketAddr, token: &str) -> Self {
        let mut socket = Self::connect(address).await;
        let channel = format!("private-session-{ID}");
        let asked = json!({"socket_id": socket.id, "channel_name": channel});
        let reply = kit.post("/api/pusher/auth", token, &asked).await;
        assert_eq!(reply.status, 200, "{}", reply.json());
        let auth = reply.json()["auth"].clone();
        let data = json!({"channel": channel, "auth": auth});
        socket.say("pusher:subscribe", &data).await;
        let heard = socket.next().await;
        heard.event("pusher_internal:subscription_succeeded");
        socket
    }

    pub async fn say(&mut self, event: &str, data: &Value) {
        let frame = json!({"event": event, "data": data}).to_string();
        self.stream.send(Message::text(frame)).await.unwrap();
    }

    pub async fn next(&mut self) -> Heard {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => {
                    let frame: Value = serde_json::from_str(&text).unwrap();
                    let data = frame["data"].as_str().unwrap_or("null");
                    let mut data = serde_json::from_str(data).unwrap();
                    still(&mut data);
                    let name = frame["event"].as_str().unwrap().to_owned();
                    return Heard::Event { name, data };
                }
                Some(Ok(Message::Close(Some(close)))) => return Heard::Closed(close.code.into()),
                Some(Ok(_)) => {}
                other => panic!("the socket broke off: {other:?}"),
            }
        }
    }

    /// The next so many events of the session.
    pub async fn events(&mut self, count: usize) -> Vec<Value> {
        let mut events = Vec::new();
        while events.len() < count {
            match self.next().await {
                Heard::Event { name, data } => {
                    assert_eq!(data["type"], json!(name));
                    assert_eq!(data["sessionId"], ID);
                    events.push(data);
                }
                Heard::Closed(code) => panic!("closed with {code} after {events:?}"),
            }
        }
        events
    }
}

/// Makes the session that tests talk in.
pub async fn init(kit: &Kit, token: &str) {
    let made = json!({"sessionId": ID});
    let reply = kit.post("/api/session/init", token, &made).await;
    assert_eq!(reply.status, 200);
}

/// Event ids, as they were heard.
pub fn ids(events: &[Value]) -> Vec<String> {
    let id = |event: &Value| event["eventId"].as_str().unwrap().to_owned();
    events.iter().map(id).collect()
}
