//! How much of the protocol a server knows.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::Asked;

/// How much of the protocol a server knows. It refuses the rest, as real ones do.
#[derive(Clone, Debug)]
pub struct Knows {
    /// JSON by schema.
    pub schema: bool,
    /// Any JSON object.
    pub json: bool,
    /// Functions to call.
    pub tools: bool,
    /// Answers in pieces.
    pub stream: bool,
    /// Usage at the end of a stream.
    pub usage: bool,
    /// A temperature.
    pub temperature: bool,
    /// `max_tokens`; else only `max_completion_tokens`.
    pub max_tokens: bool,
    /// Pictures.
    pub pictures: bool,
    /// `chat_template_kwargs`, with which thinking aloud is turned off.
    pub switch: bool,
    /// A refusal says what is refused.
    pub says_why: bool,
    /// The status of a refusal.
    pub refuses_with: u16,
    /// It thinks aloud before it answers, unless that was turned off.
    pub thinks: bool,
    /// The key it wants.
    pub key: Option<String>,
    /// The model it lists.
    pub model: String,
    /// The window it tells of.
    pub window: Option<u32>,
    /// Tokens read and written, which it says of every answer.
    pub tokens: (u32, u32),
}

impl Default for Knows {
    fn default() -> Self {
        Self {
            schema: true,
            json: true,
            tools: true,
            stream: true,
            usage: true,
            temperature: true,
            max_tokens: true,
            pictures: true,
            switch: true,
            says_why: true,
            refuses_with: 400,
            thinks: false,
            key: None,
            model: "scripted".into(),
            window: None,
            tokens: (100, 10),
        }
    }
}

impl Knows {
    /// What a server answers that knows nothing but the messages.
    pub fn little() -> Self {
        Self {
            schema: false,
            json: false,
            tools: false,
            stream: false,
            usage: false,
            temperature: false,
            max_tokens: false,
            pictures: false,
            switch: false,
            ..Self::default()
        }
    }

    /// The refusal of the first thing in a request that it does not know.
    pub(crate) fn refusal(&self, asked: &Asked) -> Option<Response> {
        let body = &asked.body;
        let form = body["response_format"]["type"].as_str();
        let refused = [
            (
                form == Some("json_schema") && !self.schema,
                "response_format",
            ),
            (form == Some("json_object") && !self.json, "response_format"),
            (!body["tools"].is_null() && !self.tools, "tools"),
            (
                !body["stream_options"].is_null() && !self.usage,
                "stream_options",
            ),
            (asked.streams() && !self.stream, "stream"),
            (
                !body["temperature"].is_null() && !self.temperature,
                "temperature",
            ),
            (
                !body["max_tokens"].is_null() && !self.max_tokens,
                "max_tokens",
            ),
            (asked.picture().is_some() && !self.pictures, "image_url"),
            (
                !body["chat_template_kwargs"].is_null() && !self.switch,
                "chat_template_kwargs",
            ),
        ];
        let (_, name) = refused.into_iter().find(|(refused, _)| *refused)?;
        let body = match self.says_why {
            true => json!({ "error": {
                "message": format!("Unsupported parameter: '{name}'"),
                "type": "invalid_request_error",
                "param": name,
            } }),
            false => json!({ "error": { "message": "Bad request" } }),
        };
        let status = StatusCode::from_u16(self.refuses_with).unwrap_or(StatusCode::BAD_REQUEST);
        Some((status, Json(body)).into_response())
    }

    pub(crate) fn count(&self) -> Value {
        let (read, written) = self.tokens;
        json!({ "prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written })
    }

    /// Thinking aloud was not turned off.
    pub(crate) fn thinks_aloud(&self, asked: &Asked) -> bool {
        self.thinks && asked.body["chat_template_kwargs"]["enable_thinking"] != Value::Bool(false)
    }
}
