//! What a client is told when something went wrong. Spec 002 §4.16.

use serde_json::{Map, Value};

use crate::derives::*;

/// Where in the request, and why.
#[contract(Default)]
pub struct ErrorDetails {
    /// Path of the field.
    pub field: Option<String>,
    /// Why.
    pub reason: Option<String>,
}

/// For developers; only in debug mode.
#[contract(camel, Default)]
pub struct DebugInfo {
    /// What kind of error it was inside.
    pub error_type: String,
    /// More about it.
    #[schema(value_type = Option<Object>)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub context: Option<Map<String, Value>>,
    /// What may help.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub suggestions: Vec<String>,
}

/// Every error of the extension surface.
#[contract(camel)]
pub struct ErrorBody {
    /// Always false.
    pub success: bool,
    /// Stable; for programs.
    pub code: String,
    /// A safe sentence; for people.
    pub message: String,
    /// The same sentence, for clients that look here.
    pub error: String,
    /// Where, and why.
    pub details: Option<ErrorDetails>,
    /// For developers.
    pub debug_info: Option<DebugInfo>,
    /// Seconds after which it may be tried again.
    pub retry_after: Option<u64>,
    /// The same as a time, ISO 8601.
    pub reset_at: Option<String>,
}
