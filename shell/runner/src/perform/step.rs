//! Keeps a new step.

use screen_agent_kernel::action::print;
use screen_agent_kernel::step::Step;
use screen_agent_store::turn::NewStep;
use screen_agent_store::{Packed, StoreError};

use crate::draft::Draft;

/// Keeps a new step, its action as it is printed: without the secret that it may type.
pub(super) fn keep(draft: &mut Draft, step: &Step) -> Result<(), StoreError> {
    draft.steps.push(NewStep {
        index: step.index,
        action: print(&step.action),
        outstanding: step.verdict.is_none(),
        body: Packed::json(step)?,
    });
    Ok(())
}
