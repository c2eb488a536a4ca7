//! Everything that was done in a task, with what it cost.

use screen_agent_kernel::task::{Task, Waiting};
use screen_agent_store::Scoped;
use screen_agent_store::task::{StoredTask, TaskSummary, TimelineStep as StoredStep};
use screen_agent_store::usage::UsageLine;
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
            steps: rows.timeline(summary.id).await?.unwrap_or_default(),
            calls: rows.usage(summary.id).await?,
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
        let thinking = told.task.thinking;
        let (user_question, approval) = match told.task.waiting {
            None => (None, None),
            Some(Waiting::Question { question, .. }) => (Some(question), None),
            Some(Waiting::Approval(request)) => {
                (Some(request.text.clone()), Some((&request).into()))
            }
        };
        Self {
            task: convert::task(told.summary),
            steps,
            user_question,
            approval,
            plan: thinking.plan.as_ref().map(Into::into),
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
