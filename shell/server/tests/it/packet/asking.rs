//! Summarise, answer, extract: one packet in, one out.

use axum::body::Body;
use screen_agent_testkit::model::Turn;
use screen_agent_tools::redact::Keep;
use serde_json::{Value, json};

use super::world::{
    Without, World, answer, of_kind, paragraph, problem, request, summary, with_documents, words,
};
use crate::kit;

const LONG: &str = "Tea is made of leaves. ";

#[tokio::test]
async fn a_page_is_summarised_with_citations() {
    let world = World::new().await;
    let chunk = json!({
        "doc_id": "doc:web:chunk:1", "kind": "web.observation.chunk.v1", "trust": "untrusted",
        "content": { "doc_type": "web.observation.chunk.v1", "url": "https://tea.example/", "title": "Tea",
            "chunk_index": 1, "chunk_count": 1, "text": "H2: Green tea\nIt is brewed at 70 degrees." },
    });
    let page = summary(
        "doc:web:summary",
        "https://tea.example/",
        "H1: Tea\nTea is made of leaves.",
    );
    let mut asked = with_documents(request("r-1", "summarize this page"), vec![page, chunk]);
    asked["input"]["task"] = json!({ "name": "web.summarize", "args": { "style": "concise" } });
    world.says(|_| {
        json!({
            "children": [paragraph("Tea is leaves; green tea wants 70 degrees.")],
            "citations": [{ "doc_id": "doc:web:chunk:1", "quote": "brewed at 70 degrees" }],
        })
    });
    let reply = world.asked(&asked).await;
    assert_eq!(reply["type"], "response");
    assert_eq!(reply["in_reply_to"]["request_id"], "r-1");
    assert_eq!(reply["conversation"], json!({ "id": "c-1", "turn": 1 }));
    assert_eq!(
        words(&reply),
        "Tea is leaves; green tea wants 70 degrees.\n"
    );
    let citation = &reply["assistant"]["citations"][0];
    assert_eq!(citation["check"]["verified"], true, "{citation}");
    assert_eq!(citation["node_id"], "n:2");
    assert_eq!(reply["tool_calls"], json!([]));
    let packets = world.packets();
    assert_eq!(packets.len(), 1);
    assert_eq!(packets[0]["sender"]["role"], "agent");
    assert_ne!(packets[0]["id"], "r-1");
    assert_eq!(of_kind(&packets[0], "web.observation.chunk.v1").len(), 1);
    world.done();
}

#[tokio::test]
async fn an_answer_rests_on_several_documents_and_says_what_does_not_hold() {
    let world = World::new().await;
    let pages = vec![
        summary(
            "doc:a",
            "https://a.example/",
            "The red jacket costs 40 euros.",
        ),
        summary(
            "doc:b",
            "https://b.example/",
            "The red jacket costs 35 euros.",
        ),
    ];
    world.says(|_| {
        json!({
            "children": [paragraph("35 euros at b.example.")],
            "citations": [
                { "doc_id": "doc:b", "quote": "costs 35 euros" },
                { "doc_id": "doc:a", "quote": "costs 4 euros" },
                { "doc_id": "doc:c", "quote": "costs" },
            ],
        })
    });
    let asked = with_documents(request("r-1", "where is it cheapest?"), pages);
    let reply = world.asked(&asked).await;
    let checks: Vec<_> = reply["assistant"]["citations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (
                one["check"]["verified"].clone(),
                one["check"]["fault"].clone(),
            )
        })
        .collect();
    assert_eq!(
        checks,
        [
            (json!(true), Value::Null),
            (json!(false), json!("quote_not_found")),
            (json!(false), json!("unknown_document")),
        ]
    );
    world.done();
}

#[tokio::test]
async fn fields_are_extracted_by_a_schema() {
    let world = World::new().await;
    let page = summary(
        "doc:a",
        "https://a.example/",
        "Red jacket\nPrice: 40 euros\nIn stock",
    );
    let mut asked = with_documents(request("r-1", "extract"), vec![page]);
    asked["input"]["task"] =
        json!({ "name": "web.extract", "args": { "fields": ["price", "availability"] } });
    let cell = |text: &str, header: bool| {
        json!({
        "type": "table_cell", "header": header, "children": [{ "type": "text", "text": text }] })
    };
    let row = move |name: &str, value: &str, header: bool| {
        json!({
        "type": "table_row", "cells": [cell(name, header), cell(value, header)] })
    };
    world.says(move |_| json!({
        "children": [{ "type": "table", "rows": [
            row("Field", "Value", true), row("price", "40 euros", false), row("availability", "In stock", false),
        ] }],
        "citations": [{ "doc_id": "doc:a", "quote": "Price: 40 euros" }, { "doc_id": "doc:a", "quote": "In stock" }],
    }));
    let reply = world.asked(&asked).await;
    assert_eq!(reply["assistant"]["render"]["children"][0]["type"], "table");
    assert!(words(&reply).contains("40 euros"));
    assert_eq!(
        world.packets()[0]["input"]["task"]["args"]["fields"],
        json!(["price", "availability"])
    );
    world.done();
}

#[tokio::test]
async fn what_was_asked_is_kept_redacted_and_told_again() {
    let world = World::new().await;
    let text = LONG.repeat(400);
    let page = summary("doc:a", "https://tea.example/leaf?token=abcdefgh", &text);
    world.says_words("Leaves.");
    world
        .asked(&with_documents(
            request("r-1", "what is tea made of?"),
            vec![page],
        ))
        .await;
    let list = world.get("/api/conversations").await.json();
    assert_eq!(list["total"], 1);
    let one = &list["conversations"][0];
    assert_eq!(one["id"], "c-1");
    assert_eq!(one["title"], "what is tea made of?");
    assert_eq!(one["messageCount"], 2);
    assert_eq!(one["origin"], "https://tea.example");
    let kept = world.get("/api/conversations/c-1").await.json();
    let roles: Vec<_> = kept["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["senderRole"].clone())
        .collect();
    assert_eq!(roles, ["user", "assistant"]);
    assert_eq!(kept["messages"][1]["inReplyToRequestId"], "r-1");
    assert_eq!(kept["messages"][1]["modelId"], "scripted");
    let whole = kept.to_string();
    assert!(whole.contains("Leaves."), "{whole}");
    assert!(whole.len() < text.len(), "{}", whole.len());
    assert!(!whole.contains("abcdefgh"), "{whole}");

    let mut again = request("r-2", "and where does it grow?");
    again["conversation"]["turn"] = json!(2);
    world.says_words("On hills.");
    world.asked(&again).await;
    let asked = world.packets();
    assert_eq!(
        asked[1]["input"]["earlier"],
        json!([{ "question": "what is tea made of?", "answer": "Leaves." }])
    );
    world.done();
}

#[tokio::test]
async fn the_same_packet_is_answered_the_same() {
    let world = World::new().await;
    world.says_words("Once.");
    let asked = request("r-1", "say it");
    let first = world.ask(&asked).await;
    let second = world.ask(&asked).await;
    assert_eq!(first.bytes, second.bytes);
    assert_eq!(first.header("idempotent-replayed"), "");
    assert_eq!(second.header("idempotent-replayed"), "true");
    assert_eq!(world.packets().len(), 1);
    let other = world.ask(&request("r-1", "say something else")).await;
    assert_eq!(problem(&other), (422, "IDEMPOTENCY_MISMATCH".into()));
    // Nobody else's packet is the same.
    world.says_words("For Bob.");
    let bobs = world.kit.post("/api/llmcp", &world.kit.bob, &asked).await;
    assert_eq!(words(&bobs.json()), "For Bob.\n");
    world.done();
}

#[tokio::test]
async fn an_answer_that_cannot_be_read_is_asked_for_once_more() {
    let world = World::new().await;
    world.does(|_| Turn::from("I am sorry, Dave."));
    world.says_words("Now in form.");
    let reply = world.asked(&request("r-1", "say it")).await;
    assert_eq!(words(&reply), "Now in form.\n");
    assert_eq!(world.packets().len(), 2);

    world.does(|_| Turn::from("{\"x\":"));
    world.does(|_| Turn::from("{\"x\":"));
    let mut again = request("r-2", "say it");
    again["conversation"]["turn"] = json!(2);
    let reply = world.asked(&again).await;
    assert!(!words(&reply).is_empty());
    assert_eq!(reply["tool_calls"], json!([]));
    world.done();
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_asked_for_once_more_and_then_said_to() {
    let world = World::new().await;
    let cut = |request: &Value| {
        let whole = answer(
            request,
            &json!({ "children": [paragraph("Tea costs a lot and coffee more.")] }),
        )
        .to_string();
        Turn::from(whole[..whole.find(" more.").unwrap()].to_owned())
    };
    world.does(cut);
    world.says_words("Tea costs a lot.");
    let reply = world.asked(&request("r-1", "say it")).await;
    assert_eq!(words(&reply), "Tea costs a lot.\n");
    assert_eq!(reply["assistant"].get("broken_off"), None, "{reply}");
    let fault = world.packets()[1]["input"]["fault"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(fault.contains("broke off"), "{fault}");

    world.does(cut);
    world.does(cut);
    let mut again = request("r-2", "say it");
    again["conversation"]["turn"] = json!(2);
    let reply = world.asked(&again).await;
    assert!(
        words(&reply).starts_with("Tea costs a lot and coffee\nThe answer breaks off here"),
        "{}",
        words(&reply)
    );
    assert_eq!(reply["assistant"]["broken_off"], true, "{reply}");
    world.done();
}

/// Mere words say nothing of where they end; the server does.
#[tokio::test]
async fn words_that_reach_the_most_that_may_be_written_are_said_to() {
    let world = World::new().await;
    let full = |_: &Value| Turn::Full("Tea costs a lot, and coffee".to_owned());
    world.does(full);
    world.does(full);
    let reply = world.asked(&request("r-1", "say it")).await;
    assert_eq!(reply["assistant"]["broken_off"], true, "{reply}");
    assert!(
        words(&reply).contains("The answer breaks off here"),
        "{}",
        words(&reply)
    );
    world.done();
}

/// Where packets are kept whole, so is what the model was sent and what it said.
#[tokio::test]
async fn what_was_thought_is_kept_with_whole_packets_alone() {
    for (keep, kept) in [(Keep::Whole, true), (Keep::Default, false)] {
        let world = World::with(Without {
            keep,
            ..Without::default()
        })
        .await;
        world.says_words("Tea costs 12 euros.");
        let page = summary(
            "doc:tea",
            "https://tea.example/",
            "Green tea costs 12 euros.",
        );
        world
            .asked(&with_documents(
                request("r-1", "what does tea cost?"),
                vec![page],
            ))
            .await;
        let conversation = world.get("/api/conversations/c-1").await.json();
        let messages = conversation["messages"].as_array().unwrap().iter();
        let thoughts: Vec<&Value> = messages
            .filter_map(|one| one["packet"].get("thoughts"))
            .collect();
        assert_eq!(thoughts.len(), usize::from(kept), "{conversation}");
        if kept {
            let thought = &thoughts[0][0];
            assert!(
                thought["packet"]
                    .to_string()
                    .contains("Green tea costs 12 euros"),
                "{thought}"
            );
            assert!(
                thought["answer"]
                    .as_str()
                    .unwrap()
                    .contains("Tea costs 12 euros."),
                "{thought}"
            );
        }
        world.done();
    }
}

#[tokio::test]
async fn models_that_fail_have_codes_of_their_own() {
    let world = World::with(Without {
        call: std::time::Duration::from_millis(400),
        ..Without::default()
    })
    .await;
    world.does(|_| Turn::Hang);
    let slow = world.ask(&request("r-1", "wait")).await;
    assert_eq!(problem(&slow), (504, "MODEL_TIMEOUT".into()));
    // Who asks again is answered: nothing is kept of what failed.
    world.says_words("There.");
    assert_eq!(
        words(&world.asked(&request("r-1", "wait")).await),
        "There.\n"
    );
    for _ in 0..8 {
        world.does(|_| Turn::Status(401, None));
    }
    let mut again = request("r-2", "go");
    again["conversation"]["turn"] = json!(2);
    let gone = world.ask(&again).await;
    assert_eq!(problem(&gone), (502, "MODEL_UNAVAILABLE".into()));
}

#[tokio::test]
async fn without_a_model_what_stands_there_is_quoted() {
    let kit = kit::Kit::new().await;
    let ask = async |id: &str, turn: u32, words: &str, task: Value| {
        let mut asked = request(id, words);
        asked["conversation"]["turn"] = json!(turn);
        asked["input"]["task"] = task;
        asked["context"]["documents"] = json!([{ "doc_id": "doc:tab", "kind": "web.capture.v1", "trust": "untrusted",
            "content": { "doc_type": "web.capture.v1", "url": "https://tea.test/", "title": "Tea",
                "html": "<main><h1>Tea</h1><p data-llm-id='p1'>A pot of tea costs 4 euros. It is brewed for three minutes.</p></main>" } }]);
        let reply = kit.post("/api/llmcp", &kit.alice, &asked).await;
        assert_eq!(reply.status, 200, "{}", reply.json());
        reply.json()
    };
    let answer = json!({ "name": "web.answer", "args": {} });
    let found = ask("r-1", 1, "What does a pot of tea cost?", answer.clone()).await;
    assert_eq!(
        words(&found),
        "A pot of tea costs 4 euros. [1]\nQuoted as it stands; no model was asked.\n"
    );
    let citation = &found["assistant"]["citations"][0];
    assert_eq!(citation["check"]["verified"], true, "{citation}");
    assert_eq!(citation["quote"], "A pot of tea costs 4 euros.");
    let none = ask("r-2", 2, "What does a pot of coffee cost?", answer).await;
    assert!(
        words(&none).starts_with("The answer was not found"),
        "{none}"
    );
    assert_eq!(none["assistant"]["citations"], json!([]));
    let fields = json!({ "name": "web.extract", "args": { "schema": ["price", "maker"] } });
    let record = ask("r-3", 3, "From the page", fields).await;
    assert!(
        words(&record).contains("price\n4 euros [1]\nmaker\nnot found\n"),
        "{}",
        words(&record)
    );
}

#[tokio::test]
async fn a_client_that_asks_for_events_hears_how_far_it_is() {
    let world = World::new().await;
    world.says_words("Here.");
    let mut http = kit::request(
        "POST",
        "/api/llmcp",
        &world.kit.alice,
        request("r-1", "say it").to_string().into(),
    );
    http.headers_mut()
        .insert("accept", "text/event-stream".parse().unwrap());
    let reply = world.kit.send(http).await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), "text/event-stream");
    let text = String::from_utf8(reply.bytes.clone()).unwrap();
    let events = events(&text);
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.first(), Some(&"progress"), "{text}");
    assert_eq!(names.last(), Some(&"packet"), "{text}");
    assert!(
        events[0].1["text"].is_string() && events[0].1["step"].is_u64(),
        "{text}"
    );
    assert_eq!(words(&events.last().unwrap().1), "Here.\n");

    let mut bad = kit::request("POST", "/api/llmcp", &world.kit.alice, Body::from("{"));
    bad.headers_mut()
        .insert("accept", "text/event-stream".parse().unwrap());
    let reply = world.kit.send(bad).await;
    assert_eq!(problem(&reply), (400, "INVALID_PACKET".into()));
    world.done();
}

#[tokio::test]
async fn an_error_after_the_stream_has_begun_is_an_event() {
    let world = World::new().await;
    for _ in 0..8 {
        world.does(|_| Turn::Status(401, None));
    }
    let mut http = kit::request(
        "POST",
        "/api/llmcp",
        &world.kit.alice,
        request("r-1", "say it").to_string().into(),
    );
    http.headers_mut()
        .insert("accept", "text/event-stream".parse().unwrap());
    let reply = world.kit.send(http).await;
    let text = String::from_utf8(reply.bytes.clone()).unwrap();
    let (name, body) = events(&text).pop().unwrap();
    assert_eq!(name, "error");
    assert_eq!(body["error"]["code"], "MODEL_UNAVAILABLE");
    assert_eq!(body["error"]["request_id"], reply.header("x-request-id"));
}

fn events(text: &str) -> Vec<(String, Value)> {
    let blocks = text.split("\n\n").filter(|block| block.contains("event:"));
    blocks
        .map(|block| {
            let field = |name: &str| {
                let line = block.lines().find_map(|line| line.strip_prefix(name));
                line.unwrap_or_default().trim().to_owned()
            };
            (
                field("event:"),
                serde_json::from_str(&field("data:")).unwrap(),
            )
        })
        .collect()
}

#[tokio::test]
async fn a_client_that_hangs_up_breaks_the_thought_off() {
    let world = World::new().await;
    world.does(|_| Turn::Hang);
    let body = request("r-1", "wait");
    {
        let asking = world.ask(&body);
        tokio::pin!(asking);
        tokio::select! {
            reply = &mut asking => panic!("{:?}", reply.json()),
            () = world.model.until_asked(1) => {}
        }
    }
    world.model.until_gone(1).await;
    // The question is free again before long.
    world.says_words("Back.");
    let reply = loop {
        let reply = world.ask(&body).await;
        if reply.status != 409 {
            break reply.json();
        }
    };
    assert_eq!(words(&reply), "Back.\n");
    world.done();
}

#[tokio::test]
async fn of_two_same_requests_at_once_one_is_told_to_wait() {
    let world = World::new().await;
    let (go, wait) = std::sync::mpsc::channel::<()>();
    world.does(move |request| {
        let _ = wait.recv();
        Turn::from(answer(
            request,
            &json!({ "children": [paragraph("Slow.")] }),
        ))
    });
    let body = request("r-1", "wait");
    let asking = world.ask(&body);
    tokio::pin!(asking);
    tokio::select! {
        reply = &mut asking => panic!("{:?}", reply.json()),
        () = world.model.until_asked(1) => {}
    }
    let other = world.ask(&body).await;
    assert_eq!(problem(&other), (409, "RUN_BUSY".into()));
    go.send(()).unwrap();
    assert_eq!(words(&asking.await.json()), "Slow.\n");
    world.done();
}

#[tokio::test]
async fn packets_that_cannot_be_read_say_where() {
    let world = World::new().await;
    let good = request("r-1", "hello");
    let changed = |path: &str, value: Value| {
        let mut packet = good.clone();
        *packet.pointer_mut(path).unwrap() = value;
        packet
    };
    for (packet, status, code, field) in [
        (
            changed("/protocol/version", json!(2)),
            400,
            "UNSUPPORTED_VERSION",
            json!("protocol.version"),
        ),
        (
            changed("/protocol/name", json!("other")),
            400,
            "INVALID_PACKET",
            json!("protocol.name"),
        ),
        (
            changed("/type", json!("response")),
            400,
            "INVALID_PACKET",
            json!("type"),
        ),
        (
            changed("/input/task/name", json!("web.guess")),
            400,
            "INVALID_PACKET",
            json!("input.task.name"),
        ),
        (
            changed(
                "/context/documents",
                json!([{ "doc_id": "d", "kind": "web.dom.v9", "trust": "untrusted",
                "content": { "doc_type": "web.dom.v9" } }]),
            ),
            400,
            "UNSUPPORTED_DOCUMENT",
            json!("context.documents[0].kind"),
        ),
    ] {
        let reply = world.ask(&packet).await;
        assert_eq!(problem(&reply), (status, code.to_owned()), "{packet}");
        assert_eq!(reply.json()["error"]["field"], field, "{}", reply.json());
    }
    let large = kit::request(
        "POST",
        "/api/llmcp",
        &world.kit.alice,
        Body::from(" ".repeat(8 * 1024 * 1024 + 1)),
    );
    assert_eq!(
        problem(&world.kit.send(large).await),
        (413, "TOO_LARGE".into())
    );
    let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
    let deep = kit::request("POST", "/api/llmcp", &world.kit.alice, Body::from(deep));
    assert_eq!(
        problem(&world.kit.send(deep).await),
        (400, "INVALID_PACKET".into())
    );
    let mut form = kit::request("POST", "/api/llmcp", &world.kit.alice, Body::from("a=b"));
    form.headers_mut()
        .insert("content-type", "text/plain".parse().unwrap());
    assert_eq!(
        problem(&world.kit.send(form).await),
        (415, "UNSUPPORTED_MEDIA_TYPE".into())
    );
    let nobody = world.kit.post("/api/llmcp", "", &good).await;
    assert_eq!(problem(&nobody), (401, "UNAUTHORIZED".into()));
    assert_eq!(nobody.header("www-authenticate"), "Bearer");
    world.done();
}

#[tokio::test]
async fn a_conversation_has_an_end() {
    use screen_agent_store::conversation::{NewConversation, PacketRecord};
    use screen_agent_tools::redact;
    use screen_agent_wire::packet::{RequestPacket, SenderRole};

    let world = World::new().await;
    let asked = request("r-1", "and now?");
    let packet: RequestPacket = serde_json::from_value(asked.clone()).unwrap();
    let long = NewConversation {
        id: packet.conversation.id.clone(),
        title: "Long".to_owned(),
        origin: None,
    };
    let packets = (0..2_000).map(|number| PacketRecord {
        id: format!("old-{number}"),
        turn: 1,
        created_ms: 0,
        sender: SenderRole::User,
        packet_type: "request".to_owned(),
        in_reply_to: None,
        model: None,
        packet: redact::request(&packet, Keep::Default),
        preview: String::new(),
    });
    let rows = world.kit.store.scoped(kit::alice());
    rows.add_packets(long, packets.collect(), 0).await.unwrap();
    drop(rows);
    let refused = world.ask(&asked).await;
    assert_eq!(problem(&refused), (409, "LIMIT_REACHED".into()));
    assert_eq!(refused.json()["error"]["field"], "conversation.id");
    world.done();
}
