//! JSON: read to see that it is whole, and kept as it was written.

use screen_agent_think::file::{FileKind, Unreadable};
use serde_json::{Map, Value};

use crate::{Found, counted};

/// Says what it is at its top. The parser itself refuses what nests deeper than 128 levels.
pub(crate) fn read(text: String) -> Result<Found, Unreadable> {
    let value: Value = serde_json::from_str(&text).map_err(|_| Unreadable::Broken)?;
    let about = match &value {
        Value::Object(fields) => format!("JSON, an object with {}", counted(fields.len(), "field")),
        Value::Array(items) => match items.len() {
            1 => "JSON, a list with 1 entry".to_owned(),
            count => format!("JSON, a list with {count} entries"),
        },
        _ => "JSON, a single value".to_owned(),
    };
    let record = match &value {
        Value::Object(fields) => named(fields),
        Value::Array(items) => match items.as_slice() {
            [Value::Object(fields)] => named(fields),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    Ok(Found {
        about,
        record,
        ..Found::new(FileKind::Json, text)
    })
}

/// Plain fields; what holds others is left out.
pub(crate) fn named(fields: &Map<String, Value>) -> Vec<(String, String)> {
    let plain = |(name, value): (&String, &Value)| {
        let value = match value {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Bool(_) | Value::Null | Value::Array(_) | Value::Object(_) => return None,
        };
        (!value.is_empty()).then(|| (name.trim().to_owned(), value))
    };
    fields.iter().filter_map(plain).collect()
}
