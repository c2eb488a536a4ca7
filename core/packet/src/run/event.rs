//! What comes in.

use screen_agent_think::models::ThinkFailure;
use screen_agent_tools::Outcome;
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::document::Document;
use serde::{Deserialize, Serialize};

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
        /// It reached the most that it may write before it was done.
        #[serde(default)]
        broken_off: bool,
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
