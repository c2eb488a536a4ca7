//! What next? One action, or a question to the person.

use serde::Deserialize;
use serde_json::{Value, json};

use super::letter::Letter;
use super::{Brief, Form, Picture, reply};
use crate::action;
use crate::ask::{Decision, Proposal};
use crate::mind::Role;
use crate::step::Maker;
use screen_agent_page::render::LEGEND;

pub(super) const FORM: Form = Form {
    role: Role::Fast,
    system: include_str!("act.md"),
    reply_tokens: 400,
    temperature: None,
};

pub(super) fn system(_brief: &Brief, form: &Form) -> String {
    format!("{}\n{LEGEND}", form.system)
}

pub(super) fn user(letter: Letter<'_>) -> Letter<'_> {
    letter
        .goal()
        .history()
        .found()
        .memory()
        .plan()
        .steps()
        .skills()
        .page()
}

pub(super) fn schema(_brief: &Brief) -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "thought": { "type": "string" },
            "action": { "type": "string" },
            "question": { "type": "string" },
        },
        "required": ["thought"],
    })
}

pub(super) fn grammar(brief: &Brief) -> Value {
    schema(brief)
}

pub(super) fn picture(_brief: &Brief) -> Option<Picture> {
    None
}

#[derive(Deserialize)]
struct Spoken {
    #[serde(default)]
    thought: String,
    action: Option<String>,
    question: Option<String>,
}

/// Longest thought that is kept, in characters.
const THOUGHT: usize = 500;

/// Reads JSON, or `<Thought>` and `<Action>` tags.
pub(super) fn read(answer: &str) -> Result<Proposal, String> {
    let spoken = reply::object(answer).or_else(|why: String| tags(answer).ok_or(why))?;
    let thought: String = spoken.thought.chars().take(THOUGHT).collect();
    let decision = match (spoken.action, spoken.question) {
        (Some(action), None) => Decision::Act {
            action: action::parse(action.trim()).map_err(|error| error.to_string())?,
        },
        (None, Some(question)) => Decision::Question {
            question,
            missing: Vec::new(),
        },
        (Some(_), Some(_)) => return Err("the reply holds both an action and a question".into()),
        (None, None) => return Err("the reply holds no action".into()),
    };
    Ok(Proposal {
        by: Maker::Model,
        ..Proposal::new(thought, decision)
    })
}

fn tags(answer: &str) -> Option<Spoken> {
    let thought = reply::between(answer, "<Thought>", "</Thought>").unwrap_or_default();
    Some(Spoken {
        thought: thought.trim().to_owned(),
        action: Some(reply::between(answer, "<Action>", "</Action>")?.to_owned()),
        question: None,
    })
}
