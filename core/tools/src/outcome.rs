//! What a tool came to.

use screen_agent_wire::packet::document::{Document, ToolError, ToolStatus};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a tool came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub status: ToolStatus,
    /// Why it failed.
    pub error: Option<ToolError>,
    /// What it came to, an object: ids, figures, counts; nothing that a page said.
    pub result: Option<Value>,
    /// What it brought of pages and the web. Untrusted.
    pub documents: Vec<Document>,
}

impl Outcome {
    /// It did what it was asked.
    pub fn ok(result: Value) -> Self {
        Self {
            status: ToolStatus::Ok,
            error: None,
            result: Some(result),
            documents: Vec::new(),
        }
    }

    /// It failed.
    pub fn failed(code: &str, message: impl Into<String>) -> Self {
        Self {
            status: ToolStatus::Error,
            error: Some(ToolError {
                code: code.to_owned(),
                message: message.into(),
            }),
            result: None,
            documents: Vec::new(),
        }
    }
}
