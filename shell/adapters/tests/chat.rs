//! The chat client against a server that speaks the real protocol and misbehaves on purpose.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use screen_agent_adapters::{ChatConfig, ChatModel, Secret};
use screen_agent_kernel::action::Action;
use screen_agent_kernel::ask::{Ask, Decision, ProposeFailure};
use screen_agent_page::{NodeId, Observation};
use screen_agent_runner::ports::{Proposer, Usage};
use serde_json::{Value, json};

/// The key and the body of a request.
type Asked = (Option<String>, Value);

/// Whether a failure is the one that is meant.
type Expected = fn(&ProposeFailure) -> bool;

/// What the server answers, one after the other, and what it was asked.
#[derive(Clone, Default)]
struct Script {
    answers: Arc<Mutex<Vec<Answer>>>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

enum Answer {
    Says(&'static str),
    Status(u16),
    Raw(String),
    Never,
}

async fn answer(
    State(script): State<Script>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    let key = headers
        .get("authorization")
        .map(|value| value.to_str().unwrap().to_owned());
    script.asked.lock().unwrap().push((key, body));
    let next = script.answers.lock().unwrap().remove(0);
    match next {
        Answer::Says(text) => Json(json!({
            "choices": [{ "message": { "role": "assistant", "content": text } }],
            "usage": { "prompt_tokens": 120, "completion_tokens": 9 },
        }))
        .into_response(),
        Answer::Status(status) => StatusCode::from_u16(status).unwrap().into_response(),
        Answer::Raw(raw) => raw.into_response(),
        Answer::Never => std::future::pending().await,
    }
}

/// A model that answers by the script.
async fn model(answers: Vec<Answer>) -> (ChatModel, Script) {
    let script = Script {
        answers: Arc::new(Mutex::new(answers)),
        ..Script::default()
    };
    let router = Router::new()
        .route("/v1/chat/completions", post(answer))
        .with_state(script.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}/v1/", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let config = ChatConfig {
        base_url,
        key: Some(Secret::new("sk-test")),
        model: "test-model".into(),
        temperature: 0.2,
        timeout: Duration::from_millis(500),
    };
    (ChatModel::new(config, || "a1b2c3".into()).unwrap(), script)
}

fn ask() -> Ask {
    Ask {
        query: "press Save".into(),
        answers: Vec::new(),
        seen: Arc::new(Observation {
            url: "http://a.example/".into(),
            ..Observation::default()
        }),
        steps: Vec::new(),
        notes: Default::default(),
        refused: Vec::new(),
        today: "2026-01-15".into(),
    }
}

fn click(id: &str) -> Decision {
    Decision::Act {
        action: Action::Click {
            id: NodeId::new(id),
        },
    }
}

const SAVE: &str = r#"{"thought":"I press Save.","action":"click(7)"}"#;

#[tokio::test]
async fn a_reply_becomes_a_proposal_with_its_cost() {
    let (model, script) = model(vec![Answer::Says(SAVE)]).await;
    let proposed = model.propose(&ask()).await.unwrap();
    assert_eq!(proposed.proposal.decision, click("7"));
    assert_eq!(
        proposed.usage,
        Some(Usage {
            prompt_tokens: 120,
            completion_tokens: 9
        })
    );
    let asked = script.asked.lock().unwrap();
    assert_eq!(asked[0].0.as_deref(), Some("Bearer sk-test"));
    assert_eq!(asked[0].1["model"], "test-model");
    assert!(
        asked[0].1["messages"][1]["content"]
            .as_str()
            .unwrap()
            .contains("press Save")
    );
}

#[tokio::test]
async fn a_server_that_knows_no_schema_is_asked_for_less_and_remembered() {
    let answers = vec![
        Answer::Status(400),
        Answer::Status(422),
        Answer::Says(SAVE),
        Answer::Says(SAVE),
    ];
    let (model, script) = model(answers).await;
    assert_eq!(
        model.propose(&ask()).await.unwrap().proposal.decision,
        click("7")
    );
    assert_eq!(
        model.propose(&ask()).await.unwrap().proposal.decision,
        click("7")
    );
    let forms: Vec<Value> = script
        .asked
        .lock()
        .unwrap()
        .iter()
        .map(|(_, body)| body["response_format"]["type"].clone())
        .collect();
    assert_eq!(
        forms,
        [
            json!("json_schema"),
            json!("json_object"),
            Value::Null,
            Value::Null
        ]
    );
}

#[tokio::test]
async fn an_unreadable_reply_is_asked_for_once_more_and_both_are_paid_for() {
    let (model, script) = model(vec![Answer::Says("I would press it."), Answer::Says(SAVE)]).await;
    let proposed = model.propose(&ask()).await.unwrap();
    assert_eq!(proposed.proposal.decision, click("7"));
    assert_eq!(
        proposed.usage,
        Some(Usage {
            prompt_tokens: 240,
            completion_tokens: 18
        })
    );
    let asked = script.asked.lock().unwrap();
    assert!(
        asked[1].1["messages"][1]["content"]
            .as_str()
            .unwrap()
            .contains("not usable")
    );
}

#[tokio::test]
async fn what_goes_wrong_is_told_apart() {
    let long = "x".repeat(100_000);
    let cases: Vec<(Vec<Answer>, Expected)> = vec![
        (vec![Answer::Status(500)], |failure| {
            *failure == ProposeFailure::Unavailable
        }),
        (vec![Answer::Status(401)], |failure| {
            *failure == ProposeFailure::Unavailable
        }),
        (vec![Answer::Never], |failure| {
            *failure == ProposeFailure::TimedOut
        }),
        (vec![Answer::Raw("<html>".into())], |failure| {
            matches!(failure, ProposeFailure::Unreadable { .. })
        }),
        (vec![Answer::Raw(long)], |failure| {
            matches!(failure, ProposeFailure::Unreadable { .. })
        }),
        (vec![Answer::Says(""), Answer::Says("")], |failure| {
            matches!(failure, ProposeFailure::Unreadable { .. })
        }),
        (vec![Answer::Says("no"), Answer::Says("no")], |failure| {
            matches!(failure, ProposeFailure::Unreadable { .. })
        }),
    ];
    for (answers, expected) in cases {
        let (model, _script) = model(answers).await;
        let failure = model.propose(&ask()).await.unwrap_err();
        assert!(expected(&failure), "{failure:?}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unavailable() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    let config = ChatConfig {
        base_url,
        key: None,
        model: "m".into(),
        temperature: 0.0,
        timeout: Duration::from_secs(2),
    };
    let model = ChatModel::new(config, String::new).unwrap();
    assert_eq!(
        model.propose(&ask()).await,
        Err(ProposeFailure::Unavailable)
    );
}

#[test]
fn a_key_is_never_printed() {
    assert_eq!(format!("{:?}", Secret::new("sk-test")), "•••");
}
