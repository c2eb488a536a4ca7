//! The corpus: requests with what is expected of their replies beside them, and what holds of every reply.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::PathBuf;

use proptest::prelude::*;
use std::sync::Arc;

use screen_agent_ide::intent::registry::{Registry, TASKS};
use screen_agent_ide::intent::resolve::resolve;
use screen_agent_ide::{IdeMeans, Job, ProposedBy};
use screen_agent_wire::ide::{IdeRequest, IdeTask};
use serde_json::{Value, json};

const TRACE: &str = "00000000-0000-4000-8000-000000000001";

fn cases() -> Vec<(String, Value)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/ide");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (at, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            let name = format!("{}:{}", file.file_name().unwrap().to_string_lossy(), at + 1);
            cases.push((
                name.clone(),
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}")),
            ));
        }
    }
    cases
}

fn ask(task: IdeTask, request: &Value) -> Value {
    let means = IdeMeans {
        hosts: vec!["api.example.com".into()],
        dev_flags: Some(Default::default()),
        ..IdeMeans::default()
    };
    let read: Result<IdeRequest, _> = screen_agent_wire::read(request.to_string().as_bytes());
    let reply = read.map_err(|fault| fault.to_string());
    let reply = reply.and_then(|request| {
        let job = Job {
            task,
            request,
            means: Arc::new(means),
            registry: Arc::default(),
            fetched: None,
        };
        let draft = job.check().and_then(|()| job.draft(&|_| ()));
        let draft = draft.map_err(|fault| fault.to_string())?;
        Ok(job.reply(draft, &ProposedBy::Rules, TRACE))
    });
    match reply {
        Ok(reply) => serde_json::to_value(reply).unwrap(),
        Err(fault) => json!({ "fault": fault }),
    }
}

#[test]
fn every_case_comes_to_what_is_expected() {
    let cases = cases();
    assert!(cases.len() >= 60, "{}", cases.len());
    let mut wrong = Vec::new();
    for (name, case) in &cases {
        let reply = match case["task"].as_str().unwrap() {
            "resolve" => serde_json::to_value(resolve(
                &Registry::default(),
                case["text"].as_str().unwrap(),
                None,
            ))
            .unwrap(),
            _ => ask(
                serde_json::from_value(case["task"].clone()).unwrap(),
                &case["request"],
            ),
        };
        for (pointer, expected) in case["expected"].as_object().unwrap() {
            let found = reply.pointer(pointer).cloned().unwrap_or_default();
            if found != *expected {
                wrong.push(format!(
                    "{name} {pointer}\n  expected {expected}\n  found    {found}"
                ));
            }
        }
        if reply.get("fault").is_none() && case["task"] != "resolve" {
            holds(&reply);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What holds of every reply.
fn holds(reply: &Value) {
    assert!(!has_null(reply), "{reply}");
    assert!(reply["response"].as_str().unwrap().len() <= 2_048);
    assert!(!reply["title"].as_str().unwrap().is_empty());
    let preview = &reply["artifacts"]["cogo_ui_json_preview"];
    assert!(preview.to_string().len() <= 4_096);
    for action in reply["cli_actions"].as_array().into_iter().flatten() {
        assert_eq!(action["dry_run"], true);
        let pointer = format!(
            "/{}",
            action["input_artifact_ref"]
                .as_str()
                .unwrap()
                .replace('.', "/")
        );
        assert!(reply.pointer(&pointer).is_some(), "{action}");
    }
    let toast = reply["ide_hints"]["toast"].is_string();
    assert_eq!(
        toast,
        is_empty(reply),
        "a toast where nothing was found, and only there: {reply}"
    );
}

/// Nothing was found.
fn is_empty(reply: &Value) -> bool {
    let none = |name: &str| reply["result"][name].as_array().is_none_or(Vec::is_empty);
    match reply["task_type"].as_str().unwrap() {
        "design_generate" => {
            let tree = &reply["result"]["cogo_ui_json"]["tree"];
            tree.as_array()
                .unwrap()
                .iter()
                .all(|node| node["id"] == "root" && node["children"] == json!([]))
        }
        "symbols_identify" => none("symbols") && none("events"),
        "variables_derive" => none("variables"),
        "bdd_generate" | "bdd_refine" => none("scenarios"),
        "actionflow_generate" | "actionflow_refine" => reply["artifacts"]["actionflow"].is_null(),
        "figma_context_scan" | "figma_apply" => false,
        "data_action_generate" => reply["artifacts"]["action"].is_null(),
        other => panic!("{other}"),
    }
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(entries) => entries.iter().any(has_null),
        Value::Object(fields) => fields.values().any(has_null),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Whatever is sent, there is a reply or a fault with its place; and nothing is empty without its toast.
fn anything() -> impl Strategy<Value = Value> {
    let keys = prop::sample::select(vec![
        "text",
        "prompt",
        "cogo_ui_json",
        "ui_json",
        "symbols",
        "event_id",
        "event_list",
        "bdd_text",
        "bdd_struct",
        "current_bdd",
        "current_flow",
        "refinement_queries",
        "api",
        "page_id",
        "page",
        "projectId",
        "payload",
        "policy",
        "intent",
        "id",
        "type",
        "name",
        "steps",
        "scenarios",
        "children",
        "tree",
        "path",
        "method",
        "values",
        "actionType",
        "execute",
    ]);
    let words = prop::sample::select(vec![
        "login button with 3 images",
        "#userName",
        "#onLoginClicked",
        "button",
        "input_field",
        "Given #a\nWhen #onX occurs\nThen call #restAPI:Y",
        "guard errors loading",
        "/users/{id}",
        "GET",
        "conditional",
        "#a == 1",
        "flow \"f\"\n  basic x",
        "",
        "\u{0}",
        "로그인 버튼",
        "#FFFFFF",
    ]);
    let leaf = prop_oneof![
        4 => words.prop_map(|word| json!(word)),
        1 => any::<bool>().prop_map(|yes| json!(yes)),
        1 => any::<i64>().prop_map(|number| json!(number)),
    ];
    leaf.prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::btree_map(keys.clone(), inner, 0..6).prop_map(|fields| json!(fields)),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_is_sent_is_answered_or_refused(request in anything(), at in 0..TASKS.len()) {
        let reply = ask(TASKS[at].task, &request);
        if reply.get("fault").is_none() {
            // What clients sent as null, or in their own documents, is theirs; what holds of replies holds here, too.
            holds(&reply);
        }
    }
}
