//! Topic complete.

use crate::reason::Completeness;
use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::mind::Role;

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("complete.md"),
    reply_tokens: 500,
    temperature: None,
};

pub(super) fn user<'a>(letter: Letter<'a>, missing: &[String]) -> Letter<'a> {
    {
        let _ = missing;
        letter.goal().history().found().page()
    }
}

pub(super) fn schema() -> Value {
    json!({ "type": "object" })
}

pub(super) fn read(answer: &str) -> Result<Completeness, String> {
    reply::object(answer)
}
