//! How a trace stands, as those ask who do not follow it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::cli_action::NextAction;
use crate::derives::*;

/// How a trace stands.
#[contract]
pub struct TraceStatusReply {
    /// Always true.
    pub ok: bool,
    /// The trace.
    pub trace_id: String,
    /// How it stands; of talk that came to its end it is `ready`, or `failed`.
    pub status: TraceStatus,
    /// The same, as the second name that clients look for.
    pub state: TraceState,
    /// What it has told, the newest first.
    pub events: Vec<TracedEvent>,
    /// How many there are of each.
    pub event_counts: BTreeMap<String, usize>,
    /// When something was told last.
    pub last_event_at: Option<String>,
    /// When it had to wait.
    pub queued_at: Option<String>,
    /// When it began.
    pub started_at: Option<String>,
    /// When it went on in the background.
    pub handoff_at: Option<String>,
    /// When it ended.
    pub done_at: Option<String>,
    /// What talk was answered.
    pub output: Option<ChatOutput>,
    /// Of its `cli_actions`, those that nobody has told to be done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next_actions: Vec<NextAction>,
}

/// What talk was answered.
#[contract]
pub struct ChatOutput {
    /// In words.
    pub text: String,
}

/// How a trace stands, as clients of tasks and those of talk ask for it.
#[contract(word)]
pub enum TraceStatus {
    /// It is under way, or will be.
    Pending,
    /// It waits for its turn.
    Queued,
    /// It goes on, whoever listens.
    Handoff,
    /// It came to its end.
    Done,
    /// It failed, or was broken off.
    Error,
    /// Talk was answered.
    Ready,
    /// Talk was not answered.
    Failed,
}

/// How a trace stands. One that nobody knows is pending: it may not have begun.
#[contract(word)]
pub enum TraceState {
    /// It is under way, or will be.
    Pending,
    /// It waits for its turn.
    Queued,
    /// It goes on, whoever listens.
    Handoff,
    /// It came to its end.
    Done,
    /// It failed, or was broken off.
    Error,
}

/// Something that a trace told.
#[contract]
pub struct TracedEvent {
    /// Its name.
    pub event_type: String,
    /// The trace.
    pub message_id: String,
    /// The project, where there is one.
    pub project_id: Option<String>,
    /// Its number in the trace, from 1.
    pub seq: u32,
    /// Its fields.
    #[ts(type = "Record<string, unknown>")]
    pub payload: Map<String, Value>,
    /// When it happened.
    pub created_at: String,
    /// The same in milliseconds.
    pub ts: i64,
}

/// Some of a person's traces.
#[contract]
pub struct TraceListing {
    /// Always true.
    pub ok: bool,
    /// The traces, those that told something last first.
    pub items: Vec<TraceEntry>,
    /// Where the next begin, where there are any.
    pub next_offset: Option<u32>,
    /// How many there are.
    pub count: u32,
}

/// A trace in a list.
#[contract]
pub struct TraceEntry {
    /// The trace.
    pub trace_id: String,
    /// How it stands, by what it has told.
    pub status: TraceState,
    /// The task, or what else is done in it.
    pub operation: Option<String>,
    /// What was wanted, at most 200 characters of it.
    pub text: String,
    /// The project.
    pub project_id: Option<String>,
    /// How many events it has told.
    pub events: usize,
    /// When it began.
    pub started_at: String,
    /// When something was told last.
    pub last_event_at: String,
}
