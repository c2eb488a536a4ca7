//! Whatever a model may answer, readable or not.

use proptest::prelude::*;
use serde_json::{Value, json};

use screen_agent_action::print;
use screen_agent_action::testing::any_action;

fn confidence() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => (0.0..=1.0_f64).prop_map(|figure| json!(figure)),
        1 => Just(json!(7)),
        1 => Just(json!("high")),
        1 => Just(Value::Null),
    ]
}

fn action() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => any_action().prop_map(|action| print(&action)),
        3 => (0..9_u8).prop_map(|id| format!("click({id})")),
        2 => (0..9_u8, "[a-z]{0,4}").prop_map(|(id, text)| format!("setValue({id}, \"{text}\")")),
        1 => Just("finish(\"So it is.\")".to_owned()),
        1 => Just("verifySuccess(\"it is so\")".to_owned()),
        1 => Just("googleSearch(\"how\")".to_owned()),
        1 => "[ -~]{0,30}",
    ]
}

fn act() -> impl Strategy<Value = Value> {
    (
        action(),
        confidence(),
        prop::collection::vec(action(), 0..4),
        any::<bool>(),
    )
        .prop_map(|(action, confidence, more, prepares)| {
            let actions: Vec<Value> = more
                .iter()
                .map(|action| json!({"action": action, "description": "More."}))
                .collect();
            json!({
                "thought": "So.", "action": action, "confidence": confidence,
                "prepares": prepares, "actions": actions, "strategy": "ALTERNATIVE_TOOL",
                "reason": "So.",
            })
        })
}

fn judgement() -> impl Strategy<Value = Value> {
    (any::<[bool; 3]>(), confidence()).prop_map(|([worked, done, part], confidence)| {
        json!({
            "action_succeeded": worked, "task_completed": done, "sub_task_completed": part,
            "confidence": confidence, "reason": "Seen.", "answer": "Forty-two.",
        })
    })
}

fn reasoned() -> impl Strategy<Value = Value> {
    let source = prop_oneof![
        Just("MEMORY"),
        Just("PAGE"),
        Just("WEB_SEARCH"),
        Just("ASK_USER"),
        Just("ORACLE"),
    ];
    (source, confidence(), any::<[bool; 4]>(), "[a-c]{0,2}").prop_map(
        |(source, confidence, [solved, retry, ask, proceed], words)| {
            json!({
                "source": source, "missingInfo": [{"field": "x", "type": "PRIVATE_DATA", "description": "y"}],
                "searchQuery": words, "reasoning": "So.", "confidence": confidence,
                "evidence": {"sources": [], "quality": "high", "gaps": []},
                "solved": solved, "shouldRetry": retry, "shouldAskUser": ask, "refinedQuery": words,
                "summary": "So.", "canProceed": proceed, "missingInformation": ["x"],
                "userQuestion": "Which x?",
            })
        },
    )
}

fn planned() -> impl Strategy<Value = Value> {
    let step = prop_oneof![
        Just("Click \"Go\""),
        Just("Type \"a\" into \"Password\" and press Enter"),
        Just("Wait"),
        Just(""),
        Just("Verify that it is so"),
    ];
    (prop::collection::vec(step, 0..12), any::<[bool; 2]>()).prop_map(|(steps, [valid, anew])| {
        let steps: Vec<Value> = steps
            .iter()
            .map(|step| json!({"description": step, "toolType": "DOM"}))
            .collect();
        json!({
            "steps": steps, "valid": valid, "reason": "So.", "suggestedChanges": ["skip step 1"],
            "needsFullReplan": anew, "approved": valid, "confidence": 0.9, "answer": "So.",
        })
    })
}

/// Whatever a model may answer.
pub(super) fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => act().prop_map(|value| value.to_string()),
        4 => judgement().prop_map(|value| value.to_string()),
        4 => reasoned().prop_map(|value| value.to_string()),
        4 => planned().prop_map(|value| value.to_string()),
        1 => act().prop_map(|value| format!("```json\n{value}\n```")),
        1 => action().prop_map(|action| format!("<Thought>So.</Thought><Action>{action}</Action>")),
        1 => "[ -~]{0,60}",
        1 => Just("{".repeat(300)),
    ]
}
