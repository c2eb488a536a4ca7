//! The HTTP API of a realtime server, against one that checks signatures, and fails at times.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use screen_agent_adapters::{PusherConfig, PusherError, PusherEvent, PusherServer};
use screen_agent_realtime::{Credentials, Hub, Limits};
use tokio::net::TcpListener;

fn credentials(secret: &str) -> Credentials {
    Credentials {
        app_id: "7".to_owned(),
        key: "key".to_owned(),
        secret: secret.to_owned(),
    }
}

/// A hub that knows one app, behind something that answers by a script first.
struct Elsewhere {
    hub: Hub,
    address: SocketAddr,
    script: Arc<Mutex<VecDeque<u16>>>,
}

impl Elsewhere {
    async fn new(script: impl IntoIterator<Item = u16>) -> Self {
        let hub = Hub::new(credentials("secret"), Limits::default());
        let script = Arc::new(Mutex::new(script.into_iter().collect()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router: axum::Router = hub.router();
        let router = router.layer(from_fn_with_state(Arc::clone(&script), by_script));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self {
            hub,
            address,
            script,
        }
    }

    fn client(&self, secret: &str) -> PusherServer {
        let url = format!("http://{}/", self.address);
        let config = PusherConfig::new(url, credentials(secret));
        PusherServer::new(PusherConfig {
            timeout: Duration::from_secs(20),
            ..config
        })
        .unwrap()
    }
}

async fn by_script(
    State(script): State<Arc<Mutex<VecDeque<u16>>>>,
    request: Request,
    next: Next,
) -> Response {
    let line = script.lock().unwrap().pop_front();
    match line {
        Some(status) => StatusCode::from_u16(status).unwrap().into_response(),
        None => next.run(request).await,
    }
}

const EVENTS: [PusherEvent<'_>; 2] = [
    PusherEvent {
        channel: "private-session-1",
        name: "new_message",
        data: r#"{"content":"ä & = ?"}"#,
    },
    PusherEvent {
        channel: "private-session-2",
        name: "interact_response",
        data: "{}",
    },
];

#[tokio::test]
async fn events_are_signed_and_arrive() {
    let server = Elsewhere::new([]).await;
    let client = server.client("secret");
    client.check().await.unwrap();
    client.publish(&EVENTS).await.unwrap();
    client.publish(&EVENTS[..1]).await.unwrap();
    assert_eq!(server.hub.stats().published, 3);
}

#[tokio::test]
async fn a_wrong_secret_is_told_apart_and_never_shown() {
    let server = Elsewhere::new([]).await;
    let client = server.client("another-secret");
    let refused = client.publish(&EVENTS).await.unwrap_err();
    assert!(matches!(refused, PusherError::Unknown(401)), "{refused:?}");
    assert_eq!(client.check().await, Err(refused.clone()));
    assert_eq!(server.hub.stats().published, 0);
    for shown in [format!("{client:?}"), format!("{refused} {refused:?}")] {
        assert!(!shown.contains("another-secret"), "{shown}");
    }
}

#[tokio::test]
async fn what_may_work_later_is_told_from_what_never_will() {
    let statuses = [500, 503, 429, 302, 400, 413, 404];
    let server = Elsewhere::new(statuses).await;
    let client = server.client("secret");
    let mut failures = Vec::new();
    for _ in statuses {
        failures.push(client.publish(&EVENTS).await.unwrap_err());
    }
    let expected = [
        PusherError::Failed(500),
        PusherError::Failed(503),
        PusherError::Failed(429),
        PusherError::Failed(302),
        PusherError::Refused(400),
        PusherError::Refused(413),
        PusherError::Unknown(404),
    ];
    assert_eq!(failures, expected);
    assert!(server.script.lock().unwrap().is_empty());
    client.publish(&EVENTS).await.unwrap();
}

#[tokio::test]
async fn an_event_that_is_too_long_is_refused_for_good() {
    let server = Elsewhere::new([]).await;
    let data = "x".repeat(11 * 1024);
    let long = PusherEvent {
        data: &data,
        ..EVENTS[0]
    };
    let refused = server.client("secret").publish(&[long]).await;
    assert!(
        matches!(refused, Err(PusherError::Refused(_))),
        "{refused:?}"
    );
}

#[tokio::test]
async fn nobody_there_is_no_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let config = PusherConfig::new(format!("http://{address}"), credentials("secret"));
    let client = PusherServer::new(config).unwrap();
    let failed = client.publish(&EVENTS).await;
    assert_eq!(failed, Err(PusherError::Unreachable("no connection")));
}
