//! Conversations of packets, and their history. Spec 003, "Storing JSON conversation in SQLite".
//!
//! The conversations of the extension's surface are [sessions](crate::session); these are others.

use screen_agent_tools::redact::Redacted;
use screen_agent_wire::packet::SenderRole;

/// A conversation is kept this long after its last change.
pub const KEEP_CONVERSATIONS_MS: i64 = 90 * 24 * 60 * 60 * 1000;
/// Most characters of a conversation's title; what is longer is cut.
pub const TITLE_CHARS: usize = 200;
/// Most characters of a preview; what is longer is cut.
pub const PREVIEW_CHARS: usize = 1_000;

/// What is known of a conversation when a packet comes. Counts for its first one only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewConversation {
    /// The client's id of it; unique for its owner.
    pub id: String,
    /// The first thing that was asked.
    pub title: String,
    /// Where it began.
    pub origin: Option<String>,
}

/// A conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationRecord {
    /// The client's id of it; unique for its owner.
    pub id: String,
    /// The first thing that was asked.
    pub title: String,
    /// Where it began.
    pub origin: Option<String>,
    pub created_ms: i64,
    pub updated_ms: i64,
    /// How many packets it has.
    pub messages: u64,
}

/// A packet as it is kept. It never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PacketRecord {
    /// Its id; unique in its conversation.
    pub id: String,
    /// Turn of the conversation.
    pub turn: u32,
    pub created_ms: i64,
    /// Who wrote it.
    pub sender: SenderRole,
    /// `request`, `response` or `tool`.
    pub packet_type: String,
    pub in_reply_to: Option<String>,
    /// Which model wrote it.
    pub model: Option<String>,
    pub packet: Redacted,
    /// The words by which it is found.
    pub preview: String,
}

/// What came of adding packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketsAdded {
    /// They are there now.
    Added {
        /// How many were not there before. A packet whose id is there already is left as it is.
        new: u32,
    },
    /// A request is of an earlier turn than the latest, or an answer of a turn that is not there.
    /// Nothing was changed.
    TurnRanBack {
        /// The latest turn.
        latest: u32,
    },
}

/// Which conversations to list, the latest change first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConversationFilter {
    /// At most this many.
    pub limit: u32,
    /// After leaving out this many.
    pub offset: u32,
    /// With a packet, or a title, that has all of these words; of the last one, a beginning will do.
    pub search: Option<String>,
}
