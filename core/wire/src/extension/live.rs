//! What a watcher of a conversation is told as it happens. Spec 001 §4, push events; sent as SSE.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::message::WireMessage;
use super::response::{InteractStatus, VerificationInfo};

/// What an interact round came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct LiveRound {
    /// The task.
    pub task_id: Uuid,
    /// Where it stands.
    pub status: InteractStatus,
    /// Which step it is at; 0 for the first.
    pub current_step_index: u32,
    /// What is to be performed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<String>,
    /// Verdict on the step before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verification: Option<VerificationInfo>,
}

/// One event of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum LiveEvent {
    /// A message was kept.
    NewMessage {
        /// The conversation.
        session_id: Uuid,
        /// The message.
        message: Box<WireMessage>,
    },
    /// A round was answered.
    InteractResponse {
        /// The conversation.
        session_id: Uuid,
        /// What it came to.
        data: LiveRound,
    },
}
