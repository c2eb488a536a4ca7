//! Tasks, their steps and what was kept of each turn.

use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::Step;
use screen_agent_turn::task::Task;

use crate::{Packed, StoreError};

/// A task as it is stored: its state without the steps, and each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTask {
    /// Where it stands: newer than what the state says, once it was left lying.
    pub status: TaskStatus,
    pub body: Packed,
    /// Every step, in order.
    pub steps: Vec<Packed>,
}

impl StoredTask {
    /// The task as a value.
    pub fn open(&self) -> Result<Task, StoreError> {
        let mut task: Task = self.body.read()?;
        task.status = self.status;
        task.steps = self
            .steps
            .iter()
            .map(Packed::read)
            .collect::<Result<_, _>>()?;
        task.rest();
        Ok(task)
    }
}

/// Packs a task without its steps: they have rows of their own, so that a turn writes one step
/// and not all of them.
pub fn pack_state(task: &mut Task) -> Result<Packed, StoreError> {
    let steps = std::mem::take(&mut task.steps);
    let packed = Packed::json(task);
    task.steps = steps;
    packed
}

/// A task in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskSummary {
    pub id: TaskId,
    /// The conversation that it belongs to.
    pub session: SessionId,
    pub query: String,
    /// Where it stands.
    pub status: TaskStatus,
    /// Where it was seen last.
    pub url: String,
    /// How many steps it has.
    pub step_count: u16,
    /// What it came to.
    pub result: Option<String>,
    /// Whether all of it was seen to be done; nothing of one that has not reached its goal, or was mere talk.
    pub verified: Option<bool>,
    pub created_ms: i64,
    pub updated_ms: i64,
}

/// A step in a task's timeline, with its verdict in place.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredStep {
    pub step: Step,
    /// The action with the bytes that the client got.
    pub action: String,
    /// There is a picture of the page as it was before the step.
    pub has_snapshot: bool,
    /// When it was decided.
    pub at_ms: i64,
    /// When its verdict came.
    pub verdict_ms: Option<i64>,
    /// The turn in which it was decided, from 0; unknown for what was kept before turns were
    /// noted.
    pub turn: Option<u32>,
}

/// A picture of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepPicture {
    /// `image/jpeg` or `image/png`.
    pub mime: String,
    /// The picture, at most 2 MB.
    pub image: Vec<u8>,
}
