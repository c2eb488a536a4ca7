//! Hides what stands under the name of a secret.

use serde_json::Value;

/// What is shown instead.
const MASK: &str = "[masked]";

/// The same value, with everything hidden that stands under the name of a secret, at any depth.
pub(crate) fn masked(value: Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .map(|(name, value)| {
                    let shown = if !value.is_null() && is_secret(&name) {
                        MASK.into()
                    } else {
                        masked(value)
                    };
                    (name, shown)
                })
                .collect(),
        ),
        Value::Array(items) => items.into_iter().map(masked).collect(),
        plain => plain,
    }
}

/// Whether a name is that of a secret, however it is written. Numbers of tokens are none.
fn is_secret(name: &str) -> bool {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    let name: String = letters.flat_map(char::to_lowercase).collect();
    let within = ["password", "passwd", "secret", "apikey", "authorization"];
    within.iter().any(|part| name.contains(part)) || name.ends_with("token")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::masked;

    #[test]
    fn secrets_are_hidden_at_any_depth_and_however_they_are_written() {
        let shown = masked(json!({
            "promptTokens": 7,
            "Password": "a",
            "args": [{"api_key": "b", "text": "c", "new-password": {"deep": "d"}}],
            "headers": {"Authorization": "Bearer e", "x-access-token": 5, "client_secret": null},
        }));
        let expected = json!({
            "promptTokens": 7,
            "Password": "[masked]",
            "args": [{"api_key": "[masked]", "text": "c", "new-password": "[masked]"}],
            "headers": {
                "Authorization": "[masked]", "x-access-token": "[masked]", "client_secret": null,
            },
        });
        assert_eq!(shown, expected);
    }
}
