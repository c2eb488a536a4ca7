//! Pieces of narrow schemas: what grammars for small models and strict modes can all take. Every
//! field is required, nothing else is allowed, what may be absent is null, every list has an end.

use serde_json::{Map, Value, json};

/// An object of exactly these fields.
pub fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let properties: Map<String, Value> = fields
        .into_iter()
        .map(|(name, schema)| (name.to_owned(), schema))
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": names,
        "additionalProperties": false,
    })
}

/// A node of this type.
pub fn node<const N: usize>(kind: &str, fields: [(&str, Value); N]) -> Value {
    let mut node = object(fields);
    node["properties"]["type"] = only(kind);
    if let Some(names) = node["required"].as_array_mut() {
        names.insert(0, "type".into());
    }
    node
}

/// A list that ends.
pub fn list(of: Value, least: usize, most: usize) -> Value {
    json!({ "type": "array", "items": of, "minItems": least, "maxItems": most })
}

/// Text that ends.
pub fn text(most: usize) -> Value {
    json!({ "type": "string", "maxLength": most })
}

/// This text and no other.
pub fn only(text: &str) -> Value {
    one_of(&[text])
}

/// One of these texts.
pub fn one_of(texts: &[&str]) -> Value {
    json!({ "type": "string", "enum": texts })
}

/// One of these; the schema itself where there is one.
pub fn any_of(mut ways: Vec<Value>) -> Value {
    if ways.len() == 1 {
        return ways.remove(0);
    }
    json!({ "anyOf": ways })
}

/// This, or null for nothing.
pub fn or_null(schema: Value) -> Value {
    any_of(vec![schema, json!({ "type": "null" })])
}

/// A whole number within bounds.
pub fn whole(least: i64, most: i64) -> Value {
    json!({ "type": "integer", "minimum": least, "maximum": most })
}

/// True or false.
pub fn boolean() -> Value {
    json!({ "type": "boolean" })
}

/// Tags, or null for none.
pub fn tags() -> Value {
    or_null(list(text(64), 0, 10))
}
