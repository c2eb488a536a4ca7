//! Keeps the verdict on a step.

use screen_agent_kernel::step::Verdict;
use screen_agent_kernel::task::Task;
use screen_agent_store::Packed;
use screen_agent_store::turn::NewVerdict;

use crate::TurnError;
use crate::draft::Draft;

/// Keeps the verdict on a step, and the step as it is with it.
pub(super) fn keep(
    draft: &mut Draft,
    task: &Task,
    index: u16,
    verdict: Verdict,
) -> Result<(), TurnError> {
    let step = task
        .steps
        .get(usize::from(index))
        .ok_or_else(|| TurnError::Broken("a verdict on a step that is not there".into()))?;
    draft.verdicts.push(NewVerdict {
        index,
        verdict,
        body: Packed::json(step)?,
    });
    Ok(())
}
