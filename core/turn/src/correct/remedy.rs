//! Putting a failure right by rule, without a model.

use screen_agent_page::locate::scrollables;
use screen_agent_page::similarity::{Expected, ghosts};
use screen_agent_page::{Node, NodeId, Observation, Role, Screen};

use crate::task::Task;
use crate::verify;
use screen_agent_action::ask::{Decision, Proposal};
use screen_agent_action::step::{Correction, Maker, Step, Strategy};
use screen_agent_action::{Action, mask};
use screen_agent_think::skill::{self, Skill};
use screen_agent_think::tries::{failed, refuses, tries};
use screen_agent_words::quote::quote;

/// How long something passing is given, in seconds.
const MOMENT: f64 = 2.0;
/// How often in a row it is given that, and how often the view is moved on.
const PATIENCE: usize = 2;
/// Words in an executor's code for what passes.
const PASSING: [&str; 2] = ["TIMEOUT", "NETWORK"];
/// Words in an executor's code for a control that is not there.
const GONE: [&str; 3] = ["NOT_FOUND", "STALE", "DETACHED"];

/// What to do after the last step failed, where a rule can tell: a known fix, a moment's patience,
/// the same control under another id, a look further down. Nothing that was tried before.
pub(crate) fn remedy(task: &Task, screen: &Observation, skills: &[Skill]) -> Option<Proposal> {
    let failed = failed(&task.steps)?;
    let fixes = [
        known_fix(task, failed, screen, skills),
        wait_a_moment(task, failed, screen),
        same_control(failed, screen),
        further(task, failed, screen),
    ];
    let fit = |fix: &Proposal| {
        let action = fix.decision.action();
        action.is_some_and(|action| refuses(&task.steps, screen, action).is_none())
    };
    fixes.into_iter().flatten().find(fit)
}

/// A rule's own proposal that puts a failure right.
pub(crate) fn fix(
    failed: &Step,
    action: Action,
    (strategy, reason): (Strategy, &str),
    thought: impl Into<String>,
) -> Proposal {
    Proposal {
        by: Maker::Rule,
        correction: Some(Correction {
            failed_step: failed.index,
            strategy,
            reason: reason.to_owned(),
        }),
        ..Proposal::new(thought, Decision::Act { action })
    }
}

/// A fix that has worked here for the same wish, where exactly one control answers to it.
fn known_fix(
    task: &Task,
    failed: &Step,
    screen: &Observation,
    skills: &[Skill],
) -> Option<Proposal> {
    let goal = skill::goal(&task.query);
    let tried = skill::shape(&failed.action, failed.target.as_ref());
    let known = skill::useful(skills)
        .into_iter()
        .filter(|skill| skill.goal == goal && skill.failed == tried);
    let action = known
        .filter_map(|skill| skill::grounded(skill, &failed.action, screen))
        .find(|action| is_for_this(task, action, screen))?;
    let strategy = super::strategy_for(failed, &action);
    let why = (strategy, "a fix that has worked on this site");
    let thought = "That did not work; I do what has worked here before.";
    Some(Proposal {
        learned: true,
        ..fix(failed, action, why, thought)
    })
}

/// False where the plan names the fix's control for another of its steps: what put "Tick row 5" right ticks row 5.
fn is_for_this(task: &Task, fix: &Action, screen: &Observation) -> bool {
    let name = fix
        .target()
        .and_then(|id| screen.node(id))
        .map(|node| node.name.as_str());
    let plan = task.thinking.plan.as_ref();
    !plan
        .zip(name)
        .is_some_and(|(plan, name)| plan.names_elsewhere(name))
}

/// What failed was passing: the page is still loading, or the network was slow.
fn wait_a_moment(task: &Task, failed: &Step, screen: &Observation) -> Option<Proposal> {
    let passing = has_code(failed, &PASSING) || verify::is_loading(screen);
    let waits = made(task, |action| matches!(action, Action::Wait { .. }));
    let wait = Action::Wait { seconds: MOMENT };
    let why = (Strategy::RetryWithDelay, "what failed may pass by itself");
    let thought = "The page is slow; I wait a moment and try again.";
    (passing && waits < PATIENCE).then(|| Proposal {
        prepares: true,
        ..fix(failed, wait, why, thought)
    })
}

/// The page numbered its controls anew, or put another in place of the one that is gone.
fn same_control(failed: &Step, screen: &Observation) -> Option<Proposal> {
    let target = failed.target.as_ref()?;
    if !is_gone(failed, screen) || mask::is_masked(&failed.action) {
        return None;
    }
    let expected = Expected {
        role: Role::parse(&target.role),
        name: target.name.clone(),
        at: None,
    };
    let index = Screen::new(screen);
    let alike = ghosts(&index, &expected);
    let (best, node) = alike.first()?;
    let unique = alike.get(1).is_none_or(|(next, _)| next < best);
    let fits = unique && node.role == expected.role && !node.covered;
    let action = fits.then(|| skill::on_another(&failed.action, &node.id))??;
    let why = format!("{} has another id now", quote(&target.name));
    let thought = format!("{} is elsewhere now; I use it there.", quote(&node.name));
    let why = (Strategy::AlternativeSelector, why.as_str());
    Some(fix(failed, action, why, thought))
}

/// What is wanted may stand further down.
fn further(task: &Task, failed: &Step, screen: &Observation) -> Option<Proposal> {
    let goal = failed.expected.next_goal.as_ref();
    let unseen = goal.is_some_and(|goal| goal.required && !verify::is_in_view(goal, screen));
    let scrolls = made(task, |action| matches!(action, Action::Scroll { .. }));
    if !(unseen || is_gone(failed, screen)) || !screen.has_more_below() || scrolls > PATIENCE {
        return None;
    }
    let id = scrollables(&Screen::new(screen))
        .into_iter()
        .next()?
        .region();
    let (down, pages) = (true, 1.0);
    let scroll = Action::Scroll { down, pages, id };
    let why = (Strategy::GatherInformation, "what is wanted is not in view");
    let thought = "What I need is not in view; I scroll further.";
    Some(Proposal {
        prepares: true,
        ..fix(failed, scroll, why, thought)
    })
}

/// The control that was aimed at is not there, or is another one now.
fn is_gone(failed: &Step, screen: &Observation) -> bool {
    let Some(id) = failed.action.target() else {
        return false;
    };
    let there = |id: &NodeId| screen.node(id).is_some_and(|node| is_target(failed, node));
    has_code(failed, &GONE) || !there(id)
}

fn is_target(failed: &Step, node: &Node) -> bool {
    let target = failed.target.as_ref();
    target.is_none_or(|target| target.is_like(node))
}

fn has_code(failed: &Step, words: &[&str]) -> bool {
    let code = failed.report.code.as_deref().unwrap_or_default();
    words.iter().any(|word| code.contains(word))
}

/// How often something was done since the first try of the present step.
fn made(task: &Task, like: impl Fn(&Action) -> bool) -> usize {
    let first = tries(&task.steps).last().map(|step| step.index);
    let since = task.steps.iter().filter(|step| Some(step.index) >= first);
    since.filter(|step| like(&step.action)).count()
}
