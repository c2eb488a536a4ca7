//! The ledger of a task: what was asked for, clause by clause, and what showed each to be done.

use screen_agent_action::ledger::{Clause, Standing, plainly, standing};
use screen_agent_action::step::{Proof, Step};
use screen_agent_words::quote::cut;

use crate::phase::Progress;
use crate::task::Task;
use crate::{propose, secrets};

use super::ending::Turn;

/// Longest words and longest evidence of a clause, in characters, and most clauses.
const LONGEST: usize = 300;
const MOST: usize = 60;

/// Keeps what the engine makes of the person's words, without what they meant to be secret.
pub(super) fn keep(turn: &mut Turn, progress: &Progress, ledger: &[Clause]) {
    let secrets = secrets::of(&turn.task, &progress.seen);
    let blotted = |text: &str| cut(&secrets.blot(text), LONGEST);
    let clauses = ledger.iter().take(MOST).map(|clause| Clause {
        words: blotted(&clause.words),
        standing: clause.standing,
        evidence: blotted(&plainly(&clause.evidence)),
    });
    turn.task.ledger = clauses.collect();
}

/// Why the task may not be called done, where its ledger says otherwise.
pub(super) fn forbids(task: &Task) -> Option<String> {
    let left = task
        .ledger
        .iter()
        .find(|clause| clause.standing > Standing::Unverified)?;
    let words = &left.words;
    Some(if left.standing == Standing::Wrong {
        format!("\"{words}\" was seen to be otherwise: {}", left.evidence)
    } else {
        format!("\"{words}\" is still to be done")
    })
}

/// The ledger at the end of a task that succeeded. What models led is told by their plan, or as the whole of what was
/// asked; what a model that looked at the end says settles all that was not seen to be otherwise.
pub(super) fn close(turn: &mut Turn, progress: &Progress) {
    if propose::by_models(&turn.task, progress) {
        let planned = of_plan(&turn.task);
        let rows = if planned.is_empty() {
            vec![whole(&turn.task)]
        } else {
            planned
        };
        keep(turn, progress, &rows);
    }
    if !progress.done.judged {
        return;
    }
    for clause in &mut turn.task.ledger {
        if clause.standing == Standing::Unverified {
            clause.standing = Standing::Verified;
            "a model looked, and says so".clone_into(&mut clause.evidence);
        }
    }
}

fn of_plan(task: &Task) -> Vec<Clause> {
    let steps = task
        .thinking
        .plan
        .as_ref()
        .map_or(&[][..], |plan| &plan.steps);
    let carried_out = |at: usize| {
        let mut steps = task.steps.iter().rev();
        steps.find(|step| step.plan_step.map(usize::from) == Some(at))
    };
    let rows = steps.iter().enumerate();
    rows.filter_map(|(at, planned)| {
        let (standing, evidence) = by_step(carried_out(at)?);
        Some(Clause {
            words: planned.description.clone(),
            standing,
            evidence,
        })
    })
    .collect()
}

/// All that was asked for as one clause, which its last step stands for.
fn whole(task: &Task) -> Clause {
    let last = task
        .steps
        .iter()
        .rev()
        .find(|step| propose::shows_something(&step.action));
    let (standing, evidence) = last.map_or_else(Default::default, by_step);
    Clause {
        words: task.query.to_string(),
        standing,
        evidence,
    }
}

fn by_step(step: &Step) -> (Standing, String) {
    let Some(verdict) = &step.verdict else {
        return (Standing::Open, String::new());
    };
    let standing = match verdict.proof {
        Proof::Expected => Standing::Verified,
        Proof::Otherwise => Standing::Wrong,
        Proof::Change | Proof::Client | Proof::Nothing => Standing::Unverified,
    };
    (standing, verdict.reason.clone())
}

/// True where a model has to look before the engine's end counts: something was not seen.
pub(super) fn wants_judge(task: &Task) -> bool {
    standing(&task.ledger) != Standing::Verified
}
