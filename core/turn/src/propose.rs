//! Stage 3: what is asked of a proposer, and what of its answer is taken at all.

use std::collections::BTreeMap;

use screen_agent_page::Observation;

use crate::phase::{About, Progress, Question};
use crate::task::Task;
use crate::{fill, route, secrets, verify};
use screen_agent_action::ask::{Answer, Ask, Decision, LostControl, Notes, Order, Proposal};
use screen_agent_action::expect::{Appearance, Expectation, NextGoal, OutcomeKind};
use screen_agent_action::step::Step;
use screen_agent_action::{Action, ActionFamily, ToolType};
use screen_agent_think::Brief;
use screen_agent_think::file::TaskFile;
use screen_agent_think::plan::Plan;
use screen_agent_think::recollect::Recollection;
use screen_agent_words::Words;
use screen_agent_words::quote::cut;
use screen_agent_words::secrets::Secrets;

/// Longest thought, question or reason, in characters.
const SENTENCES: usize = 2_000;
/// Longest phrase that should appear, in characters, and most of them.
const PHRASE: usize = 200;
const ROLES: usize = 10;
/// Most facts that may be named as missing.
const MISSING: usize = 20;
/// Most notes, and how many characters they may hold together.
const NOTES: usize = 200;
const NOTES_TEXT: usize = 64_000;

/// How often in a row a page that is still loading is waited for.
const WAITS: usize = 2;

/// True when the models carry the task on: the engine gave up on it, and there are any.
pub(crate) fn by_models(task: &Task, progress: &Progress) -> bool {
    task.thinking.taken_over && progress.seen.models.is_some()
}

/// What the person answered to get past a blocker, where it is a sentence for the engine to read, and how
/// many steps there were then.
pub(crate) fn detour<'a>(task: &'a Task, progress: &Progress) -> Option<(&'a Words, u16)> {
    let detour = task.thinking.detour.as_ref();
    let detour = detour.filter(|detour| detour.by_engine && progress.seen.given.is_none())?;
    let said = task.answers.last()?;
    progress
        .seen
        .resolution
        .is_empty()
        .then_some((&said.answer, detour.from))
}

/// What a proposer is asked.
///
/// Where the models are in charge, the engine is asked for the plan's present step alone, and hears
/// of nothing that came before it.
pub(crate) fn ask(task: &Task, progress: &Progress) -> Ask {
    let thinking = &task.thinking;
    let step = thinking.plan.as_ref().and_then(Plan::step);
    let after = |from: u16| {
        let steps = task.steps.get(usize::from(from)..);
        steps.unwrap_or_default().to_vec()
    };
    let step = step.filter(|_| by_models(task, progress));
    let (order, answers, steps) = match (detour(task, progress), step) {
        (Some((said, from)), _) => (Order::Said(said.clone()), Vec::new(), after(from)),
        (None, Some(step)) if progress.row.is_empty() => {
            let order = Order::Step(step.description.clone());
            (order, Vec::new(), after(thinking.since))
        }
        (None, Some(_)) => (Order::Step(further(task, progress)), Vec::new(), Vec::new()),
        (None, None) => {
            let (order, steps) = match after_filling(task) {
                Some((rest, from)) => (Words::said(rest), after(from)),
                None => (task.query.clone(), task.steps.clone()),
            };
            (Order::Said(order), task.answers.clone(), steps)
        }
    };
    Ask {
        order,
        answers,
        seen: progress.seen.screen.clone(),
        steps,
        notes: if progress.row.is_empty() {
            task.notes.clone()
        } else {
            Notes::new()
        },
        refused: progress.refused.clone(),
        today: progress.seen.today.clone(),
        backed: progress.seen.models.is_some(),
        files: progress.seen.client.files.clone(),
        locates: progress.seen.locator.is_some(),
        located: progress.located.clone(),
    }
}

/// What is ordered besides filling a form in that is filled in by now, and how many steps that took.
fn after_filling(task: &Task) -> Option<(&str, u16)> {
    let from = task.thinking.filled?;
    let rest = fill::besides(&task.query, route::begins_with_deed)?;
    Some((rest, from))
}

/// The step of the plan that would be next in the row.
fn further(task: &Task, progress: &Progress) -> String {
    let plan = task.thinking.plan.as_ref();
    let step = plan.and_then(|plan| plan.steps.get(plan.current + progress.row.len()));
    step.map(|step| step.description.clone())
        .unwrap_or_default()
}

/// What a model is asked.
pub(crate) fn brief(task: &Task, progress: &Progress, question: &Question) -> Brief {
    let thinking = &task.thinking;
    let mut searches = thinking.reasoning.searches.clone();
    searches.extend(thinking.looked_up.iter().cloned());
    let secrets = secrets::of(task, &progress.seen);
    Brief {
        topic: question.about.topic(),
        query: secrets.hide(&task.query),
        answers: answers_without_secrets(task, &secrets),
        today: progress.seen.today.clone(),
        file: file_without_secrets(task, &secrets),
        seen: progress.seen.screen.clone(),
        steps: task.steps.clone(),
        plan: thinking.plan.clone(),
        refused: progress.refused.clone(),
        changes: changes(task, question)
            .iter()
            .map(|note| secrets.hide(note))
            .collect(),
        not_done: thinking.not_done.as_deref().map(|why| secrets.hide(why)),
        memory: memory_without_secrets(task, &secrets),
        recalled: recollection_without_secrets(progress, &secrets),
        searches,
        summary: thinking.reasoning.summary.clone(),
        resolution: resolution_without_secrets(progress, &secrets),
        limits: question.limits,
        can_search: progress.seen.can_search,
        can_chain: progress.seen.client.chain,
        repair: question.repair.clone(),
        secrets,
    }
}

/// What was seen to change after the last step; where it is still being judged, as the rules saw it.
fn changes<'a>(task: &'a Task, question: &'a Question) -> &'a [String] {
    let verdict = if let About::Outstanding { verdict, .. } = &question.about {
        Some(verdict)
    } else {
        task.steps.last().and_then(|step| step.verdict.as_ref())
    };
    verdict.map_or(&[], |verdict| verdict.evidence.as_slice())
}

fn answers_without_secrets(task: &Task, secrets: &Secrets) -> Vec<Answer> {
    let answers = task.answers.iter();
    answers
        .map(|said| Answer {
            question: said.question.clone(),
            answer: Words::said(secrets.hide(&said.answer)),
        })
        .collect()
}

/// The record is left out: whatever a model needs of it stands in the excerpt.
fn file_without_secrets(task: &Task, secrets: &Secrets) -> Option<TaskFile> {
    let file = task.file.as_ref()?;
    Some(TaskFile {
        excerpt: secrets.hide(&file.excerpt),
        record: Vec::new(),
        ..file.clone()
    })
}

fn memory_without_secrets(task: &Task, secrets: &Secrets) -> BTreeMap<String, String> {
    let memory = task.memory.iter();
    memory
        .map(|(key, value)| (key.clone(), secrets.hide(value)))
        .collect()
}

fn recollection_without_secrets(progress: &Progress, secrets: &Secrets) -> Recollection {
    let mut recalled = progress.recalled.clone().unwrap_or_default();
    for remark in &mut recalled.remarks {
        remark.words = secrets.hide(&remark.words);
    }
    for task in &mut recalled.tasks {
        task.query = secrets.hide(&task.query);
    }
    for remark in &mut recalled.elsewhere.remarks {
        remark.what.words = secrets.hide(&remark.what.words);
    }
    for task in &mut recalled.elsewhere.tasks {
        task.title = secrets.hide(&task.title);
        task.what.query = secrets.hide(&task.what.query);
    }
    recalled
}

/// By field, what stands for the value that was given.
fn resolution_without_secrets(progress: &Progress, secrets: &Secrets) -> BTreeMap<String, String> {
    let given = progress.seen.resolution.iter();
    given
        .filter_map(|(field, value)| Some((field.clone(), secrets.placeholder(value)?.to_owned())))
        .collect()
}

/// The answer cut to what is stored and shown. Which action it holds is not judged here.
pub(crate) fn bounded(proposal: Proposal) -> Proposal {
    let proposal = honest(proposal);
    let decision = match proposal.decision {
        Decision::Act { action } => Decision::Act { action },
        Decision::Question { question, missing } => Decision::Question {
            question: cut(&question, SENTENCES),
            missing: missing
                .iter()
                .take(MISSING)
                .map(|fact| cut(fact, PHRASE))
                .collect(),
        },
        Decision::GiveUp { reason } => Decision::GiveUp {
            reason: cut(&reason, SENTENCES),
        },
    };
    Proposal {
        thought: cut(&proposal.thought, SENTENCES),
        decision,
        expected: proposal.expected.map(bounded_expectation),
        notes: bounded_notes(proposal.notes),
        lost: proposal.lost.map(|lost| LostControl {
            intent: cut(&lost.intent, SENTENCES),
            kept: cut(&lost.kept, SENTENCES),
        }),
        ..proposal
    }
}

/// An end without success is a `fail`, for there are clients that take any other end for a success; and the thought
/// with it, which they show, says so.
fn honest(mut proposal: Proposal) -> Proposal {
    let failed = match &proposal.decision {
        Decision::Act {
            action:
                Action::Finish {
                    text: reason,
                    success: false,
                }
                | Action::Fail { reason },
        } => reason.clone(),
        Decision::Act { .. } | Decision::Question { .. } | Decision::GiveUp { .. } => {
            return proposal;
        }
    };
    if let Some(reason) = failed.as_ref().filter(|reason| !reason.trim().is_empty()) {
        proposal.thought.clone_from(reason);
    }
    let action = Action::Fail { reason: failed };
    proposal.decision = Decision::Act { action };
    proposal
}

/// Which states are expected is the template's to say, so those are not taken over.
fn bounded_expectation(expected: Expectation) -> Expectation {
    let short = |text: Option<String>| text.map(|text| cut(&text, PHRASE));
    let appearance = |wanted: Appearance| Appearance {
        roles: wanted
            .roles
            .iter()
            .take(ROLES)
            .map(|role| cut(role, PHRASE))
            .collect(),
        text: short(wanted.text),
    };
    Expectation {
        description: cut(&expected.description, SENTENCES),
        appear: expected
            .appear
            .into_iter()
            .take(ROLES)
            .map(appearance)
            .collect(),
        next_goal: expected.next_goal.map(|goal| NextGoal {
            description: cut(&goal.description, SENTENCES),
            selector: short(goal.selector),
            text: short(goal.text),
            role: short(goal.role),
            required: goal.required,
        }),
        changes: Vec::new(),
        ..expected
    }
}

fn bounded_notes(notes: Notes) -> Notes {
    let mut room = NOTES_TEXT;
    notes
        .into_iter()
        .take(NOTES)
        .take_while(|(key, value)| {
            let size = key.len() + value.len();
            let fits = size <= room;
            room = room.saturating_sub(size);
            fits
        })
        .collect()
}

/// Why a task may not be called done yet, if it may not: the last thing that was meant to change
/// something was not seen to do so.
pub(crate) fn too_early(task: &Task, action: &Action) -> Option<String> {
    let Action::Finish { success: true, .. } = action else {
        return None;
    };
    let last = task
        .steps
        .iter()
        .rev()
        .find(|step| shows_something(&step.action))?;
    last.missed().then(|| {
        "the last step was not seen to work; do it another way, or look for what shows that it did"
            .to_owned()
    })
}

/// True when the page says that it is still loading, and has not been given its time yet. Before the
/// first step there is nothing that the page could be busy with on our account.
pub(crate) fn may_settle(task: &Task, screen: &Observation) -> bool {
    let waited = |step: &&Step| step.action.family() == ActionFamily::Pause;
    let waits = task.steps.iter().rev().take_while(waited).count();
    !task.steps.is_empty() && waits < WAITS && verify::is_loading(screen)
}

/// Why something need not be done again, if it need not: it was seen to hold just now, twice.
///
/// What sets a field or a state comes to the same each time; what clicks may be meant again.
pub(crate) fn done_already(task: &Task, action: &Action) -> Option<String> {
    let held = |step: &Step| {
        step.action == *action && step.expected.kind == OutcomeKind::Field && step.met()
    };
    match task.steps.as_slice() {
        [.., before, last] if held(before) && held(last) => {
            Some("it has been done and seen to hold already".to_owned())
        }
        _ => None,
    }
}

/// False for what succeeds without showing anything of the task.
pub(crate) fn shows_something(action: &Action) -> bool {
    let shows_nothing = matches!(
        action.family(),
        ActionFamily::Pause | ActionFamily::Point | ActionFamily::Scroll
    );
    action.tool_type() == ToolType::Dom
        && !shows_nothing
        && !matches!(action, Action::Screenshot { .. })
}
