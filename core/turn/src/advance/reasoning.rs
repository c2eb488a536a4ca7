//! What a task needs to know, and what is going to be done.

use crate::next::Note;
use crate::phase::{About, Lookup, Progress};
use crate::task::Task;
use screen_agent_think::Health;
use screen_agent_think::plan::{Draft, Healing, Plan};
use screen_agent_think::reason::{Case, ReasonInput, Wanted};

use super::ending::{Ending, Turn};
use super::{links, models, question};

/// True when a model reads something of the person's own besides the page: a file, or what is remembered.
pub(super) fn reads_private(task: &Task, progress: &Progress) -> bool {
    let recalled = progress.recalled.as_ref();
    let remembers = recalled.is_some_and(|recalled| !recalled.session.is_empty());
    task.file.is_some() || !task.memory.is_empty() || remembers
}

/// Takes the pipeline one step further.
pub(super) fn reason(turn: &mut Turn, progress: Progress, input: ReasonInput) -> Ending {
    let case = Case {
        private: reads_private(&turn.task, &progress),
        query: &turn.task.query,
        url: &progress.seen.screen.url,
        can_search: progress.seen.can_search,
    };
    match turn.task.thinking.reasoning.take(input, &case) {
        Wanted::Analyze => question::ask(turn, progress, About::Sources),
        Wanted::Evaluate => question::ask(turn, progress, About::Search),
        Wanted::Complete { missing } => question::ask(turn, progress, About::Complete { missing }),
        Wanted::Search(query) => Ending::Search(Box::new(progress), Lookup::Reasoning { query }),
        Wanted::Ask {
            question,
            missing,
            reasoning,
        } => {
            let question = links::asked(&question, &turn.task, &progress);
            turn.ask(progress, reasoning, (question, missing), Vec::new())
        }
        Wanted::Proceed => {
            turn.task.thinking.reasoning.settled = true;
            models::follow_plan(turn, progress)
        }
    }
}

/// A model proposes a plan, or says what is missing for one; what is not atomic is split.
pub(super) fn planned(turn: &mut Turn, mut progress: Progress, draft: Draft) -> Ending {
    if let Some((question, missing)) = turn.task.thinking.reasoning.lacks(&draft.missing) {
        let question = links::asked(&question, &turn.task, &progress);
        let thought = "There is something that I have to know first.".to_owned();
        return turn.ask(progress, thought, (question, missing), Vec::new());
    }
    let screen = &progress.seen.screen;
    let now_ms = progress.seen.now_ms;
    let old = turn.task.thinking.plan.take();
    let renewed = old.is_some();
    let plan = match &old {
        Some(old) => old.renewed(draft, now_ms, screen),
        None => Plan::new(draft, now_ms, screen),
    };
    turn.task.thinking.plans = turn.task.thinking.plans.saturating_add(1);
    let Some(plan) = plan else {
        turn.task.thinking.plan = old;
        return no_plan(turn, progress);
    };
    turn.task.thinking.plan = Some(plan);
    turn.begin_step();
    turn.notes.push(Note::AnnouncePlan { renewed });
    progress.done.step_asked = false;
    models::present_step(turn, progress)
}

/// There is none: the next action is asked for as if there had never been one.
pub(super) fn no_plan(turn: &mut Turn, progress: Progress) -> Ending {
    turn.task.thinking.plans = u8::MAX;
    question::ask(turn, progress, About::Act)
}

/// A model says whether the rest of the plan still fits.
pub(super) fn examined(turn: &mut Turn, progress: Progress, health: &Health) -> Ending {
    if let Some(plan) = &mut turn.task.thinking.plan {
        match plan.heal(health) {
            Healing::Keep => {}
            Healing::Edited => turn.notes.push(Note::AnnouncePlan { renewed: true }),
            Healing::Replan(why) => return replan(turn, progress, why),
        }
        plan.looked_at(&progress.seen.screen);
    }
    models::present_step(turn, progress)
}

/// Makes the plan anew, unless that was done too often.
pub(super) fn replan(turn: &mut Turn, progress: Progress, why: String) -> Ending {
    let thinking = &turn.task.thinking;
    if models::may_replan(thinking.plan.as_ref(), thinking.plans) {
        return question::ask(turn, progress, About::Plan { why: Some(why) });
    }
    models::present_step(turn, progress)
}
