use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use screen_agent_action::ask::Decision;
use screen_agent_server::ServerConfig;

use crate::kit::{Kit, Reply, page, page_of, request};

/// Asks as if from this address.
async fn metrics(kit: &Kit, from: &str, header: Option<&str>) -> Reply {
    let mut asked: Request<Body> = request("GET", "/metrics", "", Body::empty());
    let peer: SocketAddr = from.parse().unwrap();
    asked.extensions_mut().insert(ConnectInfo(peer));
    if let Some(name) = header {
        let name = axum::http::HeaderName::try_from(name).unwrap();
        asked
            .headers_mut()
            .insert(name, "10.0.0.9".parse().unwrap());
    }
    kit.send(asked).await
}

/// What this machine is shown.
pub async fn page_of_figures(kit: &Kit) -> String {
    let reply = metrics(kit, "127.0.0.1:9", None).await;
    String::from_utf8(reply.bytes).unwrap()
}

#[tokio::test]
async fn figures_are_for_this_machine_alone() {
    let kit = Kit::new().await;
    for here in ["127.0.0.1:9", "[::1]:9", "[::ffff:127.0.0.1]:9"] {
        assert_eq!(metrics(&kit, here, None).await.status, 200, "{here}");
    }
    for (from, header) in [
        ("10.0.0.9:9", None),
        ("[2001:db8::1]:9", None),
        ("127.0.0.1:9", Some("x-forwarded-for")),
        ("127.0.0.1:9", Some("forwarded")),
        ("127.0.0.1:9", Some("via")),
    ] {
        let reply = metrics(&kit, from, header).await;
        assert_eq!(
            reply.problem(),
            (404, "NOT_FOUND".to_owned()),
            "{from} {header:?}"
        );
    }
}

#[tokio::test]
async fn the_operator_may_show_them_to_everybody() {
    let public = ServerConfig {
        public_metrics: true,
        ..ServerConfig::default()
    };
    let kit = Kit::with(public).await;
    assert_eq!(metrics(&kit, "10.0.0.9:9", None).await.status, 200);
}

#[tokio::test]
async fn requests_are_counted_by_class_and_status_and_nobody_is_named() {
    let kit = Kit::new().await;
    let task = kit.interact(&page("open the help")).await.data();
    kit.get("/api/session", "").await;
    let reply = metrics(&kit, "127.0.0.1:9", None).await;
    assert!(reply.header("content-type").starts_with("text/plain"));
    let text = String::from_utf8(reply.bytes).unwrap();
    for line in [
        "# TYPE screen_agent_http_requests_total counter",
        r#"screen_agent_http_requests_total{class="interact",status="200"}"#,
        r#"screen_agent_http_requests_total{class="session",status="401"}"#,
        r#"screen_agent_http_request_duration_seconds_bucket{class="interact",le="1"}"#,
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    let id = task["taskId"].as_str().unwrap();
    for name in [id, "acme", "alice", "shop.example.com", "00000000-0000"] {
        assert!(!text.contains(name), "{name}");
    }
}

#[tokio::test]
async fn what_waits_for_workers_is_counted() {
    let kit = Kit::new().await;
    let body = serde_json::json!({ "instruction": "Look", "url": "https://shop.example/" });
    let submitted = kit.post("/api/runs", &kit.alice, &body).await;
    assert_eq!(submitted.status, 201);
    let text = page_of_figures(&kit).await;
    for line in [
        r#"screen_agent_runs{status="queued"} 1"#,
        r#"screen_agent_runs{status="running"} 0"#,
        "screen_agent_runs_workers 0",
        "screen_agent_runs_oldest_seconds 0",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
}

#[tokio::test]
async fn figures_count_what_came_of_a_task() {
    let kit = Kit::new().await;
    kit.interact(&page("just say done")).await;
    kit.script.act("click(7)");
    let task = kit.interact(&page("click Help")).await.data();
    kit.script.say(Decision::Question {
        question: "Which help?".to_owned(),
        missing: vec!["help".to_owned()],
    });
    kit.interact(&page_of(&task, "click Help")).await;
    let text = page_of_figures(&kit).await;
    for line in [
        r#"screen_agent_tasks_total{outcome="completed"} 1"#,
        r#"screen_agent_questions_total 1"#,
        r#"screen_agent_verifications_total{tier="#,
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
}
