use axum::body::Body;
use insta::assert_json_snapshot;
use screen_agent_server::ServerConfig;
use serde_json::{Value, json};

use crate::kit::{Kit, page, page_of};

async fn debugging() -> Kit {
    let debug = ServerConfig {
        debug: true,
        ..ServerConfig::default()
    };
    Kit::with(debug).await
}

/// A task of one click, which did nothing, and an end.
async fn played(kit: &Kit) -> Value {
    kit.script.act("click(7)");
    let task = kit.interact(&page("open the help")).await.data();
    kit.interact(&page_of(&task, "open the help")).await;
    task
}

fn export_of(task: &Value) -> String {
    let id = task["taskId"].as_str().unwrap();
    format!("/api/debug/session/{id}/export")
}

#[tokio::test]
async fn without_debug_mode_there_is_nothing_to_see() {
    let kit = Kit::new().await;
    let task = played(&kit).await;
    for path in ["/api/debug/logs".to_owned(), export_of(&task)] {
        let reply = kit.get(&path, &kit.alice).await;
        assert_eq!(reply.problem(), (404, "NOT_FOUND".to_owned()), "{path}");
    }
}

#[tokio::test]
async fn without_a_token_there_is_nothing_to_see() {
    let kit = debugging().await;
    let task = played(&kit).await;
    for path in ["/api/debug/logs".to_owned(), export_of(&task)] {
        let reply = kit.get(&path, "").await;
        assert_eq!(reply.problem().0, 401, "{path}");
    }
}

#[tokio::test]
async fn requests_are_noted_newest_first_and_for_their_owner_alone() {
    let kit = debugging().await;
    let task = played(&kit).await;
    let session = task["sessionId"].as_str().unwrap();
    let missing = "00000000-0000-4000-8000-00000000dead";
    kit.get(
        &format!("/api/session/{session}/task/{missing}"),
        &kit.alice,
    )
    .await;
    let logs = kit.get("/api/debug/logs", &kit.alice).await;
    assert_json_snapshot!(logs.data());
    let of_task = format!(
        "/api/debug/logs?limit=1&taskId={}",
        task["taskId"].as_str().unwrap()
    );
    let one = kit.get(&of_task, &kit.alice).await.data();
    assert_eq!(one["logs"].as_array().map(Vec::len), Some(1));
    assert_eq!(one["logs"][0]["taskId"], task["taskId"]);
    for stranger in [&kit.bob, &kit.carol] {
        let logs = kit.get("/api/debug/logs", stranger).await;
        assert_eq!(logs.data(), json!({ "logs": [] }));
    }
}

#[tokio::test]
async fn a_limit_or_task_of_the_wrong_form_is_refused() {
    let kit = debugging().await;
    for (query, field) in [
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
        ("taskId=x", "taskId"),
    ] {
        let reply = kit
            .get(&format!("/api/debug/logs?{query}"), &kit.alice)
            .await;
        assert_eq!(reply.refused().1, field, "{query}");
    }
}

#[tokio::test]
async fn a_task_is_exported_whole_for_its_owner_alone() {
    let kit = debugging().await;
    let task = played(&kit).await;
    let export = kit.get(&export_of(&task), &kit.alice).await;
    assert_json_snapshot!(export.data());
    for stranger in [&kit.bob, &kit.carol] {
        let reply = kit.get(&export_of(&task), stranger).await;
        assert_eq!(reply.problem(), (404, "TASK_NOT_FOUND".to_owned()));
    }
}

#[tokio::test]
async fn an_error_says_more_in_debug_mode() {
    let kit = debugging().await;
    let missing = "/api/session/00000000-0000-4000-8000-00000000dead/task/active";
    let reply = kit.get(missing, &kit.alice).await;
    assert_json_snapshot!(reply.json()["debugInfo"]);
    let plain = Kit::new().await;
    let reply = plain.get(missing, &plain.alice).await;
    assert_eq!(reply.json()["debugInfo"], Value::Null);
}

#[tokio::test]
async fn what_is_typed_is_in_no_note() {
    let kit = debugging().await;
    let mut body = page("type my-secret-words into the search");
    body["interactiveTree"][1]["v"] = json!("page-words");
    kit.script.act(r#"setValue(f1_5, "my-secret-words")"#);
    kit.interact(&body).await;
    let request = crate::kit::request("GET", "/api/debug/logs", &kit.alice, Body::empty());
    let logs = String::from_utf8(kit.send(request).await.bytes).unwrap();
    assert!(logs.contains("/api/agent/interact"), "{logs}");
    assert!(!logs.contains("my-secret-words") && !logs.contains("page-words"));
}

#[tokio::test]
async fn notes_are_found_by_kind_and_time() {
    let kit = debugging().await;
    kit.get("/api/session", &kit.alice).await;
    kit.clock.advance(60_000);
    kit.get("/api/session/latest", &kit.alice).await;
    let endpoints = async |query: &str| -> Vec<String> {
        let path = format!("/api/debug/logs?{query}");
        let data = kit.get(&path, &kit.alice).await.data();
        let logs = data["logs"].as_array().unwrap().iter();
        logs.map(|log| format!("{} {}", log["logType"].as_str().unwrap(), log["endpoint"]))
            .collect()
    };
    let failed = r#"error "GET /api/session/latest""#.to_owned();
    let listed = r#"request "GET /api/session""#.to_owned();
    assert_eq!(endpoints("").await, [failed.clone(), listed.clone()]);
    assert_eq!(
        endpoints("logType=error").await,
        std::slice::from_ref(&failed)
    );
    assert_eq!(endpoints("logType=request").await, [listed]);
    assert_eq!(endpoints("logType=model").await, Vec::<String>::new());
    assert_eq!(endpoints("since=2026-03-04T12:00:30Z").await, [failed]);
    for (query, field) in [("logType=sql", "logType"), ("since=noon", "since")] {
        let reply = kit
            .get(&format!("/api/debug/logs?{query}"), &kit.alice)
            .await;
        assert_eq!(reply.json()["details"]["field"], field);
    }
}
