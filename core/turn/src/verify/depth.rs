//! How deep a verdict has to go: rules alone, a glance of a small model, or a judgement.
//! Facts §3, "Tiers".

use screen_agent_action::Action;
use screen_agent_action::expect::OutcomeKind;
use screen_agent_action::step::{Maker, Step, Verdict};
use screen_agent_page::Role;

/// Rules that are no surer than this rest on a client's word alone, and want somebody to look.
const UNSURE: f32 = 0.7;

/// Where a step stands in its task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    /// It was the last of the plan, or there is no plan.
    pub(crate) last: bool,
    /// The task needs one action.
    pub(crate) simple: bool,
    /// A model decided on it.
    pub(crate) by_model: bool,
}

/// Who decides on a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Tiers 0 and 1: nobody is asked.
    Rules,
    /// Tier 2: a small model glances.
    Glance,
    /// Tier 3: a model judges.
    Judge,
}

/// Who has to decide on a step, given what the rules say of it.
///
/// What a rule missed needs no model; what reads or opens a list is fully seen by rules; and what a
/// rule did to clear the way is not what the task is about.
pub(crate) fn depth(step: &Step, verdict: &Verdict, position: &Position) -> Depth {
    let seen_through = matches!(
        step.expected.kind,
        OutcomeKind::Query | OutcomeKind::Dropdown
    );
    if !verdict.met || !position.by_model || seen_through || clears_the_way(step) {
        return Depth::Rules;
    }
    if goal_by_rules(step, verdict, position) {
        return Depth::Rules;
    }
    match (is_unsure(step, verdict), position.last) {
        (true, _) => Depth::Judge,
        (false, true) => Depth::Glance,
        (false, false) => Depth::Rules,
    }
}

/// True when rules alone can tell that the person has what they asked for: one action, and it went
/// to another page.
pub(crate) fn goal_by_rules(step: &Step, verdict: &Verdict, position: &Position) -> bool {
    let asked_address = matches!(step.action, Action::Navigate { .. });
    position.last
        && position.simple
        && position.by_model
        && verdict.met
        && !clears_the_way(step)
        && step.expected.kind == OutcomeKind::Navigation
        && (asked_address || moved(verdict))
}

/// A rule's own step that puts nothing right: closing what lies over the page, a scroll, a wait.
fn clears_the_way(step: &Step) -> bool {
    step.by == Maker::Rule && step.correction.is_none()
}

/// The page did not show it: the client alone says so, or nothing but the keyboard went there. A click
/// into a text field is not meant to do more.
fn is_unsure(step: &Step, verdict: &Verdict) -> bool {
    let shows_little = verdict.confidence <= UNSURE;
    let changes = matches!(
        step.expected.kind,
        OutcomeKind::Navigation | OutcomeKind::Form | OutcomeKind::Generic
    );
    let role = step.target.as_ref().map(|target| Role::parse(&target.role));
    let into_field = role.is_some_and(|role| role.takes_text());
    shows_little && changes && !into_field
}

/// True when the evidence tells of another address.
pub(super) fn moved(verdict: &Verdict) -> bool {
    let note = |note: &String| note.starts_with("address: other");
    verdict.evidence.iter().any(note)
}
