//! The state that a client shows: whole once, and then what is different, as a JSON Patch.

use serde_json::{Map, Value, json};

use super::input::RunAgentInput;
use super::said::Said;

/// What the client shows. What it had there itself stays.
pub(super) struct Shown<'a> {
    said: &'a Said,
    state: Map<String, Value>,
    begun: bool,
}

impl<'a> Shown<'a> {
    pub(super) fn new(input: &RunAgentInput, said: &'a Said) -> Self {
        Self {
            said,
            state: input.state.as_object().cloned().unwrap_or_default(),
            begun: false,
        }
    }

    /// Shows something under its name.
    pub(super) fn show(&mut self, name: &str, value: Value) {
        let before = self.state.insert(name.to_owned(), value.clone());
        if !self.begun {
            self.begun = true;
            let event = json!({ "type": "STATE_SNAPSHOT", "snapshot": self.state });
            self.said.say(event);
            return;
        }
        let mut delta = Vec::new();
        let path = format!("/{}", escaped(name));
        match before {
            Some(before) => differ(&path, &before, &value, &mut delta),
            None => delta.push(json!({ "op": "add", "path": path, "value": value })),
        }
        if !delta.is_empty() {
            self.said
                .say(json!({ "type": "STATE_DELTA", "delta": delta }));
        }
    }
}

/// What makes one value of another (RFC 6902).
fn differ(path: &str, before: &Value, after: &Value, delta: &mut Vec<Value>) {
    match (before, after) {
        (before, after) if before == after => {}
        (Value::Object(before), Value::Object(after)) => {
            for name in before.keys().filter(|name| !after.contains_key(*name)) {
                delta.push(json!({ "op": "remove", "path": format!("{path}/{}", escaped(name)) }));
            }
            for (name, value) in after {
                let path = format!("{path}/{}", escaped(name));
                match before.get(name) {
                    Some(before) => differ(&path, before, value, delta),
                    None => delta.push(json!({ "op": "add", "path": path, "value": value })),
                }
            }
        }
        (Value::Array(before), Value::Array(after)) if before.len() <= after.len() => {
            for (at, value) in after.iter().enumerate() {
                match before.get(at) {
                    Some(before) => differ(&format!("{path}/{at}"), before, value, delta),
                    None => {
                        delta.push(
                            json!({ "op": "add", "path": format!("{path}/-"), "value": value }),
                        );
                    }
                }
            }
        }
        (_, after) => delta.push(json!({ "op": "replace", "path": path, "value": after })),
    }
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_says_what_is_different_and_nothing_else() {
        let cases = [
            (json!({ "a": 1 }), json!({ "a": 1 }), json!([])),
            (
                json!({ "a": 1, "b/c": [1] }),
                json!({ "a": 2, "b/c": [1, 2], "d~": null }),
                json!([
                    { "op": "replace", "path": "/s/a", "value": 2 },
                    { "op": "add", "path": "/s/b~1c/-", "value": 2 },
                    { "op": "add", "path": "/s/d~0", "value": null },
                ]),
            ),
            (
                json!({ "a": [{ "x": 1 }, 2], "b": 1 }),
                json!({ "a": [{ "x": 3 }, 2] }),
                json!([
                    { "op": "remove", "path": "/s/b" },
                    { "op": "replace", "path": "/s/a/0/x", "value": 3 },
                ]),
            ),
            (
                json!([1, 2]),
                json!([1]),
                json!([{ "op": "replace", "path": "/s", "value": [1] }]),
            ),
        ];
        for (before, after, patch) in cases {
            let mut delta = Vec::new();
            differ("/s", &before, &after, &mut delta);
            assert_eq!(Value::Array(delta), patch, "{before} {after}");
        }
    }
}
