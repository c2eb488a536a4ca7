//! Strings inside values, changed without breaking the value.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The value with its strings changed. A word of a fixed list that is spelled like a secret is none: a string
/// without which the value could not be read stays as it is.
pub fn changed<T: Serialize + DeserializeOwned>(
    value: &T,
    change: impl Fn(&mut Value),
) -> serde_json::Result<T> {
    let mut json = serde_json::to_value(value)?;
    let mut all = json.clone();
    change(&mut all);
    if let Ok(changed) = T::deserialize(&all) {
        return Ok(changed);
    }
    let mut places = Vec::new();
    differing(&json, &all, &mut String::new(), &mut places);
    for place in places {
        let (Some(is), Some(wanted)) = (json.pointer_mut(&place), all.pointer(&place)) else {
            continue;
        };
        let was = std::mem::replace(is, wanted.clone());
        if T::deserialize(&json).is_err()
            && let Some(is) = json.pointer_mut(&place)
        {
            *is = was;
        }
    }
    T::deserialize(&json)
}

/// Changes every string inside, but for what stands under a key that is `fixed`.
pub fn each_text(value: &mut Value, fixed: &dyn Fn(&str) -> bool, change: &dyn Fn(&str) -> String) {
    match value {
        Value::String(text) => *text = change(text),
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| each_text(item, fixed, change)),
        Value::Object(fields) => fields
            .iter_mut()
            .filter(|(key, _)| !fixed(key))
            .for_each(|(_, field)| each_text(field, fixed, change)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Where two values of one shape have other strings.
fn differing(left: &Value, right: &Value, at: &mut String, places: &mut Vec<String>) {
    let length = at.len();
    let mut inside = |key: &str, left: &Value, right: &Value| {
        at.push('/');
        at.push_str(&key.replace('~', "~0").replace('/', "~1"));
        differing(left, right, at, places);
        at.truncate(length);
    };
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            for (key, value) in left {
                if let Some(other) = right.get(key) {
                    inside(key, value, other);
                }
            }
        }
        (Value::Array(left), Value::Array(right)) => {
            for (index, (left, right)) in left.iter().zip(right).enumerate() {
                inside(&index.to_string(), left, right);
            }
        }
        _ if left != right => places.push(at.clone()),
        _ => {}
    }
}
