//! What tests of this crate share.

use screen_agent_think::models::ModelLimits;
use screen_agent_wire::packet::RequestPacket;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::engines::Engines;
use crate::run::{Earlier, Lasting, Means, Moment, QuestionRun, Service, open};

/// A moment; another number is later, and draws other ids.
pub(crate) fn moment(number: u32) -> Moment {
    Moment {
        now_ms: 1_769_767_200_000 + i64::from(number) * 1_000,
        seed: Uuid::from_u128(u128::from(number) + 1),
    }
}

/// A server with a model of this window and nothing else.
pub(crate) fn means(window: u32) -> Means {
    Means {
        limits: Some(ModelLimits {
            window,
            pictures: false,
            task_tokens: 0,
            task_micros: 0,
        }),
        can_search: false,
        lasting: Lasting::Served,
        taxes: false,
        ships: false,
        engines: Engines::default(),
        services: Vec::new(),
        today: "2026-01-30".to_owned(),
    }
}

/// A server that can do everything.
pub(crate) fn rich_means(window: u32) -> Means {
    Means {
        can_search: true,
        taxes: true,
        ships: true,
        engines: Engines::new(&["duckduckgo".to_owned()], None).unwrap(),
        services: vec![Service {
            name: "tickets".to_owned(),
            operations: vec!["create".to_owned()],
        }],
        ..means(window)
    }
}

/// A request of a client. `input` and `documents` are the packet's own.
pub(crate) fn request(task: &str, text: &str, args: Value, documents: Value) -> RequestPacket {
    serde_json::from_value(json!({
        "protocol": { "name": "laika.llmcp", "version": 1 },
        "id": "req-1", "type": "request", "created_at": "2026-01-30T10:00:00.000Z",
        "conversation": { "id": "c-1", "turn": 1 }, "sender": { "role": "user" },
        "input": { "user_message": { "id": "u-1", "text": text }, "task": { "name": task, "args": args } },
        "context": { "documents": documents }, "output": { "format": "json" },
    }))
    .unwrap()
}

/// A page as a client captures it.
pub(crate) fn capture(doc_id: &str, url: &str, html: &str) -> Value {
    json!({ "doc_id": doc_id, "kind": "web.capture.v1", "trust": "untrusted",
        "source": { "browser": "chromium", "tab_id": "7" },
        "content": { "doc_type": "web.capture.v1", "url": url, "title": "", "html": html, "generation": 3 } })
}

/// A run that has taken a request in, without anything else.
pub(crate) fn run(request: &RequestPacket) -> QuestionRun {
    let mut run = open(request, Earlier::default(), &moment(0));
    crate::run::take_documents(&mut run, request.context.documents.clone(), None);
    run
}

/// Running text of so many sentences, no two of them alike.
pub(crate) fn prose(sentences: usize) -> Vec<String> {
    const WHO: [&str; 7] = [
        "The river",
        "A ferry",
        "Her brother",
        "This bridge",
        "The council",
        "Some fishermen",
        "Rain",
    ];
    const DID: [&str; 5] = [
        "crossed the old harbour",
        "was counted twice",
        "kept the records of trade",
        "rose by a hand",
        "changed the price of salt",
    ];
    const WHEN: [&str; 11] = [
        "before the market opened",
        "on the longest night",
        "without telling anybody",
        "in spring",
        "for the third time",
        "under another name",
        "with help from the north",
        "after the fire",
        "against all advice",
        "as the letters say",
        "while the bells rang",
    ];
    const THEN: [&str; 13] = [
        "and nobody wrote it down",
        "so the gates stayed shut",
        "which cost 40 crowns",
        "until autumn",
        "and the town remembered",
        "but not for long",
        "although it was forbidden",
        "as was the custom",
        "which surprised the merchants",
        "and then it was over",
        "because the wind had turned",
        "to the joy of the children",
        "while others waited",
    ];
    let one = |at: usize| {
        format!(
            "{} {} {}, {}.",
            WHO[at % 7],
            DID[at % 5],
            WHEN[at % 11],
            THEN[at % 13]
        )
    };
    (0..sentences).map(one).collect()
}

/// An article as HTML: a heading, then paragraphs under sections of ten, each with its handle.
pub(crate) fn article(sentences: usize) -> String {
    let mut html = String::from(
        "<html><head><title>The harbour</title></head><body><nav><a href='/'>Home</a></nav><main><article><h1>The harbour</h1>",
    );
    for (at, sentence) in prose(sentences).iter().enumerate() {
        if at % 10 == 0 {
            html.push_str(&format!("<h2>Part {}</h2>", at / 10 + 1));
        }
        html.push_str(&format!("<p data-llm-id=\"p{at}\">{sentence}</p>"));
    }
    html.push_str("</article></main></body></html>");
    html
}
