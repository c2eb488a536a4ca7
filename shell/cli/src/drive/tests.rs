//! A real browser, and a server that plays a part.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::State;
use axum::response::Html;
use axum::routing::{get, post};
use axum::{Json, Router};
use screen_agent_browser::{Browser, Hands, LaunchOptions, find_browser};
use screen_agent_wire::extension::response::InteractStatus;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Answerer, Assignment, Door, RunEvent, drive};
use crate::exit::Ending;

/// The second field forgets what was typed into it.
const FORM: &str = "<!doctype html><title>Form</title><form>
  <label>First name <input></label>
  <label>Code <input onchange='this.value = \"\"'></label>
  <label>Last name <input></label></form>";

/// Everything that was asked, in order.
type Asked = Arc<Mutex<Vec<Value>>>;

/// A site on the loopback interface.
async fn site() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let router = Router::new().route("/", get(|| async { Html(FORM) }));
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

fn id(request: &Value, name: &str) -> String {
    let tree = request["interactiveTree"].as_array().unwrap();
    let node = tree.iter().find(|node| node["n"] == name).unwrap();
    node["i"].as_str().unwrap().to_owned()
}

/// First more of the page is wanted, then a form is filled in a row, then it is over.
fn reply(request: &Value, turn: usize) -> Value {
    let mut data = json!({
        "taskId": Uuid::from_u128(1), "sessionId": Uuid::from_u128(2),
        "status": "executing", "taskType": "web_only", "hasOrgKnowledge": false,
    });
    let said = match turn {
        0 => json!({
            "status": "needs_context", "requestedDomMode": "hybrid",
            "needsScreenshot": true, "needsSkeletonDom": true, "reason": "look closer",
        }),
        1 => {
            let link = |index: u32, name: &str| {
                let id = id(request, name);
                json!({
                    "action": format!("setValue({id}, \"Ada\")"), "description": name,
                    "index": index, "actionType": "setValue", "verificationLevel": "client",
                    "clientVerificationChecks": [
                        { "type": "value_matches", "elementId": id, "expectedValue": "Ada" }
                    ],
                })
            };
            let links = [link(0, "First name"), link(1, "Code"), link(2, "Last name")];
            json!({ "action": links[0]["action"], "actions": links, "thought": "I fill it in." })
        }
        _ => json!({ "action": "finish(\"as far as it goes\")", "status": "completed" }),
    };
    for (field, value) in said.as_object().unwrap() {
        data[field] = value.clone();
    }
    json!({ "success": true, "data": data })
}

async fn answer(State(asked): State<Asked>, Json(request): Json<Value>) -> Json<Value> {
    let mut asked = asked.lock().unwrap();
    let reply = reply(&request, asked.len());
    asked.push(request);
    Json(reply)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_stops_where_a_check_fails_and_more_is_sent_when_asked() {
    let asked = Asked::default();
    let router = Router::new()
        .route("/api/agent/interact", post(answer))
        .with_state(asked.clone());
    let door = Door::here(router, String::new());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&path).collect();
    let browser = find_browser(None, &folders).unwrap();
    let mut options = LaunchOptions::new(browser);
    options.no_sandbox = true;
    let browser = Browser::launch(options).await.unwrap();
    let mut hands = Hands::on(browser).await.unwrap();
    hands.open(&site().await).await.unwrap();
    let plan = Assignment {
        today: "2026-03-04".to_owned(),
        files: vec!["notes.txt".to_owned()],
        ..Assignment::new("fill it in", 10, Answerer::Nobody)
    };
    let mut events = Vec::new();
    let ran = {
        let mut tell = |event: &RunEvent, _: Option<&_>| events.push(event.clone());
        drive(&mut hands, &door, Uuid::from_u128(2), &plan, &mut tell).await
    };
    hands.close().await;
    let ran = ran.unwrap();

    assert_eq!(
        (ran.ending, ran.status),
        (Ending::Done, InteractStatus::Completed)
    );
    let asked = asked.lock().unwrap();
    assert_eq!(asked.len(), 3);
    let told = |request: usize, field: &str| asked[request][field].clone();
    let can = asked[0]["client"]["capabilities"].as_array().unwrap();
    assert!(can.contains(&json!("chain")));
    assert_eq!(asked[0]["client"]["files"], json!(["notes.txt"]));
    for (request, mode, more) in [
        (0, "semantic", false),
        (1, "hybrid", true),
        (2, "semantic", false),
    ] {
        assert_eq!(told(request, "domMode"), json!(mode));
        assert_eq!(told(request, "screenshot").is_string(), more, "{request}");
        assert_eq!(told(request, "skeletonDom").is_string(), more, "{request}");
        assert!(told(request, "dom").is_null(), "{request}");
    }
    let first = format!("setValue({}, \"Ada\")", id(&asked[1], "First name"));
    let partial = json!({ "executedActions": [first], "totalActionsInChain": 3 });
    assert_eq!(told(2, "chainPartialState"), partial);
    assert_eq!(told(2, "chainError")["failedIndex"], json!(1));
    assert_eq!(told(2, "chainError")["code"], json!("CHAIN_FAILED"));
    assert_eq!(told(2, "lastExecutedActionIndex"), json!(0));

    let checks: Vec<bool> = events
        .iter()
        .filter_map(|event| match event {
            RunEvent::Checked { passed, .. } => Some(*passed),
            _ => None,
        })
        .collect();
    assert_eq!(checks, [true, false]);
    let decided = events
        .iter()
        .filter(|event| matches!(event, RunEvent::Decided { .. }));
    assert_eq!((decided.count(), ran.steps), (2, 2));
}

/// Something between takes every word and loses the answer.
#[tokio::test]
async fn who_says_nothing_is_not_waited_for_for_ever() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", silent.local_addr().unwrap());
    let door = Door::with_token(&base, String::new());
    let door = door.within(Duration::from_millis(50)).unwrap();
    let asked = door.post::<_, Value>("/api/work/claim", &json!({})).await;
    let told = asked.err().unwrap().to_string();
    assert_eq!(told, format!("no server answers at {base}"));
    drop(silent);
}
