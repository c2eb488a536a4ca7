//! Tier 3: did the step work, and is the task done?

use serde::Deserialize;
use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::Judgement;
use crate::mind::Role;
use screen_agent_words::quote::{cut, plain};

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("judge.md"),
    reply_tokens: 300,
    temperature: Some(0.3),
};

/// Longest reason and longest answer that are kept, in characters.
const REASON: usize = 300;
const ANSWER: usize = 2_000;
/// Longest claim and longest expectation that are told.
const CLAIM: usize = 500;

pub(super) fn user<'a>(letter: Letter<'a>, claim: Option<&str>) -> Letter<'a> {
    let letter = evidence(letter.goal().file().history().memory().plan().steps());
    let letter = match claim {
        Some(claim) => letter
            .say("Is this visibly so?")
            .fence("claim", &cut(&plain(claim), CLAIM)),
        None => letter,
    };
    letter.page()
}

/// What the last step was to bring, and what was seen to change. Both hold words of the page.
pub(super) fn evidence(letter: Letter<'_>) -> Letter<'_> {
    let Some(step) = letter.brief().steps.last() else {
        return letter;
    };
    let expected = cut(&plain(&step.expected.description), CLAIM);
    let letter = if expected.is_empty() {
        letter
    } else {
        letter.fence("what the last action was to bring", &expected)
    };
    let seen = step
        .verdict
        .as_ref()
        .map(|verdict| verdict.evidence.join("\n"));
    match seen {
        Some(seen) if !seen.is_empty() => letter.fence("what was seen to change", &seen),
        _ => letter.say("Nothing was seen to change."),
    }
}

pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "action_succeeded": { "type": "boolean" },
            "task_completed": { "type": "boolean" },
            "sub_task_completed": { "type": "boolean" },
            "confidence": { "type": "number" },
            "reason": { "type": "string" },
            "answer": { "type": "string" },
        },
        "required": ["action_succeeded", "task_completed", "confidence", "reason"],
    })
}

/// As it was said. What decides anything is held to its type; the rest may be missing.
#[derive(Deserialize)]
struct Spoken {
    action_succeeded: bool,
    task_completed: bool,
    #[serde(default)]
    sub_task_completed: Option<bool>,
    #[serde(default)]
    confidence: Option<Value>,
    #[serde(default)]
    reason: Value,
    #[serde(default)]
    answer: Value,
}

pub(super) fn read(answer: &str) -> Result<Judgement, String> {
    let said: Spoken = reply::object(answer)?;
    let text = |value: &Value| plain(value.as_str().unwrap_or_default());
    let told = said.answer.as_str().map(str::trim).unwrap_or_default();
    let told = (said.task_completed && !told.is_empty()).then(|| cut(told, ANSWER));
    Ok(Judgement {
        action_succeeded: said.action_succeeded,
        task_completed: said.task_completed,
        sub_task_completed: said.sub_task_completed,
        confidence: reply::confidence(said.confidence.as_ref()),
        reason: cut(&text(&said.reason), REASON),
        answer: told,
    })
}

#[cfg(test)]
pub(super) mod tests;
