//! On tiny models with random weights: what they say is nonsense, so only its form can be right.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod acting;
mod breaking_off;
mod form;
mod loading;
mod packets;
mod reading;
mod tiny;

use screen_agent_think::Prompt;
use screen_agent_think::models::ModelTier;
use serde_json::{Value, json};

/// A prompt over a screen with these controls.
fn prompt(ids: &[&str], reply_tokens: u32) -> Prompt {
    Prompt {
        topic: "act",
        role: ModelTier::Fast,
        system: "Say what to do next.".into(),
        user: format!("Controls: {}", ids.join(", ")),
        schema: json!({ "type": "object" }),
        grammar: Some(grammar(ids)),
        reply_tokens,
        temperature: None,
        picture: None,
    }
}

/// A thought, and an action on one of the controls.
fn grammar(ids: &[&str]) -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "thought": { "type": "string" },
            "id": { "type": "string", "enum": ids },
            "certain": { "type": "boolean" },
            "notes": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["thought", "id", "certain"],
    })
}
