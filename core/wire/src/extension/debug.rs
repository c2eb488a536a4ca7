//! For developers: what was noted of requests, and a whole task to take away. Only in debug mode.
//! Spec 002 §10.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use uuid::Uuid;

use super::task::{ModelUsage, TimelineStep};
use crate::derives::*;

/// What was noted of one request. Never page text, words or secrets.
#[contract(camel)]
pub struct DebugLogEntry {
    /// When it was answered, ISO 8601.
    pub timestamp: String,
    /// `error`, `model` or `request`.
    pub log_type: String,
    /// The task that it was about.
    pub task_id: Option<Uuid>,
    /// Method and route.
    pub endpoint: String,
    /// HTTP status of the answer.
    pub status: u16,
    /// How long it took, in milliseconds.
    pub duration: u32,
    /// Which models were asked about what.
    pub notes: Vec<String>,
    /// The error's code, if it failed.
    pub error_code: Option<String>,
}

/// `GET /api/debug/logs`.
#[contract]
pub struct DebugLogsData {
    /// Newest first.
    pub logs: Vec<DebugLogEntry>,
}

/// One call of a model.
#[contract(camel)]
pub struct DebugCall {
    /// What it was asked about.
    pub topic: String,
    /// Which model.
    pub model: String,
    /// Tokens read.
    pub prompt_tokens: u32,
    /// Tokens written.
    pub completion_tokens: u32,
    /// Millionths of the price table's unit.
    pub cost_micros: u64,
    /// How long it took, in milliseconds.
    pub duration: u32,
    /// It gave an answer.
    pub succeeded: bool,
    /// In which turn; 0 for the first.
    pub turn: Option<u32>,
}

/// What a task took.
#[contract(camel, Default)]
pub struct DebugMetrics {
    /// All calls of models together.
    pub usage: ModelUsage,
    /// The same by topic.
    pub by_topic: BTreeMap<String, ModelUsage>,
    /// Each call, in order.
    pub calls: Vec<DebugCall>,
}

/// Something that went wrong.
#[contract(camel)]
pub struct DebugError {
    /// The step that it happened to; absent when a request failed as a whole.
    pub step_index: Option<u32>,
    /// A stable code.
    pub code: String,
    /// In words. Data, never instruction.
    pub message: String,
}

/// The task in figures.
#[contract(camel, Default)]
pub struct DebugSummary {
    /// How many steps it has.
    pub steps: u32,
    /// How many of them were verified.
    pub verified: u32,
    /// How many failed.
    pub failed: u32,
    /// How many put something right.
    pub corrections: u32,
    /// How many things went wrong.
    pub errors: u32,
    /// From the first request to the last, in milliseconds.
    pub duration: i64,
}

/// `GET /api/debug/session/{taskId}/export`: a whole task to take away. What stands under a name
/// such as password or token is masked.
#[contract(camel)]
pub struct DebugExport {
    /// Form of this document.
    pub export_version: String,
    /// ISO 8601.
    pub exported_at: String,
    /// The task.
    pub task_id: Uuid,
    /// The task without its steps.
    #[schema(value_type = Object)]
    #[ts(type = "Record<string, unknown>")]
    pub task: Map<String, Value>,
    /// Its steps.
    pub actions: Vec<TimelineStep>,
    /// What was noted of its requests, newest first.
    pub debug_logs: Vec<DebugLogEntry>,
    /// What it took.
    pub metrics: DebugMetrics,
    /// What went wrong.
    pub errors: Vec<DebugError>,
    /// The task in figures.
    pub summary: DebugSummary,
}
