//! A finished task to take away, in three forms. Spec 001 §11. (What a client says of its last
//! action is in `report`.)

use uuid::Uuid;

use super::response::{InteractStatus, WireTaskType};
use crate::derives::*;

/// The form of a report.
#[contract(Copy, Default, Eq)]
#[serde(rename_all = "lowercase")]
pub enum ReportFormat {
    /// For programs.
    #[default]
    Json,
    /// For spreadsheets.
    Csv,
    /// For people.
    Markdown,
}

/// Which report it is.
#[contract(camel)]
pub struct ReportMetadata {
    /// The task.
    pub task_id: Uuid,
    /// The conversation.
    pub session_id: Uuid,
    /// ISO 8601.
    pub generated_at: String,
    /// Its form.
    pub format: ReportFormat,
}

/// The task as a report tells it.
#[contract(camel)]
pub struct ReportTask {
    /// The person's words.
    pub query: String,
    /// Where it stands.
    pub status: InteractStatus,
    /// What kind of task it is.
    pub task_type: WireTaskType,
    /// ISO 8601.
    pub started_at: String,
    /// ISO 8601; absent while it goes on.
    pub completed_at: Option<String>,
    /// What it came to.
    pub result: Option<String>,
}

/// How an action went.
#[contract(word)]
pub enum ReportedStatus {
    /// It had the effect that was expected.
    Success,
    /// It had not.
    Failure,
    /// Nothing has been seen of it yet.
    Pending,
}

/// One action of the history.
#[contract(camel)]
pub struct ReportedAction {
    /// 0 for the first.
    pub step_index: u32,
    /// The action in its narrow form.
    pub action: String,
    /// How it went.
    pub status: ReportedStatus,
    /// Why it was done.
    pub thought: String,
    /// ISO 8601.
    pub timestamp: String,
}

/// The task in figures.
#[contract(camel)]
pub struct ReportSummary {
    /// How many actions there were.
    pub total_steps: u32,
    /// How many of them had the effect that was expected.
    pub successful_steps: u32,
    /// How long it took, such as `3m 0s`.
    pub duration: String,
}

/// `GET /api/session/{id}/task/{taskId}/report`, as JSON.
#[contract(camel)]
pub struct TaskReport {
    /// Which report it is.
    pub metadata: ReportMetadata,
    /// The task.
    pub task: ReportTask,
    /// What was done, first to last.
    pub action_history: Vec<ReportedAction>,
    /// In figures.
    pub summary: ReportSummary,
}
