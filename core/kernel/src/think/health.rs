//! Topic health.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::mind::Role;

/// Whether the rest of a plan still fits the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Health {
    /// It does.
    pub valid: bool,
    /// Why, or why not.
    pub reason: String,
    /// What to change in it.
    pub suggested_changes: Vec<String>,
    /// It has to be made anew.
    pub needs_full_replan: bool,
}

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("health.md"),
    reply_tokens: 400,
    temperature: None,
};

pub(super) fn user<'a>(letter: Letter<'a>, change: &str) -> Letter<'a> {
    {
        let _ = change;
        letter.goal().plan().page()
    }
}

pub(super) fn schema() -> Value {
    json!({ "type": "object" })
}

pub(super) fn read(answer: &str) -> Result<Health, String> {
    reply::object(answer)
}
