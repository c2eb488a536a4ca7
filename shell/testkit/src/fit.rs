//! A test says what matters; the schema of the request says what else an answer has to hold.

use serde_json::{Map, Value, json};

/// The answer in the schema's own names, with something harmless in what was left out.
#[must_use]
pub fn fit(answer: &Value, schema: &Value) -> Value {
    match answer {
        packet if is_packet(packet) => packet.clone(),
        Value::Object(said) if schema["properties"].is_object() => object(said, schema),
        Value::Array(items) => items
            .iter()
            .map(|item| fit(item, &schema["items"]))
            .collect(),
        // Of what may stand in a form of its own, only actions are said in words.
        Value::String(said) if schema["anyOf"].is_array() => {
            action(said).unwrap_or_else(|| answer.clone())
        }
        other => other.clone(),
    }
}

/// A whole packet of the packet surface, which is read from whoever sends it.
pub(crate) fn is_packet(answer: &Value) -> bool {
    answer["protocol"].is_object() && answer["assistant"].is_object()
}

fn object(said: &Map<String, Value>, schema: &Value) -> Value {
    let required = |name: &str| {
        let names = schema["required"].as_array().into_iter().flatten();
        names.into_iter().any(|one| one == name)
    };
    let known = schema["properties"].as_object().into_iter().flatten();
    known
        .filter_map(|(name, schema)| {
            let same = |key: &str| folded(key) == folded(name);
            let value = match said.iter().find(|(key, _)| same(key)) {
                Some((_, value)) => fit(value, schema),
                None if required(name) => harmless(schema),
                None => return None,
            };
            Some((name.clone(), value))
        })
        .collect()
}

/// An action in the form that models are asked for, out of the call that tests write: `click(7)`.
fn action(said: &str) -> Option<Value> {
    let (name, rest) = said.split_once('(')?;
    let arguments = format!("[{}]", rest.strip_suffix(')')?);
    let arguments: Vec<Value> = serde_json::from_str(&arguments).ok()?;
    let names: &[&str] = match name {
        "click" | "doubleClick" | "hover" | "check" | "uncheck" | "getText" => &["id"],
        "setValue" | "appendText" | "selectDropdown" => &["id", "text"],
        "press" => &["key"],
        "type" | "findText" | "finish" => &["text"],
        "scroll" => &["down"],
        "navigate" => &["url"],
        "wait" => &["seconds"],
        "fail" => &["reason"],
        "googleSearch" => &["query"],
        "verifySuccess" => &["description"],
        "remember" => &["key", "value"],
        "recall" | "exportToSession" => &["key"],
        _ => &[],
    };
    if names.len() != arguments.len() {
        return None;
    }
    let named = names.iter().map(|name| (*name).to_owned()).zip(arguments);
    let object: Map<String, Value> = named.chain([("op".to_owned(), name.into())]).collect();
    Some(object.into())
}

fn folded(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

fn harmless(schema: &Value) -> Value {
    if let Some(first) = schema["enum"].get(0) {
        return first.clone();
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    if kinds.contains(&json!("null")) || schema.get("anyOf").is_some() {
        return Value::Null;
    }
    match kinds.first().and_then(Value::as_str) {
        Some("array") => json!([]),
        Some("boolean") => json!(false),
        Some("number" | "integer") => json!(0),
        Some("object") => fit(&json!({}), schema),
        _ => json!(""),
    }
}
