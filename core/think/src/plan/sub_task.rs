//! A long plan in parts, each with a goal of its own. Facts §3, "Hierarchy".

use screen_agent_words::WordList;
use serde::{Deserialize, Serialize};

use super::words::{spoken, tokens};
use super::{Plan, PlannedStep, StepStatus};

/// Words that each stand for a phase of a task. Facts §3.
static PHASES: WordList = WordList::named("step phases");
/// So many different phases make a plan one of parts.
const MANY_PHASES: usize = 3;
/// More steps than these make a plan one of parts.
const MANY_STEPS: usize = 5;
/// Fewest and most steps of a part.
const FEWEST: usize = 3;
const MOST: usize = 7;
/// So sure a judgement has to be that a part is done. Facts §3.
const SURE: f32 = 0.7;

/// A part of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SubTask {
    /// What it is for, in plain words.
    pub goal: String,
    /// Its first step; 0 for the first of the plan.
    pub from: usize,
    /// The step after its last one.
    pub to: usize,
}

/// The parts of a plan. None for one that is short and simple.
pub(super) fn divide(steps: &[PlannedStep]) -> Vec<SubTask> {
    if steps.len() <= MANY_STEPS && phases(steps) < MANY_PHASES || steps.len() < FEWEST {
        return Vec::new();
    }
    let mut parts = Vec::new();
    let mut from = 0;
    while from < steps.len() {
        let to = end_of_part(steps, from);
        parts.push(SubTask {
            goal: goal(&steps[from..to]),
            from,
            to,
        });
        from = to;
    }
    parts
}

fn phases(steps: &[PlannedStep]) -> usize {
    let said: Vec<String> = steps
        .iter()
        .flat_map(|step| spoken(&step.description))
        .collect();
    PHASES
        .iter()
        .filter(|phase| said.iter().any(|word| word == *phase))
        .count()
}

/// Where a part ends: before a new phase if there is one, else in the middle of what is left. No
/// part gets too short by it.
fn end_of_part(steps: &[PlannedStep], from: usize) -> usize {
    let left = steps.len() - from;
    if left < 2 * FEWEST {
        return steps.len();
    }
    let middle = from + left.div_ceil(2).min(MOST);
    let possible = from + FEWEST..=(from + MOST).min(steps.len() - FEWEST);
    possible
        .filter(|at| begins_phase(&steps[at - 1], &steps[*at]))
        .min_by_key(|at| at.abs_diff(middle))
        .unwrap_or(middle)
}

fn begins_phase(before: &PlannedStep, step: &PlannedStep) -> bool {
    let first = |step: &PlannedStep| {
        tokens(&step.description)
            .first()
            .map(|token| token.text.clone())
    };
    let (earlier, word) = (first(before), first(step));
    let opens = |word: &str| {
        PHASES.contains(word) && word != "submit" && word != "confirm" && word != "verify"
            || matches!(word, "go" | "navigate" | "open" | "visit")
    };
    word != earlier && word.is_some_and(|word| opens(&word))
}

/// What its last step comes to.
fn goal(steps: &[PlannedStep]) -> String {
    let last = steps.last();
    let words = last.map(|step| step.expected.as_ref().unwrap_or(&step.description));
    words.cloned().unwrap_or_default()
}

impl Plan {
    /// The part that is now.
    pub(crate) fn sub_task(&self) -> Option<&SubTask> {
        self.sub_tasks.get(self.sub_task_at)
    }

    /// A judgement says, with this confidence, that the present part is done. Goes on to the next
    /// part when that is sure enough; never from a part of which a step has failed, and never past
    /// the look at the end.
    pub fn sub_task_done(&mut self, confidence: f32) -> bool {
        let Some(part) = self.sub_task().cloned() else {
            return false;
        };
        if !(SURE..=1.0).contains(&confidence) || self.has_failed(&part) {
            return false;
        }
        let to = part.to.min(self.steps.len().saturating_sub(1));
        for step in self.steps.iter_mut().take(to).skip(self.current) {
            step.status = StepStatus::Completed;
        }
        self.current = self.current.max(to);
        self.activate();
        self.sub_task_at += 1;
        true
    }

    /// Goes on to the next part once every step of this one is done.
    pub(super) fn leave_sub_task(&mut self) {
        while let Some(part) = self.sub_task() {
            let steps = self.steps.iter().take(part.to).skip(part.from);
            if !steps
                .into_iter()
                .all(|step| step.status == StepStatus::Completed)
            {
                return;
            }
            self.sub_task_at += 1;
        }
    }

    fn has_failed(&self, part: &SubTask) -> bool {
        let mut steps = self.steps.iter().take(part.to).skip(part.from);
        steps.any(|step| step.status == StepStatus::Failed)
    }
}
