//! What is to be told to listeners: written with what it tells of, read by a relay.

use screen_agent_action::id::{SessionId, TaskId};

use uuid::Uuid;

use crate::Owner;
use crate::session::MessageRecord;

/// A place in the order in which everything was committed. The default lies before all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct OutboxPosition(pub i64);

/// What listeners join, by its name. Clients may choose names, so that two owners may have the same: a topic is
/// its first owner's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TopicName(pub String);

impl TopicName {
    /// What the names of sessions' topics begin with.
    pub const SESSION: &str = "session-";

    /// The topic of a session.
    pub fn of_session(session: SessionId) -> Self {
        Self(format!("{}{}", Self::SESSION, session.get().simple()))
    }

    /// What the names of traces' topics begin with.
    pub const TRACE: &str = "trace-";

    /// The topic of a trace.
    pub fn of_trace(trace: Uuid) -> Self {
        Self(format!("{}{}", Self::TRACE, trace.simple()))
    }

    /// The trace whose topic this is.
    pub fn trace(&self) -> Option<Uuid> {
        Uuid::try_parse(self.0.strip_prefix(Self::TRACE)?).ok()
    }

    /// What the names of leases' topics begin with.
    pub const LEASES: &str = "leases-";

    /// The topic of all leases of a person's.
    pub fn of_leases(user: Uuid) -> Self {
        Self(format!("{}{}", Self::LEASES, user.simple()))
    }

    /// The person of whose leases this is the topic.
    pub fn leases(&self) -> Option<Uuid> {
        Uuid::try_parse(self.0.strip_prefix(Self::LEASES)?).ok()
    }

    /// The session whose topic this is.
    pub fn session(&self) -> Option<SessionId> {
        let id = Uuid::try_parse(self.0.strip_prefix(Self::SESSION)?);
        id.ok().map(SessionId::new)
    }
}

/// Something that a surface tells its listeners in its own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    pub topic: TopicName,
    /// In one word.
    pub kind: String,
    /// JSON.
    pub body: String,
}

/// What an owner published on a topic, as it is read again: for [`KEEP_OUTBOX_MS`](crate::upkeep::KEEP_OUTBOX_MS).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// In one word.
    pub kind: String,
    /// JSON.
    pub body: String,
    pub at_ms: i64,
}

/// Something that listeners are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// Where it stands in the order.
    pub place: OutboxPosition,
    pub owner: Owner,
    pub topic: TopicName,
    /// The topic is this owner's, and nobody else's who uses the same name.
    pub is_first: bool,
    /// When it happened.
    pub at_ms: i64,
    pub what: Happened,
}

/// What listeners are told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
    /// A surface published something.
    Published {
        /// In one word.
        kind: String,
        /// JSON.
        body: String,
    },
    /// A message was appended.
    Message(Box<MessageRecord>),
    /// A turn was closed.
    Turn {
        /// Its task.
        task: TaskId,
        /// Its number in the task, from 0.
        turn: u32,
        /// What it came to, as JSON in the words of the surface that answered it.
        round: String,
    },
    /// A task was left lying: it was interrupted without a turn.
    Interrupted {
        /// The task.
        task: TaskId,
        /// How many turns it had had.
        turn: u32,
        /// How many steps it has.
        step_count: u16,
    },
}
