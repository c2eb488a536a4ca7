//! Calls and citations, as models spell them.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::note::Repair;
use screen_agent_wire::invalid::cut;
use screen_agent_wire::limits;
use screen_agent_wire::packet::{Citation, ToolCall};

/// Most calls and citations that are read; more are passed over.
const CALLS: usize = 16;
const CITATIONS: usize = 200;
/// Longest quote, in characters.
pub(super) const QUOTE: usize = 2_000;
/// Arguments that are objects, and that a model may write as a string with JSON in it: not every
/// grammar can hold a free object.
const OBJECTS: [&str; 2] = ["payload", "config"];

/// The calls of an answer; one that cannot be read does not lose the others.
pub(super) fn calls(object: &Map<String, Value>, notes: &mut BTreeSet<Repair>) -> Vec<ToolCall> {
    let proposed = match object.get("tool_calls") {
        None | Some(Value::Null) => {
            let other = object.get("toolCalls");
            if other.is_some() {
                notes.insert(Repair::CallSpelling);
            }
            other
        }
        found => found,
    };
    let Some(Value::Array(proposed)) = proposed else {
        if !matches!(proposed, None | Some(Value::Null)) {
            notes.insert(Repair::Call);
        }
        return Vec::new();
    };
    let calls = proposed.iter().take(CALLS).filter_map(|proposed| {
        let call = call(proposed, notes);
        if call.is_none() {
            notes.insert(Repair::Call);
        }
        call
    });
    calls.collect()
}

/// Whatever a model says of a call's id or of what the gate decided is not taken.
fn call(proposed: &Value, notes: &mut BTreeSet<Repair>) -> Option<ToolCall> {
    let Value::String(name) = proposed.get("name")? else {
        return None;
    };
    let arguments = match proposed.get("arguments") {
        None | Some(Value::Null) => Value::Object(Map::new()),
        Some(Value::Object(arguments)) => Value::Object(arguments.clone()),
        Some(Value::String(json)) => {
            notes.insert(Repair::CallSpelling);
            object_in(json)?
        }
        Some(_) => return None,
    };
    let mut name = name.clone();
    cut(&mut name, limits::WORD);
    Some(ToolCall {
        id: None,
        arguments: spelled(&name, arguments, notes),
        name,
        policy: None,
    })
}

fn object_in(json: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(json).ok()?;
    value.is_object().then_some(value)
}

/// The arguments by the names that they have here.
pub(super) fn spelled(name: &str, mut arguments: Value, notes: &mut BTreeSet<Repair>) -> Value {
    let Value::Object(fields) = &mut arguments else {
        return arguments;
    };
    if name == "browser.observe_dom" {
        for other in ["maxItemsChars", "maxItemsChar"] {
            if let Some(value) = fields.remove(other) {
                notes.insert(Repair::CallSpelling);
                fields.entry("maxItemChars").or_insert(value);
            }
        }
    }
    for field in OBJECTS {
        if let Some(Value::String(json)) = fields.get(field)
            && let Some(object) = object_in(json)
        {
            fields.insert(field.to_owned(), object);
        }
    }
    arguments
}

/// The citations of an answer; those that name no document are dropped. A model's own word on
/// whether they hold is not taken.
pub(super) fn citations(
    assistant: &Map<String, Value>,
    notes: &mut BTreeSet<Repair>,
) -> Vec<Citation> {
    list(assistant, "citations", citation, notes)
}

/// Citations under a key, each read in this way. Those that cannot be read are dropped.
pub(super) fn list(
    object: &Map<String, Value>,
    key: &str,
    read: impl Fn(&Value) -> Option<Citation>,
    notes: &mut BTreeSet<Repair>,
) -> Vec<Citation> {
    let given = match object.get(key) {
        Some(Value::Array(given)) => given.as_slice(),
        None | Some(Value::Null) => &[],
        Some(_) => {
            notes.insert(Repair::Citation);
            &[]
        }
    };
    let read = given.iter().take(CITATIONS).filter_map(|given| {
        let citation = read(given);
        if citation.is_none() {
            notes.insert(Repair::Citation);
        }
        citation
    });
    read.collect()
}

fn citation(given: &Value) -> Option<Citation> {
    let text = |key: &str, most: usize| {
        let mut text = given.get(key)?.as_str()?.to_owned();
        cut(&mut text, most);
        (!text.trim().is_empty()).then_some(text)
    };
    Some(Citation {
        doc_id: text("doc_id", limits::SHORT)?,
        node_id: text("node_id", limits::SHORT),
        handle_id: text("handle_id", limits::SHORT),
        quote: text("quote", QUOTE),
        check: None,
    })
}
