//! Documents that an IDE keeps: merged, cut, compared, and checked by the kinds of data that tasks make.

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::document::{DocumentDiff, MergeDepth};
use screen_agent_wire::ide::{IdeRequest, IdeTask};
use serde_json::{Map, Value, json};

use crate::flow::compile::flow_of;
use crate::flow::lint::{Severity, lint};
use crate::flow::read;
use crate::gherkin::parse::of_value;
use crate::task::{Asked, compute};

/// Puts a patch into a document. A list is replaced as a whole, and null is a value like others.
pub fn merge(document: &Value, patch: Map<String, Value>, depth: MergeDepth) -> Value {
    let mut merged = match document {
        Value::Object(fields) => fields.clone(),
        _ => Map::new(),
    };
    for (name, value) in patch {
        let value = match (depth, merged.get(&name), value) {
            (MergeDepth::Deep, Some(old @ Value::Object(_)), Value::Object(inner)) => {
                merge(old, inner, depth)
            }
            (_, _, value) => value,
        };
        merged.insert(name, value);
    }
    Value::Object(merged)
}

/// Removes what pointers name, in their order; gives those that named something.
pub fn remove(document: &mut Value, pointers: &[String]) -> Vec<String> {
    let found = pointers
        .iter()
        .filter(|pointer| remove_one(document, pointer).is_some());
    found.cloned().collect()
}

fn remove_one(document: &mut Value, pointer: &str) -> Option<Value> {
    let (parent, last) = pointer.rsplit_once('/')?;
    let name = last.replace("~1", "/").replace("~0", "~");
    match document.pointer_mut(parent)? {
        Value::Object(fields) => fields.remove(&name),
        Value::Array(items) => {
            let at: usize = name.parse().ok().filter(|at| *at < items.len())?;
            Some(items.remove(at))
        }
        _ => None,
    }
}

/// What is different, by pointers: inside of objects field by field, anything else as a whole.
pub fn diff(before: &Value, after: &Value) -> DocumentDiff {
    let mut diff = DocumentDiff::default();
    compare(before, after, String::new(), &mut diff);
    diff
}

/// The JSON pointer to a field of what another leads to (RFC 6901).
pub(crate) fn pointer_below(at: &str, name: &str) -> String {
    format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"))
}

fn compare(before: &Value, after: &Value, at: String, diff: &mut DocumentDiff) {
    let (Value::Object(old), Value::Object(new)) = (before, after) else {
        if before != after {
            diff.changed.push(at);
        }
        return;
    };
    let inside = |name: &str| pointer_below(&at, name);
    for (name, value) in new {
        match old.get(name) {
            Some(known) => compare(known, value, inside(name), diff),
            None => diff.added.push(inside(name)),
        }
    }
    let gone = old.keys().filter(|name| !new.contains_key(*name));
    diff.removed.extend(gone.map(|name| inside(name)));
}

/// Checks data by its kind: what is wrong is the error, what is worth looking at comes back.
pub fn check(schema_id: &str, data: &Value) -> Result<Vec<Value>, Invalid> {
    match schema_id {
        "action.flow@1" => {
            let flow = read::flow(data)?;
            let noticed = lint(&flow);
            let wrong = noticed.iter().find(|one| one.severity == Severity::Error);
            match wrong {
                Some(wrong) => Err(Invalid::new(
                    format!("steps.{}", wrong.step_id),
                    wrong.message.clone(),
                )),
                None => Ok(noticed.iter().map(|one| json!(one)).collect()),
            }
        }
        "bdd@1" => match of_value(data)?.scenarios.is_empty() {
            true => Err(Invalid::new("gherkin_text", "has no scenario")),
            false => Ok(Vec::new()),
        },
        "variables@1" => {
            let is_key = |key: &str| key.starts_with("#_");
            each(data, "variables", "key", ("is no variable", is_key))
        }
        "symbols@1" => {
            let is_symbol = |name: &str| name.len() > 1 && name.starts_with('#');
            each(data, "symbols", "name", ("is no symbol", is_symbol))
        }
        "events.map@1" => {
            let is_named = |name: &str| !name.is_empty();
            each(data, "events", "event", ("is empty", is_named))?;
            each(data, "events", "actionFlowId", ("is empty", is_named))
        }
        _ => Err(Invalid::new(
            "schema_id",
            "is none of: action.flow@1, variables@1, symbols@1, bdd@1, events.map@1",
        )),
    }
}

/// A document of a kind out of a request, as its task computes it by the rules, and what is worth looking at in it.
pub fn generate(
    schema_id: &str,
    request: &IdeRequest,
    hosts: &[String],
) -> Result<(Value, Vec<Value>), Invalid> {
    let (task, part) = match schema_id {
        "action.flow@1" => (IdeTask::ActionflowGenerate, "actionflow"),
        "bdd@1" => (IdeTask::BddGenerate, "bdd"),
        "variables@1" => (IdeTask::VariablesDerive, "variables"),
        "symbols@1" => (IdeTask::SymbolsIdentify, "symbols"),
        "events.map@1" => (IdeTask::SymbolsIdentify, "event_details"),
        // It says which there are.
        unknown => return Err(check(unknown, &Value::Null).err().unwrap_or_else(nothing)),
    };
    let mut outcome = compute(task, &Asked::of(request, hosts, &|_| ())?)?;
    if outcome.missing.is_some() {
        return Err(nothing());
    }
    let made = outcome.result.remove(part).ok_or_else(nothing)?;
    let made = match part {
        "event_details" => {
            json!({ "events": made.as_array().into_iter().flatten().map(handled).collect::<Vec<_>>() })
        }
        "variables" | "symbols" => json!({ part: made }),
        _ => made,
    };
    let warnings = check(schema_id, &made)?;
    Ok((made, warnings))
}

/// What is named where a request is right and nothing comes of it.
pub const NOTHING: &str = "request";

fn nothing() -> Invalid {
    Invalid::new(NOTHING, "has nothing of which this kind is made")
}

/// An event with the flow that its scenarios are compiled to.
fn handled(event: &Value) -> Value {
    let name = event["event"].as_str().unwrap_or_default();
    let mut row = json!({ "event": name, "actionFlowId": flow_of(name) });
    if let Some(component) = event.get("component_id") {
        row["component_id"] = component.clone();
    }
    row
}

/// Each entry of a list, which may be all of the data, has a field that is as it is to be, or is that itself.
fn each(
    data: &Value,
    list: &str,
    field: &str,
    (wrong, is_good): (&str, impl Fn(&str) -> bool),
) -> Result<Vec<Value>, Invalid> {
    let entries = data.as_array().or_else(|| data.get(list)?.as_array());
    let entries = entries.ok_or_else(|| Invalid::new(list, "is no list"))?;
    for (entry, at) in entries.iter().zip(0..) {
        let place = format!("{list}[{at}].{field}");
        let text = match entry {
            Value::String(text) => text.as_str(),
            entry => entry[field]
                .as_str()
                .ok_or_else(|| Invalid::new(place.clone(), "is missing"))?,
        };
        if !is_good(text) {
            return Err(Invalid::new(place, wrong));
        }
    }
    Ok(Vec::new())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_merge_is_as_deep_as_it_is_wanted() {
        let before = json!({ "a": { "b": 1, "c": [1] }, "d": 2, "x/y": 0 });
        let patch = json!({ "a": { "c": [2], "n": null }, "e": 3 });
        let patch = patch.as_object().unwrap();
        let deep = merge(&before, patch.clone(), MergeDepth::Deep);
        let expected = json!({ "a": { "b": 1, "c": [2], "n": null }, "d": 2, "e": 3, "x/y": 0 });
        assert_eq!(deep, expected);
        let shallow = merge(&before, patch.clone(), MergeDepth::Shallow);
        assert_eq!(shallow["a"], patch["a"]);
        let changed = diff(&before, &deep);
        assert_eq!(changed.added, ["/a/n", "/e"]);
        assert_eq!(changed.changed, ["/a/c"]);
        let mut cut = before.clone();
        let pointers = ["/a/b", "/a/c/0", "/x~1y", "/nothing", "", "d"].map(str::to_owned);
        assert_eq!(remove(&mut cut, &pointers), pointers[..3]);
        assert_eq!(cut, json!({ "a": { "c": [] }, "d": 2 }));
        assert_eq!(diff(&before, &cut).removed, ["/a/b", "/x~1y"]);
    }

    #[test]
    fn what_is_made_of_a_request_is_of_its_kind() {
        let screen = json!([{ "id": "e", "type": "input_field", "options": { "name": "email" } },
            { "id": "b", "type": "button", "options": { "text": "Login" } }]);
        let bdd = "When #onLoginClicked occurs\nThen call #restAPI:Login\nOtherwise navigate back";
        for (schema, request, pointer, expected) in [
            (
                "action.flow@1",
                json!({ "bdd_text": bdd }),
                "/id",
                json!("loginProcessFlow"),
            ),
            (
                "bdd@1",
                json!({ "ui_json": screen, "page": "login" }),
                "/name",
                json!("login"),
            ),
            (
                "variables@1",
                json!({ "symbols": ["#a"] }),
                "/variables/0/key",
                json!("#_appData.a"),
            ),
            (
                "symbols@1",
                json!({ "ui_json": screen }),
                "/symbols",
                json!(["#email"]),
            ),
            (
                "events.map@1",
                json!({ "ui_json": screen }),
                "/events/1",
                json!({ "event": "#onLoginClicked", "actionFlowId": "loginProcessFlow", "component_id": "b" }),
            ),
        ] {
            let read = |value: Value| serde_json::from_value::<IdeRequest>(value).unwrap();
            let (made, _) = generate(schema, &read(request), &[]).unwrap();
            assert_eq!(made.pointer(pointer), Some(&expected), "{schema} {made}");
            let fault = generate(schema, &read(json!({})), &[]).unwrap_err();
            assert!(!fault.reason.is_empty(), "{schema}");
        }
        let unknown = generate("moon@1", &IdeRequest::default(), &[]).unwrap_err();
        assert!(unknown.reason.contains("events.map@1"));
    }

    #[test]
    fn data_is_checked_by_its_kind() {
        let flow = json!({ "id": "f", "actionType": "flow", "steps": [] });
        for (schema, data, field) in [
            ("action.flow@1", flow, None),
            ("action.flow@1", json!(7), Some("current_flow")),
            (
                "bdd@1",
                json!({ "gherkin_text": "Scenario: a\nGiven #a" }),
                None,
            ),
            ("bdd@1", json!({ "gherkin_text": "" }), Some("gherkin_text")),
            ("symbols@1", json!(["#a", { "name": "#b" }]), None),
            (
                "symbols@1",
                json!({ "symbols": ["a"] }),
                Some("symbols[0].name"),
            ),
            ("variables@1", json!([{ "key": "#_appData.a" }]), None),
            ("variables@1", json!({}), Some("variables")),
            (
                "events.map@1",
                json!({ "events": [{ "event": "#onA", "actionFlowId": "f" }] }),
                None,
            ),
            (
                "events.map@1",
                json!({ "events": [{ "event": "#onA" }] }),
                Some("events[0].actionFlowId"),
            ),
            ("moon@1", json!({}), Some("schema_id")),
        ] {
            let fault = check(schema, &data).err().map(|fault| fault.field);
            assert_eq!(fault.as_deref(), field, "{schema} {data}");
        }
    }
}
