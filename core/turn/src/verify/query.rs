//! What reads, waits or looks about: nothing needs to change.

use screen_agent_page::{NodeId, Observation};

use super::{Case, before, goal, met, missed};
use screen_agent_action::step::Verdict;
use screen_agent_action::{Action, Awaited, EffectClass};

/// Judges by what came back, or by what is in view.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the catalogue grows; every other action is alike here"
)]
pub(super) fn judge(case: &Case<'_>) -> Verdict {
    match case.action {
        action if action.scrolls() => scrolled(case),
        Action::FindText { text } => found(case, text),
        Action::WaitForElement {
            text: Some(text), ..
        } => found(case, text),
        Action::WaitFor {
            awaited: Awaited::Text { value },
            ..
        } => found(case, value),
        action if reads(action) => read(case),
        _ => met(0.95, "nothing was expected to change", 1),
    }
}

/// True for what is done for the sake of what it returns.
fn reads(action: &Action) -> bool {
    let effect = action.effect();
    matches!(effect, EffectClass::Reads | EffectClass::ReadsStored)
        || matches!(action, Action::Evaluate { .. })
}

fn read(case: &Case<'_>) -> Verdict {
    if case.report.state.is_some() {
        met(1.0, "it was read", 1)
    } else {
        missed(0.8, "nothing came back", 1)
    }
}

fn found(case: &Case<'_>, text: &str) -> Verdict {
    if goal::says(case.now, text) {
        return met(0.95, "it is in view", 1);
    }
    // A narrow client sends no text, so what it scrolled to cannot be read.
    if case.now.lines.is_empty() && (went(case) || !case.changes.is_empty()) {
        return met(0.7, "the view moved", 1);
    }
    missed(0.8, "it is not in view", 1)
}

fn scrolled(case: &Case<'_>) -> Verdict {
    if went(case) || !case.changes.is_empty() {
        return met(0.95, "the view moved", 1);
    }
    if is_at_end(case) {
        met(0.95, "there is nothing further that way", 1)
    } else {
        missed(0.2, "the view did not move", 0)
    }
}

fn is_at_end(case: &Case<'_>) -> bool {
    let Action::Scroll { down, id, .. } = case.action else {
        return false;
    };
    match (down, id) {
        (true, Some(id)) => !has_more(case.now, id),
        (true, None) => !case.now.has_more_below(),
        (false, _) => at_top(case),
    }
}

fn went(case: &Case<'_>) -> bool {
    case.changes.scrolled
        || before::regions(case.now) != case.before.regions
        || before::places(case.now) != case.before.places
}

fn has_more(now: &Observation, id: &NodeId) -> bool {
    let region = now.containers.iter().find(|region| region.id == *id);
    let node = || now.node(id).and_then(|node| node.scroll.as_ref());
    region.map_or_else(
        || node().is_none_or(|scroll| scroll.has_more),
        |region| region.has_more,
    )
}

fn at_top(case: &Case<'_>) -> bool {
    case.now
        .scroll_position
        .as_deref()
        .is_none_or(|depth| depth == "0%")
}
