//! The least that can be said from the worst place: how much room a reply needs at the end, to be
//! brought to one.

use serde_json::{Map, Value};

/// A value that fits a schema with as little as can be, yet with one entry begun in every list; of
/// several ways, the one that takes most.
pub(crate) fn least(schema: &Value) -> Value {
    let Value::Object(fields) = schema else {
        return Value::Null;
    };
    if let Some(only) = fields.get("const") {
        return only.clone();
    }
    for choice in ["enum", "anyOf", "oneOf"] {
        if let Some(Value::Array(ways)) = fields.get(choice) {
            let ways = ways.iter().map(|way| match choice {
                "enum" => way.clone(),
                _ => least(way),
            });
            return ways.max_by_key(size).unwrap_or(Value::Null);
        }
    }
    match fields.get("type").and_then(Value::as_str) {
        Some("object") => Value::Object(required(fields)),
        Some("array") => Value::Array(items(fields)),
        Some("string") => text(fields),
        Some("boolean") => Value::Bool(false),
        Some("number" | "integer") => Value::from(100),
        _ => Value::Null,
    }
}

fn required(fields: &Map<String, Value>) -> Map<String, Value> {
    let names = fields.get("required").and_then(Value::as_array);
    names
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(|name| {
            let property = fields.get("properties").and_then(|all| all.get(name));
            (name.to_owned(), least(property.unwrap_or(&Value::Null)))
        })
        .collect()
}

fn items(fields: &Map<String, Value>) -> Vec<Value> {
    let count = fields.get("minItems").and_then(Value::as_u64).unwrap_or(0);
    let item = least(fields.get("items").unwrap_or(&Value::Null));
    (0..count.clamp(1, 20)).map(|_| item.clone()).collect()
}

/// What a pattern asks for is hard to tell; an action is about as long as this.
fn text(fields: &Map<String, Value>) -> Value {
    if fields.contains_key("pattern") {
        return "selectDropdown(f1_1234, \"\")".into();
    }
    "".into()
}

fn size(value: &Value) -> usize {
    value.to_string().len()
}

#[cfg(test)]
mod tests {
    use super::least;
    use serde_json::json;

    #[test]
    fn only_what_is_required_counts_and_of_several_ways_the_longest() {
        let schema = json!({
            "type": "object",
            "properties": {
                "thought": { "type": "string" },
                "action": { "anyOf": [{ "const": "wait()" }, { "enum": ["click(4)", "click(17)"] }] },
                "sure": { "type": "boolean" },
                "notes": { "type": "array", "items": { "type": "string" } },
                "pair": { "type": "array", "minItems": 2, "items": { "type": "boolean" } },
            },
            "required": ["thought", "action", "sure", "pair"],
        });
        let expected = json!({
            "thought": "",
            "action": "click(17)",
            "sure": false,
            "pair": [false, false],
        });
        assert_eq!(least(&schema), expected);
    }

    #[test]
    fn an_entry_of_a_list_may_have_begun() {
        let cell = json!({ "type": "object", "properties": { "kind": { "const": "cell" } }, "required": ["kind"] });
        let rows = json!({ "type": "array", "items": { "type": "array", "items": cell } });
        assert_eq!(least(&rows), json!([[{ "kind": "cell" }]]));
    }

    #[test]
    fn what_says_nothing_asks_for_nothing() {
        assert_eq!(least(&json!(true)), json!(null));
        assert_eq!(
            least(&json!({ "type": "object", "required": ["a"] })),
            json!({ "a": null })
        );
    }
}
