//! Topic evaluate.

use crate::reason::Evaluation;
use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::mind::Role;

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("evaluate.md"),
    reply_tokens: 500,
    temperature: None,
};

pub(super) fn user<'a>(letter: Letter<'a>) -> Letter<'a> {
    letter.goal().found()
}

pub(super) fn schema() -> Value {
    json!({ "type": "object" })
}

pub(super) fn read(answer: &str) -> Result<Evaluation, String> {
    reply::object(answer)
}
