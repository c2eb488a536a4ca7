//! What is going to be done, step by step: made by a model, kept and judged by rules.
//! Spec 001 §9.1, 002 §4.9; figures of the facts file, §3.

mod atomic;
mod contingency;
mod fulfil;
mod health;
mod make;
mod message;
mod page_before;
mod standing;
mod sub_task;
#[cfg(test)]
mod tests;
mod verify;
mod words;

pub use contingency::{Condition, Contingency, Measure};
pub use contingency::{Remedy, Situation};
pub use health::{Healing, Health};
pub use page_before::Looks;
pub use sub_task::SubTask;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who performs a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Tool {
    /// The client.
    #[default]
    Dom,
    /// The server.
    Server,
    /// Both, in turn.
    Mixed,
}

/// Where a step stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepStatus {
    /// To come.
    #[default]
    Pending,
    /// Now.
    Active,
    /// Done.
    Completed,
    /// Given up.
    Failed,
}

/// One step: exactly one action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlannedStep {
    /// In plain words.
    pub description: String,
    /// Why it is needed.
    pub reasoning: Option<String>,
    /// Who performs it.
    pub tool: Tool,
    /// What should be seen afterwards, in plain words.
    pub expected: Option<String>,
    /// Where it stands.
    pub status: StepStatus,
    /// What it names has to be in view once the step before it is done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
}

/// What is going to be done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// Its steps.
    pub steps: Vec<PlannedStep>,
    /// Which one is now; 0 for the first. The number of steps when all are done.
    pub current: usize,
    /// Milliseconds since the epoch.
    pub created_ms: i64,
    /// How often it was made anew.
    pub revision: u32,
    /// Its parts, where it is long or has several phases.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sub_tasks: Vec<SubTask>,
    /// Which part is now. The number of parts when all are done.
    pub sub_task_at: usize,
    /// What to do when something comes in between.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contingencies: Vec<Contingency>,
    /// The page that it counts on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub looks: Option<Looks>,
}

/// Most steps that a model may draft. Facts §3 has 10; a form of a dozen fields needs more.
pub const MOST_DRAFTED: usize = 20;

/// What a model proposes as a plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Draft {
    /// Its steps.
    pub steps: Vec<PlannedStep>,
    /// What to do when something comes in between.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contingencies: Vec<Contingency>,
    /// What only the person knows, and the task cannot do without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}
