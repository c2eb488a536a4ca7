//! What a watcher of a conversation is told as it happens. Spec 001 §3.6, push events.

use screen_agent_action::id::SessionId;
use screen_agent_turn::next::Reply;
use screen_agent_turn::task::Task;
use uuid::Uuid;

use super::message::WireMessage;
use super::response::{CorrectionInfo, InteractData, InteractStatus, VerificationInfo};
use crate::derives::*;

/// What an interact round came to.
#[contract(camel)]
pub struct LiveRound {
    /// The task.
    pub task_id: Uuid,
    /// Where it stands.
    pub status: InteractStatus,
    /// Which step it is at; 0 for the first.
    pub current_step_index: u32,
    /// What is to be performed.
    pub action: Option<String>,
    /// Why.
    pub thought: Option<String>,
    /// Verdict on the step before.
    pub verification: Option<VerificationInfo>,
    /// What the action puts right.
    pub correction: Option<CorrectionInfo>,
}

impl LiveRound {
    /// Words a reply for listeners. `task` is the task after the turn. A refusal says where the
    /// task stands; a scroll is an action like any other to whoever does not perform it.
    pub fn from_reply(reply: &Reply, task: &Task, session: SessionId) -> Self {
        let data = InteractData::from_reply(reply, task, session)
            .unwrap_or_else(|_| InteractData::about(task, session))
            .without_scroll_retry();
        Self {
            task_id: data.task_id,
            status: data.status,
            current_step_index: data.current_step.unwrap_or(0),
            action: data.action,
            thought: data.thought,
            verification: data.verification,
            correction: data.correction,
        }
    }
}

/// One event of a conversation, as the `data` of a Pusher event of the same name on the channel
/// `private-session-<sessionId>`. Who has seen its `eventId` before has seen the event.
#[contract]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
#[ts(optional_fields)]
pub enum LiveEvent {
    /// A message was kept.
    NewMessage {
        /// The conversation.
        session_id: Uuid,
        /// The message's id; the same whenever the event is sent again.
        event_id: String,
        /// The message.
        message: Box<WireMessage>,
        /// It was too long to push and was cut; the whole of it is read by REST.
        truncated: Option<bool>,
    },
    /// A round was answered, or a task was stopped, taken up or left lying.
    InteractResponse {
        /// The conversation.
        session_id: Uuid,
        /// `<taskId>-<turn>`; the same whenever the event is sent again.
        event_id: String,
        /// What it came to.
        data: LiveRound,
        /// It was too long to push and was cut; the whole of it is read by REST.
        truncated: Option<bool>,
    },
}

impl LiveEvent {
    /// The Pusher event that it is the data of.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NewMessage { .. } => "new_message",
            Self::InteractResponse { .. } => "interact_response",
        }
    }
}
