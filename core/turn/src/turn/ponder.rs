//! What a task needs to know, and what is going to be done.

use crate::effect::Effect;
use crate::task::{Pending, Purpose, Task, Waiting};
use screen_agent_think::plan::{Draft, Healing, Plan};
use screen_agent_think::reason::{Case, Input, Wanted};
use screen_agent_think::{Health, Topic};

use super::ending::{Ending, Turn};
use super::{carry, links, thought};

/// True when a model reads something of the person's own besides the page: a file, or what is remembered.
pub(super) fn reads_private(task: &Task, pending: &Pending) -> bool {
    let recalled = pending.recalled.as_ref();
    let remembers = recalled.is_some_and(|recalled| !recalled.session.is_empty());
    task.file.is_some() || !task.memory.is_empty() || remembers
}

/// Takes the pipeline one step further.
pub(super) fn reason(turn: &mut Turn, mut pending: Pending, input: Input) -> Ending {
    let case = Case {
        private: reads_private(&turn.task, &pending),
        query: &turn.task.query,
        url: &pending.seen.screen.url,
        can_search: pending.seen.can_search,
    };
    match turn.task.thinking.reasoning.take(input, &case) {
        Wanted::Think(topic) => thought::ask(turn, pending, topic),
        Wanted::Search(query) => {
            pending.purpose = Some(Purpose::Reasoning { query });
            Ending::Search(Box::new(pending))
        }
        Wanted::Ask {
            question,
            missing,
            reasoning,
        } => {
            let waiting = Waiting::Question {
                question: links::asked(&question, &turn.task, &pending),
                missing,
                blocker: None,
            };
            turn.wait(pending, reasoning, waiting)
        }
        Wanted::Proceed => {
            turn.task.thinking.reasoning.settled = true;
            carry::follow_plan(turn, pending)
        }
    }
}

/// A model proposes a plan; what is not atomic is split, what is too long is cut.
pub(super) fn planned(turn: &mut Turn, mut pending: Pending, draft: Draft) -> Ending {
    let screen = &pending.seen.screen;
    let now_ms = pending.seen.now_ms;
    let old = turn.task.thinking.plan.take();
    let renewed = old.is_some();
    let plan = match &old {
        Some(old) => old.renewed(draft, now_ms, screen),
        None => Plan::new(draft, now_ms, screen),
    };
    turn.task.thinking.plans = turn.task.thinking.plans.saturating_add(1);
    let Some(plan) = plan else {
        turn.task.thinking.plan = old;
        return no_plan(turn, pending);
    };
    turn.task.thinking.plan = Some(plan);
    turn.task.thinking.since = turn.next_index();
    turn.task.notes.clear();
    turn.effects.push(Effect::AnnouncePlan { renewed });
    pending.done.step_asked = false;
    carry::present_step(turn, pending)
}

/// There is none: the next action is asked for as if there had never been one.
pub(super) fn no_plan(turn: &mut Turn, pending: Pending) -> Ending {
    turn.task.thinking.plans = u8::MAX;
    thought::ask(turn, pending, Topic::Act)
}

/// A model says whether the rest of the plan still fits.
pub(super) fn examined(turn: &mut Turn, pending: Pending, health: &Health) -> Ending {
    let healing = match &mut turn.task.thinking.plan {
        Some(plan) => plan.heal(health),
        None => Healing::Keep,
    };
    match healing {
        Healing::Keep => {
            if let Some(plan) = &mut turn.task.thinking.plan {
                plan.looked_at(&pending.seen.screen);
            }
            carry::present_step(turn, pending)
        }
        Healing::Edited => {
            if let Some(plan) = &mut turn.task.thinking.plan {
                plan.looked_at(&pending.seen.screen);
            }
            turn.effects.push(Effect::AnnouncePlan { renewed: true });
            carry::present_step(turn, pending)
        }
        Healing::Replan(why) => replan(turn, pending, why),
    }
}

/// Makes the plan anew, unless that was done too often.
pub(super) fn replan(turn: &mut Turn, pending: Pending, why: String) -> Ending {
    let thinking = &turn.task.thinking;
    if carry::may_replan(thinking.plan.as_ref(), thinking.plans) {
        return thought::ask(turn, pending, Topic::Plan { why: Some(why) });
    }
    carry::present_step(turn, pending)
}
