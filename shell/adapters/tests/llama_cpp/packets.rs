//! Questions of the packet surface: what a model behind a server writes is held to their schema, and read as an answer.

use screen_agent_answer::model::{How, Repair, response};
use screen_agent_packet::read;
use screen_agent_packet::run::{
    Call, Earlier, Effect, Event, Lasting, Means, Moment, advance, open,
};
use screen_agent_ports::Thinker;
use screen_agent_think::Prompt;
use screen_agent_wire::packet::RequestPacket;
use serde_json::{Value, json};

use super::bounded;
use super::server::Server;

const TEA: &str = "H1: Tea by the harbour\nThe tea house opened in 1931. A pot of green tea costs 4 euros.\n\
    It is open from nine until six, and closed on Mondays.";

fn request(task: &str, args: &Value) -> RequestPacket {
    let request = json!({
        "protocol": { "name": "laika.llmcp", "version": 1 },
        "id": "req-1", "type": "request", "created_at": "2026-01-24T12:34:56.789Z",
        "conversation": { "id": "c-1", "turn": 1 },
        "sender": { "role": "user" },
        "input": {
            "user_message": { "id": "u-1", "text": "What does a pot of green tea cost?" },
            "task": { "name": task, "args": args },
        },
        "context": { "documents": [{
            "doc_id": "doc:web:1", "kind": "web.observation.summary.v1", "trust": "untrusted",
            "content": { "doc_type": "web.observation.summary.v1", "url": "https://tea.test/", "title": "Tea", "text": TEA },
        }] },
        "output": { "format": "json" },
    });
    read::request(request.to_string().as_bytes()).unwrap()
}

/// What a model of these limits is asked first, and the packet that its answer belongs to.
fn prompt(
    limits: screen_agent_think::models::ModelLimits,
    request: &RequestPacket,
) -> (Prompt, String) {
    let moment = Moment {
        now_ms: 1_769_257_296_000,
        seed: uuid::Uuid::nil(),
    };
    let means = Means {
        limits: Some(limits),
        can_search: false,
        lasting: Lasting::Gone,
        taxes: false,
        ships: false,
        engines: screen_agent_packet::engines::Engines::default(),
        services: Vec::new(),
        today: "2026-01-24".to_owned(),
    };
    let run = open(request, Earlier::default(), &moment);
    let asked = Event::Asked(Box::new(request.clone()));
    let (_, effects) = advance(run, asked, &moment, &means);
    let prompt = effects.into_iter().find_map(|effect| match effect {
        Effect::Call(Call::Think(prompt)) => Some(*prompt),
        _ => None,
    });
    let prompt = prompt.expect("a model is asked");
    let sent: Value = serde_json::from_str(&prompt.user).unwrap();
    (prompt, sent["id"].as_str().unwrap().to_owned())
}

#[tokio::test]
#[ignore = "needs a model and its server: cargo xtask test"]
async fn every_task_is_answered_in_the_form_that_it_asks_for() {
    let server = Server::start().await;
    let models = server.models();
    for (task, args) in [
        ("web.summarize", json!({ "style": "concise" })),
        ("web.answer", json!({})),
        (
            "web.extract",
            json!({ "schema": { "price": "What a pot costs" } }),
        ),
    ] {
        let (mut prompt, id) = prompt(models.limits(), &request(task, &args));
        prompt.schema = bounded(&prompt.schema);
        prompt.temperature = Some(0.0);
        let thinking = models.think(&prompt).await;
        let text = thinking
            .answer
            .unwrap_or_else(|why| panic!("{task}: {why:?}"))
            .text;
        let read = response(&text, &id).unwrap_or_else(|fault| panic!("{task}: {fault}: {text}"));
        // Nothing but a quotation that is empty may need to be mended.
        let whole = read.notes.iter().all(|note| *note == Repair::Citation);
        assert!(
            whole && read.how <= How::Repaired,
            "{task}: {:?} {text}",
            read.notes
        );
    }
}
