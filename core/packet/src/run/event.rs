//! What comes in.

use screen_agent_think::models::ThinkFailure;
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::document::{Document, ToolError, ToolStatus};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What comes in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The client asks, or goes on: with results, with answers to what was asked.
    Asked(Box<RequestPacket>),
    /// What [`Load`](super::Call::Load) brought; or why nothing can be brought, in one safe sentence.
    Loaded(Result<Vec<Document>, String>),
    /// What a model answered.
    Answered {
        /// Its words.
        said: Result<String, ThinkFailure>,
        /// Which model, when one answered.
        model: Option<String>,
    },
    /// Whether an approval could be used up: nobody had used it before.
    ApprovalUsed {
        /// Which.
        fingerprint: String,
        /// It was the first time.
        first: bool,
    },
    /// What a tool came to that the server performed.
    Performed {
        /// Which call.
        call_id: String,
        /// What it came to.
        outcome: Outcome,
    },
}

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
