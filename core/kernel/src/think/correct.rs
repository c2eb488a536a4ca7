//! The last step failed: what instead?

use serde_json::Value;

use super::letter::Letter;
use super::{Brief, Form, act};
use crate::ask::Proposal;
use crate::mind::Role;

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("correct.md"),
    reply_tokens: 400,
    temperature: None,
};

pub(super) fn system(brief: &Brief, form: &Form) -> String {
    act::system(brief, form)
}

pub(super) fn user(letter: Letter<'_>) -> Letter<'_> {
    act::user(letter)
}

pub(super) fn schema(brief: &Brief) -> Value {
    act::schema(brief)
}

pub(super) fn grammar(brief: &Brief) -> Value {
    act::grammar(brief)
}

pub(super) fn read(answer: &str) -> Result<Proposal, String> {
    act::read(answer)
}
