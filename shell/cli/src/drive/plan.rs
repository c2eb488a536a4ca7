//! A plan as it is told.

use screen_agent_wire::extension::plan::{PlanStepStatus, WirePlan};

use super::event::{PlannedStep, RunEvent};

/// The event that tells of a plan.
pub(super) fn event(plan: &WirePlan) -> RunEvent {
    let steps = plan.steps.iter().map(|step| PlannedStep {
        description: step.description.clone(),
        status: word(step.status),
    });
    RunEvent::Planned {
        steps: steps.collect(),
        current: plan.current_step_index,
    }
}

const fn word(status: PlanStepStatus) -> &'static str {
    match status {
        PlanStepStatus::Pending => "pending",
        PlanStepStatus::Active => "active",
        PlanStepStatus::Completed => "completed",
        PlanStepStatus::Failed => "failed",
    }
}
