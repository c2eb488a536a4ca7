//! Whether a value fits a JSON Schema: as much of it as the project's own schemas use.

use serde_json::Value;

/// The first place where a value does not fit.
pub(crate) fn misfit(value: &Value, schema: &Value) -> Option<String> {
    at("$", value, schema)
}

fn at(path: &str, value: &Value, schema: &Value) -> Option<String> {
    if let Some(any) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        let fits = any.iter().any(|one| at(path, value, one).is_none());
        return (!fits).then(|| format!("{path} fits none of its forms"));
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        return Some(format!("{path} is not one of those allowed"));
    }
    if !schema["const"].is_null() && schema["const"] != *value {
        return Some(format!("{path} is not what it has to be"));
    }
    if !types(&schema["type"]).is_none_or(|mut types| types.any(|word| is(value, word))) {
        return Some(format!("{path} is not of type {}", schema["type"]));
    }
    inside(path, value, schema)
}

fn inside(path: &str, value: &Value, schema: &Value) -> Option<String> {
    if let Some(items) = value.as_array() {
        return items
            .iter()
            .enumerate()
            .find_map(|(index, item)| at(&format!("{path}[{index}]"), item, &schema["items"]));
    }
    let fields = value.as_object()?;
    let required = schema["required"].as_array().into_iter().flatten();
    for name in required.filter_map(Value::as_str) {
        if !fields.contains_key(name) {
            return Some(format!("{path} lacks {name}"));
        }
    }
    for (name, value) in fields {
        let known = &schema["properties"][name];
        if known.is_null() && schema["additionalProperties"] == Value::Bool(false) {
            return Some(format!("{path} may not hold {name}"));
        }
        if let Some(wrong) = at(&format!("{path}.{name}"), value, known) {
            return Some(wrong);
        }
    }
    None
}

fn types(word: &Value) -> Option<Box<dyn Iterator<Item = &str> + '_>> {
    match word {
        Value::String(word) => Some(Box::new(std::iter::once(word.as_str()))),
        Value::Array(words) => Some(Box::new(words.iter().filter_map(Value::as_str))),
        _ => None,
    }
}

fn is(value: &Value, word: &str) -> bool {
    match word {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_value_fits_or_the_place_is_named() {
        let schema = json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["kind"],
            "properties": {
                "kind": { "enum": ["a", "b"] },
                "count": { "type": ["integer", "null"] },
                "words": { "type": "array", "items": { "type": "string" } },
                "either": { "anyOf": [{ "const": 1 }, { "type": "string" }] },
            },
        });
        let cases = [
            (
                json!({ "kind": "a", "count": null, "words": ["x"], "either": 1 }),
                None,
            ),
            (json!([]), Some("$ is not of type \"object\"")),
            (json!({}), Some("$ lacks kind")),
            (
                json!({ "kind": "c" }),
                Some("$.kind is not one of those allowed"),
            ),
            (
                json!({ "kind": "a", "count": 1.5 }),
                Some("$.count is not of type [\"integer\",\"null\"]"),
            ),
            (
                json!({ "kind": "a", "words": ["x", 2] }),
                Some("$.words[1] is not of type \"string\""),
            ),
            (
                json!({ "kind": "a", "either": 2 }),
                Some("$.either fits none of its forms"),
            ),
            (
                json!({ "kind": "a", "more": 1 }),
                Some("$ may not hold more"),
            ),
        ];
        for (value, expected) in cases {
            assert_eq!(misfit(&value, &schema).as_deref(), expected, "{value}");
        }
    }
}
