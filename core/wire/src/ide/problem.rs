//! What this surface answers when it cannot do what was asked: both forms that clients read, in one.

use serde_json::{Map, Value};

use crate::derives::*;

/// The body of every error of this surface.
#[contract]
pub struct IdeProblem {
    /// Always false.
    pub ok: bool,
    /// The code, as older clients read it.
    pub error: String,
    /// A stable code.
    pub code: String,
    /// One sentence that is safe to show.
    pub message: String,
    /// The same request may be sent again.
    pub retryable: bool,
    /// More of it: `field` and `reason` of what cannot be taken, `supported` of a version.
    #[ts(type = "Record<string, unknown>")]
    pub details: Map<String, Value>,
    /// The trace that it belongs to; the log knows it.
    pub trace_id: String,
    /// Version of the envelope.
    pub envelope_version: String,
}
