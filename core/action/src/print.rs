//! From an action to the narrow form that every published client understands.
//!
//! Published clients split at commas outside quotes, strip the outer quotes and resolve no escapes.
//! So the quote is one that the text does not hold, and escapes are written only where nothing else
//! would be read back: where all three quotes occur, at control characters, and where a backslash
//! would be taken for an escape.

use screen_agent_page::NodeId;
use serde_json::{Map, Value};

use super::Action;
use super::accept::accept;
use super::build::default_value;
use super::catalog::{ActionEntry, Form, Kind, Need, Param};
use super::token::{Reader, Term};

/// Prints an action. `parse` reads the same action back.
pub fn print(action: &Action) -> String {
    let (entry, fields) = (action.entry(), fields(action));
    let values: Vec<Value> = entry
        .params
        .iter()
        .map(|param| field(&fields, param))
        .collect();
    let inside = match entry.form {
        Form::Object => object(entry, &values),
        Form::Call | Form::Repeated => call(entry, &values),
    };
    format!("{}({inside})", entry.name)
}

/// True when every argument is of its kind and within its limit.
pub(super) fn has_sound_arguments(action: &Action) -> bool {
    let fields = fields(action);
    let sound = |param: &Param| {
        let value = field(&fields, param);
        if is_default(param, &value) {
            return true;
        }
        as_term(&value).is_some_and(|term| accept(param.kind, &term).is_ok())
    };
    action.entry().params.iter().all(sound)
}

/// An action's JSON fields, spread as its entry names them.
fn fields(action: &Action) -> Map<String, Value> {
    let Ok(Value::Object(mut object)) = serde_json::to_value(action) else {
        return Map::new();
    };
    if let Some(Value::Object(awaited)) = object.get_mut("awaited")
        && let (Some(selector), Some(count)) = (awaited.get("selector"), awaited.get("count"))
    {
        let value = format!("{}:{count}", selector.as_str().unwrap_or_default());
        awaited.insert("value".to_owned(), Value::String(value));
    }
    object
}

fn field(fields: &Map<String, Value>, param: &Param) -> Value {
    let value = match param.field.split_once('.') {
        None => fields.get(param.field),
        Some((outer, inner)) => fields.get(outer).and_then(|nested| nested.get(inner)),
    };
    value.cloned().unwrap_or(Value::Null)
}

fn is_default(param: &Param, value: &Value) -> bool {
    match param.need {
        Need::Required => false,
        Need::Default(json) | Need::Shown(json) => default_value(json) == *value,
    }
}

fn call(entry: &ActionEntry, values: &[Value]) -> String {
    let shown = |(param, value): &(&Param, &Value)| {
        matches!(param.need, Need::Required | Need::Shown(_)) || !is_default(param, value)
    };
    let written: Vec<(&Param, &Value)> = entry.params.iter().zip(values).collect();
    let count = written.iter().rposition(shown).map_or(0, |last| last + 1);
    let args: Vec<String> = written
        .into_iter()
        .take(count)
        .map(|(param, value)| argument(entry, param, value))
        .collect();
    args.join(", ")
}

fn argument(entry: &ActionEntry, param: &Param, value: &Value) -> String {
    match (value, param.kind) {
        (Value::Null, Kind::Id | Kind::Text(_) | Kind::OneOf(_) | Kind::Json(_)) => {
            "\"\"".to_owned()
        }
        (Value::Array(items), Kind::Texts) if entry.form == Form::Repeated => {
            let items: Vec<String> = items.iter().filter_map(Value::as_str).map(quote).collect();
            items.join(", ")
        }
        (Value::Array(items), Kind::Modifiers) => quote(&modifiers(items)),
        (Value::String(id), Kind::Id) if NodeId::new(id.as_str()).is_numeric() => id.clone(),
        (Value::Bool(flag), Kind::Either("accept", _)) => {
            quote(if *flag { "accept" } else { "dismiss" })
        }
        (Value::String(text), _) => quote(text),
        (Value::Number(number), Kind::Real(..)) => number.as_f64().unwrap_or_default().to_string(),
        (other, _) => other.to_string(),
    }
}

fn modifiers(items: &[Value]) -> String {
    let names: Vec<&str> = items
        .iter()
        .filter_map(Value::as_str)
        .map(|name| if name == "control" { "ctrl" } else { name })
        .collect();
    names.join("+")
}

/// All arguments as one quoted object.
fn object(entry: &ActionEntry, values: &[Value]) -> String {
    let named = entry.params.iter().zip(values);
    let pairs: Vec<String> = named
        .map(|(param, value)| format!("\"{}\":{value}", param.name))
        .collect();
    quote_with(&format!("{{{}}}", pairs.join(",")), &['\'', '`', '"'])
}

fn quote(text: &str) -> String {
    quote_with(text, &['"', '\'', '`'])
}

/// Quotes a text with the first quote that reads back as the same text.
fn quote_with(text: &str, quotes: &[char]) -> String {
    if !text.chars().any(char::is_control) {
        for quote in quotes {
            let written = format!("{quote}{text}{quote}");
            if reads_back(&written, text) {
                return written;
            }
        }
    }
    Value::from(text).to_string()
}

fn reads_back(written: &str, text: &str) -> bool {
    let mut reader = Reader::new(written);
    let read = reader.value(0);
    read.is_ok_and(|term| term == Term::Text(text.to_owned())) && reader.end().is_ok()
}

fn as_term(value: &Value) -> Option<Term> {
    match value {
        Value::Null => Some(Term::Null),
        Value::Bool(flag) => Some(Term::Bool(*flag)),
        Value::Number(number) => Some(Term::Number(number.to_string())),
        Value::String(text) => Some(Term::Text(text.clone())),
        Value::Array(items) => items
            .iter()
            .map(as_term)
            .collect::<Option<_>>()
            .map(Term::List),
        Value::Object(_) => None,
    }
}
