//! Should this be done? Somebody else looks before what lasts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lenient::{Confidence, Text, optional};
use super::prompt_text::PromptText;
use super::{Form, reply};
use crate::models::ModelTier;
use screen_agent_action::{Action, mask, print};
use screen_agent_words::quote::{cut, plain};

/// Whether something should be done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Critique {
    /// It should.
    pub approved: bool,
    /// 0 to 1.
    pub confidence: f32,
    /// Why, or why not.
    pub reason: String,
    /// What to do instead.
    pub suggestion: Option<String>,
}

pub(super) const FORM: Form = Form {
    role: ModelTier::Smart,
    system: include_str!("critique.md"),
    reply_tokens: 300,
    temperature: Some(0.0),
};

/// Longest sentence that is kept, and longest action that is shown, in characters.
const SENTENCE: usize = 300;
const SHOWN: usize = 1_000;

pub(super) fn user<'a>(prompt: PromptText<'a>, action: &Action, why: &str) -> PromptText<'a> {
    let seen = &prompt.brief().seen;
    let node = action.target().and_then(|id| seen.node(id));
    let mut about = cut(&print(&mask::shown(action, seen)), SHOWN);
    if let Some(node) = node {
        about = format!("{about}\non: {} {}", node.role.code(), plain(&node.name));
    }
    if !why.is_empty() {
        about = format!("{about}\nbecause: {}", cut(&plain(why), SENTENCE));
    }
    prompt
        .goal()
        .file()
        .plan()
        .steps()
        .say("About to be done:")
        .fence("proposed", &about)
        .page()
}

/// Without a plain yes or no it is no critique.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Answer {
    approved: bool,
    #[serde(default)]
    confidence: Confidence,
    #[serde(default)]
    reason: Text<SENTENCE>,
    #[serde(default)]
    #[schemars(skip_serializing_if = "optional")]
    suggestion: Text<SENTENCE>,
}

pub(super) fn read(answer: &str) -> Result<Critique, String> {
    let said: Answer = reply::object(answer)?;
    let suggestion = said.suggestion.0;
    Ok(Critique {
        approved: said.approved,
        confidence: said.confidence.0,
        reason: said.reason.0,
        suggestion: (!suggestion.is_empty()).then_some(suggestion),
    })
}

#[cfg(test)]
mod tests;
