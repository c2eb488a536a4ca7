//! A hub, and clients that are connected to it by pipes in memory.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, StatusCode};
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use screen_agent_realtime::{ApiRequest, Credentials, Hub, Limits, sign_channel, sign_request};
use serde_json::{Value, json};
use tokio::io::DuplexStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tower::ServiceExt as _;

/// Bytes that a pipe holds. Small, so that writes come in parts.
const PIPE: usize = 1_000;

/// Nothing takes so long but what is broken.
const PATIENCE: Duration = Duration::from_secs(20);

pub fn credentials() -> Credentials {
    Credentials {
        app_id: "app".into(),
        key: "key".into(),
        secret: "secret".into(),
    }
}

pub fn hub() -> Hub {
    hub_with(|_| ())
}

pub fn hub_with(change: impl FnOnce(&mut Limits)) -> Hub {
    let mut limits = Limits::default();
    change(&mut limits);
    Hub::new(credentials(), limits)
}

/// What ends a socket.
#[derive(Debug, PartialEq, Eq)]
pub struct Closed(pub u16);

pub struct Client {
    pub id: String,
    socket: WebSocketStream<DuplexStream>,
}

/// Opens a socket at a path, and reads nothing yet.
pub async fn open(hub: &Hub, path: &str) -> WebSocketStream<DuplexStream> {
    open_from(hub, path, "127.0.0.1").await
}

/// The same from an address.
pub async fn open_from(hub: &Hub, path: &str, peer: &str) -> WebSocketStream<DuplexStream> {
    let (near, far) = tokio::io::duplex(PIPE);
    let peer = SocketAddr::new(peer.parse().unwrap(), 1);
    let router = hub.router::<()>().layer(Extension(ConnectInfo(peer)));
    let service = TowerToHyperService::new(router);
    tokio::spawn(
        hyper::server::conn::http1::Builder::new()
            .serve_connection(TokioIo::new(far), service)
            .with_upgrades(),
    );
    let opened = tokio_tungstenite::client_async(format!("ws://hub{path}"), near).await;
    opened.expect("the upgrade").0
}

impl Client {
    /// A client that has been told nothing yet.
    pub fn from_socket(socket: WebSocketStream<DuplexStream>) -> Self {
        Self {
            id: String::new(),
            socket,
        }
    }

    /// A client that has been told its id.
    pub async fn connect(hub: &Hub) -> Self {
        Self::connect_from(hub, "127.0.0.1").await
    }

    /// The same from an address.
    pub async fn connect_from(hub: &Hub, peer: &str) -> Self {
        let path = "/app/key?protocol=7&client=test&version=1";
        let socket = open_from(hub, path, peer).await;
        let mut client = Self::from_socket(socket);
        let data = client.expect("pusher:connection_established").await["data"].clone();
        let data: Value = serde_json::from_str(data.as_str().unwrap()).unwrap();
        client.id = data["socket_id"].as_str().unwrap().to_owned();
        client
    }

    /// One that is in a channel, too.
    pub async fn subscribed(hub: &Hub, channel: &str) -> Self {
        let mut client = Self::connect(hub).await;
        client.subscribe(channel, None).await;
        client
    }

    pub async fn send(&mut self, message: Value) {
        self.send_raw(Message::text(message.to_string())).await;
    }

    pub async fn send_raw(&mut self, message: Message) {
        self.socket
            .send(message)
            .await
            .expect("a message to go out");
    }

    pub async fn ask_to_join(&mut self, channel: &str, data: Option<&str>) {
        let auth = sign_channel(&credentials(), &self.id, channel, data);
        let data = json!({ "channel": channel, "auth": auth, "channel_data": data });
        self.send(json!({ "event": "pusher:subscribe", "data": data }))
            .await;
    }

    /// Joins a channel, and gives what was told of it.
    pub async fn subscribe(&mut self, channel: &str, data: Option<&str>) -> Value {
        self.ask_to_join(channel, data).await;
        let answer = self.expect("pusher_internal:subscription_succeeded").await;
        assert_eq!(answer["channel"], channel);
        serde_json::from_str(answer["data"].as_str().unwrap()).unwrap()
    }

    pub async fn trigger(&mut self, channel: &str, event: &str, data: Value) {
        self.send(json!({ "event": event, "channel": channel, "data": data }))
            .await;
    }

    /// The next message, or what ended the socket.
    pub async fn next(&mut self) -> Result<Value, Closed> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next())
                .await
                .expect("something to come");
            match message {
                Some(Ok(Message::Text(text))) => {
                    return Ok(serde_json::from_str(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(Closed(frame.map_or(1005, |frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(Closed(1006)),
            }
        }
    }

    pub async fn next_raw(&mut self) -> Message {
        let message = tokio::time::timeout(PATIENCE, self.socket.next()).await;
        message
            .expect("something to come")
            .expect("a message")
            .expect("a good one")
    }

    pub async fn expect(&mut self, event: &str) -> Value {
        let message = self.next().await.expect("a message");
        assert_eq!(message["event"], event, "{message}");
        message
    }

    /// Says hello and reads up to the answer: all that was sent before has been worked on by then.
    pub async fn settle(&mut self) -> Vec<Value> {
        self.send(json!({ "event": "pusher:ping", "data": {} }))
            .await;
        let mut before = Vec::new();
        loop {
            let message = self.next().await.expect("a message");
            if message["event"] == "pusher:pong" {
                return before;
            }
            before.push(message);
        }
    }

    /// Reads to the end.
    pub async fn closed(&mut self) -> (Vec<Value>, Closed) {
        let mut before = Vec::new();
        loop {
            match self.next().await {
                Ok(message) => before.push(message),
                Err(closed) => return (before, closed),
            }
        }
    }

    /// Goes away without a word.
    pub fn vanish(self) {
        drop(self.socket);
    }
}

/// Asks the HTTP API, signed.
pub async fn ask(
    hub: &Hub,
    method: Method,
    path: &str,
    query: &[(&str, &str)],
    body: Value,
) -> (StatusCode, Value) {
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    let call = ApiRequest {
        method: method.as_str(),
        path,
        query,
        body: body.as_bytes(),
    };
    let now = std::time::SystemTime::UNIX_EPOCH
        .elapsed()
        .unwrap()
        .as_secs();
    let query = sign_request(hub.credentials(), &call, now);
    request(hub, method, &format!("{path}?{query}"), body).await
}

/// Asks the HTTP API, as it stands.
pub async fn request(hub: &Hub, method: Method, target: &str, body: String) -> (StatusCode, Value) {
    let request = Request::builder()
        .method(method)
        .uri(target)
        .body(Body::from(body))
        .unwrap();
    let response: Response = hub.router::<()>().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX)
        .await
        .unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

/// Waits until something has come true inside the hub.
pub async fn until(what: impl Fn() -> bool) {
    let came_true = async {
        while !what() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, came_true)
        .await
        .expect("what is waited for");
}
