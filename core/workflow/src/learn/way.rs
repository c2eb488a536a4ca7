//! The way that a task took, without what came to nothing.

use screen_agent_action::ledger::Standing;
use screen_agent_action::step::{Maker, Step};
use screen_agent_action::{Action, ActionFamily, EffectClass};
use screen_agent_page::Observation;
use screen_agent_turn::event::Event;
use screen_agent_turn::record::TurnRecord;

/// A step that counts, with what was seen before and after it.
#[derive(Clone, Debug)]
pub(super) struct Done<'a> {
    pub(super) step: &'a Step,
    pub(super) screen: &'a Observation,
    pub(super) after: Option<&'a Observation>,
    pub(super) intent: String,
}

/// The screen of a look.
pub(super) fn looked(event: &Event) -> Option<&Observation> {
    match event {
        Event::Observed { seen } => Some(&seen.screen),
        _ => None,
    }
}

/// Steps that were seen to work and led on, in order.
pub(super) fn way(turns: &[TurnRecord]) -> Vec<Done<'_>> {
    let Some(last) = turns.last() else {
        return Vec::new();
    };
    let steps = &last.task_after.steps;
    let done = steps.iter().filter_map(|step| {
        let (turn, screen) = decided_on(turns, step)?;
        let after = turns[turn + 1..]
            .iter()
            .find_map(|turn| turn.events.iter().find_map(looked));
        Some(Done {
            step,
            screen,
            after,
            intent: intent(&turns[turn], step),
        })
    });
    let kept: Vec<Done<'_>> = done.filter(|done| counts(done.step)).collect();
    without_rewritten(without_detours(kept))
}

/// The turn in which a step was decided on, and its screen. A step of a chain is recorded a turn later than that.
fn decided_on<'a>(turns: &'a [TurnRecord], step: &Step) -> Option<(usize, &'a Observation)> {
    let count = |turn: &TurnRecord| turn.task_after.steps.len();
    let at = turns
        .iter()
        .position(|turn| count(turn) > usize::from(step.index))?;
    let candidates = [Some(at), at.checked_sub(1)];
    let is_there = |screen: &Observation| match (step.action.target(), &step.target) {
        (Some(id), Some(print)) => screen.node(id).is_some_and(|node| print.is_like(node)),
        _ => screen.url == step.url,
    };
    candidates.into_iter().flatten().find_map(|at| {
        let screens = turns[at].events.iter().rev().filter_map(looked);
        let found = screens.into_iter().find(|screen| is_there(screen))?;
        Some((at, found))
    })
}

/// The person's words for it, as far as they were taken apart; of a plan, the words of its step.
fn intent(turn: &TurnRecord, step: &Step) -> String {
    let plan = turn.task_after.thinking.plan.as_ref();
    let planned = step
        .plan_step
        .and_then(|at| plan?.steps.get(usize::from(at)));
    if let Some(planned) = planned {
        return planned.description.clone();
    }
    let proposal = turn.events.iter().rev().find_map(|event| match event {
        Event::Proposed { proposal } => Some(proposal),
        _ => None,
    });
    let clause = proposal.and_then(|proposal| {
        let mut clauses = proposal.ledger.iter();
        clauses.find(|clause| clause.standing == Standing::Open)
    });
    clause.map_or_else(|| step.thought.clone(), |clause| clause.words.clone())
}

/// False for what came to nothing, what only looked, and what the turn does again by itself.
fn counts(step: &Step) -> bool {
    let passing = matches!(
        step.action.family(),
        ActionFamily::Scroll | ActionFamily::Pause | ActionFamily::Picture
    );
    step.met() && step.by != Maker::Rule && !passing && !reads(&step.action)
}

fn reads(action: &Action) -> bool {
    matches!(
        action,
        Action::DropdownOptions { .. }
            | Action::GetText { .. }
            | Action::GetAttribute { .. }
            | Action::GetBoundingBox { .. }
            | Action::IsVisible { .. }
            | Action::IsEnabled { .. }
            | Action::FindText { .. }
            | Action::GetTabs
    ) || action.is_terminal()
}

/// A page that was left again by going back, with nothing done there, was a detour.
fn without_detours(steps: Vec<Done<'_>>) -> Vec<Done<'_>> {
    let mut kept: Vec<Done<'_>> = Vec::new();
    for done in steps {
        if done.step.action == Action::GoBack {
            let back_to = done.after.map(|after| after.url.as_str());
            let left = kept
                .iter()
                .rposition(|kept| Some(kept.screen.url.as_str()) == back_to);
            let changed = |done: &Done<'_>| {
                done.step.action.fills_in() || done.step.action.effect() == EffectClass::Ends
            };
            let led_away = |at: usize| {
                kept[at]
                    .after
                    .is_some_and(|after| after.url != kept[at].screen.url)
            };
            if let Some(at) = left.filter(|at| led_away(*at) && !kept[*at..].iter().any(changed)) {
                kept.truncate(at);
                continue;
            }
        }
        kept.push(done);
    }
    kept
}

/// A field that was written twice in a row holds what was written last.
fn without_rewritten(steps: Vec<Done<'_>>) -> Vec<Done<'_>> {
    let mut kept: Vec<Done<'_>> = Vec::new();
    for done in steps {
        let again = kept.last().is_some_and(|last| {
            matches!(done.step.action, Action::SetValue { .. })
                && matches!(last.step.action, Action::SetValue { .. })
                && last.step.action.target() == done.step.action.target()
                && last.screen.url == done.screen.url
        });
        if again {
            kept.pop();
        }
        kept.push(done);
    }
    kept
}
