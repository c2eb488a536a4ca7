//! Conversations as clients list and read them. Spec 003, "Storing JSON conversation in SQLite".

use serde_json::Value;

use super::envelope::SenderRole;
use crate::derives::*;

/// A conversation in a list.
#[contract(camel)]
pub struct ConversationInfo {
    /// Its id.
    pub id: String,
    /// Its title: the first thing that was asked.
    pub title: String,
    /// When it began, ISO 8601 in UTC.
    pub created_at: String,
    /// When it last changed, ISO 8601 in UTC.
    pub updated_at: String,
    /// How many packets it has.
    pub message_count: u64,
    /// Where it began; a page's origin, if it began on one.
    pub origin: Option<String>,
}

/// Conversations, the latest change first.
#[contract(camel)]
pub struct ConversationList {
    /// Conversations.
    pub conversations: Vec<ConversationInfo>,
    /// How many there are.
    pub total: u64,
}

/// One packet of a conversation, as it is kept: redacted, unless the server keeps whole packets.
#[contract(camel)]
pub struct ConversationMessage {
    /// The packet's id.
    pub id: String,
    /// Turn of the conversation.
    pub turn: u32,
    /// When it was made, ISO 8601 in UTC.
    pub created_at: String,
    /// Who wrote it.
    pub sender_role: SenderRole,
    /// `request`, `response` or `tool`.
    pub packet_type: String,
    /// What it answers.
    pub in_reply_to_request_id: Option<String>,
    /// Which model wrote it.
    pub model_id: Option<String>,
    /// The packet.
    #[ts(type = "Record<string, unknown>")]
    pub packet: Value,
}

/// Packets of a conversation, in order. What is exported, and what `replay` reads.
#[contract(camel)]
pub struct ConversationData {
    /// The conversation.
    pub conversation: ConversationInfo,
    /// Its packets.
    pub messages: Vec<ConversationMessage>,
}
