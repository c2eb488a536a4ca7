//! Tier 3: did the step work, and is the task done?

use schemars::JsonSchema;
use serde::Deserialize;

use super::lenient::{Confidence, Lax, Text, Word, optional};
use super::prompt_text::PromptText;
use super::{Form, reply};
use crate::judgement::{Judgement, OutOfView};
use crate::models::ModelTier;
use screen_agent_action::expect::SOME_CHANGE;
use screen_agent_words::quote::{cut, plain};

pub(super) const FORM: Form = Form {
    role: ModelTier::Smart,
    system: include_str!("judge.md"),
    reply_tokens: 300,
    temperature: Some(0.3),
};

/// Longest reason and longest answer that are kept, in characters.
const REASON: usize = 300;
const ANSWER: usize = 2_000;
/// Beginnings of notes that tell a model nothing of the page.
const SAYS_NOTHING: [&str; 2] = ["tier ", "address: the same"];
/// Longest claim and longest expectation that are told.
const CLAIM: usize = 500;

pub(super) fn user<'a>(prompt: PromptText<'a>, claim: Option<&str>) -> PromptText<'a> {
    let prompt = evidence(prompt.goal().file().history().memory().plan().steps());
    let prompt = match claim {
        Some(claim) => prompt
            .say("Is this visibly so?")
            .fence("claim", &cut(&plain(claim), CLAIM)),
        None => prompt,
    };
    prompt.page()
}

/// What the last step was to bring, and what was seen to change. Both hold words of the page.
pub(super) fn evidence(prompt: PromptText<'_>) -> PromptText<'_> {
    let Some(step) = prompt.brief().steps.last() else {
        return prompt;
    };
    let planned = step.plan_step.zip(prompt.brief().plan.as_ref());
    let planned =
        planned.and_then(|(at, plan)| plan.steps.get(usize::from(at))?.expected.as_deref());
    let expected = planned.unwrap_or(step.expected.description.as_str());
    let expected = match expected {
        SOME_CHANGE => String::new(),
        told => cut(&plain(told), CLAIM),
    };
    changes(prompt.fence_some("what the last action was to bring", &expected))
}

/// What was seen to change after the last step.
pub(super) fn changes(prompt: PromptText<'_>) -> PromptText<'_> {
    let says = |note: &&String| !SAYS_NOTHING.iter().any(|start| note.starts_with(start));
    let seen: Vec<&str> = (prompt.brief().changes.iter().filter(says))
        .map(String::as_str)
        .collect();
    let seen = seen.join("\n");
    match seen.is_empty() {
        true => prompt.say("Nothing was seen to change."),
        false => prompt.fence("what was seen to change", &seen),
    }
}

/// What decides anything is held to its type; the rest may be missing.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Answer {
    action_succeeded: bool,
    task_completed: bool,
    #[schemars(with = "bool", skip_serializing_if = "optional")]
    sub_task_completed: Option<bool>,
    #[serde(default)]
    confidence: Confidence,
    #[serde(default)]
    reason: Text<REASON>,
    #[serde(default)]
    #[schemars(skip_serializing_if = "optional")]
    answer: Lax<String>,
    #[serde(default)]
    #[schemars(skip_serializing_if = "optional")]
    need_to_see: Word<OutOfView>,
}

pub(super) fn read(answer: &str) -> Result<Judgement, String> {
    let said: Answer = reply::object(answer)?;
    let told = said.answer.0.trim();
    Ok(Judgement {
        action_succeeded: said.action_succeeded,
        task_completed: said.task_completed,
        sub_task_completed: said.sub_task_completed,
        confidence: said.confidence.0,
        reason: said.reason.0,
        answer: (said.task_completed && !told.is_empty()).then(|| cut(told, ANSWER)),
        need: said.need_to_see.0.filter(|_| !said.task_completed),
    })
}

#[cfg(test)]
pub(super) mod tests;
