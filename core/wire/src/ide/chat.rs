//! Talk: what is said to the chat, in which a task may be meant.

use serde_json::Value;

use super::request::IdeRequest;
use crate::derives::*;
use crate::invalid::{Invalid, chars, count};
use crate::read::from_value;

/// Most messages, and characters of one.
const MESSAGES: usize = 200;
const MESSAGE: usize = 20_000;

/// What is said to the chat. All that tasks take may stand beside, and all of it inside of `payload`.
#[contract(default)]
pub struct ChatRequest {
    /// What was said so far; the last of the person's is answered where there is no `text`.
    pub messages: Option<Vec<ChatMessage>>,
    /// The conversation; the client's own.
    pub session_id: Option<String>,
    /// Which agent is meant; the client's own.
    #[serde(rename = "agentId")]
    pub agent_id: Option<String>,
    /// What a task takes.
    #[serde(flatten)]
    pub request: IdeRequest,
}

/// Something that was said.
#[contract]
pub struct ChatMessage {
    /// `user`, `assistant` or `system`.
    pub role: String,
    /// What.
    pub content: String,
}

impl ChatRequest {
    /// Reads what was said, wherever it stands: what is at the top counts more than what is in `payload`.
    pub fn of(mut body: Value) -> Result<Self, Invalid> {
        let payload = body.get("payload").and_then(Value::as_object).cloned();
        let fields = body
            .as_object_mut()
            .ok_or_else(|| Invalid::new("", "expected an object"))?;
        for (name, value) in payload.into_iter().flatten() {
            fields.entry(name).or_insert(value);
        }
        let mut read: Self = from_value(&body)?;
        let messages = read.messages.as_deref().unwrap_or_default();
        count("messages", messages.len(), MESSAGES)?;
        for (at, message) in messages.iter().enumerate() {
            chars(
                &format!("messages[{at}].content"),
                &message.content,
                MESSAGE,
            )?;
        }
        if read.request.words().is_empty() {
            let last = messages.iter().rev().find(|message| message.role == "user");
            read.request.text = last.map(|message| message.content.clone());
        }
        match read.request.words().is_empty() {
            true => Err(Invalid::new("text", "is required")),
            false => Ok(read),
        }
    }

    /// What was said before that which is answered: by whom, and what.
    pub fn earlier(&self) -> Vec<(String, String)> {
        let words = self.request.words();
        let mut said = self.messages.clone().unwrap_or_default();
        if said.last().is_some_and(|last| last.content.trim() == words) {
            said.pop();
        }
        // Nobody but the server says what its model is.
        let who = |role: &str| {
            if role == "user" {
                "person"
            } else {
                "assistant"
            }
            .to_owned()
        };
        said.into_iter()
            .map(|message| (who(&message.role), message.content))
            .collect()
    }
}
