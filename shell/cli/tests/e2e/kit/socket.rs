//! A listener to a conversation, over a real websocket.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Message, WebSocket, connect};

use super::{Client, DEADLINE};

/// Somebody who listens.
pub struct Socket(WebSocket<MaybeTlsStream<std::net::TcpStream>>);

impl Socket {
    /// Joins a conversation of the client's.
    pub fn join(client: &Client, session: &str) -> Self {
        Self::join_by(client, client, session)
    }

    /// The same, let in by another server than the one that it listens to.
    pub fn join_by(client: &Client, other: &Client, session: &str) -> Self {
        let place = client.get("/api/realtime").1;
        let key = place["key"].as_str().unwrap();
        let url = format!("ws://{}/app/{key}?protocol=7", client.address());
        let (stream, _) = connect(url).unwrap();
        if let MaybeTlsStream::Plain(tcp) = stream.get_ref() {
            tcp.set_read_timeout(Some(DEADLINE)).unwrap();
        }
        let mut socket = Self(stream);
        let (name, made) = socket.heard().unwrap();
        assert_eq!(name, "pusher:connection_established");
        let channel = format!("private-session-{session}");
        let asked = json!({"socket_id": made["socket_id"], "channel_name": channel});
        let (status, signed) = other.post("/api/pusher/auth", &asked);
        assert_eq!(status, 200, "{signed}");
        let data = json!({"channel": channel, "auth": signed["auth"]});
        let frame = json!({"event": "pusher:subscribe", "data": data});
        socket.0.send(Message::text(frame.to_string())).unwrap();
        let (name, _) = socket.heard().unwrap();
        assert_eq!(name, "pusher_internal:subscription_succeeded");
        socket
    }

    /// The next event's name and data, or the code that the socket is closed with.
    pub fn heard(&mut self) -> Result<(String, Value), u16> {
        loop {
            match self.0.read().unwrap() {
                Message::Text(text) => {
                    let frame: Value = serde_json::from_str(&text).unwrap();
                    let data = frame["data"].as_str().unwrap_or("null");
                    let name = frame["event"].as_str().unwrap().to_owned();
                    return Ok((name, serde_json::from_str(data).unwrap()));
                }
                Message::Close(close) => return Err(close.map_or(0, |close| close.code.into())),
                _ => {}
            }
        }
    }
}
