//! Holding requests: blocked, changed, or answered here.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use screen_agent_action::Interception;
use serde_json::{Map, Value, json};

use super::Done;
use crate::outcome::Trouble;
use crate::page::BrowserPage;
use crate::world::{Rule, Treatment};

/// Rules of one tab at most; the oldest go first.
const MOST_RULES: usize = 50;

impl BrowserPage {
    /// Holds requests whose address fits a pattern.
    pub(crate) async fn intercept(
        &self,
        pattern: &str,
        how: Interception,
        change: Option<&str>,
    ) -> Done {
        let treatment = match how {
            Interception::Block => Treatment::Block,
            Interception::Continue => Treatment::Continue,
            Interception::Modify => Treatment::Modify(changes(change.unwrap_or("{}"))?),
        };
        self.add_rule(pattern, treatment).await
    }

    /// Answers requests whose address fits a pattern.
    pub(crate) async fn mock(&self, pattern: &str, response: &str) -> Done {
        let answer = serde_json::from_str(response).map_err(|_| {
            Trouble::invalid("the answer is not {status, contentType, headers, body}")
        })?;
        self.add_rule(pattern, Treatment::Answer(answer)).await
    }

    async fn add_rule(&self, pattern: &str, treatment: Treatment) -> Done {
        if pattern.trim().is_empty() {
            return Err(Trouble::invalid("the pattern is empty"));
        }
        let rule = Rule {
            pattern: pattern.to_owned(),
            treatment,
        };
        let sessions = self.change_tab(|tab| -> Vec<_> {
            if tab.rules.len() == MOST_RULES {
                tab.rules.remove(0);
            }
            tab.rules.push(rule);
            tab.sessions().cloned().collect()
        })?;
        for session in &sessions {
            self.connection()
                .send(Some(session), "Fetch.enable", json!({}))
                .done()
                .await?;
        }
        Ok(None)
    }
}

/// The fields of a request that may be changed, as the protocol names them.
fn changes(text: &str) -> Result<Map<String, Value>, Trouble> {
    let wrong = || Trouble::invalid("the change is not {url, method, headers, postData}");
    let Ok(Value::Object(asked)) = serde_json::from_str(text) else {
        return Err(wrong());
    };
    let mut changes = Map::new();
    for (name, value) in asked {
        let value = match (name.as_str(), value) {
            ("url" | "method", Value::String(text)) => json!(text),
            ("postData", Value::String(text)) => json!(BASE64.encode(text)),
            ("headers", Value::Object(headers)) => headers
                .iter()
                .map(|(name, value)| Some(json!({ "name": name, "value": value.as_str()? })))
                .collect::<Option<Value>>()
                .ok_or_else(wrong)?,
            _ => return Err(wrong()),
        };
        changes.insert(name, value);
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_parts_of_a_request_can_be_changed() {
        for (text, expected) in [
            (r#"{"method":"PUT"}"#, Some(json!({ "method": "PUT" }))),
            (
                r#"{"headers":{"x-a":"1"},"postData":"hi"}"#,
                Some(json!({ "headers": [{ "name": "x-a", "value": "1" }], "postData": "aGk=" })),
            ),
            (r#"{"requestId":"7"}"#, None),
            (r#"{"headers":{"x-a":1}}"#, None),
            ("[]", None),
        ] {
            assert_eq!(changes(text).ok().map(Value::Object), expected, "{text}");
        }
    }
}
