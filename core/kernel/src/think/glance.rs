//! Topic glance.

use crate::verify::Judgement;
use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::mind::Role;

pub(super) const FORM: Form = Form {
    role: Role::Fast,
    system: include_str!("glance.md"),
    reply_tokens: 100,
    temperature: None,
};

pub(super) fn user<'a>(letter: Letter<'a>) -> Letter<'a> {
    letter.goal().steps().page()
}

pub(super) fn schema() -> Value {
    json!({ "type": "object" })
}

pub(super) fn read(answer: &str) -> Result<Judgement, String> {
    reply::object(answer)
}
