//! Topic critique.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::mind::Role;

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
    role: Role::Smart,
    system: include_str!("critique.md"),
    reply_tokens: 300,
    temperature: None,
};

pub(super) fn user<'a>(letter: Letter<'a>, action: &crate::action::Action) -> Letter<'a> {
    {
        let _ = action;
        letter.goal().steps().page()
    }
}

pub(super) fn schema() -> Value {
    json!({ "type": "object" })
}

pub(super) fn read(answer: &str) -> Result<Critique, String> {
    reply::object(answer)
}
