//! Limits of arguments that types do not say.

use serde_json::{Map, Value};

use screen_agent_wire::invalid::Invalid;

/// Longest id, in characters.
pub(super) const ID: usize = 128;
/// Longest title or name, in characters.
pub(super) const TITLE: usize = 500;
/// Longest expression, in characters.
pub(super) const EXPRESSION: usize = 1_000;
/// Longest text that is kept, in characters.
pub(super) const TEXT: usize = 200_000;
/// Longest short word, in characters.
pub(super) const WORD: usize = 64;
/// Most tags, and most sources that are added at once.
pub(super) const MANY: usize = 50;
/// Longest object of the model's own, in bytes of its JSON.
const PAYLOAD: usize = 65_536;

/// An object of the model's own: a person may have to read it.
pub(super) fn payload(field: &str, object: &Map<String, Value>) -> Result<(), Invalid> {
    let bytes = serde_json::to_vec(object).map_or(usize::MAX, |bytes| bytes.len());
    match bytes <= PAYLOAD {
        true => Ok(()),
        false => Err(Invalid::new(field, format!("more than {PAYLOAD} bytes"))),
    }
}

pub(super) fn within(
    field: &str,
    number: Option<u32>,
    least: u32,
    most: u32,
) -> Result<(), Invalid> {
    match number {
        Some(number) if !(least..=most).contains(&number) => {
            Err(Invalid::new(field, format!("expected {least} to {most}")))
        }
        _ => Ok(()),
    }
}
