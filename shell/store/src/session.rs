//! Conversations and their messages.

use screen_agent_action::id::{MessageId, SessionId};
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, Serialize};

/// Where a conversation stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SessionStatus {
    /// New, or one of its tasks is under way.
    #[default]
    Active,
    /// Its last task reached its goal.
    Completed,
    /// Its last task did not.
    Failed,
    /// Its last task was left lying, or nothing was ever asked in it.
    Interrupted,
    /// Put away by the person; only an audit sees it.
    Archived,
}

impl SessionStatus {
    /// However one stands that was not put away.
    pub const KEPT: [Self; 4] = [
        Self::Active,
        Self::Completed,
        Self::Failed,
        Self::Interrupted,
    ];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
            Self::Archived => "archived",
        }
    }

    /// Reads its word, if it is one.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::deserialize(StrDeserializer::<Error>::new(word)).ok()
    }
}

/// What a client says of a conversation when it opens one, or goes on with one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionFacts {
    /// Address of the tab; empty when there is no page.
    pub url: String,
    /// Registrable domain of that address; empty when there is no page.
    pub domain: String,
    /// A title given by the client. Without one, the domain and the first words make it.
    pub title: Option<String>,
    pub tab: Option<i64>,
    /// The first words of the person, when they are known already.
    pub initial_query: Option<String>,
}

/// A conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRecord {
    /// Made by the client or by us; unique for its owner.
    pub id: SessionId,
    /// Where the tab is now.
    pub url: String,
    /// Its registrable domain.
    pub domain: String,
    /// Title shown to the person.
    pub title: String,
    /// The person chose the title; nothing else may change it.
    pub renamed: bool,
    pub tab: Option<i64>,
    /// Where it stands.
    pub status: SessionStatus,
    /// Where it began.
    pub initial_url: String,
    /// The domain where it began.
    pub initial_domain: String,
    /// The person's first words.
    pub initial_query: Option<String>,
    /// Of what kind its latest task is, as its messages say.
    pub task_type: Option<String>,
    /// How many messages it has.
    pub message_count: u32,
    pub created_ms: i64,
    pub updated_ms: i64,
}

/// Which conversations, the latest change first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionFilter {
    /// Those that stand so; however they stand where there is none.
    pub statuses: Vec<SessionStatus>,
    /// Those on a domain.
    pub domain: Option<String>,
    /// Most that are given.
    pub limit: u32,
    /// How many are passed over.
    pub offset: u32,
}

impl SessionFilter {
    /// The one that changed last.
    pub fn latest(statuses: Vec<SessionStatus>) -> Self {
        Self {
            statuses,
            limit: 1,
            ..Self::default()
        }
    }
}

/// A part of a list, and how long the whole is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Length of the whole.
    pub total: u32,
}

impl<T> Page<T> {
    /// The first, if there is any.
    pub fn first(self) -> Option<T> {
        self.items.into_iter().next()
    }
}

/// Who says a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageSender {
    /// The person.
    User,
    /// We.
    Assistant,
    /// A note to the person, such as a plan.
    System,
}

/// What became of the action that a message announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageStatus {
    /// Not known yet.
    Pending,
    /// Done.
    Success,
    /// Not done.
    Failure,
}

/// What a client said went wrong with an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionError {
    /// The executor's code, such as `ELEMENT_NOT_FOUND`.
    pub code: Option<String>,
    /// Its message.
    pub message: Option<String>,
}

/// A message to append. Its number is given by the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMessage {
    pub id: MessageId,
    pub role: MessageSender,
    pub content: String,
    /// The action that it announces, with the bytes that the client gets.
    pub action: Option<String>,
    /// What became of that action.
    pub status: Option<MessageStatus>,
    /// What the page was, in at most 200 characters.
    pub dom_summary: Option<String>,
    /// Further facts for clients: a JSON object.
    pub metadata: Option<String>,
}

/// A message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageRecord {
    pub id: MessageId,
    /// 0 for the first of its conversation, then without gaps.
    pub sequence: u32,
    pub role: MessageSender,
    pub content: String,
    /// The action that it announces, with the bytes that the client got.
    pub action: Option<String>,
    /// What became of that action.
    pub status: Option<MessageStatus>,
    /// What the client said went wrong with it.
    pub error: Option<ActionError>,
    /// What the page was, in at most 200 characters.
    pub dom_summary: Option<String>,
    /// Further facts for clients: a JSON object.
    pub metadata: Option<String>,
    /// Milliseconds since the epoch; no two messages of a conversation share one.
    pub at_ms: i64,
}

/// Which messages of a conversation to read, oldest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageFilter {
    /// Said at or after this.
    pub since_ms: Option<i64>,
    /// Numbered after this.
    pub after: Option<u32>,
    /// At most this many.
    pub limit: u32,
}
