//! Invoking services, against one that checks signatures.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use ring::hmac::{HMAC_SHA256, Key, verify};
use screen_agent_adapters::hook::SIGNATURE;
use screen_agent_adapters::{AddressError, HookConfig, Hooks, SecretKey, SetupError};
use screen_agent_ports::{Hook, HookFailure};
use serde_json::{Value, json};
use tokio::net::TcpListener;

const SECRET: &str = "a secret that both sides know";

type Heard = Arc<Mutex<Vec<(String, String)>>>;

async fn service(timeout: Duration) -> (Hooks, Heard) {
    let heard = Heard::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new()
        .route("/hook", post(hear))
        .with_state(heard.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let config = HookConfig {
        operations: ["create", "fail", "long", "words", "silent", "hang"]
            .map(str::to_owned)
            .to_vec(),
        timeout,
        ..HookConfig::new(
            "notes",
            format!("http://{address}/hook"),
            SecretKey::new(SECRET),
        )
    };
    (Hooks::new(vec![config]).unwrap(), heard)
}

async fn hear(State(heard): State<Heard>, headers: HeaderMap, body: String) -> Response {
    let signature = headers[SIGNATURE].to_str().unwrap().to_owned();
    heard.lock().unwrap().push((signature, body.clone()));
    let body: Value = serde_json::from_str(&body).unwrap();
    match body["operation"].as_str().unwrap() {
        "create" => axum::Json(json!({ "made": body["payload"] })).into_response(),
        "fail" => StatusCode::BAD_GATEWAY.into_response(),
        "long" => "1".repeat(65 * 1024).into_response(),
        "words" => "Thank you!".into_response(),
        "silent" => StatusCode::NO_CONTENT.into_response(),
        _ => std::future::pending().await,
    }
}

#[tokio::test]
async fn what_is_sent_is_signed() {
    let (hooks, heard) = service(Duration::from_secs(30)).await;
    let payload = json!({ "title": "Tea" });
    let answer = hooks.invoke("notes", "create", &payload, "key-1").await;
    assert_eq!(answer, Ok(json!({ "made": payload })));
    let (signature, body) = heard.lock().unwrap()[0].clone();
    let sent: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(sent["operation"], "create");
    assert_eq!(sent["payload"], payload);
    assert_eq!(sent["idempotency_key"], "key-1");
    let at = sent["sent_at"].as_u64().unwrap();
    assert!(at > 1_700_000_000, "{at}");
    let (seconds, mac) = signature.split_once(",v1=").unwrap();
    let seconds = seconds.strip_prefix("t=").unwrap();
    let key = Key::new(HMAC_SHA256, SECRET.as_bytes());
    let said = format!("{seconds}.{body}");
    verify(&key, said.as_bytes(), &hex::decode(mac).unwrap()).unwrap();
}

#[tokio::test]
async fn what_a_service_answers_is_bounded() {
    let (hooks, _) = service(Duration::from_millis(300)).await;
    for (operation, expected) in [
        ("fail", Err(HookFailure::Status(502))),
        ("long", Err(HookFailure::Unreadable)),
        ("words", Err(HookFailure::Unreadable)),
        ("silent", Ok(Value::Null)),
        ("hang", Err(HookFailure::TimedOut)),
        ("delete", Err(HookFailure::Unknown)),
    ] {
        let answer = hooks.invoke("notes", operation, &json!({}), "k").await;
        assert_eq!(answer, expected, "{operation}");
    }
    let answer = hooks.invoke("mail", "create", &json!({}), "k").await;
    assert_eq!(answer, Err(HookFailure::Unknown));
}

#[test]
fn a_service_is_reached_over_https_or_here() {
    let made =
        |url: &str| Hooks::new(vec![HookConfig::new("a", url, SecretKey::new("s"))]).map(drop);
    for url in [
        "https://hooks.example/a?b=c",
        "http://127.0.0.1:9/",
        "http://localhost:9/",
    ] {
        assert!(made(url).is_ok(), "{url}");
    }
    for (url, expected) in [
        ("http://hooks.example/", AddressError::KeyInTheClear),
        ("https://me:word@hooks.example/", AddressError::Laden),
        ("ftp://hooks.example/", AddressError::NotWeb),
        ("hooks.example", AddressError::NotWeb),
    ] {
        match made(url) {
            Err(SetupError::Address(found)) => assert_eq!(found, expected, "{url}"),
            other => panic!("{url}: {other:?}"),
        }
    }
}
