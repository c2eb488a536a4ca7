//! Messages of a conversation. Spec 001 §4, 002 §4.8.1.

use serde_json::{Map, Value};
use uuid::Uuid;

use super::report::ActionStatus;
use crate::derives::*;

/// Who said it.
#[contract(word)]
pub enum MessageRole {
    /// The person.
    User,
    /// The agent.
    Assistant,
    /// The system: plans and notices.
    System,
}

/// What went wrong with an action.
#[contract(Default)]
pub struct MessageError {
    /// In words.
    pub message: Option<String>,
    /// The executor's code.
    pub code: Option<String>,
}

/// One message.
#[contract(camel)]
pub struct WireMessage {
    /// Its id.
    pub message_id: Uuid,
    /// Who said it.
    pub role: MessageRole,
    /// What was said.
    pub content: String,
    /// 0 for the first of the conversation.
    pub sequence_number: u32,
    /// ISO 8601.
    pub timestamp: String,
    /// The action in its narrow form.
    pub action_string: Option<String>,
    /// The action taken apart.
    #[schema(value_type = Option<Object>)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub action_payload: Option<Map<String, Value>>,
    /// How the action went.
    pub status: Option<ActionStatus>,
    /// What went wrong with it.
    pub error: Option<MessageError>,
    /// What the page was, in at most 200 characters.
    pub dom_summary: Option<String>,
    /// More about it: task, kind of message.
    #[schema(value_type = Option<Object>)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub metadata: Option<Map<String, Value>>,
}

/// `GET /api/session/{id}/messages`.
#[contract(camel)]
pub struct MessagesData {
    /// The conversation.
    pub session_id: Uuid,
    /// Oldest first.
    pub messages: Vec<WireMessage>,
    /// How many the conversation has in all.
    pub total: u32,
    /// False when it is not known, or put away.
    pub session_exists: bool,
}
