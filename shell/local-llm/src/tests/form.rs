//! Whatever the weights: a reply parses, fits the schema and names a control that is there.

use screen_agent_ports::Thinker;
use serde_json::{Value, json};

use super::prompt;
use super::tiny::Tiny;
use crate::LocalModel;

const IDS: [&str; 4] = ["4", "17", "f1-3", "207"];

fn model(tiny: &Tiny) -> LocalModel {
    LocalModel::load(tiny.write().path()).unwrap()
}

fn fits(reply: &str) -> bool {
    let Ok(Value::Object(fields)) = serde_json::from_str(reply) else {
        return false;
    };
    let names: Vec<&str> = fields.keys().map(String::as_str).collect();
    let known = ["thought", "id", "certain", "notes"];
    names.iter().all(|name| known.contains(name))
        && fields["thought"].is_string()
        && fields["certain"].is_boolean()
        && fields["id"].as_str().is_some_and(|id| IDS.contains(&id))
}

#[tokio::test]
async fn every_reply_fits_whatever_the_weights_and_however_little_room_there_is() {
    for seed in 0..12 {
        let model = model(&Tiny {
            seed,
            ..Tiny::default()
        });
        for room in [48, 96, 200] {
            let thinking = model.think(&prompt(&IDS, room)).await;
            let text = thinking.answer.unwrap().text;
            assert!(fits(&text), "seed {seed}, room {room}: {text}");
        }
    }
}

#[tokio::test]
async fn every_kind_of_model_speaks() {
    for architecture in ["llama", "qwen2", "qwen3"] {
        let model = model(&Tiny {
            architecture,
            ..Tiny::default()
        });
        let text = model.think(&prompt(&IDS, 96)).await.answer.unwrap().text;
        assert!(fits(&text), "{architecture}: {text}");
    }
}

#[tokio::test]
async fn the_same_prompt_gets_the_same_reply_whatever_came_between() {
    let model = model(&Tiny::default());
    let first = model.think(&prompt(&IDS, 96)).await.answer;
    let other = model.think(&prompt(&["9"], 96)).await.answer.unwrap();
    assert!(other.text.contains("\"id\":\"9\""), "{}", other.text);
    assert_eq!(model.think(&prompt(&IDS, 96)).await.answer, first);
}

#[tokio::test]
async fn without_a_grammar_the_schema_counts() {
    let model = model(&Tiny::default());
    let mut prompt = prompt(&IDS, 60);
    prompt.grammar = None;
    prompt.schema = json!({ "const": { "met": true } });
    let text = model.think(&prompt).await.answer.unwrap().text;
    assert_eq!(
        serde_json::from_str::<Value>(&text).unwrap(),
        json!({ "met": true })
    );
}

#[tokio::test]
async fn a_call_is_counted() {
    let model = model(&Tiny::default());
    let thinking = model.think(&prompt(&IDS, 96)).await;
    let [call] = thinking.calls.as_slice() else {
        panic!("one call, not {:?}", thinking.calls);
    };
    assert_eq!(call.model, model.name());
    assert!(call.succeeded);
    // The vocabulary has hardly a word: nearly every character is a token.
    assert!((50..150).contains(&call.prompt_tokens), "{call:?}");
    let written = thinking.answer.unwrap().text.len();
    assert!(
        call.completion_tokens > 0 && call.completion_tokens as usize <= written,
        "{call:?}"
    );
}
