//! What the server can do, as IDEs ask before they begin.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::task::IdeTask;
use crate::derives::*;

/// What the server can do.
#[contract]
pub struct IdeCapabilities {
    /// Always true.
    pub ok: bool,
    /// The trace.
    pub trace_id: String,
    /// Version of the envelope.
    pub envelope_version: String,
    /// Version of this list.
    pub capabilities_version: String,
    /// Version of the server's answers.
    pub server_version: String,
    /// Tasks that can be asked for.
    pub task_type: Vec<IdeTask>,
    /// The same, as the second name that clients look for.
    pub task_types: Vec<IdeTask>,
    /// More of each task.
    pub task_type_details: BTreeMap<String, TaskDetails>,
    /// Keywords of the registry.
    pub intent_keywords: Vec<String>,
    /// How much may be sent.
    pub limits: IdeLimits,
    /// Events of streams.
    pub sse_events: Vec<String>,
    /// Flags for tests, by endpoint, with a schema each.
    #[ts(type = "Record<string, Record<string, unknown>>")]
    pub dev_flags: Map<String, Value>,
    /// Whether each flag is heeded.
    pub dev_flags_summary: BTreeMap<String, bool>,
    /// Where an editor says what it has open.
    pub editor_context: EditorContextSupport,
    /// It can.
    pub editor_context_support: bool,
    /// Version of the registry.
    pub registry_version: String,
    /// How many keywords it has.
    pub registry_keywords_count: usize,
    /// Seconds after which a change of it is known everywhere.
    pub registry_ttl_sec: u64,
    /// Always true: what a trace took is told at `/api-router/metrics/trace/{trace_id}`.
    pub metrics_enabled: bool,
    /// `registry`, or `fallback`.
    pub requires_source: String,
}

/// More of a task.
#[contract]
pub struct TaskDetails {
    /// Its keyword.
    pub keyword: String,
    /// Where it is asked for.
    pub endpoint: String,
    /// What a request must say.
    #[ts(type = "Record<string, unknown>")]
    pub requires: Map<String, Value>,
    /// How it is best asked for: `sse`, `realtime`, or `both`.
    pub recommended_channel: String,
    /// It may go on in the background.
    pub handoff_supported: bool,
    /// How long it takes.
    pub sla_tier: String,
}

/// How much may be sent.
#[contract]
pub struct IdeLimits {
    /// Bytes of a body.
    pub max_body_bytes: usize,
    /// Components of a screen.
    pub max_components: usize,
    /// Bytes of a preview.
    pub preview_bytes: usize,
    /// Mebibytes of an object.
    pub max_attachment_mb: usize,
    /// Requests a minute that compute.
    pub computing_per_min: u32,
    /// Requests a minute that only read.
    pub reading_per_min: u32,
    /// Milliseconds between signs of life in a stream.
    pub sse_keepalive_ms: u64,
}

/// Where an editor says what it has open.
#[contract]
pub struct EditorContextSupport {
    /// As a header.
    pub header: String,
    /// In the body, which wins.
    pub body_field: String,
    /// Whose replies have it.
    pub echo_in: Vec<String>,
}
