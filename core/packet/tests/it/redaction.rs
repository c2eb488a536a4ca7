//! What is kept of packets.

use crate::fixtures::{beside, fixtures, pretty};
use screen_agent_packet::read;
use screen_agent_tools::redact::{self, Keep, Redacted};
use screen_agent_wire::packet::ResponsePacket;
use serde_json::{Value, json};

fn shown(kept: &Redacted) -> String {
    pretty(&serde_json::from_str::<Value>(kept.as_str()).unwrap())
}

#[test]
fn of_requests_words_sources_digests_and_previews_are_kept() {
    for (name, text) in fixtures("good", "json") {
        let packet = read::request(text.as_bytes()).unwrap();
        let kept = redact::request(&packet, Keep::Default);
        beside("good", || {
            insta::assert_snapshot!(format!("{name}.kept"), shown(&kept))
        });
    }
}

/// A response with a call of every kind that holds words of the person.
fn response() -> Value {
    let call = |name: &str, arguments: Value| json!({ "name": name, "arguments": arguments });
    json!({
        "protocol": { "name": "laika.llmcp", "version": 1 },
        "id": "res-1", "type": "response", "created_at": "2026-01-24T12:34:57.123Z",
        "conversation": { "id": "c-1", "turn": 1 },
        "sender": { "role": "assistant" }, "in_reply_to": { "request_id": "req-1" },
        "assistant": {
            "title": "Your key",
            "render": { "type": "doc", "children": [{ "type": "paragraph", "children": [
                { "type": "text", "text": "The key is sk-abcdefghijklmnop1234, the card 4111 1111 1111 1111." },
            ] }] },
            "citations": [{ "doc_id": "doc:web", "quote": "keep this quote" }],
        },
        "tool_calls": [
            call("browser.type", json!({ "handleId": "laika-1", "text": "WORDS-typed" })),
            call("browser.select", json!({ "handleId": "laika-1", "value": "WORDS-chosen" })),
            call("search", json!({ "query": "WORDS-searched", "url": "https://e.test/?q=WORDS-searched" })),
            call("browser.navigate", json!({ "url": "https://a.test/x?access_token=WORDS-token&page=2" })),
            call("artifact.save", json!({ "title": "Note", "text": "WORDS-saved" })),
            call("collection.add_sources", json!({ "collectionId": "col_1", "sources": [
                { "type": "note", "text": "WORDS-noted" },
                { "type": "url", "url": "https://ann:WORDS-secret@a.test/y" },
            ] })),
            call("integration.invoke", json!({
                "integration": "notes", "operation": "add", "payload": { "note": "WORDS-sent" },
            })),
            call("no.such", json!({ "anything": "WORDS-unknown" })),
        ],
    })
}

fn said(response: Value) -> ResponsePacket {
    serde_json::from_value(response).unwrap()
}

#[test]
fn of_responses_what_was_shown_is_kept_and_what_was_typed_is_not() {
    let mut packet = said(response());
    packet.tool_calls[0].policy = serde_json::from_value(json!({
        "decision": "ask", "reason_code": "assist_requires_approval", "text": "It types.",
        "approval": { "fingerprint": "WORDS-fingerprint", "origin": "https://a.test",
            "expires_at": "2026-01-24T12:35:57.123Z" },
    }))
    .unwrap();
    let kept = redact::response(&packet, Keep::Default, Vec::new());
    assert!(!kept.as_str().contains("WORDS"), "{}", shown(&kept));
    for there in [
        "keep this quote",
        "•••",
        "https://a.test/x?page=2",
        "laika-1",
    ] {
        assert!(kept.as_str().contains(there), "{there}: {}", shown(&kept));
    }
    assert!(!kept.as_str().contains("sk-abc") && !kept.as_str().contains("4111"));
    insta::assert_snapshot!(shown(&kept));
}

#[test]
fn even_whole_packets_keep_no_secrets() {
    let packet = said(response());
    let kept = redact::response(&packet, Keep::Whole, Vec::new());
    assert!(kept.as_str().contains("WORDS-typed"));
    assert!(!kept.as_str().contains("sk-abc") && !kept.as_str().contains("4111"));
    let (_, text) = fixtures("good", "json")
        .into_iter()
        .find(|(name, _)| name == "results")
        .unwrap();
    let kept = redact::request(&read::request(text.as_bytes()).unwrap(), Keep::Whole);
    assert!(kept.as_str().contains("<p>4 euros</p>"));
    assert!(!kept.as_str().contains("ffff"), "a fingerprint is kept");
}

#[test]
fn what_a_model_was_sent_and_said_is_kept_of_whole_packets_alone() {
    let packet = said(response());
    let sent =
        json!({ "input": { "text": "it costs 4 euros, my password is hunter22" } }).to_string();
    let thoughts = || {
        vec![redact::thought(
            "Rules.",
            &sent,
            "{\"answer\": \"4 euros, WORDS-secret",
            &[],
        )]
    };
    let kept = redact::response(&packet, Keep::Whole, thoughts());
    assert!(
        kept.as_str().contains("it costs 4 euros")
            && kept.as_str().contains("4 euros, WORDS-secret")
    );
    assert!(!kept.as_str().contains("hunter22"), "{}", shown(&kept));
    let kept = redact::response(&packet, Keep::Default, thoughts());
    assert!(
        !kept.as_str().contains("it costs 4 euros"),
        "{}",
        shown(&kept)
    );
    let typed = ["WORDS-secret".to_owned()];
    let hidden = redact::thought("", "", "type WORDS-secret", &typed);
    assert_eq!(hidden["answer"], "type •••");
}

#[test]
fn a_call_on_a_sensitive_field_keeps_no_words_even_whole() {
    let mut packet = said(response());
    packet.tool_calls.truncate(1);
    packet.tool_calls[0].policy = serde_json::from_value(json!({
        "decision": "deny", "reason_code": "sensitive_field_blocked", "text": "It is a field for a secret.",
    }))
    .unwrap();
    assert!(
        !redact::response(&packet, Keep::Whole, Vec::new())
            .as_str()
            .contains("WORDS-typed")
    );
}

#[test]
fn the_persons_words_are_kept_without_the_secrets_in_them() {
    let (_, text) = fixtures("good", "json")
        .into_iter()
        .find(|(name, _)| name == "spec-request")
        .unwrap();
    let mut packet = read::request(text.as_bytes()).unwrap();
    packet.input.user_message.text = "log in as ann with password Hunter2 please".to_owned();
    for keep in [Keep::Default, Keep::Whole] {
        let kept: Value = serde_json::from_str(redact::request(&packet, keep).as_str()).unwrap();
        let words = &kept["input"]["user_message"]["text"];
        assert_eq!(words, "log in as ann with password ••• please");
    }
}
