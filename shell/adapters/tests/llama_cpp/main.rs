//! The client against a server and a model that others made. The model is tiny: only the form of
//! what it says is looked at, never the sense.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod packets;
mod server;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use screen_agent_adapters::{Models, ModelsConfig, probe};
use screen_agent_page::{Node, Observation, Role as Kind};
use screen_agent_ports::Thinker;
use screen_agent_think as think;
use screen_agent_think::models::{ModelTier, ThinkFailure};
use screen_agent_think::recollect::Recollection;
use screen_agent_think::{Brief, Prompt, Topic};
use serde_json::{Value, json};

use server::Server;

/// A question whose answers are all short.
fn prompt() -> Prompt {
    Prompt {
        topic: "act",
        role: ModelTier::Fast,
        system: "Choose a button. Answer with JSON alone.".into(),
        user: "Buttons: 4 (Save), 17 (Close). The person wants to save.".into(),
        schema: json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "thought": { "type": "string", "maxLength": 40 },
                "id": { "enum": ["4", "17"] },
            },
            "required": ["thought", "id"],
        }),
        grammar: None,
        reply_tokens: 120,
        temperature: Some(0.0),
        picture: None,
    }
}

fn brief(topic: Topic, models: &Models) -> Brief {
    let nodes = [("4", "btn", "Save"), ("17", "inp", "Name")];
    Brief {
        topic,
        query: "save it under the name Otto".to_owned(),
        answers: Vec::new(),
        today: "2026-03-04".to_owned(),
        seen: Arc::new(Observation {
            url: "https://notes.test/".to_owned(),
            nodes: nodes
                .map(|(id, role, name)| Node::new(id, Kind::parse(role), name))
                .to_vec(),
            ..Observation::default()
        }),
        steps: Vec::new(),
        plan: None,
        refused: Vec::new(),
        changes: Vec::new(),
        not_done: None,
        memory: BTreeMap::new(),
        recalled: Recollection::default(),
        searches: Vec::new(),
        summary: None,
        resolution: BTreeMap::new(),
        limits: models.limits(),
        can_search: false,
        can_chain: false,
        repair: None,
        secrets: Default::default(),
        file: None,
    }
}

#[tokio::test]
#[ignore = "needs a model and its server: cargo xtask test"]
async fn a_streamed_answer_keeps_to_the_schema_and_is_counted() {
    let server = Server::start().await;
    let thinking = server.models().think(&prompt()).await;
    let answer = thinking.answer.unwrap();
    let fields: Value = serde_json::from_str(&answer.text).unwrap();
    assert!(
        ["4", "17"].contains(&fields["id"].as_str().unwrap()),
        "{fields}"
    );
    assert!(fields["thought"].is_string(), "{fields}");
    assert!(!answer.degraded);
    let [call] = thinking.calls.as_slice() else {
        panic!("one call, not {:?}", thinking.calls);
    };
    assert!(call.succeeded);
    assert!((20..200).contains(&call.prompt_tokens), "{call:?}");
    assert!((5..=120).contains(&call.completion_tokens), "{call:?}");
}

/// Bounded, as a model this small finds no end by itself.
fn bounded(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let mut fields: serde_json::Map<String, Value> = fields
                .iter()
                .map(|(name, part)| (name.clone(), bounded(part)))
                .collect();
            match fields.get("type").and_then(Value::as_str) {
                Some("string") => drop(fields.insert("maxLength".into(), 20.into())),
                Some("array") => drop(fields.insert("maxItems".into(), 2.into())),
                _ => {}
            }
            Value::Object(fields)
        }
        Value::Array(parts) => parts.iter().map(bounded).collect(),
        other => other.clone(),
    }
}

#[tokio::test]
#[ignore = "needs a model and its server: cargo xtask test"]
async fn every_schema_of_the_turn_is_understood_and_what_comes_is_read_or_refused_in_words() {
    let server = Server::start().await;
    let models = server.models();
    let why = "it is full".to_owned();
    let topics = [
        Topic::Analyze,
        Topic::Evaluate,
        Topic::Complete { missing: vec![] },
        Topic::Plan { why: None },
        Topic::Health { change: why },
        Topic::Act,
        Topic::Correct,
        Topic::Glance,
        Topic::Judge { claim: None },
        Topic::Chat,
    ];
    for topic in topics {
        let mut prompt = think::prompt(&brief(topic.clone(), &models), "a1b2c3");
        prompt.schema = bounded(&prompt.schema);
        prompt.temperature = Some(0.0);
        let thinking = models.think(&prompt).await;
        let word = topic.word();
        let text = thinking
            .answer
            .unwrap_or_else(|why| panic!("{word}: {why:?}"))
            .text;
        if let Err(why) = think::read(&topic, &text) {
            assert!(!why.is_empty() && why.len() < 300, "{word}: {why}");
        }
    }
}

#[tokio::test]
#[ignore = "needs a model and its server: cargo xtask test"]
async fn a_call_that_is_dropped_leaves_the_server_free() {
    let server = Server::start().await;
    let models = server.models();
    let mut endless = prompt();
    endless.schema = json!({ "type": "string", "minLength": 20_000 });
    endless.reply_tokens = 3_000;
    let waiting = tokio::time::timeout(Duration::from_millis(500), models.think(&endless));
    assert!(waiting.await.is_err(), "it cannot have ended by then");
    // The server has one place: what was dropped must have left it.
    let patient = Models::new(ModelsConfig::one(
        server.config().within(Duration::from_secs(20)),
    ));
    assert!(patient.unwrap().think(&prompt()).await.answer.is_ok());
}

#[tokio::test]
#[ignore = "needs a model and its server: cargo xtask test"]
async fn an_answer_that_takes_too_long_is_a_time_out_that_is_counted() {
    let server = Server::start().await;
    let mut endless = prompt();
    endless.schema = json!({ "type": "string", "minLength": 20_000 });
    endless.reply_tokens = 3_000;
    let hasty = server.config().within(Duration::from_secs(1));
    let models = Models::new(ModelsConfig::one(hasty)).unwrap();
    let thinking = models.think(&endless).await;
    assert_eq!(thinking.answer, Err(ThinkFailure::TimedOut));
    assert!(!thinking.calls.is_empty());
    assert!(thinking.calls.iter().all(|call| !call.succeeded));
}

#[tokio::test]
#[ignore = "needs a model and its server: cargo xtask test"]
async fn a_prompt_that_the_server_has_no_room_for_is_no_answer_at_once() {
    let server = Server::start().await;
    let mut config = server.config();
    config.window = 100_000;
    let models = Models::new(ModelsConfig::one(config)).unwrap();
    let mut long = prompt();
    long.user = "a page without end ".repeat(5_000);
    let thinking = models.think(&long).await;
    assert_eq!(thinking.answer, Err(ThinkFailure::Unavailable));
}

#[tokio::test]
#[ignore = "needs a model and its server: cargo xtask test"]
async fn the_probe_finds_what_the_server_can_do() {
    let server = Server::start().await;
    let report = probe::probe(&server.config()).await.unwrap().unwrap();
    assert_eq!(report.schema, probe::Support::Kept, "{report:?}");
    assert_eq!(report.stream, probe::Support::Kept, "{report:?}");
    assert_eq!(report.usage, probe::Support::Kept, "{report:?}");
}
