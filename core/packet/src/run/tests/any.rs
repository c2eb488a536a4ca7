//! Whatever models and clients say, a run ends in a reply, and nothing passes without the gate.

use proptest::prelude::*;
use screen_agent_tools::{Outcome, Tool};
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::document::Document;
use screen_agent_wire::packet::tool::PolicyDecision;
use serde_json::{Value, json};

use super::super::*;
use super::stage::{Stage, result};
use super::stories::{shop, with_tools};
use crate::testing::{moment, rich_means};

/// Most requests of one client; more than any run can need.
const HOPS: usize = 40;

#[derive(Clone, Debug)]
enum Said {
    Text(String),
    Packet(Value, Value),
    Silence,
}

fn call() -> impl Strategy<Value = Value> {
    let names: Vec<String> = Tool::NAMES
        .iter()
        .map(|name| (*name).to_owned())
        .chain(["shell.run".to_owned(), String::new()])
        .collect();
    let arguments = prop_oneof![
        Just(json!({})),
        Just(json!({ "handleId": "3" })),
        Just(json!({ "handleId": "4", "text": "x" })),
        Just(json!({ "handleId": "3\"],*" })),
        Just(json!({ "url": "https://shop.test/b" })),
        Just(json!({ "url": "javascript:alert(1)" })),
        Just(json!({ "query": "lamps" })),
        Just(json!({ "expression": "1+1" })),
        Just(json!({ "title": "t", "text": "x" })),
        Just(json!({ "integration": "tickets", "operation": "create", "payload": {} })),
        Just(json!({ "collectionId": "col_1", "url": "https://shop.test/" })),
        Just(json!({ "artifactId": "a", "format": "pdf" })),
        Just(json!([1])),
        Just(Value::Null),
    ];
    (prop::sample::select(names), arguments).prop_map(|(name, arguments)| {
        json!({ "id": "call_mine", "name": name, "arguments": arguments,
            "policy": { "decision": "allow", "reason_code": "mine", "text": "mine" } })
    })
}

fn said() -> impl Strategy<Value = Said> {
    prop_oneof![
        1 => "\\PC{0,60}".prop_map(Said::Text),
        1 => Just(Said::Text("{\"protocol\":{\"name\":\"laika.llmcp\",\"version\":2}}".to_owned())),
        1 => Just(Said::Silence),
        8 => (prop::collection::vec(call(), 0..6), "[a-z ]{0,20}").prop_map(|(calls, quote)| {
            Said::Packet(json!([{ "doc_id": "doc:web:summary", "quote": quote, "check": { "verified": true } }]), json!(calls))
        }),
    ]
}

/// Plays a run to its end. `choices` decide what clients and stores do.
fn play(mut stage: Stage, said: &[Said], choices: &[u8]) -> Stage {
    let mut said = said.iter().cycle();
    let mut choices = choices.iter().cycle();
    let mut choose = || choices.next().copied().unwrap_or_default();
    let mut queue: Vec<Effect> = stage.effects().to_vec();
    let mut hops = 0;
    while !queue.is_empty() {
        let effect = queue.remove(0);
        let before = stage.acts.len();
        match effect {
            Effect::Call(Call::Load { .. }) => {
                let loaded = if choose() % 2 == 0 {
                    Ok(Vec::new())
                } else {
                    Err("no".to_owned())
                };
                stage.feed(Event::Loaded(loaded));
            }
            Effect::Call(Call::Think(prompt)) => {
                only_results_are_trusted(&prompt.user);
                match said.next().unwrap() {
                    Said::Text(text) => stage.say_text(text),
                    Said::Silence => stage.say_text(""),
                    Said::Packet(citations, calls) => {
                        let render = json!({ "type": "doc", "children": [] });
                        stage.say_tree(render, citations.clone(), calls.clone());
                    }
                }
            }
            Effect::Call(Call::UseApproval { fingerprint }) => {
                let first = choose() % 2 == 0;
                stage.feed(Event::ApprovalUsed { fingerprint, first });
            }
            Effect::Call(Call::Perform { call_id, .. }) => {
                let outcome = if choose() % 2 == 0 {
                    Outcome::ok(json!({ "n": 1 }))
                } else {
                    Outcome::failed("FAILED", "no")
                };
                stage.feed(Event::Performed { call_id, outcome });
            }
            Effect::Reply(packet) => {
                assert!(queue.is_empty(), "a reply stands last");
                if stage.run.ended {
                    return stage;
                }
                hops += 1;
                assert!(hops < HOPS);
                let (documents, approvals) = client(&stage, &packet.tool_calls, choose());
                stage.go_on(documents, approvals);
            }
            Effect::Fail(_) => return stage,
            Effect::Note(_) => {}
        }
        if stage.acts.len() > before {
            queue.extend(stage.effects().iter().cloned());
        }
    }
    panic!("the run stands still: {:?}", stage.run.waiting);
}

fn client(
    stage: &Stage,
    calls: &[screen_agent_wire::packet::ToolCall],
    choice: u8,
) -> (Value, Value) {
    let mut documents = if choice.is_multiple_of(3) {
        vec![]
    } else {
        shop().as_array().unwrap().clone()
    };
    let mut approvals = Vec::new();
    for call in calls {
        let policy = call.policy.as_ref().unwrap();
        let id = call.id.clone().unwrap();
        match policy.decision {
            PolicyDecision::Allow if !choice.is_multiple_of(5) => {
                documents.push(result(&id, &call.name, "ok", json!({ "n": 1 })))
            }
            PolicyDecision::Ask => {
                let fingerprint = &policy.approval.as_ref().unwrap().fingerprint;
                approvals.push(
                    json!({ "call_id": id, "fingerprint": fingerprint, "allow": choice.is_multiple_of(2) }),
                );
            }
            PolicyDecision::Allow | PolicyDecision::Deny => {}
        }
    }
    let _ = stage;
    (json!(documents), json!(approvals))
}

fn only_results_are_trusted(user: &str) {
    let packet: Value = serde_json::from_str(user).unwrap();
    let documents: Vec<Document> =
        serde_json::from_value(packet["context"]["documents"].clone()).unwrap();
    for document in documents {
        let trusted = document.trust == screen_agent_wire::packet::Trust::Trusted;
        assert_eq!(trusted, document.kind == "tool.result.v1", "{document:?}");
        assert!(!trusted || !serde_json::to_string(&document).unwrap().contains("Aurora"));
    }
}

fn ask(mode: u8, collection: bool) -> RequestPacket {
    let names: Vec<&str> = Tool::NAMES
        .iter()
        .copied()
        .filter(|name| name.starts_with("browser."))
        .collect();
    let mut request = with_tools(
        "web.answer",
        "buy the Aurora lamp and save what it costs",
        &names,
    );
    request.input.mode = serde_json::from_value(json!(
        ["observe", "assist", "autopilot"][usize::from(mode % 3)]
    ))
    .unwrap();
    if collection {
        request
            .input
            .task
            .args
            .insert("collection_id".to_owned(), json!("col_1"));
    }
    request
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_said_a_run_ends_in_a_reply(
        said in prop::collection::vec(said(), 1..8),
        choices in prop::collection::vec(any::<u8>(), 1..12),
        mode in 0_u8..3,
        collection in any::<bool>(),
    ) {
        let stage = play(Stage::open(ask(mode, collection), rich_means(12_000)), &said, &choices);
        let reply = stage.reply();
        prop_assert!(stage.run.ended);
        prop_assert!(stage.run.step <= STEPS);
        let thinks = stage.acts.iter().flat_map(|(_, effects)| effects).filter(|one| matches!(one, Effect::Call(Call::Think(_))));
        prop_assert!(thinks.count() <= 2 * STEPS as usize);
        prop_assert!(screen_agent_answer::check(&reply.assistant.render).is_ok());
        for citation in &reply.assistant.citations {
            prop_assert!(citation.check.is_some());
        }
        for (_, effects) in &stage.acts {
            for effect in effects {
                let Effect::Reply(packet) = effect else { continue };
                for call in &packet.tool_calls {
                    // Ids and decisions are ours, whatever the model wrote.
                    prop_assert_ne!(call.id.as_deref(), Some("call_mine"));
                    prop_assert_ne!(&call.policy.as_ref().unwrap().reason_code, "mine");
                }
                // Who may only look has nothing that acts sent to the client as allowed.
                if mode % 3 == 0 {
                    let acts = packet.tool_calls.iter().any(|call| {
                        matches!(call.name.as_str(), "browser.click" | "browser.type" | "browser.select")
                            && call.policy.as_ref().unwrap().decision == PolicyDecision::Allow
                    });
                    prop_assert!(!acts);
                }
            }
        }
    }

    /// The same events come to the same effects.
    #[test]
    fn a_run_can_be_played_again(said in prop::collection::vec(said(), 1..6), choices in prop::collection::vec(any::<u8>(), 1..6)) {
        let stage = play(Stage::open(ask(1, true), rich_means(12_000)), &said, &choices);
        let mut run: Option<QuestionRun> = None;
        for (at, (event, effects)) in stage.acts.iter().enumerate() {
            let now = moment(u32::try_from(at).unwrap());
            let before = match (event, run.take()) {
                (Event::Asked(request), None) => open(request, Earlier::default(), &now),
                (Event::Asked(request), Some(run)) => resume(run, request).unwrap(),
                (_, run) => run.unwrap(),
            };
            let (after, again) = advance(before, event.clone(), &now, &stage.means);
            prop_assert_eq!(&again, effects);
            run = Some(after);
        }
    }
}
