//! What the command engine says. It is asked first, and costs nothing.

use crate::next::Refusal;
use crate::phase::{About, Progress};
use crate::task::{Task, TaskType};
use crate::{correct, propose};
use screen_agent_action::ask::{ChainLink, Decision, MOST_IN_A_ROW, Proposal, ProposeFailure};
use screen_agent_action::ledger::{Clause, Standing, standing};
use screen_agent_action::step::{Maker, Step};
use screen_agent_action::{Action, ActionFamily};
use screen_agent_gate::chain;

use super::ending::{Ending, Turn};
use super::{act, detour, ledger, models, question};

/// Most steps of the engine's that only make way for one step of a plan.
const PREPARATIONS: usize = 5;

/// Acts on what was proposed, asks the person, or hands over to the models.
pub(super) fn decide(turn: &mut Turn, progress: Progress, proposal: Proposal) -> Ending {
    let proposal = propose::bounded(proposal);
    if progress.row.is_empty() {
        turn.task.notes.clone_from(&proposal.notes);
    }
    if propose::detour(&turn.task, &progress).is_some() {
        return detour::proposed(turn, progress, proposal);
    }
    if propose::by_models(&turn.task, &progress) {
        return of_step(turn, progress, proposal);
    }
    let stays = present(&turn.task.ledger) == present(&proposal.ledger);
    ledger::keep(turn, &progress, &proposal.ledger);
    match proposal.decision {
        Decision::Act {
            action: Action::Finish { success: true, .. },
        } if progress.seen.models.is_some() && !progress.done.judged => {
            by_judge(turn, progress, proposal)
        }
        Decision::Act { ref action } => {
            if turn.task.task_type == TaskType::ChatOnly && !action.is_terminal() {
                // It is about the page after all.
                turn.task.task_type = TaskType::WebOnly;
            }
            let last = turn.task.steps.last();
            let proposal = match last.is_some_and(|last| last.action == *action) || !stays {
                true => proposal,
                // Another way to the same end, where the last one failed.
                false => correct::attributed(&turn.task, proposal),
            };
            act::act(turn, progress, proposal)
        }
        Decision::Question { question, missing } => turn.ask(
            progress,
            proposal.thought,
            (question, missing),
            proposal.offers,
        ),
        Decision::GiveUp { .. }
            if let (Some(lost), None) = (&proposal.lost, &progress.located)
                && progress.seen.locator.is_some() =>
        {
            question::locate(turn, progress, lost.clone())
        }
        Decision::GiveUp { .. } if progress.seen.models.is_some() => {
            turn.task.thinking.taken_over = true;
            hand_over(turn, progress)
        }
        Decision::GiveUp { reason } => without_models(turn, progress, reason),
    }
}

/// The models carry on from where the engine began to look around.
fn hand_over(turn: &mut Turn, progress: Progress) -> Ending {
    match back_again(&turn.task, &progress) {
        Some(proposal) => act::act(turn, progress, proposal),
        None => models::carry_on(turn, progress),
    }
}

/// What takes the view back to where it was before the engine scrolled on to find something, where the client tells how
/// far it is scrolled.
fn back_again(task: &Task, progress: &Progress) -> Option<Proposal> {
    let looked = task.steps.iter().rev().take_while(|step| {
        let passing = matches!(
            step.action.family(),
            ActionFamily::Scroll | ActionFamily::Pause
        );
        step.by == Maker::Engine && passing
    });
    let mut back = None;
    let mut total = 0.0;
    for step in looked {
        if let Action::Scroll {
            down: true,
            pages,
            id,
        } = &step.action
        {
            back.get_or_insert_with(|| id.clone());
            total += pages;
        }
    }
    let id = back.filter(|_| progress.seen.screen.scroll_position.is_some())?;
    let action = Action::Scroll {
        down: false,
        pages: total,
        id,
    };
    let thought = "I do not find it here; I go back to where I was.".to_owned();
    Some(act::by_rule(task, action, thought))
}

/// The clause that is being worked on.
fn present(ledger: &[Clause]) -> Option<usize> {
    let mut clauses = ledger.iter();
    clauses.position(|clause| clause.standing == Standing::Open)
}

/// The end of what the engine did alone: a model looks where the ledger leaves a doubt.
fn by_judge(turn: &mut Turn, mut progress: Progress, proposal: Proposal) -> Ending {
    if !ledger::wants_judge(&turn.task) {
        return act::act(turn, progress, proposal);
    }
    progress.done.judged = true;
    let proposal = Box::new(proposal);
    question::ask(turn, progress, About::Finishing { proposal })
}

/// The engine was asked for one step of the plan: only an action that it is sure of counts. Where
/// the client performs several in a row, it is asked for the next steps, too, as long as they fit.
fn of_step(turn: &mut Turn, mut progress: Progress, proposal: Proposal) -> Ending {
    let action = proposal.decision.action();
    let sure = action.is_some_and(|action| !action.is_terminal() && !proposal.prepares);
    if progress.row.is_empty() && !sure {
        if proposal.prepares && may_prepare(&turn.task) {
            return act::act(turn, progress, proposal);
        }
        if is_so(&proposal) && models::pass_over(turn, &progress) {
            return models::present_step(turn, progress);
        }
        if has_prepared(&turn.task) && models::got_past(turn, &progress) {
            return models::present_step(turn, progress);
        }
        progress.done.step_asked = true;
        return hand_over(turn, progress);
    }
    if sure && (progress.row.is_empty() || fits(&progress, &proposal)) {
        progress.row.push(proposal);
        if has_more(turn, &progress) {
            return Ending::Propose(Box::new(progress));
        }
    }
    in_a_row(turn, progress)
}

/// True while the engine may still make way for the plan's present step.
fn may_prepare(task: &Task) -> bool {
    preparations(task).count() < PREPARATIONS
}

/// True where something was done for the plan's present step that changed the page, and did not carry it out.
fn has_prepared(task: &Task) -> bool {
    preparations(task).any(|step| step.met() && propose::shows_something(&step.action))
}

/// What was done for the plan's present step without carrying it out.
fn preparations(task: &Task) -> impl Iterator<Item = &Step> {
    let since = task.steps.get(usize::from(task.thinking.since)..);
    let since = since.unwrap_or_default().iter();
    since.filter(|step| step.plan_step.is_none())
}

/// True where the engine sees that there is nothing to do.
fn is_so(proposal: &Proposal) -> bool {
    let ends = matches!(
        proposal.decision.action(),
        Some(Action::Finish { success: true, .. })
    );
    ends && standing(&proposal.ledger) == Standing::Verified
}

/// True when the row is still safe with it.
fn fits(progress: &Progress, next: &Proposal) -> bool {
    let actions: Option<Vec<_>> = progress.row.iter().chain([next]).map(named).collect();
    actions.is_some_and(|actions| chain::safe(&actions, &progress.seen.screen).is_ok())
}

fn named(proposal: &Proposal) -> Option<(Action, String)> {
    let action = proposal.decision.action()?;
    Some((action.clone(), proposal.thought.clone()))
}

/// True when there is another step that could go in the same row; the last one only looks.
fn has_more(turn: &Turn, progress: &Progress) -> bool {
    let first = progress.row.first().and_then(named);
    let starts = first.is_some_and(|(action, _)| chain::may_hold(&action));
    let plan = turn.task.thinking.plan.as_ref();
    let steps = plan.is_some_and(|plan| plan.current + progress.row.len() + 1 < plan.steps.len());
    starts && steps && progress.seen.client.chain && progress.row.len() < MOST_IN_A_ROW
}

fn in_a_row(turn: &mut Turn, mut progress: Progress) -> Ending {
    progress.done.step_asked = true;
    let mut row = std::mem::take(&mut progress.row).into_iter();
    let Some(mut first) = row.next() else {
        return models::carry_on(turn, progress);
    };
    first.chain = row
        .filter_map(|proposal| named(&proposal))
        .map(|(action, description)| ChainLink {
            action,
            description,
        })
        .collect();
    act::act(turn, progress, first)
}

/// Nobody else can be asked. What was said before may still be known.
fn without_models(turn: &mut Turn, progress: Progress, reason: String) -> Ending {
    if turn.task.task_type == TaskType::ChatOnly && progress.recalled.is_none() {
        turn.task.result = Some(reason);
        return Ending::Recall(Box::new(progress));
    }
    turn.give_up(progress, reason)
}

/// An outage leaves the task where it stands; an unreadable answer is asked for again.
pub(super) fn cope(turn: &mut Turn, mut progress: Progress, failure: &ProposeFailure) -> Ending {
    match failure {
        ProposeFailure::TimedOut => Ending::refused(Refusal::TimedOut),
        ProposeFailure::Unavailable => Ending::refused(Refusal::Unavailable),
        ProposeFailure::Unreadable { why } => {
            progress.unreadable += 1;
            turn.again(progress, why)
        }
    }
}
