//! What is noted of each request while debugging. Never page text, words or secrets.

use screen_agent_action::id::TaskId;

/// Which are read, the newest first.
#[derive(Clone, Copy, Debug)]
pub struct DebugFilter {
    /// Those of one task.
    pub task: Option<TaskId>,
    pub limit: u32,
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
