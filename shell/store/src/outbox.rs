//! What is to be told to listeners: written with what it tells of, read by a relay.

use screen_agent_action::id::{SessionId, TaskId};

use crate::Owner;
use crate::session::MessageRecord;

/// A place in the order in which everything was committed. The default lies before all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(pub i64);

/// Something that listeners are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// Where it stands in the order.
    pub place: Place,
    pub owner: Owner,
    pub session: SessionId,
    /// Nobody had a conversation with this id before: a channel that is named by the id alone is
    /// this owner's.
    pub is_first: bool,
    /// When it happened.
    pub at_ms: i64,
    pub what: Happened,
}

/// What listeners are told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
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
