//! Everything that was done in a task, with what it cost.

use screen_agent_store::Scoped;
use screen_agent_store::task::{StoredStep, StoredTask, TaskSummary};
use screen_agent_store::usage::UsageLine;
use screen_agent_turn::open_question::OpenQuestion;
use screen_agent_turn::task::Task;
use screen_agent_wire::extension::ledger;
use screen_agent_wire::extension::task::{ModelUsage, TimelineData, TimelineStep};

use super::convert;
use crate::error::ApiError;

/// A task as it is kept, read whole.
pub(crate) struct Told {
    pub(crate) summary: TaskSummary,
    pub(crate) task: Task,
    pub(crate) steps: Vec<StoredStep>,
    pub(crate) calls: Vec<UsageLine>,
}

impl Told {
    /// Reads what belongs to a task.
    pub(crate) async fn read(
        rows: &dyn Scoped,
        (summary, stored): (TaskSummary, StoredTask),
    ) -> Result<Self, ApiError> {
        Ok(Self {
            task: stored.body.read()?,
            steps: rows.list::<StoredStep>(summary.id).await?,
            calls: rows.list::<UsageLine>(summary.id).await?,
            summary,
        })
    }

    /// Its steps as clients read them. What a turn cost stands with the first step that it
    /// decided on.
    pub(crate) fn steps(&self) -> Vec<TimelineStep> {
        let mut told = None;
        let step = |stored: &StoredStep| {
            let first = stored.turn.filter(|turn| told != Some(*turn));
            told = stored.turn;
            let calls = self.calls.iter();
            let cost = first.and_then(|turn| sum(calls.filter(|call| call.turn == Some(turn))));
            TimelineStep {
                usage: cost,
                ..step_of(&self.summary, stored)
            }
        };
        self.steps.iter().map(step).collect()
    }

    /// What models cost altogether; `None` when none was called.
    pub(crate) fn usage(&self) -> Option<ModelUsage> {
        sum(self.calls.iter())
    }
}

impl From<Told> for TimelineData {
    fn from(told: Told) -> Self {
        let (steps, usage) = (told.steps(), told.usage());
        let question = told.task.phase.question();
        let user_question = question.map(|question| question.words().to_owned());
        let approval = question.and_then(OpenQuestion::request).map(Into::into);
        let (ledger, verified) = (ledger(&told.task), told.task.verified());
        let thinking = told.task.thinking;
        Self {
            task: convert::task(told.summary),
            steps,
            user_question,
            approval,
            plan: thinking.plan.as_ref().map(Into::into),
            ledger,
            verified,
            usage,
            search_summary: thinking.reasoning.summary,
        }
    }
}

/// Adds calls of models up; `None` when there was none.
pub(crate) fn sum<'a>(calls: impl Iterator<Item = &'a UsageLine>) -> Option<ModelUsage> {
    calls.fold(None, |sum: Option<ModelUsage>, call| {
        let sum = sum.unwrap_or_default();
        Some(ModelUsage {
            calls: sum.calls.saturating_add(1),
            prompt_tokens: sum.prompt_tokens.saturating_add(call.prompt_tokens.into()),
            completion_tokens: sum
                .completion_tokens
                .saturating_add(call.completion_tokens.into()),
            cost_micros: sum.cost_micros.saturating_add(call.micros),
            duration: sum.duration.saturating_add(call.duration_ms.into()),
        })
    })
}

fn step_of(task: &TaskSummary, stored: &StoredStep) -> TimelineStep {
    let index = stored.step.index;
    let mut step = TimelineStep::from(&stored.step);
    step.action.clone_from(&stored.action);
    step.screenshot_url = stored.has_snapshot.then(|| {
        let (session, task) = (task.session, task.id);
        format!("/api/session/{session}/task/{task}/step/{index}/screenshot")
    });
    step
}

#[cfg(test)]
mod tests {
    use screen_agent_action::Action;
    use screen_agent_action::expect::Expectation;
    use screen_agent_action::id::{SessionId, TaskId};
    use screen_agent_action::status::TaskStatus;
    use screen_agent_action::step::{Correction, Maker, Report, Step, Strategy};
    use screen_agent_wire::extension::task::{StepCorrection, StepMaker};
    use uuid::Uuid;

    use super::*;

    fn step(index: u16, turn: u32) -> StoredStep {
        StoredStep {
            step: Step {
                index,
                thought: String::new(),
                action: Action::GoBack,
                target: None,
                expected: Expectation::default(),
                url: String::new(),
                report: Report::default(),
                verdict: None,
                by: Maker::Rule,
                plan_step: Some(4),
                correction: Some(Correction {
                    failed_step: 2,
                    strategy: Strategy::UpdatePlan,
                    reason: "it is elsewhere".to_owned(),
                }),
            },
            action: "goBack()".to_owned(),
            has_snapshot: false,
            at_ms: 0,
            verdict_ms: None,
            turn: Some(turn),
        }
    }

    fn call(turn: u32, tokens: u32) -> UsageLine {
        UsageLine {
            topic: "act".to_owned(),
            model: "m".to_owned(),
            prompt_tokens: tokens,
            completion_tokens: 1,
            micros: 10,
            duration_ms: 5,
            succeeded: true,
            at_ms: 0,
            turn: Some(turn),
        }
    }

    fn usage(calls: u32, prompt_tokens: u64) -> Option<ModelUsage> {
        Some(ModelUsage {
            calls,
            prompt_tokens,
            completion_tokens: calls.into(),
            cost_micros: u64::from(calls) * 10,
            duration: u64::from(calls) * 5,
        })
    }

    fn told() -> Told {
        let id = TaskId::new(Uuid::nil());
        Told {
            summary: TaskSummary {
                id,
                session: SessionId::new(Uuid::nil()),
                query: String::new(),
                status: TaskStatus::Executing,
                url: String::new(),
                step_count: 4,
                result: None,
                verified: None,
                created_ms: 0,
                updated_ms: 0,
            },
            task: Task::new(id, String::new()),
            // Two steps of one chain; a turn that only asked; one without a model.
            steps: vec![step(0, 0), step(1, 0), step(2, 2), step(3, 3)],
            calls: vec![call(0, 100), call(0, 20), call(1, 3), call(2, 4)],
        }
    }

    #[test]
    fn what_a_turn_cost_stands_once_with_its_first_step() {
        let costs: Vec<_> = told().steps().into_iter().map(|step| step.usage).collect();
        assert_eq!(costs, [usage(2, 120), None, usage(1, 4), None]);
        assert_eq!(told().usage(), usage(4, 127));
    }

    #[test]
    fn a_step_says_who_decided_on_it_and_what_it_puts_right() {
        let step = told().steps().remove(0);
        let correction = StepCorrection {
            failed_step: 2,
            strategy: "UPDATE_PLAN".to_owned(),
            reason: "it is elsewhere".to_owned(),
        };
        assert_eq!((step.by, step.plan_step), (StepMaker::Rule, Some(4)));
        assert_eq!(step.correction, Some(correction));
    }
}
