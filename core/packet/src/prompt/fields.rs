//! What `web.extract` is asked for.

use serde_json::{Map, Value};

/// Most fields.
const MOST: usize = 100;

/// Names of the fields: of a JSON Schema's properties, those of its items where it is a list, or the
/// keys of a plain object `{field: description}`. None where there is no schema.
pub(crate) fn fields(args: &Map<String, Value>) -> Vec<String> {
    let mut names = Vec::new();
    if let Some(schema) = args.get("schema") {
        gather(schema, &mut names, 0);
    }
    names.extend(args.get("fields").into_iter().flat_map(listed));
    names.truncate(MOST);
    names
}

fn gather(schema: &Value, names: &mut Vec<String>, depth: usize) {
    const DEEPEST: usize = 6;
    let Some(object) = schema
        .as_object()
        .filter(|_| depth < DEEPEST && names.len() < MOST)
    else {
        names.extend(listed(schema));
        return;
    };
    if let Some(items) = object.get("items") {
        return gather(items, names, depth + 1);
    }
    let Some(properties) = object.get("properties").and_then(Value::as_object) else {
        if depth == 0 {
            // A plain object: field and description.
            names.extend(object.keys().cloned());
        }
        return;
    };
    for (name, property) in properties {
        names.push(name.clone());
        if property.get("properties").is_some() || property.get("items").is_some() {
            gather(property, names, depth + 1);
        }
    }
}

/// Names in a list.
fn listed(value: &Value) -> Vec<String> {
    let names = value.as_array().into_iter().flatten();
    names.filter_map(Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fields_are_read_from_any_usual_form() {
        for (args, expected) in [
            (
                json!({ "schema": { "price": "in euros", "sku": "" } }),
                vec!["price", "sku"],
            ),
            (
                json!({ "schema": { "type": "object", "properties": { "price": { "type": "number" } } } }),
                vec!["price"],
            ),
            (
                json!({ "schema": { "type": "array", "items": { "type": "object",
                    "properties": { "name": {}, "offers": { "type": "array", "items": { "properties": { "seller": {} } } } } } } }),
                vec!["name", "offers", "seller"],
            ),
            (json!({ "fields": ["a", "b"] }), vec!["a", "b"]),
            (json!({ "schema": ["a"] }), vec!["a"]),
            (json!({ "schema": 4 }), vec![]),
            (json!({}), vec![]),
        ] {
            assert_eq!(fields(args.as_object().unwrap()), expected, "{args}");
        }
    }
}
