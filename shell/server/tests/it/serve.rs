//! The server on a real socket.

use std::net::SocketAddr;

use futures_util::FutureExt as _;
use screen_agent_server::{ServerConfig, serve};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};

use crate::kit::{Kit, page};
use crate::place::balance;

pub struct Running {
    pub address: SocketAddr,
    pub stop: oneshot::Sender<()>,
    pub done: JoinHandle<std::io::Result<()>>,
}

pub async fn start(kit: &Kit) -> Running {
    let (stop, stopped) = oneshot::channel::<()>();
    let stopped = async move { drop(stopped.await) }.shared();
    let bind = async || TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (mut addresses, mut serving) = (Vec::new(), JoinSet::new());
    for app in [&kit.state].into_iter().chain(&kit.others) {
        let listener = bind().await;
        addresses.push(listener.local_addr().unwrap());
        let (app, stopped) = (app.clone(), stopped.clone());
        serving.spawn(serve(listener, app, axum::Router::new(), stopped));
    }
    let mut address = addresses[0];
    if addresses.len() > 1 {
        let listener = bind().await;
        address = listener.local_addr().unwrap();
        let balancing = balance(listener, addresses);
        tokio::spawn(async move {
            tokio::select! {
                () = balancing => {}
                () = stopped => {}
            }
        });
    }
    let done = tokio::spawn(async move { serving.join_all().await.into_iter().collect() });
    Running {
        address,
        stop,
        done,
    }
}

/// Sends bytes and reads until the server closes the connection.
async fn exchange(address: SocketAddr, bytes: String) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

fn interact(token: &str, body: &Value) -> String {
    let body = body.to_string();
    format!(
        "POST /api/agent/interact HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         authorization: Bearer {token}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[tokio::test]
async fn what_is_under_way_is_finished_before_the_server_stops() {
    let kit = Kit::new().await;
    let gate = kit.script.hold();
    let running = start(&kit).await;
    let turn = tokio::spawn(exchange(
        running.address,
        interact(&kit.alice, &page("just say done")),
    ));
    kit.script.entered.notified().await;
    running.stop.send(()).unwrap();
    gate.add_permits(10);
    let answer = turn.await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    running.done.await.unwrap().unwrap();
    assert!(TcpStream::connect(running.address).await.is_err());
}

#[tokio::test]
async fn a_head_beyond_all_limits_is_refused() {
    let kit = Kit::new().await;
    let running = start(&kit).await;
    let long = format!(
        "GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "x".repeat(70_000)
    );
    let answer = exchange(running.address, long).await;
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(129));
    let answer = exchange(running.address, many).await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    running.stop.send(()).unwrap();
    running.done.await.unwrap().unwrap();
}

#[tokio::test]
async fn nonsense_on_the_socket_ends_in_400() {
    let kit = Kit::new().await;
    let running = start(&kit).await;
    let answer = exchange(running.address, "hello\r\n\r\n".to_owned()).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    running.stop.send(()).unwrap();
    running.done.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_page_of_another_name_that_leads_here_is_not_answered() {
    let kit = Kit::with(ServerConfig {
        hosts: vec!["agent.example.org".to_owned()],
        ..ServerConfig::default()
    })
    .await;
    let running = start(&kit).await;
    for (path, hosts, expected) in [
        ("/api/health", "host: localhost\r\n", "HTTP/1.1 200"),
        ("/api/health", "host: [::1]:9\r\n", "HTTP/1.1 200"),
        ("/api/health", "host: agent.example.org\r\n", "HTTP/1.1 200"),
        ("/api/health", "host: evil.example\r\n", "HTTP/1.1 421"),
        ("/metrics", "host: evil.example\r\n", "HTTP/1.1 421"),
        ("/", "host: evil.example\r\n", "HTTP/1.1 421"),
        ("/app/key", "host: evil.example\r\n", "HTTP/1.1 421"),
        ("/api/health", "", "HTTP/1.1 400"),
        (
            "/api/health",
            "host: localhost\r\nhost: localhost\r\n",
            "HTTP/1.1 400",
        ),
        (
            "http://evil.example/api/health",
            "host: localhost\r\n",
            "HTTP/1.1 400",
        ),
    ] {
        let request = format!("GET {path} HTTP/1.1\r\n{hosts}connection: close\r\n\r\n");
        let answer = exchange(running.address, request).await;
        assert!(answer.starts_with(expected), "{path} {hosts}: {answer}");
        if expected.ends_with("421") {
            assert!(answer.contains("\"MISDIRECTED_REQUEST\""), "{answer}");
        }
    }
    running.stop.send(()).unwrap();
    running.done.await.unwrap().unwrap();
}

/// Who stands there without a word takes no place of whoever asks how the server is.
#[tokio::test]
async fn beyond_the_limit_one_hears_how_the_server_is_and_nothing_else() {
    let config = ServerConfig {
        max_connections: 2,
        ..ServerConfig::default()
    };
    let kit = Kit::with(config).await;
    let running = start(&kit).await;
    let mut silent = Vec::new();
    for _ in 0..300 {
        silent.push(TcpStream::connect(running.address).await.unwrap());
    }
    for (path, status) in [("/api/health", 200), ("/api/v1/auth/session", 503)] {
        let asked = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
        let answer = exchange(running.address, asked).await;
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn who_sends_too_much_hears_so() {
    let kit = Kit::new().await;
    let running = start(&kit).await;
    let body = "x".repeat(32 << 20);
    let large = format!(
        "POST /api/agent/interact HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        kit.alice,
        body.len()
    );
    let answer = exchange(running.address, large).await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}
