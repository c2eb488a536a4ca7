//! What happens during a run, one value each: a line of JSON, or words on the terminal.

use screen_agent_wire::extension::plan::{PlanStepStatus, WirePlan};
use screen_agent_wire::extension::response::WireClause;
use serde::Serialize;

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(
    tag = "event",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum RunEvent {
    /// The run began. The person's words are not told: they may name a password.
    Started {
        /// Where.
        url: String,
    },
    /// The page was looked at.
    Looked {
        /// Where.
        url: String,
        /// Controls in view.
        controls: usize,
        /// Lines of text in view.
        lines: usize,
        /// Milliseconds that looking took.
        ms: u64,
    },
    /// What is going to be done; told again whenever it changes.
    Planned {
        /// Its steps.
        steps: Vec<ShownStep>,
        /// Which one is now; 0 for the first.
        current: u32,
    },
    /// Several actions were decided at once. Each is told of as if it had been decided by itself.
    Chained {
        /// Which step the first of them is.
        step: usize,
        /// How many.
        links: usize,
        /// Why they go together: a stable word.
        reason: String,
    },
    /// An action was decided.
    Decided {
        /// 0 for the first.
        step: usize,
        /// Why.
        thought: String,
        /// What.
        action: String,
        /// Name of what it is aimed at.
        target: Option<String>,
        /// What should be seen afterwards.
        expected: Option<String>,
        /// Milliseconds that deciding took.
        ms: u64,
    },
    /// The action was performed.
    Performed {
        /// Which step.
        step: usize,
        /// It could be.
        success: bool,
        /// The executor's code, when it could not.
        code: Option<String>,
        /// What a query read, or why it could not be performed.
        message: Option<String>,
        /// Milliseconds that it took, the page's own settling included.
        ms: u64,
    },
    /// The page gave a file.
    Received {
        /// Which step.
        step: usize,
        /// What the page calls it.
        name: String,
        /// Where it is kept, if it is.
        kept: Option<String>,
    },
    /// An action of several was looked at by this client.
    Checked {
        /// Which step.
        step: usize,
        /// Which of the several; 0 for the first.
        link: u32,
        /// It is as it should be. If not, the rest was left.
        passed: bool,
        /// What is wrong.
        message: Option<String>,
    },
    /// The step was looked at again.
    Verified {
        /// Which step.
        step: usize,
        /// It did what it was meant to do.
        met: bool,
        /// 0 to 1.
        confidence: f64,
        /// Why.
        reason: String,
        /// What decided: 0 nothing changed, 1 rules, 2 a glance of a model, 3 its judgement.
        tier: u8,
        /// What was seen to change.
        evidence: Vec<String>,
    },
    /// The person is asked.
    Asked {
        /// What.
        question: String,
        /// True for a yes or no to one action.
        approval: bool,
    },
    /// The person, or a flag in their place, answered.
    Answered {
        /// What.
        answer: String,
    },
    /// The run ended.
    Ended {
        /// completed, failed, needs_user_input.
        status: String,
        /// Every part of what was asked was seen to be done.
        verified: bool,
        /// What was asked, part by part, and what showed each to be done.
        ledger: Vec<WireClause>,
        /// What it came to.
        result: String,
        /// Steps that were taken.
        steps: usize,
        /// Milliseconds in all.
        ms: u64,
    },
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownStep {
    /// In plain words.
    pub description: String,
    /// Where it stands.
    pub status: PlanStepStatus,
}

impl From<&WirePlan> for RunEvent {
    fn from(plan: &WirePlan) -> Self {
        let steps = plan.steps.iter().map(|step| ShownStep {
            description: step.description.clone(),
            status: step.status,
        });
        Self::Planned {
            steps: steps.collect(),
            current: plan.current_step_index,
        }
    }
}
