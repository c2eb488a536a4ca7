//! Asking a model, and taking what it answers for what it is: a claim.

use screen_agent_action::ask::{Located, LostControl};
use screen_agent_page::NodeId;
use screen_agent_think::Thought;
use screen_agent_think::models::{ModelReply, Spent, ThinkFailure};
use screen_agent_think::reason::ReasonInput;

use crate::next::Refusal;
use crate::phase::{About, Progress, Question};
use crate::verify::{self, Depth};

use super::ending::{Ending, Turn};
use super::{act, judge, models, reasoning, server_actions};

/// Asks a model, while the task may still spend something.
pub(super) fn ask(turn: &mut Turn, progress: Progress, about: About) -> Ending {
    let Some(limits) = progress.seen.models else {
        return turn.give_up(progress, "There is no model to ask.".to_owned());
    };
    let repair = None;
    let question = Question {
        about,
        repair,
        limits,
    };
    send(turn, progress, question)
}

/// Asks where the control of a kept step is: once, and whatever comes of it the steps go on by themselves.
pub(super) fn locate(turn: &mut Turn, progress: Progress, lost: LostControl) -> Ending {
    match progress.seen.locator {
        Some(limits) if !turn.task.thinking.spent.exhausts(&limits) => {
            let question = Question {
                about: About::Lost { lost },
                repair: None,
                limits,
            };
            Ending::Think(Box::new(progress), question)
        }
        Some(_) => located(progress, Err("what the task may cost is spent")),
        None => located(progress, Err("there is none")),
    }
}

/// The one who lost it hears what came of asking.
fn located(mut progress: Progress, found: Result<NodeId, &str>) -> Ending {
    progress.located = Some(match found {
        Ok(id) => Located {
            control: Some(id),
            why: String::new(),
        },
        Err(why) => Located {
            control: None,
            why: why.to_owned(),
        },
    });
    Ending::Propose(Box::new(progress))
}

fn send(turn: &Turn, progress: Progress, question: Question) -> Ending {
    if turn.task.thinking.spent.exhausts(&question.limits) {
        return Ending::refused(Refusal::OverBudget);
    }
    Ending::Think(Box::new(progress), question)
}

/// A model answered. What cannot be read is asked for once more, with what was wrong.
pub(super) fn answered(
    turn: &mut Turn,
    progress: Progress,
    question: Question,
    said: ModelReply,
) -> Ending {
    turn.task.thinking.spent.add(said.spent);
    match screen_agent_think::read(&question.about.topic(), &said.text) {
        Ok(thought) => take(turn, progress, question.about, thought, said.degraded),
        Err(_) if matches!(question.about, About::Lost { .. }) => {
            located(progress, Err("its answer could not be read"))
        }
        Err(why) if question.repair.is_none() => {
            let repair = Some(why);
            send(turn, progress, Question { repair, ..question })
        }
        Err(_) => unreadable(turn, progress, question.about),
    }
}

fn take(
    turn: &mut Turn,
    progress: Progress,
    about: About,
    thought: Thought,
    degraded: bool,
) -> Ending {
    match (about, thought) {
        (_, Thought::Analysis(analysis)) => {
            reasoning::reason(turn, progress, ReasonInput::Analysis(analysis, degraded))
        }
        (_, Thought::Evaluation(evaluation)) => reasoning::reason(
            turn,
            progress,
            ReasonInput::Evaluation(evaluation, degraded),
        ),
        (_, Thought::Completeness(completeness)) => {
            reasoning::reason(turn, progress, ReasonInput::Completeness(completeness))
        }
        (_, Thought::Draft(draft)) => reasoning::planned(turn, progress, draft),
        (_, Thought::Health(health)) => reasoning::examined(turn, progress, &health),
        (_, Thought::Proposal(proposal)) => act::proposed(turn, progress, *proposal),
        (_, Thought::StepDone(why)) => models::step_done(turn, progress, &why),
        (_, Thought::Words(answer)) => act::conclude(turn, progress, answer),
        (About::Considering { proposal, .. }, Thought::Critique(critique)) => {
            act::criticised(turn, progress, *proposal, &critique)
        }
        (About::Outstanding { verdict, closely }, Thought::Judgement(judgement)) => {
            let depth = if closely { Depth::Judge } else { Depth::Glance };
            let said = judge::ModelJudgement {
                judgement,
                degraded,
                depth,
            };
            judge::judged(turn, progress, verdict, said)
        }
        (About::Finishing { proposal }, Thought::Judgement(judgement)) => {
            act::finishing(turn, progress, *proposal, &judgement)
        }
        (About::PlanEnd { .. }, Thought::Judgement(judgement)) => {
            act::plan_end(turn, progress, judgement)
        }
        (
            About::Claim {
                action, thought, ..
            },
            Thought::Judgement(judgement),
        ) => {
            let shown = verify::confirmed(&judgement, degraded);
            server_actions::claimed(turn, progress, (action, thought), &judgement, shown)
        }
        (About::Lost { .. }, Thought::Control(found)) => {
            located(progress, found.ok_or("it knows none, either"))
        }
        // An answer is read by its question, so it is never of another kind.
        (about, Thought::Critique(_) | Thought::Judgement(_) | Thought::Control(_)) => {
            unreadable(turn, progress, about)
        }
    }
}

/// Twice unreadable. Nothing is assumed in its place.
fn unreadable(turn: &mut Turn, progress: Progress, about: About) -> Ending {
    match about {
        About::Sources | About::Search | About::Complete { .. } => {
            reasoning::reason(turn, progress, ReasonInput::Failed)
        }
        About::Plan { .. } => reasoning::no_plan(turn, progress),
        About::Health { .. } => models::present_step(turn, progress),
        About::Outstanding { verdict, .. } => judge::undecided(turn, progress, verdict),
        About::Finishing { proposal } | About::Considering { proposal, .. } => {
            act::not_shown(turn, progress, *proposal)
        }
        About::Claim { action, .. } => {
            turn.refuse(progress, action, "it could not be verified".to_owned())
        }
        About::PlanEnd { .. } => ask(turn, progress, About::Act),
        // The next look asks anew.
        About::Act | About::Correct => Ending::refused(Refusal::NoAction),
        About::Chat => Ending::refused(Refusal::Unreadable),
        About::Lost { .. } => located(progress, Err("its answer could not be read")),
    }
}

/// No model answered. An outage leaves the task where it stands: what was not verified stays so,
/// and the next look tries again. Only what the task needs to know can do without.
pub(super) fn failed(
    turn: &mut Turn,
    progress: Progress,
    about: &About,
    failure: ThinkFailure,
    spent: Spent,
) -> Ending {
    turn.task.thinking.spent.add(spent);
    match (failure, about) {
        (ThinkFailure::OverBudget, About::Lost { .. }) => {
            located(progress, Err("what may be spent is spent"))
        }
        (_, About::Lost { .. }) => located(progress, Err("it did not answer")),
        (ThinkFailure::OverBudget, _) => Ending::refused(Refusal::OverBudget),
        (_, About::Sources | About::Search | About::Complete { .. }) => {
            reasoning::reason(turn, progress, ReasonInput::Failed)
        }
        (ThinkFailure::TimedOut, _) => Ending::refused(Refusal::TimedOut),
        (ThinkFailure::Unavailable | ThinkFailure::Empty, _) => {
            Ending::refused(Refusal::Unavailable)
        }
    }
}
