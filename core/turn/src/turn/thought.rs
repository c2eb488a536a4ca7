//! Asking a model, and taking what it answers for what it is: a claim.

use crate::effect::Refusal;
use crate::task::{Pending, Purpose};
use crate::verify::{self, Depth};
use screen_agent_think::mind::{Said, Spent, ThinkFailure};
use screen_agent_think::reason::Input;
use screen_agent_think::{Thought, Topic};

use super::ending::{Ending, Turn};
use super::{act, carry, judge, ponder, tools};

/// Asks a model, while the task may still spend something.
pub(super) fn ask(turn: &mut Turn, mut pending: Pending, topic: Topic) -> Ending {
    let Some(mind) = &pending.seen.mind else {
        return turn.give_up(pending, "There is no model to ask.".to_owned());
    };
    if turn.task.thinking.spent.exhausts(mind) {
        return Ending::refused(Refusal::OverBudget);
    }
    pending.topic = Some(topic);
    Ending::Think(Box::new(pending))
}

/// A model answered. What cannot be read is asked for once more, with what was wrong.
pub(super) fn heard(turn: &mut Turn, mut pending: Pending, said: Said) -> Ending {
    turn.task.thinking.spent.add(said.spent);
    let Some(topic) = pending.topic.take() else {
        return Ending::refused(Refusal::NotAsked);
    };
    match screen_agent_think::read(&topic, &said.text) {
        Ok(thought) => {
            pending.repair = None;
            take(turn, pending, &topic, thought, said.degraded)
        }
        Err(why) if pending.repair.is_none() => {
            pending.repair = Some(why);
            ask(turn, pending, topic)
        }
        Err(_) => {
            pending.repair = None;
            unreadable(turn, pending, topic)
        }
    }
}

fn take(
    turn: &mut Turn,
    mut pending: Pending,
    topic: &Topic,
    thought: Thought,
    degraded: bool,
) -> Ending {
    match thought {
        Thought::Analysis(analysis) => {
            ponder::reason(turn, pending, Input::Analysis(analysis, degraded))
        }
        Thought::Evaluation(evaluation) => {
            ponder::reason(turn, pending, Input::Evaluation(evaluation, degraded))
        }
        Thought::Completeness(completeness) => {
            ponder::reason(turn, pending, Input::Completeness(completeness, degraded))
        }
        Thought::Draft(draft) => ponder::planned(turn, pending, draft),
        Thought::Health(health) => ponder::examined(turn, pending, &health),
        Thought::Proposal(proposal) => act::proposed(turn, pending, *proposal),
        Thought::Words(answer) => act::conclude(turn, pending, answer),
        Thought::Critique(critique) => act::criticised(turn, pending, &critique),
        Thought::Judgement(judgement) => match pending.purpose.take() {
            Some(Purpose::Outstanding { verdict }) => {
                let depth = match topic {
                    Topic::Glance => Depth::Glance,
                    _ => Depth::Judge,
                };
                let said = judge::Said {
                    judgement,
                    degraded,
                    depth,
                };
                judge::judged(turn, pending, verdict, said)
            }
            Some(Purpose::Finishing { proposal }) => {
                act::finishing(turn, pending, *proposal, &judgement)
            }
            Some(Purpose::PlanEnd) => act::plan_end(turn, pending, judgement),
            Some(Purpose::Claim { action, thought }) => {
                let shown = verify::confirmed(&judgement, degraded);
                tools::claimed(turn, pending, (action, thought), &judgement, shown)
            }
            _ => Ending::refused(Refusal::NotAsked),
        },
    }
}

/// Twice unreadable. Nothing is assumed in its place.
fn unreadable(turn: &mut Turn, mut pending: Pending, topic: Topic) -> Ending {
    match (topic, pending.purpose.take()) {
        (Topic::Analyze | Topic::Evaluate | Topic::Complete { .. }, _) => {
            ponder::reason(turn, pending, Input::Failed)
        }
        (Topic::Plan { .. }, _) => ponder::no_plan(turn, pending),
        (Topic::Health { .. }, _) => carry::present_step(turn, pending),
        (_, Some(Purpose::Outstanding { verdict })) => judge::undecided(turn, pending, verdict),
        (_, Some(Purpose::Finishing { proposal } | Purpose::Considering { proposal })) => {
            act::not_shown(turn, pending, *proposal)
        }
        (_, Some(Purpose::Claim { action, .. })) => {
            turn.refuse(pending, action, "it could not be verified".to_owned())
        }
        (_, Some(Purpose::PlanEnd)) => ask(turn, pending, Topic::Act),
        // The next look asks anew.
        (_, None | Some(Purpose::LookingUp { .. } | Purpose::Reasoning { .. })) => {
            Ending::refused(Refusal::Unreadable)
        }
    }
}

/// No model answered. An outage leaves the task where it stands: what was not verified stays so,
/// and the next look tries again. Only what the task needs to know can do without.
pub(super) fn failed(
    turn: &mut Turn,
    mut pending: Pending,
    failure: ThinkFailure,
    spent: Spent,
) -> Ending {
    turn.task.thinking.spent.add(spent);
    let topic = pending.topic.take();
    match (failure, topic) {
        (ThinkFailure::OverBudget, _) => Ending::refused(Refusal::OverBudget),
        (_, Some(Topic::Analyze | Topic::Evaluate | Topic::Complete { .. })) => {
            ponder::reason(turn, pending, Input::Failed)
        }
        (ThinkFailure::TimedOut, _) => Ending::refused(Refusal::TimedOut),
        (ThinkFailure::Unavailable, _) => Ending::refused(Refusal::Unavailable),
    }
}
