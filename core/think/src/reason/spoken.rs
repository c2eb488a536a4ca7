//! Fields of an answer as models write them: absent, null, of another type, too long.

use serde_json::{Map, Value};

use super::{Evidence, Missing, MissingKind, Source};
use screen_agent_words::quote::{cut, plain};

/// An answer, field by field.
pub(crate) type Fields = Map<String, Value>;

/// Longest reasoning, summary, name and sentence that are kept, in characters.
pub(crate) const REASONING: usize = 500;
pub(crate) const SUMMARY: usize = 800;
const NAME: usize = 80;
const SENTENCE: usize = 200;
/// Longest list that is kept.
const LIST: usize = 8;

/// A text on one line, cut; empty where there is none.
pub(crate) fn text(field: Option<&Value>, most: usize) -> String {
    match field {
        Some(Value::String(text)) => cut(&plain(text), most),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Bool(_) | Value::Null | Value::Array(_) | Value::Object(_)) | None => {
            String::new()
        }
    }
}

/// A text that says something; models write "null" and "none" for nothing.
pub(crate) fn some_text(field: Option<&Value>, most: usize) -> Option<String> {
    let nothing = ["null", "none", "n/a", "-"];
    Some(text(field, most)).filter(|text| {
        let said = text.to_lowercase();
        !said.is_empty() && !nothing.contains(&said.as_str())
    })
}

/// A list of short texts; a single one counts as a list, and an object goes by its name.
pub(crate) fn texts(field: Option<&Value>) -> Vec<String> {
    let one = |item: &Value| match item {
        Value::Object(item) => some_text(item.get("field").or(item.get("name")), SENTENCE),
        Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null | Value::Array(_) => {
            some_text(Some(item), SENTENCE)
        }
    };
    items(field).iter().filter_map(one).take(LIST).collect()
}

fn items(field: Option<&Value>) -> &[Value] {
    match field {
        Some(Value::Array(items)) => items,
        Some(item) => std::slice::from_ref(item),
        None => &[],
    }
}

/// Yes or no; nothing else will do.
pub(crate) fn flag(fields: &Fields, name: &str) -> Result<bool, String> {
    loose_flag(fields.get(name)).ok_or_else(|| format!("{name} is neither true nor false"))
}

/// Yes or no, where saying nothing means no.
pub(crate) fn loose_flag(field: Option<&Value>) -> Option<bool> {
    match field? {
        Value::Bool(flag) => Some(*flag),
        Value::String(word) => word.trim().to_lowercase().parse().ok(),
        Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A source by its word.
pub(crate) fn source(field: &Value) -> Option<Source> {
    let word = field
        .as_str()?
        .trim()
        .to_uppercase()
        .replace([' ', '-'], "_");
    serde_json::from_value(Value::String(word)).ok()
}

/// Sources by their words; others are passed over.
pub(crate) fn sources(field: Option<&Value>) -> Vec<Source> {
    let mut found = Vec::new();
    for source in items(field).iter().filter_map(source) {
        if !found.contains(&source) {
            found.push(source);
        }
    }
    found
}

/// Facts that are missing. One of unknown kind counts as private, so that it is never looked up.
pub(crate) fn missing(field: Option<&Value>) -> Vec<Missing> {
    items(field)
        .iter()
        .filter_map(one_missing)
        .take(LIST)
        .collect()
}

fn one_missing(item: &Value) -> Option<Missing> {
    let empty = Fields::new();
    let fields = item.as_object().unwrap_or(&empty);
    let name = fields
        .get("field")
        .or(Some(item).filter(|item| item.is_string()));
    let kind = text(fields.get("type"), NAME).to_uppercase();
    Some(Missing {
        field: some_text(name, NAME)?,
        kind: if kind.starts_with("EXTERNAL") {
            MissingKind::ExternalKnowledge
        } else {
            MissingKind::PrivateData
        },
        description: text(fields.get("description"), SENTENCE),
    })
}

/// What a judgement rests on.
pub(crate) fn evidence(field: Option<&Value>) -> Evidence {
    let Some(Value::Object(fields)) = field else {
        return Evidence::default();
    };
    Evidence {
        sources: texts(fields.get("sources")),
        quality: text(fields.get("quality"), NAME),
        gaps: texts(fields.get("gaps")),
    }
}

/// JSON Schema of [`Evidence`].
pub(crate) fn evidence_schema() -> Value {
    serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "sources": { "type": "array", "items": { "type": "string" } },
            "quality": { "type": "string", "enum": ["strong", "medium", "weak"] },
            "gaps": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["sources", "quality", "gaps"],
    })
}
