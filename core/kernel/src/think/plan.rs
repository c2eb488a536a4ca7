//! Topic plan.

use crate::plan::Draft;
use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::mind::Role;

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("plan.md"),
    reply_tokens: 1200,
    temperature: None,
};

pub(super) fn user<'a>(letter: Letter<'a>, why: Option<&str>) -> Letter<'a> {
    {
        let _ = why;
        letter.goal().steps().page()
    }
}

pub(super) fn schema() -> Value {
    json!({ "type": "object" })
}

pub(super) fn read(answer: &str) -> Result<Draft, String> {
    reply::object(answer)
}
