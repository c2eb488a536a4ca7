//! The models are in charge: what is thought about next, in this order, each at most once a turn.

use crate::fill::{self, Filling};
use crate::phase::{About, Progress};
use crate::task::{Complexity, TaskType};
use crate::{chat, correct, negotiate, propose, route};
use screen_agent_action::ask::{ChainLink, MOST_IN_A_ROW, Proposal};
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::{Maker, Strategy};
use screen_agent_action::{Action, mask};
use screen_agent_gate::chain::{self, Recovery};
use screen_agent_think::plan::{Plan, PlannedStep, Remedy, Situation};
use screen_agent_think::recollect::Recollection;
use screen_agent_think::{skill, tries};
use screen_agent_words::quote::quote;

use super::ending::{Ending, Turn};
use super::obstacle::let_it_load;
use super::{act, judge, question, reasoning};

/// Most plans of one task.
const PLANS: u8 = 4;

/// What was asked for is remembered; goes on with it.
pub(super) fn recalled(
    turn: &mut Turn,
    mut progress: Progress,
    recollection: Recollection,
) -> Ending {
    progress.recalled = Some(recollection);
    if progress.seen.models.is_some() {
        return carry_on(turn, progress);
    }
    let reason = turn.task.result.take().unwrap_or_default();
    let recalled = progress.recalled.as_ref();
    let known = recalled
        .and_then(|recalled| chat::from_memory(&turn.task.query, recalled, &progress.seen.today));
    match known {
        Some(answer) => act::conclude(turn, progress, answer),
        None => turn.give_up(progress, reason),
    }
}

/// A question about a file is none about the page, so the engine is not asked it; and what has to be
/// read for its meaning it cannot use. `None` where it may try.
pub(super) fn of_file(turn: &mut Turn, progress: &mut Progress) -> Option<Ending> {
    turn.task.file.as_ref()?;
    let chat = turn.task.task_type == TaskType::ChatOnly;
    if !chat
        && turn.task.thinking.filled.is_none()
        && fill::is_ordered(&turn.task.query)
        && let Some(ending) = fill_in(turn, progress)
    {
        return Some(ending);
    }
    let file = turn.task.file.as_ref()?;
    if progress.seen.models.is_some() {
        turn.task.thinking.taken_over |= chat || file.record.is_empty();
        return None;
    }
    if !chat {
        return None;
    }
    let reason = format!(
        "I have read {}: {}. To answer questions about a file I need a model, and none is set up.",
        quote(&file.name),
        file.about
    );
    Some(turn.give_up(std::mem::take(progress), reason))
}

/// Puts the values of a file of one record into the controls that are for them, as many in a row as may be; then goes
/// on with what else is ordered. `None` where there is nothing to be put anywhere.
fn fill_in(turn: &mut Turn, progress: &mut Progress) -> Option<Ending> {
    let record = &turn.task.file.as_ref()?.record;
    let Filling { todo, done, left } =
        fill::filling(record, &progress.seen.screen, &turn.task.steps);
    let refused = |action: &Action| progress.refused.iter().any(|no| no.action == *action);
    let mut todo = todo.into_iter().filter(|(action, _)| !refused(action));
    let Some((action, words)) = todo.next() else {
        if done.is_empty() {
            return None;
        }
        let steps = u16::try_from(turn.task.steps.len()).unwrap_or(u16::MAX);
        turn.task.thinking.filled = Some(steps);
        if fill::besides(&turn.task.query, route::begins_with_deed).is_some() {
            return None;
        }
        let progress = std::mem::take(progress);
        return Some(act::conclude(turn, progress, filled(&done, &left)));
    };
    let links = todo.map(|(action, description)| ChainLink {
        action,
        description,
    });
    let in_a_row = if progress.seen.client.chain {
        MOST_IN_A_ROW - 1
    } else {
        0
    };
    let proposal = Proposal {
        prepares: false,
        chain: links.take(in_a_row).collect(),
        ..act::by_rule(&turn.task, action, words)
    };
    Some(act::act(turn, std::mem::take(progress), proposal))
}

fn filled(done: &[String], left: &[String]) -> String {
    let names = |names: &[String]| {
        names
            .iter()
            .map(|name| quote(name))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let left = match left {
        [] => String::new(),
        left => format!(" There is no field here for {}.", names(left)),
    };
    format!("Filled in {}.{left}", names(done))
}

/// Finds the next thing to think about, or to do.
pub(super) fn carry_on(turn: &mut Turn, progress: Progress) -> Ending {
    if progress.recalled.is_none() {
        return Ending::Recall(Box::new(progress));
    }
    if turn.task.task_type == TaskType::ChatOnly {
        return question::ask(turn, progress, About::Chat);
    }
    if let Some(want) = negotiate::wants(&turn.task, &progress.seen) {
        turn.task.thinking.asked_more = Some(turn.task.steps.len());
        return Ending::needs(want);
    }
    if turn.has_missed() {
        return put_right(turn, progress);
    }
    if turn.task.complexity == Complexity::Simple {
        return question::ask(turn, progress, About::Act);
    }
    let reasoning = &mut turn.task.thinking.reasoning;
    reasoning.settled |= reasoning.is_new() && !progress.seen.can_search;
    if !reasoning.settled {
        return reasoning::reason(
            turn,
            progress,
            screen_agent_think::reason::ReasonInput::Begin,
        );
    }
    follow_plan(turn, progress)
}

/// By the plan's own provisions, by what has worked before, by rule; then by a model.
fn put_right(turn: &mut Turn, mut progress: Progress) -> Ending {
    turn.enter(TaskStatus::Correcting);
    if progress.done.remedy {
        return question::ask(turn, progress, About::Correct);
    }
    progress.done.remedy = true;
    if let Some(remedy) = contingency(turn, &progress) {
        return match remedy {
            Remedy::Act { action, thought } => {
                let proposal = act::by_rule(&turn.task, action, thought);
                act::act(turn, progress, proposal)
            }
            Remedy::SkipStep => {
                if let Some(plan) = &mut turn.task.thinking.plan {
                    plan.skip();
                    turn.begin_step();
                }
                follow_plan(turn, progress)
            }
        };
    }
    if let Some(proposal) = in_its_place(turn, &progress) {
        return act::act(turn, progress, proposal);
    }
    let recalled = progress.recalled.as_ref();
    let skills = recalled.map_or(&[][..], |recalled| recalled.skills.as_slice());
    match correct::remedy(&turn.task, &progress.seen.screen, skills) {
        Some(proposal) => act::act(turn, progress, proposal),
        None => question::ask(turn, progress, About::Correct),
    }
}

/// A control that is gone, and another that has taken its place.
fn in_its_place(turn: &Turn, progress: &Progress) -> Option<Proposal> {
    let failed = turn.task.steps.last()?;
    let code = failed.report.code.as_deref()?;
    if chain::recovery(code) != Recovery::RetryNearest {
        return None;
    }
    let screen = &progress.seen.screen;
    let node = chain::nearest(failed.action.target()?, screen, failed.target.as_ref()?)?;
    let action = skill::on_another(&failed.action, &node.id)?;
    if mask::is_masked(&action) || tries::refuses(&turn.task.steps, screen, &action).is_some() {
        return None;
    }
    let thought = format!("{} has moved; I use it where it is now.", quote(&node.name));
    let why = (
        Strategy::AlternativeSelector,
        "the control has another number now",
    );
    Some(Proposal {
        notes: turn.task.notes.clone(),
        ..correct::fix(failed, action, why, thought)
    })
}

fn contingency(turn: &mut Turn, progress: &Progress) -> Option<Remedy> {
    let words = turn.task.words();
    let last = turn.task.steps.last();
    let plan = turn.task.thinking.plan.as_mut()?;
    plan.contingency(&Situation {
        screen: &progress.seen.screen,
        words: &words,
        step: last,
    })
}

/// A model says that nothing is to be done for the plan's present step: it is so already, or what was done did work.
/// What was seen to be otherwise is not believed, and neither is that the look at the end is done.
pub(super) fn step_done(turn: &mut Turn, mut progress: Progress, why: &str) -> Ending {
    let missed = turn.has_missed();
    if missed && !judge::said_to_have_worked(turn, why) {
        progress.unreadable += 1;
        return turn.again(
            progress,
            "the last step was seen to have come out otherwise",
        );
    }
    if pass_over(turn, &progress) {
        progress.done.step_asked = false;
        return present_step(turn, progress);
    }
    if missed {
        return carry_on(turn, progress);
    }
    progress.unreadable += 1;
    turn.again(progress, "there is no step to pass over")
}

/// The plan's present step is so already; false where there is none, or only the look at the end.
pub(super) fn pass_over(turn: &mut Turn, progress: &Progress) -> bool {
    let plan = turn.task.thinking.plan.as_mut();
    let Some(plan) = plan.filter(|plan| !plan.is_last()) else {
        return false;
    };
    plan.carried_out(&progress.seen.screen);
    turn.begin_step();
    true
}

/// The page has got past the plan's present step.
pub(super) fn got_past(turn: &mut Turn, progress: &Progress) -> bool {
    let plan = turn.task.thinking.plan.as_mut();
    let moved = plan.is_some_and(|plan| plan.got_past(&progress.seen.screen));
    if moved {
        turn.begin_step();
    }
    moved
}

/// Makes the plan, keeps it sound, and carries out its present step.
pub(super) fn follow_plan(turn: &mut Turn, mut progress: Progress) -> Ending {
    let Some(plan) = &turn.task.thinking.plan else {
        if turn.task.thinking.plans < PLANS {
            turn.enter(TaskStatus::Planning);
            return question::ask(turn, progress, About::Plan { why: None });
        }
        return question::ask(turn, progress, About::Act);
    };
    if !progress.done.health {
        progress.done.health = true;
        let last = turn.task.steps.last().filter(|step| step.by != Maker::Rule);
        let moved = last.is_some_and(|step| step.expected.url_change == Some(true));
        if let Some(change) = plan.ailment(&progress.seen.screen, moved) {
            return question::ask(turn, progress, About::Health { change });
        }
    }
    present_step(turn, progress)
}

/// The engine first, if it understands the step; the last step, which only looks, is judged.
pub(super) fn present_step(turn: &mut Turn, mut progress: Progress) -> Ending {
    let Some(plan) = &turn.task.thinking.plan else {
        return question::ask(turn, progress, About::Act);
    };
    let fresh = turn.task.thinking.since == turn.next_index();
    if plan.is_last() && fresh && !progress.done.judged && !turn.task.steps.is_empty() {
        let claim = plan.step().and_then(PlannedStep::claim);
        if propose::may_settle(&turn.task, &progress.seen.screen) {
            return let_it_load(turn, progress);
        }
        progress.done.judged = true;
        return question::ask(turn, progress, About::PlanEnd { claim });
    }
    if progress.done.step_asked || plan.step().is_none() {
        return question::ask(turn, progress, About::Act);
    }
    Ending::Propose(Box::new(progress))
}

/// Tells whether another plan may be made.
pub(super) fn may_replan(plan: Option<&Plan>, plans: u8) -> bool {
    plan.is_some() && plans < PLANS
}
