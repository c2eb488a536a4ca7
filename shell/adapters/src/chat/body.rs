//! The body of a request.

use screen_agent_think::Prompt;
use serde_json::{Map, Value, json};

use super::dialect::{Dialect, Form, Limit, Thinking};

/// Further tokens where thinking counts as part of the answer.
const ROOM_TO_THINK: u32 = 2_048;

/// What a model is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) topic: &'a str,
    pub(crate) system: &'a str,
    pub(crate) user: &'a str,
    pub(crate) schema: &'a Value,
    pub(crate) reply_tokens: u32,
    pub(crate) temperature: f32,
    /// A picture as a `data:` address.
    pub(crate) picture: Option<&'a str>,
}

impl<'a> Question<'a> {
    /// The question of a prompt.
    pub(crate) fn new(prompt: &'a Prompt, temperature: f32, picture: Option<&'a str>) -> Self {
        Self {
            topic: prompt.topic,
            system: &prompt.system,
            user: &prompt.user,
            schema: &prompt.schema,
            reply_tokens: prompt.reply_tokens,
            temperature: prompt.temperature.unwrap_or(temperature),
            picture,
        }
    }

    /// The same as a request to a server that takes so much of the protocol; `left` are the tokens that the window holds
    /// beside question and answer.
    pub(crate) fn body(&self, model: &str, dialect: Dialect, left: u32) -> Value {
        let mut body = Map::new();
        body.insert("model".into(), model.into());
        body.insert("messages".into(), self.messages(dialect));
        self.form(dialect.form, &mut body);
        match dialect.limit {
            Limit::Tokens => {
                let thoughts = match dialect.thinks {
                    true => left.min(ROOM_TO_THINK),
                    false => 0,
                };
                let most = self.reply_tokens.saturating_add(thoughts);
                body.insert("max_tokens".into(), most.into())
            }
            Limit::Completion => body.insert(
                "max_completion_tokens".into(),
                self.reply_tokens.saturating_add(ROOM_TO_THINK).into(),
            ),
            Limit::Nothing => None,
        };
        if dialect.temperature {
            body.insert("temperature".into(), round(self.temperature));
        }
        if dialect.stream {
            body.insert("stream".into(), true.into());
            if dialect.usage {
                body.insert("stream_options".into(), json!({ "include_usage": true }));
            }
        }
        if dialect.thinking == Thinking::TurnedOff {
            body.insert(
                "chat_template_kwargs".into(),
                json!({ "enable_thinking": false }),
            );
        }
        Value::Object(body)
    }

    fn messages(&self, dialect: Dialect) -> Value {
        let content = match self.picture.filter(|_| dialect.pictures) {
            Some(picture) => json!([
                { "type": "text", "text": self.user },
                { "type": "image_url", "image_url": { "url": picture } },
            ]),
            None => self.user.into(),
        };
        json!([
            { "role": "system", "content": self.told(dialect.form) },
            { "role": "user", "content": content },
        ])
    }

    /// JSON that no server holds the model to is asked for in words.
    fn told(&self, form: Form) -> String {
        let held = matches!(form, Form::Schema | Form::Tools);
        if held || self.schema.is_null() || self.system.contains("JSON") {
            return self.system.to_owned();
        }
        format!(
            "{}\nAnswer with one JSON object and nothing else.",
            self.system
        )
    }

    fn form(&self, form: Form, body: &mut Map<String, Value>) {
        if self.schema.is_null() {
            return;
        }
        match form {
            Form::Schema => {
                let schema = json!({ "name": self.topic, "schema": self.schema });
                body.insert(
                    "response_format".into(),
                    json!({ "type": "json_schema", "json_schema": schema }),
                );
            }
            Form::Json => {
                body.insert("response_format".into(), json!({ "type": "json_object" }));
            }
            Form::Tools => {
                let function = json!({ "name": self.topic, "parameters": self.schema });
                body.insert(
                    "tools".into(),
                    json!([{ "type": "function", "function": function }]),
                );
                body.insert(
                    "tool_choice".into(),
                    json!({ "type": "function", "function": { "name": self.topic } }),
                );
            }
            Form::Plain => {}
        }
    }
}

/// A temperature without the tail that a wider number would give it.
fn round(temperature: f32) -> Value {
    json!((f64::from(temperature) * 1000.0).round() / 1000.0)
}
