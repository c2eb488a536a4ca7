//! Topic analyze.

use crate::reason::Analysis;
use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::mind::Role;

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("analyze.md"),
    reply_tokens: 600,
    temperature: None,
};

pub(super) fn user<'a>(letter: Letter<'a>) -> Letter<'a> {
    letter.goal().history().page()
}

pub(super) fn schema() -> Value {
    json!({ "type": "object" })
}

pub(super) fn read(answer: &str) -> Result<Analysis, String> {
    reply::object(answer)
}
