//! What a model says of a step and of the task. It decides nothing by itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a model says of a step and of the task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The step did what it was meant to do.
    pub action_succeeded: bool,
    /// The person has what they asked for.
    pub task_completed: bool,
    /// The present part of the plan is done.
    pub sub_task_completed: Option<bool>,
    /// 0 to 1.
    pub confidence: f32,
    /// Why, in one sentence.
    pub reason: String,
    /// What to tell the person when the task is completed.
    pub answer: Option<String>,
    /// Where what would show it can only stand: out of view.
    pub need: Option<OutOfView>,
}

/// Where something stands that is not in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum OutOfView {
    /// Further up.
    Above,
    /// Further down.
    Below,
}
