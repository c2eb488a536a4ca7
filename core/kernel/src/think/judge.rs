//! Topic judge.

use crate::verify::Judgement;
use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::mind::Role;

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("judge.md"),
    reply_tokens: 300,
    temperature: None,
};

pub(super) fn user<'a>(letter: Letter<'a>, claim: Option<&str>) -> Letter<'a> {
    {
        let _ = claim;
        letter.goal().steps().page()
    }
}

pub(super) fn schema() -> Value {
    json!({ "type": "object" })
}

pub(super) fn read(answer: &str) -> Result<Judgement, String> {
    reply::object(answer)
}
