use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt as _;
use screen_agent_server::{AppState, ConfigError, ServerConfig};
use serde_json::{Value, json};

use crate::kit::{Kit, page, request, send};

const ORIGIN: &str = "chrome-extension://abcdefghijklmnopabcdefghijklmnop";

async fn with_origin() -> Kit {
    Kit::with(ServerConfig {
        extension_origins: vec![ORIGIN.to_owned()],
        ..ServerConfig::default()
    })
    .await
}

fn preflight(origin: &str, method: &str) -> Request<Body> {
    Request::builder()
        .method("OPTIONS")
        .uri("/api/session/3f0e9b1c-0000-4000-8000-000000000001")
        .header("origin", origin)
        .header("access-control-request-method", method)
        .header(
            "access-control-request-headers",
            "authorization,content-type",
        )
        .body(Body::empty())
        .unwrap()
}

#[tokio::test]
async fn only_listed_origins_may_call() {
    let kit = with_origin().await;
    for (origin, expected) in [
        (ORIGIN, ORIGIN),
        ("chrome-extension://other", ""),
        ("https://evil.example", ""),
        ("null", ""),
    ] {
        let reply = kit.send(preflight(origin, "PATCH")).await;
        assert_eq!(
            reply.header("access-control-allow-origin"),
            expected,
            "{origin}"
        );
        let mut call = request("GET", "/api/session", &kit.alice, Body::empty());
        call.headers_mut().insert("origin", origin.parse().unwrap());
        let reply = kit.send(call).await;
        assert_eq!(
            reply.header("access-control-allow-origin"),
            expected,
            "{origin}"
        );
        assert_eq!(reply.header("access-control-allow-credentials"), "");
    }
    let reply = kit.send(preflight(ORIGIN, "PATCH")).await;
    assert!(
        reply
            .header("access-control-allow-methods")
            .contains("PATCH")
    );
}

#[tokio::test]
async fn errors_can_be_read_by_listed_origins() {
    let kit = with_origin().await;
    let mut call = request("GET", "/api/session", "", Body::empty());
    call.headers_mut().insert("origin", ORIGIN.parse().unwrap());
    let reply = kit.send(call).await;
    assert_eq!(reply.status, 401);
    assert_eq!(reply.header("access-control-allow-origin"), ORIGIN);
}

/// What the extension calls and how: joining the live stream and sending files count, too.
#[tokio::test]
async fn every_call_of_the_extension_passes_its_preflight() {
    let kit = with_origin().await;
    for (method, path) in [
        ("POST", "/api/pusher/auth"),
        ("GET", "/api/realtime"),
        ("POST", "/api/knowledge/upload-to-s3"),
        ("PATCH", "/api/session/3f0e9b1c-0000-4000-8000-000000000001"),
    ] {
        let asked = Request::builder()
            .method("OPTIONS")
            .uri(path)
            .header("origin", ORIGIN)
            .header("access-control-request-method", method)
            .header(
                "access-control-request-headers",
                "authorization,content-type",
            );
        let reply = kit.send(asked.body(Body::empty()).unwrap()).await;
        assert_eq!(
            reply.header("access-control-allow-origin"),
            ORIGIN,
            "{path}"
        );
        assert!(
            reply
                .header("access-control-allow-methods")
                .contains(method)
        );
        let headers = reply.header("access-control-allow-headers");
        assert!(headers.contains("authorization") && headers.contains("content-type"));
    }
    let mut call = request("GET", "/api/session", &kit.alice, Body::empty());
    call.headers_mut().insert("origin", ORIGIN.parse().unwrap());
    let reply = kit.send(call).await;
    let readable = reply.header("access-control-expose-headers");
    for name in ["x-ratelimit-reset", "retry-after", "content-disposition"] {
        assert!(readable.contains(name), "{name}");
    }
}

#[tokio::test]
async fn patterns_are_not_origins() {
    for origin in [
        "*",
        "https://*",
        "https://a.example/",
        "chrome-extension://",
        "a.example",
    ] {
        let config = ServerConfig {
            extension_origins: vec![origin.to_owned()],
            ..ServerConfig::default()
        };
        let refused = Kit::parts(config).map(AppState::new).map(Result::err);
        assert_eq!(refused, Some(Some(ConfigError::Origin(origin.to_owned()))));
    }
}

#[tokio::test]
async fn unknown_routes_and_methods_are_typed() {
    let kit = Kit::new().await;
    for path in ["/api", "/api/nope", "/api/session/x/y/z", "/nope.js"] {
        let reply = kit.get(path, &kit.alice).await;
        assert_eq!(reply.problem(), (404, "NOT_FOUND".to_owned()), "{path}");
    }
    for (method, path) in [
        ("DELETE", "/api/session"),
        ("GET", "/api/agent/interact"),
        ("PUT", "/"),
    ] {
        let reply = kit
            .send(request(method, path, &kit.alice, Body::empty()))
            .await;
        assert_eq!(
            reply.problem(),
            (405, "METHOD_NOT_ALLOWED".to_owned()),
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn heads_have_limits() {
    let kit = Kit::new().await;
    let long = format!("/api/session?x={}", "x".repeat(8 * 1024));
    assert_eq!(kit.get(&long, &kit.alice).await.problem().0, 414);
    let mut large = request("GET", "/api/session", &kit.alice, Body::empty());
    large
        .headers_mut()
        .insert("x-large", "x".repeat(32 * 1024).parse().unwrap());
    assert_eq!(
        kit.send(large).await.problem(),
        (431, "HEADERS_TOO_LARGE".to_owned())
    );
    let mut many = request("GET", "/api/session", &kit.alice, Body::empty());
    for number in 0..100 {
        let name: axum::http::HeaderName = format!("x-{number}").parse().unwrap();
        many.headers_mut().insert(name, "1".parse().unwrap());
    }
    assert_eq!(kit.send(many).await.problem().0, 431);
}

#[tokio::test]
async fn a_request_id_is_taken_or_made() {
    let kit = Kit::new().await;
    for (given, taken) in [("abc-123", true), ("two words", false), ("", false)] {
        let mut call = request("GET", "/api/health", "", Body::empty());
        call.headers_mut()
            .insert("x-request-id", given.parse().unwrap());
        let reply = kit.send(call).await;
        assert_eq!(reply.header("x-request-id") == given, taken, "{given:?}");
        assert!(!reply.header("x-request-id").is_empty());
    }
}

#[tokio::test]
async fn replies_are_not_kept_and_not_framed() {
    let kit = Kit::new().await;
    let reply = kit.get("/api/session", &kit.alice).await;
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(reply.header("x-content-type-options"), "nosniff");
    assert_eq!(reply.header("x-frame-options"), "DENY");
}

#[tokio::test]
async fn debug_facts_are_told_only_where_the_operator_wants_them() {
    let quiet = Kit::new().await;
    assert_eq!(
        quiet.get("/api/nope", "").await.json()["debugInfo"],
        serde_json::Value::Null
    );
    let chatty = Kit::with(ServerConfig {
        debug: true,
        ..ServerConfig::default()
    })
    .await;
    let told = chatty.get("/api/nope", "").await.json();
    assert_eq!(told["debugInfo"]["errorType"], "not found");
    let mut body = page("q");
    body["url"] = serde_json::json!("nope");
    let refused = chatty.interact(&body).await;
    assert_eq!(refused.header("x-ratelimit-limit"), "60");
    assert_eq!(refused.refused().1, "url");
}

#[tokio::test]
async fn other_json_bodies_are_small() {
    let kit = Kit::new().await;
    let body = serde_json::json!({"theme": "dark", "clientVersion": "x".repeat(64 * 1024)});
    let reply = kit
        .post("/api/v1/user/preferences", &kit.alice, &body)
        .await;
    assert_eq!(reply.problem(), (413, "PAYLOAD_TOO_LARGE".to_owned()));
}

#[tokio::test]
async fn a_body_that_does_not_arrive_is_408() {
    let kit = Kit::with(ServerConfig {
        body_arrival: std::time::Duration::ZERO,
        ..ServerConfig::default()
    });
    // The sign-ins of the kit have bodies too, which arrive at once.
    let kit = kit.await;
    let never = futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>();
    let call = request(
        "POST",
        "/api/agent/interact",
        &kit.alice,
        Body::from_stream(never),
    );
    assert_eq!(
        kit.send(call).await.problem(),
        (408, "REQUEST_TIMEOUT".to_owned())
    );
}

#[tokio::test]
async fn a_body_that_breaks_off_is_400() {
    let kit = Kit::new().await;
    let broken = futures_util::stream::iter([
        Ok("{\"query\":".as_bytes().to_vec()),
        Err(std::io::Error::other("gone")),
    ]);
    let call = request(
        "POST",
        "/api/agent/interact",
        &kit.alice,
        Body::from_stream(broken),
    );
    assert_eq!(
        kit.send(call).await.problem(),
        (400, "INVALID_REQUEST".to_owned())
    );
}

#[tokio::test]
async fn bodies_fill_no_more_memory_than_there_is() {
    let kit = Kit::alone(ServerConfig {
        body_memory: 0,
        ..ServerConfig::default()
    })
    .await;
    // One body of the largest size fits; while it is held, another does not.
    let (more, rest) = tokio::sync::oneshot::channel::<Vec<u8>>();
    let (held, holding) = tokio::sync::oneshot::channel::<()>();
    let first = vec![b' '; (8 << 20) - 64];
    let last = async move {
        held.send(()).unwrap();
        Ok(rest.await.unwrap())
    };
    let body = futures_util::stream::iter([Ok::<_, std::io::Error>(first)])
        .chain(futures_util::stream::once(last));
    let call = request(
        "POST",
        "/api/agent/interact",
        &kit.alice,
        Body::from_stream(body),
    );
    let large = tokio::spawn(send(kit.app.clone(), call));
    holding.await.unwrap();
    // An upload may be larger than a request to interact; what is left of its room is too little.
    let padded = || {
        let body = " ".repeat(3 << 20) + &page("just say done").to_string();
        let call = request("POST", "/api/agent/interact", &kit.alice, body.into());
        send(kit.app.clone(), call)
    };
    assert_eq!(padded().await.problem(), (503, "SERVER_BUSY".to_owned()));
    more.send(b"{\"query\":\"just say done\"}".to_vec())
        .unwrap();
    assert_eq!(large.await.unwrap().status, 200);
    assert_eq!(padded().await.status, 200);
}

/// A lost answer and another try make one of everything that can be made.
#[tokio::test]
async fn what_is_sent_again_under_its_key_is_done_once() {
    let kit = Kit::new().await;
    let keyed = |token: &str, path: &str, key: &str, body: &Value| {
        let mut request = request("POST", path, token, body.to_string().into());
        let headers = request.headers_mut();
        headers.insert("idempotency-key", key.parse().unwrap());
        request
    };
    let body = json!({ "title": "Mine", "tags": [] });
    let path = "/api/collections";
    let first = kit.send(keyed(&kit.alice, path, "k", &body)).await;
    assert!(first.status.is_success(), "{}", first.json());
    let again = kit.send(keyed(&kit.alice, path, "k", &body)).await;
    assert_eq!((again.status, &again.bytes), (first.status, &first.bytes));
    assert_eq!(again.header("idempotent-replayed"), "true");
    let list = kit.get(path, &kit.alice).await.json();
    assert_eq!(
        list["collections"].as_array().map(Vec::len),
        Some(1),
        "{list}"
    );
    // Another body, another person, another endpoint, another key: each its own.
    let other = json!({ "title": "Other", "tags": [] });
    let other = kit.send(keyed(&kit.alice, path, "k", &other)).await;
    assert_eq!(other.status, 422);
    for (token, key) in [(&kit.bob, "k"), (&kit.alice, "l")] {
        let reply = kit.send(keyed(token, path, key, &body)).await;
        assert!(reply.status.is_success());
        assert_eq!(reply.header("idempotent-replayed"), "");
    }
    // What was refused for the moment is tried anew, what cannot be done is not.
    let bad = json!({ "title": 7 });
    let bad = [(); 2].map(|()| kit.send(keyed(&kit.carol, path, "bad", &bad)));
    for reply in futures_util::future::join_all(bad).await {
        assert!(
            matches!(reply.status.as_u16(), 400 | 409),
            "{}",
            reply.status
        );
    }
    let long = kit
        .send(keyed(&kit.alice, path, &"k".repeat(256), &body))
        .await;
    assert_eq!(long.status, 400);
}

/// Every operation says everything that one of its kind may answer.
#[test]
fn no_status_is_undeclared() {
    let api = serde_json::to_value(screen_agent_server::openapi()).unwrap();
    let mut seen = 0;
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let declared = |status: &str| operation["responses"].get(status).is_some();
            let mut wanted = vec!["414", "431"];
            if operation.get("requestBody").is_some() {
                wanted.extend(["400", "408", "413", "415"]);
            }
            if operation.get("security").is_none() {
                wanted.extend(["401", "429", "500", "503", "507"]);
            }
            for status in wanted {
                assert!(declared(status), "{method} {path}: {status}");
            }
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen}");
}
