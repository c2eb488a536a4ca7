//! What became of what was sent: by rules, and by a model where rules do not reach.

use crate::event::Seen;
use crate::next::Note;
use crate::phase::{About, Progress};
use crate::task::{Complexity, Task};
use crate::verify::{self, Depth, Judged, Position};
use crate::{correct, secrets};
use screen_agent_action::expect::SOME_CHANGE;
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::{Proof, Report, Step, Verdict};
use screen_agent_action::{mask, origin};
use screen_agent_think::{Judgement, skill};

use super::ending::{Ending, Turn};
use super::{chain, go_on, obstacle, question};

/// Steps verified in a row that should have been the last, before a task is given up. Facts §3.
const GOALLESS: u8 = 5;

/// Judges what is with the client; then goes on. An error while judging is "not verified".
pub(super) fn outstanding(turn: &mut Turn, progress: Progress) -> Ending {
    let Some(verdict) = by_rules(&mut turn.task, &progress) else {
        return go_on(turn, progress);
    };
    let position = position(&turn.task);
    let Some(step) = turn.task.outstanding() else {
        return go_on(turn, progress);
    };
    let depth = verify::depth(step, &verdict, &position);
    match depth {
        Depth::Glance | Depth::Judge if progress.seen.models.is_some() => {
            turn.enter(TaskStatus::Verifying);
            let closely = depth == Depth::Judge;
            question::ask(turn, progress, About::Outstanding { verdict, closely })
        }
        Depth::Rules | Depth::Glance | Depth::Judge => {
            let goal = verify::goal_by_rules(step, &verdict, &position);
            let judged = Judged {
                goal,
                ..Judged::only(verdict)
            };
            keep_verdict(turn, progress, judged, None)
        }
    }
}

/// The rules' verdict on the outstanding step, with what the client said of it kept.
fn by_rules(task: &mut Task, progress: &Progress) -> Option<Verdict> {
    let report = chain::first_report(task, &progress.seen);
    let step = task
        .steps
        .last_mut()
        .filter(|step| step.verdict.is_none())?;
    step.report = super::ending::kept(&report, &step.action);
    let step = step.clone();
    Some(by_look(task, &step, &progress.seen))
}

/// Where the outstanding step stands in its task.
fn position(task: &Task) -> Position {
    let thinking = &task.thinking;
    let planned = thinking.plan.as_ref();
    let last = task.steps.last();
    let prepares = planned.is_some() && last.is_some_and(|step| step.plan_step.is_none());
    Position {
        last: !prepares && planned.is_none_or(screen_agent_think::plan::Plan::is_last),
        simple: task.complexity == Complexity::Simple,
        by_model: thinking.taken_over,
    }
}

/// What a model says of the outstanding step, and how closely it looked.
pub(super) struct ModelJudgement {
    pub(super) judgement: Judgement,
    pub(super) degraded: bool,
    pub(super) depth: Depth,
}

/// A model has judged the outstanding step.
pub(super) fn judged(
    turn: &mut Turn,
    mut progress: Progress,
    verdict: Verdict,
    said: ModelJudgement,
) -> Ending {
    let (judgement, depth) = (said.judgement, said.depth);
    let position = position(&turn.task);
    let known = verdict.clone();
    let mut judged = verify::judged(known, &judgement, depth, said.degraded, &position);
    if judged.deeper {
        let closely = true;
        return question::ask(turn, progress, About::Outstanding { verdict, closely });
    }
    progress.done.judged = depth == Depth::Judge;
    if let Some(way) = obstacle::towards(&turn.task, &progress.seen.screen, judgement.need) {
        // What it could not see says nothing against the step.
        judged = Judged::only(verdict);
        progress.show = Some(way);
        turn.task.thinking.not_done = Some(judgement.reason.clone());
    }
    let answer = judgement.answer.filter(|answer| !answer.trim().is_empty());
    // Why a model at a glance thinks so is no answer to the person.
    let reason = (depth == Depth::Judge).then_some(judgement.reason);
    keep_verdict(turn, progress, judged, answer.or(reason))
}

/// The model's judgement could not be read: not verified.
pub(super) fn undecided(turn: &mut Turn, progress: Progress, verdict: Verdict) -> Ending {
    let judged = Judged::only(verify::undecided(verdict));
    keep_verdict(turn, progress, judged, None)
}

/// Keeps the verdict and all that follows from it; then goes on.
fn keep_verdict(
    turn: &mut Turn,
    mut progress: Progress,
    judged: Judged,
    answer: Option<String>,
) -> Ending {
    let verdict = judged.verdict;
    keep(turn, &verdict);
    let verdict = chain::judge_links(turn, &progress.seen).unwrap_or(verdict);
    turn.task.sent = None;
    learn(turn, &progress);
    forward(turn, &progress, judged.sub_task_done, verdict.met);
    if judged.goal && verdict.met {
        let said = answer.or_else(|| Some(turn.task.steps.last()?.expected.description.clone()));
        let tells = |said: &String| !said.is_empty() && said != SOME_CHANGE;
        progress.goal = Some(said.filter(tells).unwrap_or_else(done));
    }
    progress.verdict = Some(verdict);
    if turn.task.thinking.goalless >= GOALLESS {
        let why =
            format!("I did {GOALLESS} more steps that worked, and the goal is still not reached.");
        return turn.give_up(progress, why);
    }
    go_on(turn, progress)
}

fn done() -> String {
    "Done, and seen to be done.".to_owned()
}

/// Keeps a verdict on the outstanding step.
pub(super) fn keep(turn: &mut Turn, verdict: &Verdict) {
    let Some(step) = turn.task.steps.last_mut() else {
        return;
    };
    step.verdict = Some(verdict.clone());
    let index = step.index;
    correct::count(&mut turn.task, verdict);
    turn.notes.push(Note::RecordVerdict {
        index,
        verdict: verdict.clone(),
    });
}

/// A model says that the last step worked, though it was not seen to. It is believed where the page does not show the
/// contrary, and is no proof.
pub(super) fn said_to_have_worked(turn: &mut Turn, why: &str) -> bool {
    let Some(verdict) = turn
        .last_verdict()
        .filter(|verdict| verdict.proof != Proof::Otherwise)
    else {
        return false;
    };
    let verdict = verify::said_to_have_worked(verdict.clone(), why);
    if let Some(step) = turn.task.steps.last_mut() {
        step.verdict = Some(verdict.clone());
        let index = step.index;
        turn.notes.push(Note::RecordVerdict { index, verdict });
    }
    turn.task.tries = 0;
    true
}

/// A step that put something right, or did not, is a lesson.
fn learn(turn: &mut Turn, progress: &Progress) {
    let task = &turn.task;
    let lesson = origin::domain(&progress.seen.screen.url)
        .and_then(|domain| skill::lesson(&task.query, &task.steps, &domain));
    turn.notes
        .extend(lesson.map(|lesson| Note::Learn { lesson }));
}

/// Moves the plan along.
fn forward(turn: &mut Turn, progress: &Progress, sub_task_done: bool, met: bool) {
    if !turn.task.thinking.taken_over {
        return;
    }
    let last = position(&turn.task).last;
    let (done, tried) = carried_out(&turn.task);
    let thinking = &mut turn.task.thinking;
    if last && met {
        thinking.goalless = thinking.goalless.saturating_add(1);
    }
    let Some(plan) = &mut thinking.plan else {
        return;
    };
    let before = plan.current;
    if sub_task_done {
        plan.sub_task_done(1.0);
    }
    plan.done(&done, &progress.seen.screen);
    let moved = plan.current != before;
    if !met && tried {
        plan.failed();
    }
    if met && !tried {
        // It only prepared, and was meant to change the page.
        plan.looked_at(&progress.seen.screen);
    }
    if moved {
        turn.begin_step();
    }
}

/// Which steps of the plan were seen to be carried out since its present one became so, and whether the last step was
/// meant to carry one out.
fn carried_out(task: &Task) -> (Vec<usize>, bool) {
    let since = usize::from(task.thinking.since);
    let steps = task.steps.get(since..).unwrap_or_default();
    let met = steps.iter().filter(|step| step.met());
    let done = met.filter_map(|step| step.plan_step.map(usize::from));
    let tried = steps.last().is_some_and(|step| step.plan_step.is_some());
    (done.collect(), tried)
}

/// What a client said of a step that it never got to.
pub(super) fn failed_report(code: Option<String>, message: Option<String>) -> Report {
    Report {
        success: Some(false),
        code,
        message,
        ..Report::default()
    }
}

/// A step, judged by what is seen now.
pub(super) fn by_look(task: &Task, step: &Step, seen: &Seen) -> Verdict {
    let before = task.sent.as_ref().map(|sent| &sent.before);
    // What was typed for a placeholder is what the page holds now.
    let mut step = step.clone();
    mask::reveal_expected(&secrets::of(task, seen), &mut step.expected);
    verify::verify(&step, before, &step.report, &seen.screen)
}
