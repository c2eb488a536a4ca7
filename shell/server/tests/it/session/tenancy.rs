use axum::body::Body;
use serde_json::{Value, json};

use crate::kit::{Kit, Reply, page, request};

const NEVER: &str = "00000000-0000-4000-8000-00000000dead";

/// Every way to name a conversation or a task of somebody else.
fn calls(session: &str, task: &str) -> Vec<(&'static str, String, Value)> {
    let of = |rest: &str| format!("/api/session/{session}{rest}");
    let task_of = |rest: &str| of(&format!("/task/{task}{rest}"));
    let mut interact = page("click Help");
    interact["taskId"] = json!(task);
    vec![
        ("GET", of("/messages"), Value::Null),
        ("GET", of("/tasks"), Value::Null),
        ("GET", of("/task/active"), Value::Null),
        ("GET", task_of(""), Value::Null),
        ("GET", task_of("/step/0/screenshot"), Value::Null),
        ("PATCH", of(""), json!({"title": "Mine"})),
        (
            "POST",
            "/api/session".to_owned(),
            json!({"sessionId": session}),
        ),
        ("POST", task_of("/stop"), json!({})),
        (
            "POST",
            task_of("/resume"),
            json!({"resolutionMethod": "user_action_on_web"}),
        ),
        ("POST", "/api/agent/interact".to_owned(), interact),
    ]
}

async fn answers(kit: &Kit, token: &str, session: &str, task: &str) -> Vec<(String, Reply)> {
    let mut answers = Vec::new();
    for (method, path, body) in calls(session, task) {
        let reply = kit
            .send(request(method, &path, token, Body::from(body.to_string())))
            .await;
        answers.push((format!("{method} {path}"), reply));
    }
    answers
}

#[tokio::test]
async fn what_is_somebody_elses_answers_like_what_never_was() {
    let kit = Kit::new().await;
    kit.script.act("click(7)");
    let mut body = page("click Help");
    body["screenshot"] = json!("iVBORw0KGgo=");
    let hers = kit.interact(&body).await.data();
    let session = hers["sessionId"].as_str().unwrap();
    let task = hers["taskId"].as_str().unwrap();
    for stranger in [&kit.bob, &kit.carol] {
        let foreign = answers(&kit, stranger, session, task).await;
        let unknown = answers(&kit, stranger, NEVER, NEVER).await;
        for ((call, foreign), (_, unknown)) in foreign.into_iter().zip(unknown) {
            // The messages of an unknown conversation repeat the id that was asked for.
            let told = String::from_utf8(foreign.bytes)
                .unwrap()
                .replace(session, NEVER);
            assert_eq!(foreign.status, unknown.status, "{call}");
            assert_eq!(told, String::from_utf8(unknown.bytes).unwrap(), "{call}");
        }
    }
    // And nothing of hers was changed.
    let path = format!("/api/session/{session}/task/{task}");
    let timeline = kit.get(&path, &kit.alice).await.data();
    assert_eq!(timeline["task"]["status"], "executing");
}

#[tokio::test]
async fn a_session_id_that_is_taken_elsewhere_is_free_here() {
    let kit = Kit::new().await;
    let body = json!({"sessionId": "3f0e9b1c-0000-4000-8000-000000000001", "title": "Hers"});
    for token in [&kit.alice, &kit.bob, &kit.carol] {
        let reply = kit.post("/api/session/init", token, &body).await;
        assert_eq!(reply.data()["created"], true);
    }
}

#[tokio::test]
async fn a_task_is_found_only_in_its_own_conversation() {
    let kit = Kit::new().await;
    let one = kit.interact(&page("one")).await.data();
    let two = kit.interact(&page("two")).await.data();
    let (session, task) = (
        one["sessionId"].as_str().unwrap(),
        two["taskId"].as_str().unwrap(),
    );
    let path = format!("/api/session/{session}/task/{task}");
    assert_eq!(
        kit.get(&path, &kit.alice).await.problem(),
        (404, "TASK_NOT_FOUND".to_owned())
    );
}

#[tokio::test]
async fn lists_hold_nothing_of_others() {
    let kit = Kit::new().await;
    kit.interact(&page("click Help")).await;
    for token in [&kit.bob, &kit.carol] {
        let list = kit
            .get("/api/session?includeArchived=true", token)
            .await
            .data();
        assert_eq!(list["pagination"]["total"], 0);
    }
}
