//! Topic chat.

use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::mind::Role;

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("chat.md"),
    reply_tokens: 800,
    temperature: None,
};

pub(super) fn user<'a>(letter: Letter<'a>) -> Letter<'a> {
    letter.goal().history()
}

pub(super) fn schema() -> Value {
    json!({ "type": "object" })
}

pub(super) fn read(answer: &str) -> Result<String, String> {
    reply::object(answer)
}
