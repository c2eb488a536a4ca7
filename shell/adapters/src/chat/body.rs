//! The chat-completions protocol, as much of it as is needed.

use screen_agent_kernel::think::Prompt;
use screen_agent_runner::ports::Usage;
use serde::Deserialize;
use serde_json::{Value, json};

use super::form::Form;
use super::{ChatConfig, Said};

/// Most tokens of a reply.
const REPLY_TOKENS: u32 = 400;

/// The body of a request.
pub(crate) fn request_body(config: &ChatConfig, prompt: &Prompt, form: Form) -> Value {
    let mut body = json!({
        "model": config.model,
        "temperature": config.temperature,
        "max_tokens": REPLY_TOKENS,
        "messages": [
            { "role": "system", "content": prompt.system },
            { "role": "user", "content": prompt.user },
        ],
    });
    match form {
        Form::Schema => {
            body["response_format"] =
                json!({ "type": "json_schema", "json_schema": reply_schema() })
        }
        Form::Json => body["response_format"] = json!({ "type": "json_object" }),
        Form::Plain => {}
    }
    body
}

fn reply_schema() -> Value {
    json!({
        "name": "next_action",
        "schema": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "thought": { "type": "string" },
                "action": { "type": "string" },
                "question": { "type": "string" },
            },
            "required": ["thought"],
        },
    })
}

/// A chat completion.
#[derive(Deserialize)]
pub(crate) struct ChatReply {
    #[serde(default)]
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Tokens,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
}

/// What the server counted; zero where it does not say.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Tokens {
    prompt_tokens: u32,
    completion_tokens: u32,
}

impl ChatReply {
    /// What the model said.
    pub(crate) fn said(self) -> Option<Said> {
        let usage = Usage {
            prompt_tokens: self.usage.prompt_tokens,
            completion_tokens: self.usage.completion_tokens,
        };
        let text = self.choices.into_iter().next()?.message.content?;
        (!text.trim().is_empty()).then_some(Said { text, usage })
    }
}
