//! What is going to be done, step by step: made by a model, kept and judged by rules.
//! Spec 001 §9.1, 002 §4.9; figures of the facts file, §3.

use serde::{Deserialize, Serialize};

/// Who performs a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
pub struct PlanStep {
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
}

/// What is going to be done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// Its steps.
    pub steps: Vec<PlanStep>,
    /// Which one is now; 0 for the first. The number of steps when all are done.
    pub current: usize,
    /// Milliseconds since the epoch.
    pub created_ms: i64,
    /// How often it was made anew.
    pub revision: u32,
}

/// What a model proposes as a plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Draft {
    /// Its steps.
    pub steps: Vec<PlanStep>,
}
