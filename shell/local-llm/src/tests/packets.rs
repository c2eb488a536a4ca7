//! The packet surface's own questions: whatever the weights, the answer is a packet.

use std::path::Path;
use std::time::Duration;

use screen_agent_answer::model::{self, How, Repair};
use screen_agent_packet::read;
use screen_agent_packet::run::{
    Call, Earlier, Effect, Event, Lasting, Means, Moment, advance, open,
};
use screen_agent_ports::Thinker;
use screen_agent_think::Prompt;
use screen_agent_wire::packet::{RequestPacket, ResponsePacket};
use serde_json::{Value, json};

use super::tiny::Tiny;
use crate::{LocalModel, LocalOptions};

const TEA: &str = "H1: Tea by the harbour\nThe tea house opened in 1931. A pot of green tea costs 4 euros.\n\
    It is open from nine until six, and closed on Mondays.";

fn request(task: &str, args: &Value) -> RequestPacket {
    let request = json!({
        "protocol": {"name": "laika.llmcp", "version": 1},
        "id": "req-1", "type": "request", "created_at": "2026-01-24T12:34:56.789Z",
        "conversation": {"id": "c-1", "turn": 1},
        "sender": {"role": "user"},
        "input": {
            "user_message": {"id": "u-1", "text": "What does a pot of green tea cost?"},
            "task": {"name": task, "args": args},
        },
        "context": {"documents": [{
            "doc_id": "doc:web:1", "kind": "web.observation.summary.v1", "trust": "untrusted",
            "content": {"doc_type": "web.observation.summary.v1", "url": "https://tea.test/", "title": "Tea", "text": TEA},
        }]},
        "output": {"format": "json"},
    });
    read::request(request.to_string().as_bytes()).unwrap()
}

/// What the model is asked first, and the packet that its answer has to name.
fn prompt(model: &LocalModel, request: &RequestPacket) -> (Prompt, String) {
    let moment = Moment {
        now_ms: 1_700_000_000_000,
        seed: uuid::Uuid::nil(),
    };
    let means = Means {
        limits: Some(model.limits()),
        can_search: false,
        lasting: Lasting::Gone,
        taxes: false,
        ships: false,
        engines: screen_agent_packet::engines::Engines::default(),
        services: Vec::new(),
        today: "2026-01-24".to_owned(),
    };
    let run = open(request, Earlier::default(), &moment);
    let (_, effects) = advance(
        run,
        Event::Asked(Box::new(request.clone())),
        &moment,
        &means,
    );
    let asked = effects.into_iter().find_map(|effect| match effect {
        Effect::Call(Call::Think(prompt)) => Some(*prompt),
        _ => None,
    });
    let prompt = asked.expect("a model is asked");
    let sent: Value = serde_json::from_str(&prompt.user).unwrap();
    (prompt, sent["id"].as_str().unwrap().to_owned())
}

async fn answer(model: &LocalModel, prompt: &Prompt, id: &str) -> ResponsePacket {
    let text = model.think(prompt).await.answer.unwrap().text;
    let reading = model::response(&text, id);
    let reading = reading.unwrap_or_else(|fault| panic!("{fault}: {text}"));
    // A quotation that is empty is left out; nothing else needs to be mended.
    let whole = reading.notes.iter().all(|note| *note == Repair::Citation);
    let held = whole && reading.how <= How::Repaired;
    assert!(held, "{:?} {:?} {text}", reading.how, reading.notes);
    reading.packet
}

fn tasks() -> [RequestPacket; 3] {
    [
        request("web.summarize", &json!({"style": "concise"})),
        request("web.answer", &json!({})),
        request(
            "web.extract",
            &json!({"schema": {"price": "What a pot costs"}}),
        ),
    ]
}

#[tokio::test]
async fn nonsense_is_a_packet_still() {
    for seed in [3, 5] {
        let file = Tiny {
            seed,
            context: 8192,
            ..Tiny::default()
        }
        .write();
        let options = LocalOptions {
            window: 4096,
            reply: 4096,
            patience: Duration::from_secs(600),
            ..LocalOptions::default()
        };
        let model = LocalModel::load_with(file.path(), options).unwrap();
        for request in tasks() {
            let (mut prompt, id) = prompt(&model, &request);
            // A token for every character: there is no room for what could not be understood anyway.
            "Answer.".clone_into(&mut prompt.system);
            for room in [1_200, 2_800] {
                prompt.reply_tokens = room;
                answer(&model, &prompt, &id).await;
            }
        }
    }
}

#[tokio::test]
#[ignore = "needs a real model; cargo xtask test fetches it"]
async fn a_small_real_model_answers_in_packets() {
    let file = std::env::var("SCREEN_AGENT_SMALL_MODEL").expect("cargo xtask test names the model");
    let options = LocalOptions {
        window: 4096,
        patience: Duration::from_secs(600),
        ..LocalOptions::default()
    };
    let model = LocalModel::load_with(Path::new(&file), options).unwrap();
    for request in tasks() {
        let (prompt, id) = prompt(&model, &request);
        let packet = answer(&model, &prompt, &id).await;
        assert!(!packet.assistant.render.children().is_empty(), "{packet:?}");
    }
}
