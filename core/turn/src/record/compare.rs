//! The first place where two JSON values differ.

use serde_json::Value;

/// A difference and where it is.
#[derive(Debug, PartialEq)]
pub(super) struct Found {
    pub(super) path: String,
    pub(super) recorded: Value,
    pub(super) replayed: Value,
}

/// Finds the first difference, in the order of the record.
pub(super) fn first(recorded: &Value, replayed: &Value) -> Option<Found> {
    look(recorded, replayed, "")
}

fn look(a: &Value, b: &Value, path: &str) -> Option<Found> {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                let path = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                look(
                    a.get(key).unwrap_or(&Value::Null),
                    b.get(key).unwrap_or(&Value::Null),
                    &path,
                )
            })
        }
        (Value::Array(a), Value::Array(b)) => (0..a.len().max(b.len())).find_map(|at| {
            let path = format!("{path}[{at}]");
            look(
                a.get(at).unwrap_or(&Value::Null),
                b.get(at).unwrap_or(&Value::Null),
                &path,
            )
        }),
        _ if same(a, b) => None,
        _ => Some(Found {
            path: path.to_owned(),
            recorded: a.clone(),
            replayed: b.clone(),
        }),
    }
}

/// Numbers may differ in the last bit, which text does not carry.
fn same(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(x), Some(y)) if a.is_f64() || b.is_f64() => {
            (x - y).abs() <= 4.0 * f64::EPSILON * x.abs().max(y.abs())
        }
        _ => a == b,
    }
}
