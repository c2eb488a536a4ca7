//! What is published, and what a model is held to.

use std::collections::BTreeSet;

use crate::fixtures::fixtures;
use screen_agent_answer::model::{self, How};
use screen_agent_packet::prompt::grammar;
use screen_agent_packet::read;
use screen_agent_tools::{Tool, export};
use screen_agent_wire::packet::RequestPacket;
use serde_json::{Map, Value, json};

fn request(name: &str) -> RequestPacket {
    let (_, text) = fixtures("good", "json")
        .into_iter()
        .find(|(found, _)| found == name)
        .unwrap();
    read::request(text.as_bytes()).unwrap()
}

#[test]
fn every_schema_has_a_name_of_its_own_and_says_its_draft() {
    let all = export::schemas();
    let names: BTreeSet<&String> = all.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), all.len());
    for (name, schema) in all {
        assert_eq!(
            schema["$schema"], "https://json-schema.org/draft/2020-12/schema",
            "{name}"
        );
    }
    let (name, schema) = &all[0];
    assert_eq!(export::schema(name), Some(schema));
    for tool in Tool::NAMES {
        assert!(names.contains(&format!("tool.{tool}")), "{tool}");
    }
    assert_eq!(export::schema("no-such"), None);
}

/// Walks every schema inside of one.
fn each(schema: &Value, check: &mut impl FnMut(&Map<String, Value>)) {
    if let Value::Object(fields) = schema {
        if fields.contains_key("type") || fields.contains_key("anyOf") {
            check(fields);
        }
        for (key, inner) in fields {
            match (key.as_str(), inner) {
                ("properties", Value::Object(inner)) => {
                    inner.values().for_each(|inner| each(inner, check));
                }
                ("anyOf", Value::Array(ways)) => ways.iter().for_each(|way| each(way, check)),
                ("items", inner) => each(inner, check),
                _ => {}
            }
        }
    }
}

#[test]
fn an_answer_is_held_to_what_strict_modes_take() {
    const KNOWN: [&str; 11] = [
        "type",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "enum",
        "anyOf",
    ];
    for name in ["spec-documents", "published-action", "capture"] {
        let schema = grammar::response(&request(name), Tool::NAMES);
        each(&schema, &mut |fields| {
            for key in fields.keys() {
                assert!(KNOWN.contains(&key.as_str()), "{key} in {fields:?}");
            }
            if fields.get("type") == Some(&json!("object")) {
                assert_eq!(fields["additionalProperties"], json!(false));
                let properties: BTreeSet<&str> = fields["properties"]
                    .as_object()
                    .unwrap()
                    .keys()
                    .map(String::as_str)
                    .collect();
                let required: BTreeSet<&str> = fields["required"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|name| name.as_str().unwrap())
                    .collect();
                assert_eq!(properties, required);
            }
            if fields.get("type") == Some(&json!("array")) {
                assert!(fields.contains_key("maxItems"), "{fields:?}");
            }
        });
        assert!(depth(&schema) <= 6, "{name}: {}", depth(&schema));
    }
}

/// Objects inside of objects.
fn depth(schema: &Value) -> usize {
    let Value::Object(fields) = schema else {
        return 0;
    };
    let inner = ["properties", "anyOf", "items"]
        .into_iter()
        .filter_map(|key| fields.get(key));
    let deepest = inner
        .flat_map(|inner| match inner {
            Value::Object(map) if !map.contains_key("type") && !map.contains_key("anyOf") => {
                map.values().collect::<Vec<_>>()
            }
            Value::Array(ways) => ways.iter().collect(),
            one => vec![one],
        })
        .map(depth)
        .max()
        .unwrap_or(0);
    deepest + usize::from(fields.get("type") == Some(&json!("object")))
}

/// Values that fit a schema: one for every way that it leaves open, and no more than are needed.
fn samples(schema: &Value) -> Vec<Value> {
    if let Some(ways) = schema.get("anyOf").and_then(Value::as_array) {
        return ways.iter().flat_map(samples).collect();
    }
    if let Some(only) = schema.get("enum").and_then(Value::as_array) {
        return only.iter().take(1).cloned().collect();
    }
    match schema["type"].as_str().unwrap_or_default() {
        "string" => vec![json!("Words")],
        "integer" => vec![schema.get("minimum").cloned().unwrap_or(json!(1))],
        "boolean" => vec![json!(true)],
        "array" => {
            let most = schema["maxItems"].as_u64().unwrap_or(1) as usize;
            vec![Value::Array(
                samples(&schema["items"]).into_iter().take(most).collect(),
            )]
        }
        "object" => objects(schema),
        _ => vec![Value::Null],
    }
}

/// One object for each of the ways of its fields, the others at their first.
fn objects(schema: &Value) -> Vec<Value> {
    let fields: Vec<(&String, Vec<Value>)> = schema["properties"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, inner)| (name, samples(inner)))
        .collect();
    let most = fields
        .iter()
        .map(|(_, ways)| ways.len())
        .max()
        .unwrap_or(1)
        .max(1);
    (0..most)
        .map(|at| {
            let pick = |ways: &[Value]| ways.get(at).or(ways.first()).cloned().unwrap_or_default();
            fields
                .iter()
                .map(|(name, ways)| ((*name).clone(), pick(ways)))
                .collect()
        })
        .collect()
}

#[test]
fn whatever_fits_is_read_strictly_and_its_calls_are_well_formed() {
    let request = request("published-action");
    for tools in Tool::NAMES.chunks(4) {
        let schema = grammar::response(&request, tools);
        for answer in samples(&schema) {
            let read = model::response(&answer.to_string(), &request.id).unwrap();
            assert_eq!(
                (read.how, &read.notes[..]),
                (How::Strict, &[][..]),
                "{answer:#}"
            );
            for call in &read.packet.tool_calls {
                let sampled = wellformed(&call.name, call.arguments.clone());
                Tool::read(&call.name, &sampled)
                    .unwrap_or_else(|fault| panic!("{}: {fault}: {sampled}", call.name));
            }
        }
    }
}

/// Objects that are written as text are words here; what is meant is an object.
fn wellformed(name: &str, mut arguments: Value) -> Value {
    let field = match name {
        "integration.invoke" => "payload",
        "transform.run" => "config",
        _ => return arguments,
    };
    if arguments[field].is_string() {
        arguments[field] = json!({});
    }
    arguments
}

#[test]
fn only_what_is_there_can_be_named() {
    let schema = grammar::response(&request("published-action"), &["browser.click"]);
    let call = &schema["properties"]["tool_calls"]["items"];
    assert_eq!(call["properties"]["name"]["enum"], json!(["browser.click"]));
    let handles = &call["properties"]["arguments"]["properties"]["handleId"]["enum"];
    assert_eq!(*handles, json!(["laika-99", "laika-100", "laika-22"]));
    let quote = &schema["properties"]["quotes"]["items"]["properties"]["doc"];
    assert_eq!(
        *quote,
        json!({ "type": "integer", "minimum": 1, "maximum": 1 })
    );
    let none = grammar::response(&request("published-action"), &[]);
    assert!(none["properties"].get("tool_calls").is_none());
}
