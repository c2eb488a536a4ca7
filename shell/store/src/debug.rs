//! What is noted of each request while debugging. Never page text, words or secrets.

use screen_agent_action::id::TaskId;

/// Which are read, the newest first.
#[derive(Clone, Copy, Debug, Default)]
pub struct DebugFilter {
    /// Those of one task.
    pub task: Option<TaskId>,
    /// Those of one kind.
    pub kind: Option<LogKind>,
    /// Those answered at this time or later.
    pub since_ms: Option<i64>,
    pub limit: u32,
}

/// What a request came to, as far as whoever debugs asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogKind {
    /// It failed.
    Error,
    /// Models were asked, and it did not fail.
    Model,
    /// Anything else.
    Request,
}

impl LogKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Error, Self::Model, Self::Request];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Model => "model",
            Self::Request => "request",
        }
    }
}

/// What is noted of one request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugLog {
    /// When it was answered.
    pub at_ms: i64,
    /// The task that it was about.
    pub task: Option<TaskId>,
    /// Method and route, without what stands in the address.
    pub endpoint: String,
    /// HTTP status of the answer.
    pub status: u16,
    pub duration_ms: u32,
    /// Which models were asked about what.
    pub notes: Vec<String>,
    /// The error's code, if it failed.
    pub error: Option<String>,
}

/// How a note of a model ends.
pub const TOKENS: &str = " tokens";

impl DebugLog {
    /// What it came to.
    pub fn kind(&self) -> LogKind {
        if self.error.is_some() {
            LogKind::Error
        } else if self.notes.iter().any(|note| note.ends_with(TOKENS)) {
            LogKind::Model
        } else {
            LogKind::Request
        }
    }
}
