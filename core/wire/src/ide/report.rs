//! What an IDE tells of the actions that it carries out.

use serde_json::{Map, Value};

use crate::derives::*;

/// What is told to a trace: one event, or several in their order.
#[contract(default)]
pub struct TraceReport {
    /// The trace.
    pub trace_id: Option<String>,
    /// The trace.
    #[serde(rename = "traceId")]
    pub trace_camel: Option<String>,
    /// The events.
    pub events: Vec<ReportedEvent>,
    /// The event, where there is one.
    #[serde(flatten)]
    pub one: ReportedEvent,
}

/// An event that is told.
#[contract(default)]
pub struct ReportedEvent {
    /// `cli.plan`, `cli.apply` or `cli.done`.
    pub event_type: Option<String>,
    /// The same in short.
    pub event: Option<String>,
    /// What tells it from every other: the same one is told once.
    pub event_id: Option<String>,
    /// Its fields.
    #[ts(type = "Record<string, unknown>")]
    pub payload: Option<Map<String, Value>>,
}

/// What became of it.
#[contract]
pub struct TraceReportReply {
    /// Always true.
    pub ok: bool,
    /// The trace.
    pub trace_id: String,
    /// How many events were told; the others had been told before.
    pub accepted: usize,
    /// The number of the trace's last event.
    pub last_seq: u32,
}
