//! What is going to be done, as clients are told it. Spec 001 §4.

use screen_agent_think::plan::{Plan, PlannedStep as Planned, StepStatus, Tool};

use super::response::{ExpectedOutcome, WireToolType};
use crate::alike::alike;
use crate::derives::*;
use crate::moment;

/// One step of a plan.
#[contract(camel)]
pub struct PlanStep {
    /// `step_0` for the first.
    pub id: String,
    /// 0 for the first.
    pub index: u32,
    /// In plain words.
    pub description: String,
    /// Where it stands.
    pub status: PlanStepStatus,
    /// Who performs it.
    pub tool_type: WireToolType,
    /// Why it is needed.
    pub reasoning: Option<String>,
    /// What should be seen afterwards.
    pub expected_outcome: Option<ExpectedOutcome>,
}

/// Where a step of a plan stands.
#[contract(word)]
pub enum PlanStepStatus {
    /// To come.
    Pending,
    /// Now.
    Active,
    /// Done.
    Completed,
    /// Given up.
    Failed,
}

/// What is going to be done.
#[contract(camel)]
pub struct WirePlan {
    /// Its steps.
    pub steps: Vec<PlanStep>,
    /// Which one is now; 0 for the first. The last one when all are done.
    pub current_step_index: u32,
    /// ISO 8601.
    pub created_at: String,
}

impl From<&Plan> for WirePlan {
    fn from(plan: &Plan) -> Self {
        let last = plan.steps.len().saturating_sub(1);
        Self {
            steps: (0..)
                .zip(&plan.steps)
                .map(|(index, step)| PlanStep::at(index, step))
                .collect(),
            current_step_index: u32::try_from(plan.current.min(last)).unwrap_or(u32::MAX),
            created_at: moment::iso(plan.created_ms),
        }
    }
}

impl PlanStep {
    fn at(index: u32, step: &Planned) -> Self {
        Self {
            id: format!("step_{index}"),
            index,
            description: step.description.clone(),
            status: step.status.into(),
            tool_type: step.tool.into(),
            reasoning: step.reasoning.clone(),
            expected_outcome: step.expected.clone().map(|description| ExpectedOutcome {
                description,
                dom_changes: None,
                next_goal: None,
            }),
        }
    }
}

alike!(StepStatus => PlanStepStatus: Pending, Active, Completed, Failed);

alike!(Tool => WireToolType: Dom, Server, Mixed);
