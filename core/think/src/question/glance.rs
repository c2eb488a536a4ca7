//! Tier 2: was that the last of it? A small model looks once.

use serde_json::{Map, Value};

use super::lenient::{self, narrowed};
use super::prompt_text::PromptText;
use super::{Form, judge};
use crate::Judgement;
use crate::models::ModelTier;

pub(super) const FORM: Form = Form {
    role: ModelTier::Fast,
    system: include_str!("glance.md"),
    reply_tokens: 100,
    temperature: Some(0.0),
};

pub(super) fn user(prompt: PromptText<'_>) -> PromptText<'_> {
    judge::evidence(prompt.goal().steps()).page()
}

pub(super) fn schema() -> Value {
    let judged = lenient::schema::<judge::Answer>();
    let required = ["action_succeeded", "task_completed", "confidence"];
    narrowed(
        judged,
        &["sub_task_completed", "answer", "need_to_see"],
        Map::new(),
        &required,
    )
}

/// Nothing that a glance says beyond yes and no is used.
pub(super) fn read(answer: &str) -> Result<Judgement, String> {
    let said = judge::read(answer)?;
    Ok(Judgement {
        sub_task_completed: None,
        answer: None,
        need: None,
        ..said
    })
}
