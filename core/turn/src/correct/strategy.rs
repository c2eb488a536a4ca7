//! How a failure is put right, told from what failed and what is done instead.

use crate::task::Task;
use screen_agent_action::ask::{Decision, Proposal};
use screen_agent_action::expect::OutcomeKind;
use screen_agent_action::step::{Correction, Step, Strategy};
use screen_agent_action::{Action, ActionFamily, EffectClass};
use screen_agent_think::tries::failed;
use screen_agent_words::quote::{cut, plain};

/// Longest reason that is kept, in characters.
const REASON: usize = 300;

/// The strategy of a proposal that names none.
pub(crate) fn strategy_for(failed: &Step, proposed: &Action) -> Strategy {
    let same_kind = std::mem::discriminant(&failed.action) == std::mem::discriminant(proposed);
    let goes = proposed.family() == ActionFamily::Travel;
    if proposed.effect() == EffectClass::Waits || *proposed == failed.action {
        Strategy::RetryWithDelay
    } else if same_kind {
        Strategy::AlternativeSelector
    } else if goes && !matches!(proposed, Action::Search { .. }) {
        Strategy::UpdatePlan
    } else if looks_about(proposed) {
        Strategy::GatherInformation
    } else {
        Strategy::AlternativeTool
    }
}

/// The proposal with its correction filled in: which step it puts right, and how. A proposal that
/// does nothing or ends the task, or before which nothing failed, carries none.
pub(crate) fn attributed(task: &Task, mut proposal: Proposal) -> Proposal {
    let made = proposal.correction.take();
    let (Some(failed), Decision::Act { action }) = (failed(&task.steps), &proposal.decision) else {
        return proposal;
    };
    if action.is_terminal() {
        return proposal;
    }
    let reason = |text: &str| cut(&plain(text), REASON);
    let (strategy, why) = match &made {
        Some(made) => (made.strategy, reason(&made.reason)),
        None => (strategy_for(failed, action), String::new()),
    };
    let why = if why.is_empty() {
        failed
            .verdict
            .as_ref()
            .map_or_else(String::new, |verdict| reason(&verdict.reason))
    } else {
        why
    };
    proposal.correction = Some(Correction {
        failed_step: failed.index,
        strategy,
        reason: why,
    });
    proposal
}

fn looks_about(action: &Action) -> bool {
    let kind = crate::verify::expect(action, None, "").kind;
    kind == OutcomeKind::Query && !action.is_terminal()
}
