//! May the task act at all, and is this one action?

use super::{Denial, DenyReason, GateCase};
use screen_agent_action::is_well_formed;
use screen_agent_action::status::{MAX_STEPS, TaskStatus};

/// Most times that the same action is done in a row when nothing comes of it: the fifth is refused.
const MOST_REPEATS: usize = 4;

pub(super) fn check(case: &GateCase<'_>) -> Result<(), Denial> {
    let (reason, why) = if !may_act(case) {
        (DenyReason::WrongStatus, "The task is not at work.")
    } else if case.outstanding {
        (
            DenyReason::Outstanding,
            "Another action is still being done.",
        )
    } else if case.step >= MAX_STEPS {
        (DenyReason::OutOfSteps, "The task has had all its steps.")
    } else if case.repeats >= MOST_REPEATS && !case.action.is_terminal() {
        (
            DenyReason::Repeated,
            "The same action has been done again and again, to no effect.",
        )
    } else if !is_well_formed(case.action) {
        (
            DenyReason::Malformed,
            "It is not exactly one well-formed action.",
        )
    } else {
        return Ok(());
    };
    Err(Denial::new(reason, why))
}

/// A task that waits for the person acts only on what they have said yes to.
fn may_act(case: &GateCase<'_>) -> bool {
    match case.status {
        TaskStatus::Active
        | TaskStatus::Planning
        | TaskStatus::Executing
        | TaskStatus::Verifying
        | TaskStatus::Correcting => true,
        TaskStatus::AwaitingUser => case.approved.is_some(),
        TaskStatus::Completed | TaskStatus::Failed | TaskStatus::Interrupted => false,
    }
}
