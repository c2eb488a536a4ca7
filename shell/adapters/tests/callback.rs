//! What is posted to where somebody said: signed so that others' libraries know it, and nowhere inside the network.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use screen_agent_adapters::hook::SIGNATURE;
use screen_agent_adapters::{FetchConfig, WebFetch};
use screen_agent_ports::{Callbacks, FetchFailure};
use tokio::net::TcpListener;

const SECRET: &str = "0123456789abcdef";
const BODY: &str = r#"{"id":"a-1","run":{"status":"done","result":"Tee für zwei"}}"#;

type Heard = Arc<Mutex<Vec<(String, String)>>>;

async fn hear(State(heard): State<Heard>, uri: Uri, headers: HeaderMap, body: String) -> Response {
    assert_eq!(headers[CONTENT_TYPE], "application/json");
    let signature = headers[SIGNATURE].to_str().unwrap().to_owned();
    heard.lock().unwrap().push((signature, body));
    match uri.path() {
        "/well" => StatusCode::NO_CONTENT.into_response(),
        "/on" => (StatusCode::FOUND, [(LOCATION, "/well")]).into_response(),
        _ => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Where it listens, and what it heard.
async fn service() -> (String, Heard) {
    let heard = Heard::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let router = Router::new().fallback(hear).with_state(heard.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, heard)
}

fn web(private: &[&str]) -> WebFetch {
    let private_hosts = private.iter().map(|host| host.parse().unwrap()).collect();
    WebFetch::new(FetchConfig {
        private_hosts,
        ..FetchConfig::default()
    })
    .unwrap()
}

#[tokio::test]
async fn only_success_at_the_very_address_was_heard() {
    let (address, heard) = service().await;
    let web = web(&[&address]);
    for (path, expected) in [
        ("/well", Ok(())),
        ("/on", Err(FetchFailure::Status(302))),
        ("/ill", Err(FetchFailure::Status(500))),
    ] {
        let url = format!("http://{address}{path}");
        let told = web.call(&url, SECRET, BODY.to_owned());
        assert_eq!(told.await, expected, "{path}");
    }
    assert_eq!(heard.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn nothing_is_posted_inside_the_network() {
    let (address, heard) = service().await;
    let web = web(&[]);
    for url in [
        format!("http://{address}/well"),
        "https://169.254.169.254/latest".to_owned(),
        "https://[::1]/".to_owned(),
        "file:///etc/passwd".to_owned(),
    ] {
        let told = web.call(&url, SECRET, BODY.to_owned()).await;
        assert_eq!(told, Err(FetchFailure::Blocked), "{url}");
    }
    assert!(heard.lock().unwrap().is_empty());
}

/// A library that many receivers use checks what was posted, unchanged and as it is published.
#[tokio::test]
async fn a_published_library_knows_the_signature() {
    let has_node = Command::new("node")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !has_node {
        eprintln!("skipped: Node.js is missing");
        return;
    }
    let (address, heard) = service().await;
    let url = format!("http://{address}/well");
    web(&[&address])
        .call(&url, SECRET, BODY.to_owned())
        .await
        .unwrap();
    let (signature, body) = heard.lock().unwrap()[0].clone();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/callback.test.mjs");
    let tested = Command::new("node")
        .args(["--test", "--test-reporter=spec"])
        .arg(file)
        .env("SIGNATURE", signature)
        .env("BODY", body)
        .env("SECRET", SECRET)
        .status()
        .unwrap();
    assert!(tested.success(), "see above");
}
