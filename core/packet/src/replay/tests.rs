use screen_agent_tools::redact::{self, Keep, Redacted};
use screen_agent_wire::packet::conversation::{
    ConversationData, ConversationInfo, ConversationMessage,
};
use screen_agent_wire::packet::{RequestPacket, ResponsePacket, SenderRole};
use serde_json::{Value, json};

use super::{Checked, HistoryReport, What, replay};
use crate::run::{Call, Earlier, Effect, Event, Note, advance, open};
use crate::testing::{article, capture, means, moment, prose, request};
use screen_agent_tools::Outcome;

/// What is kept of a conversation while a model of ours answers it.
struct Play {
    keep: Keep,
    messages: Vec<ConversationMessage>,
}

impl Play {
    fn new(keep: Keep) -> Self {
        Self {
            keep,
            messages: Vec::new(),
        }
    }

    /// Asks, and answers as the model would: each answer is an `assistant` and its calls.
    fn ask(&mut self, request: &RequestPacket, answers: &[(Value, Value)]) {
        let means = means(32_000);
        let mut answers = answers.iter();
        let mut run = open(request, Earlier::default(), &moment(0));
        let mut events = vec![Event::Asked(Box::new(request.clone()))];
        let mut number = 1;
        while let Some(event) = events.pop() {
            let (after, effects) = advance(run, event, &moment(number), &means);
            run = after;
            number += 1;
            for effect in effects {
                match effect {
                    Effect::Note(Note::Request(packet)) => self.request(&packet),
                    Effect::Note(Note::Response { packet, .. }) => self.response(&packet),
                    Effect::Call(Call::Think(_)) => {
                        let request_id = run.asked.as_ref().unwrap().request_id.clone();
                        let (assistant, calls) = answers.next().unwrap();
                        let said = said(&request_id, assistant, calls).to_string();
                        events.push(Event::Answered {
                            said: Ok(said),
                            model: None,
                            broken_off: false,
                        });
                    }
                    Effect::Call(Call::Perform { call_id, call }) => {
                        events.push(Event::Performed {
                            call_id,
                            outcome: performed(call.into_inner()),
                        })
                    }
                    Effect::Reply(_) | Effect::Note(Note::Tell(_)) => {}
                    other => panic!("not played: {other:?}"),
                }
            }
        }
        assert!(run.ended);
    }

    fn request(&mut self, packet: &RequestPacket) {
        let tool = packet.sender.role == SenderRole::Tool;
        self.keep(ConversationMessage {
            id: packet.id.clone(),
            turn: packet.conversation.turn,
            created_at: packet.created_at.clone(),
            sender_role: packet.sender.role,
            packet_type: if tool { "tool" } else { "request" }.to_owned(),
            in_reply_to_request_id: None,
            model_id: None,
            packet: read(redact::request(packet, self.keep)),
        });
    }

    fn response(&mut self, packet: &ResponsePacket) {
        self.keep(ConversationMessage {
            id: packet.id.clone(),
            turn: packet.conversation.turn,
            created_at: packet.created_at.clone(),
            sender_role: packet.sender.role,
            packet_type: "response".to_owned(),
            in_reply_to_request_id: Some(packet.in_reply_to.request_id.clone()),
            model_id: None,
            packet: read(redact::response(packet, self.keep, Vec::new())),
        });
    }

    fn keep(&mut self, message: ConversationMessage) {
        if self.messages.iter().all(|known| known.id != message.id) {
            self.messages.push(message);
        }
    }

    fn data(self) -> ConversationData {
        ConversationData {
            conversation: ConversationInfo {
                id: "c-1".to_owned(),
                title: "A title".to_owned(),
                created_at: "2026-01-30T10:00:00.000Z".to_owned(),
                updated_at: "2026-01-30T10:00:00.000Z".to_owned(),
                message_count: self.messages.len() as u64,
                origin: None,
            },
            messages: self.messages,
        }
    }
}

fn read(kept: Redacted) -> Value {
    serde_json::from_str(kept.as_str()).unwrap()
}

fn performed(tool: screen_agent_tools::Tool) -> Outcome {
    tool.call()
        .compute(screen_agent_tools::Tables::default())
        .unwrap()
}

fn said(request_id: &str, assistant: &Value, calls: &Value) -> Value {
    json!({
        "protocol": { "name": "laika.llmcp", "version": 1 }, "id": "m", "type": "response",
        "created_at": "2026-01-30T10:00:01.000Z", "conversation": { "id": "c-1", "turn": 1 },
        "sender": { "role": "assistant" }, "in_reply_to": { "request_id": request_id },
        "assistant": assistant, "tool_calls": calls,
    })
}

fn answer(text: &str, citations: Value) -> Value {
    json!({
        "title": "What it says",
        "render": { "type": "doc", "children": [
            { "type": "paragraph", "children": [{ "type": "text", "text": text }] }] },
        "citations": citations,
    })
}

/// A question about a page: the model calculates, then answers with a true and a false citation.
fn conversation(keep: Keep) -> ConversationData {
    let page = capture("doc:web:capture", "https://harbour.example/", &article(30));
    let request = request(
        "web.answer",
        "What cost 40 crowns?",
        json!({}),
        json!([page]),
    );
    let quote = prose(30)[2].clone();
    let calls = json!([{ "name": "app.calculate", "arguments": { "expression": "2*20" } }]);
    let cited = json!([
        { "doc_id": "doc:web:summary", "quote": quote },
        { "doc_id": "doc:web:summary", "quote": "nobody ever said this" },
    ]);
    let answers = [
        (answer("I calculate.", json!([])), calls),
        (answer("It cost 40 crowns.", cited), json!([])),
    ];
    let mut play = Play::new(keep);
    play.ask(&request, &answers);
    play.data()
}

fn found(report: &HistoryReport) -> Vec<(What, &str)> {
    let differences = report.differences.iter();
    differences
        .map(|one| (one.what, one.path.as_str()))
        .collect()
}

#[test]
fn what_was_kept_whole_comes_out_the_same() {
    let data = conversation(Keep::Whole);
    let report = replay(&data);
    assert_eq!(report.differences, []);
    assert_eq!(report.unchecked, []);
    let expected = Checked {
        requests: 1,
        responses: 2,
        results: 1,
        renders: 2,
        citations: 2,
        calls: 1,
    };
    assert_eq!(report.checked, expected);
}

#[test]
fn what_was_kept_redacted_says_what_cannot_be_checked() {
    let report = replay(&conversation(Keep::Default));
    assert_eq!(report.differences, []);
    let expected = Checked {
        requests: 1,
        responses: 2,
        results: 1,
        renders: 2,
        citations: 0,
        calls: 1,
    };
    assert_eq!(report.checked, expected);
    let why: Vec<_> = report
        .unchecked
        .iter()
        .map(|gap| (gap.what, gap.why))
        .collect();
    assert_eq!(
        why,
        [
            (What::Packet, "its documents were kept as digests"),
            (What::Citation, "the documents that it cites were not kept"),
        ]
    );
}

/// Changes one packet and says what is found then.
fn after(
    keep: Keep,
    kind: &str,
    nth: usize,
    change: impl FnOnce(&mut ConversationMessage),
) -> HistoryReport {
    let mut data = conversation(keep);
    let mut of_kind = data
        .messages
        .iter_mut()
        .filter(|one| one.packet_type == kind);
    change(of_kind.nth(nth).unwrap());
    replay(&data)
}

#[test]
fn a_quote_that_does_not_stand_there_is_found() {
    let report = after(Keep::Whole, "response", 1, |message| {
        message.packet["assistant"]["citations"][0]["quote"] = json!("the moon is made of salt");
    });
    assert_eq!(found(&report), [(What::Citation, "assistant.citations[0]")]);
}

#[test]
fn a_page_that_says_something_else_is_found() {
    let report = after(Keep::Whole, "request", 0, |message| {
        let html = &mut message.packet["context"]["documents"][0]["content"]["html"];
        *html = json!("<html><body><main><p>Another page altogether.</p></main></body></html>");
    });
    assert_eq!(found(&report), [(What::Citation, "assistant.citations[0]")]);
}

#[test]
fn a_tree_that_may_not_be_shown_is_found() {
    for keep in [Keep::Whole, Keep::Default] {
        let report = after(keep, "response", 0, |message| {
            let children = &mut message.packet["assistant"]["render"]["children"];
            children[0]["children"][0] = json!({ "type": "link", "href": "javascript:alert(1)",
                "children": [{ "type": "text", "text": "x" }] });
        });
        let about = report
            .differences
            .iter()
            .all(|one| one.what == What::Render);
        assert!(about && !report.is_same(), "{:?}", report.differences);
        let report = after(keep, "response", 0, |message| {
            message.packet["assistant"]["render"]["children"][0]["type"] = json!("script");
        });
        assert_eq!(found(&report).len(), 1);
        assert_eq!(report.differences[0].what, What::Render);
    }
}

#[test]
fn a_tool_that_was_done_without_leave_is_found() {
    for keep in [Keep::Whole, Keep::Default] {
        for decision in ["deny", "ask"] {
            let report = after(keep, "response", 0, |message| {
                message.packet["tool_calls"][0]["policy"]["decision"] = json!(decision);
            });
            assert_eq!(found(&report), [(What::Call, "context.documents[0]")]);
            assert_eq!(report.differences[0].replayed, json!(decision));
        }
        let report = after(keep, "response", 0, |message| {
            message.packet["tool_calls"] = json!([]);
        });
        assert_eq!(found(&report), [(What::Call, "context.documents[0]")]);
    }
}

#[test]
fn a_tool_that_the_person_allowed_may_be_done() {
    let mut data = conversation(Keep::Default);
    let call = &mut data.messages[1].packet["tool_calls"][0];
    call["policy"]["decision"] = json!("ask");
    let id = call["id"].clone();
    let allow = json!([{ "call_id": id, "allow": true }]);
    data.messages[0].packet["input"]["approvals"] = allow;
    assert_eq!(replay(&data).differences, []);
}

#[test]
fn a_call_that_is_none_any_more_is_found() {
    for (change, path) in [
        (json!({ "expression": 7 }), "tool_calls[0].arguments"),
        (json!({}), "tool_calls[0].arguments"),
    ] {
        let report = after(Keep::Whole, "response", 0, |message| {
            message.packet["tool_calls"][0]["arguments"] = change;
        });
        assert_eq!(found(&report), [(What::Call, path)]);
    }
    let report = after(Keep::Default, "response", 0, |message| {
        message.packet["tool_calls"][0]["name"] = json!("app.delete_everything");
    });
    let expected = [
        (What::Call, "tool_calls[0].name"),
        (What::Call, "context.documents[0].content.name"),
    ];
    assert_eq!(found(&report), expected);
}

#[test]
fn packets_out_of_order_are_found() {
    let mut data = conversation(Keep::Default);
    data.messages.swap(0, 1);
    assert_eq!(
        found(&replay(&data)),
        [(What::Order, "in_reply_to.request_id")]
    );
    let report = after(Keep::Default, "response", 0, |message| message.turn = 9);
    let paths: Vec<_> = found(&report);
    assert!(
        paths.contains(&(What::Order, "conversation.turn")),
        "{paths:?}"
    );
    let mut data = conversation(Keep::Default);
    let first = data.messages[0].clone();
    data.messages.push(first);
    let report = replay(&data);
    assert_eq!(
        found(&report),
        [(What::Order, "message_count"), (What::Order, "id")]
    );
}

#[test]
fn packets_of_any_form_are_no_panic() {
    for packet in [
        json!(null),
        json!([]),
        json!("x"),
        json!({ "input": 4, "context": [] }),
    ] {
        for (sender_role, kind) in [
            (SenderRole::User, "request"),
            (SenderRole::Tool, "tool"),
            (SenderRole::Assistant, "response"),
            (SenderRole::Agent, "something"),
        ] {
            let mut data = conversation(Keep::Whole);
            data.messages[0].packet = packet.clone();
            data.messages[0].packet_type = kind.to_owned();
            data.messages[0].sender_role = sender_role;
            assert!(!replay(&data).is_same(), "{packet} as {kind}");
        }
    }
}
