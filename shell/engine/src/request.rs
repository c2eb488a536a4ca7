//! What a turn is asked for, and what it answers.

use std::collections::BTreeMap;

use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_store::answer::{KeyedRequest, StoredResponse};
use screen_agent_turn::event::Seen;
use screen_agent_turn::next::{Refusal, Reply};
use screen_agent_turn::task::Task;
use screen_agent_wire::extension::workflow::WorkflowStart;

use screen_agent_ports::Usage;

use crate::known::Known;
use crate::progress::ProgressSender;

/// One look at the screen, and what the person wants.
#[derive(Clone, Debug, Default)]
pub struct TurnRequest {
    /// The task to go on with; a new one without.
    pub task: Option<TaskId>,
    /// The conversation; the task's own, or a new one, without.
    pub session: Option<SessionId>,
    /// The browser tab.
    pub tab: Option<i64>,
    /// Registrable domain of the page; empty when there is no page.
    pub domain: String,
    /// The conversation's title, when the client has one.
    pub title: Option<String>,
    /// The person's words.
    pub query: String,
    /// What the client saw, said and can do; what it does not know of itself is filled in.
    pub seen: Seen,
    /// Which step the client reports on, where it says so.
    pub answers_step: Option<u32>,
    /// The kept workflow that a new task carries out.
    pub workflow: Option<WorkflowStart>,
    /// Key of a file that came with the words.
    pub file: Option<String>,
    /// The client's promise that a repeated request is the same one.
    pub key: Option<KeyedRequest>,
    /// Who is told how far the turn is.
    pub progress: ProgressSender,
}

/// What the person did for a task that waits for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// What they said, if anything.
    pub said: Option<String>,
    /// What they gave to get past a blocker, by field. Held in memory, and never stored.
    pub resolution: BTreeMap<String, String>,
}

/// What a turn came to, before a surface dresses it.
#[derive(Debug)]
pub struct TurnReply {
    /// The task as it is now. Its last step is the one that the action belongs to.
    pub task: Task,
    /// Its conversation.
    pub session: SessionId,
    /// What the client is told.
    pub reply: Reply,
    /// The action, with the bytes that are stored and must be sent.
    pub action: Option<String>,
    /// Address of the page that was looked at; empty when none was.
    pub url: String,
    /// What the models cost in this turn.
    pub usage: Option<Usage>,
    /// How long they took together, in milliseconds; `None` when none was called.
    pub model_ms: Option<u32>,
    /// What the organisation knows of the page; `None` where no page was looked at.
    pub known: Option<Known>,
    /// How long the turn took so far.
    pub duration_ms: u64,
}

impl TurnReply {
    /// Index of the task's last step; the plan, if there is one, counts steps of its own.
    pub fn step_index(&self) -> u32 {
        self.task.steps.last().map_or(0, |step| step.index.into())
    }
}

/// An answer to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnAnswer {
    /// Status and body.
    pub response: StoredResponse,
    /// It was answered before; nothing was done now.
    pub repeated: bool,
    /// The task that was advanced.
    pub task: Option<TaskId>,
    /// Why it was not.
    pub refused: Option<Refusal>,
    /// What the models cost, where any was called.
    pub usage: Option<Usage>,
}

impl TurnAnswer {
    pub(crate) fn again(response: StoredResponse) -> Self {
        Self {
            response,
            repeated: true,
            task: None,
            refused: None,
            usage: None,
        }
    }
}
