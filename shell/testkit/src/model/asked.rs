//! A request, as it came in.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use serde_json::Value;

/// A request, as it came in.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The bearer key, when there was one.
    pub key: Option<String>,
    /// The whole body.
    pub body: Value,
}

impl Asked {
    pub(crate) fn new(headers: &HeaderMap, body: Value) -> Self {
        let key = headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "))
            .map(str::to_owned);
        Self { key, body }
    }

    /// What it is about: the name of its schema, or of the function it has to call.
    pub fn topic(&self) -> Option<&str> {
        self.body["response_format"]["json_schema"]["name"]
            .as_str()
            .or_else(|| self.body["tools"][0]["function"]["name"].as_str())
    }

    /// The schema of its answer.
    pub fn schema(&self) -> Option<&Value> {
        let places = [
            &self.body["response_format"]["json_schema"]["schema"],
            &self.body["tools"][0]["function"]["parameters"],
        ];
        places.into_iter().find(|schema| schema.is_object())
    }

    /// How the answer's form is asked for: `json_schema`, `json_object`, `tools`, or `plain`.
    pub fn form(&self) -> &str {
        if self.body["tools"].is_array() {
            return "tools";
        }
        self.body["response_format"]["type"]
            .as_str()
            .unwrap_or("plain")
    }

    /// The answer is to come in pieces.
    pub fn streams(&self) -> bool {
        self.body["stream"] == Value::Bool(true)
    }

    /// What the model was told it is.
    pub fn system(&self) -> &str {
        self.text(0)
    }

    /// What it was told of the task.
    pub fn user(&self) -> &str {
        self.text(1)
    }

    /// The picture, as it was sent.
    pub fn picture(&self) -> Option<&str> {
        let parts = self.body["messages"][1]["content"].as_array()?;
        parts
            .iter()
            .find_map(|part| part["image_url"]["url"].as_str())
    }

    fn text(&self, index: usize) -> &str {
        let content = &self.body["messages"][index]["content"];
        let part = content
            .as_array()
            .and_then(|parts| parts.iter().find_map(|part| part["text"].as_str()));
        content.as_str().or(part).unwrap_or_default()
    }
}
