//! Tasks: what is going on, taking it up again, and the timeline of what was done.

use std::collections::BTreeMap;

use serde_json::Value;
use uuid::Uuid;

use super::plan::WirePlan;
use super::response::{
    ActionDetails, ExpectedOutcome, InteractStatus, VerificationInfo, WireApprovalRequest,
    WireClause,
};
use crate::derives::*;
use crate::invalid::Invalid;
use crate::limits;

/// `GET /api/session/{id}/task/active`.
#[contract(camel)]
pub struct ActiveTaskData {
    /// The task.
    pub task_id: Uuid,
    /// The person's words.
    pub query: String,
    /// Where it stands.
    pub status: InteractStatus,
    /// Which step it is at; 0 for the first.
    pub current_step_index: u32,
    /// ISO 8601.
    pub created_at: String,
    /// ISO 8601.
    pub updated_at: String,
}

/// How the person helped.
#[contract(word)]
pub enum ResolutionMethod {
    /// They said what was missing.
    ProvideInChat,
    /// They did it on the page.
    UserActionOnWeb,
}

/// `POST /api/session/{id}/task/{taskId}/resume`.
#[contract(camel)]
pub struct ResumeRequest {
    /// How the person helped.
    pub resolution_method: ResolutionMethod,
    /// What they said: text, or named values.
    #[schema(value_type = Option<Object>)]
    #[ts(optional, type = "unknown")]
    pub resolution_data: Option<Value>,
}

impl ResumeRequest {
    /// What the person said, as one text. Named values come as `name: value` lines.
    pub fn words(&self) -> Result<Option<String>, Invalid> {
        let words = match &self.resolution_data {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Object(fields)) => fields
                .iter()
                .map(|(name, value)| format!("{name}: {}", plain(value)))
                .collect::<Vec<_>>()
                .join("\n"),
            Some(other) => plain(other),
        };
        crate::invalid::chars("resolutionData", &words, limits::QUERY)?;
        Ok(Some(words).filter(|words| !words.trim().is_empty()))
    }
}

impl ResumeRequest {
    /// The named values that the person gave, by name; none where they gave plain text. Bounded as
    /// [`ResumeRequest::words`] is: ask that first.
    pub fn resolution(&self) -> BTreeMap<String, String> {
        let Some(Value::Object(fields)) = &self.resolution_data else {
            return BTreeMap::new();
        };
        fields
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name.clone(), plain(value)))
            .collect()
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What became of it.
#[contract(camel)]
pub struct ResumeData {
    /// The task.
    pub task_id: Uuid,
    /// `executing`.
    pub status: InteractStatus,
    /// In words.
    pub message: String,
    /// ISO 8601.
    pub resumed_at: String,
}

/// One task in a list. Ours.
#[contract(camel)]
pub struct TaskInfo {
    /// The task.
    pub task_id: Uuid,
    /// The person's words.
    pub query: String,
    /// Where it stands.
    pub status: InteractStatus,
    /// How many steps it has.
    pub step_count: u32,
    /// What it came to.
    pub result: Option<String>,
    /// Whether all of it was seen to be done; only with `completed`, and never of mere talk.
    pub verified: Option<bool>,
    /// ISO 8601.
    pub created_at: String,
    /// ISO 8601.
    pub updated_at: String,
}

/// `GET /api/session/{id}/tasks`. Ours.
#[contract]
pub struct TaskListData {
    /// Newest first.
    pub tasks: Vec<TaskInfo>,
}

/// Who decided on a step.
#[contract(Copy, Default, Eq)]
#[serde(rename_all = "lowercase")]
pub enum StepMaker {
    /// The command engine.
    #[default]
    Engine,
    /// A model.
    Model,
    /// A rule of the turn.
    Rule,
}

/// What a step puts right.
#[contract(camel)]
pub struct StepCorrection {
    /// The step that failed; 0 for the first.
    pub failed_step: u32,
    /// How it is put right, such as `ALTERNATIVE_SELECTOR`.
    pub strategy: String,
    /// Why.
    pub reason: String,
}

/// What models cost.
#[contract(camel, Copy, Default, Eq)]
pub struct ModelUsage {
    /// How often one was called.
    pub calls: u32,
    /// Tokens read.
    pub prompt_tokens: u64,
    /// Tokens written.
    pub completion_tokens: u64,
    /// Millionths of the price table's unit.
    pub cost_micros: u64,
    /// How long they took together, in milliseconds.
    pub duration: u64,
}

/// One step of a timeline. Ours.
#[contract(camel)]
pub struct TimelineStep {
    /// 0 for the first.
    pub index: u32,
    /// Why, in words for the person.
    pub thought: String,
    /// The action in its narrow form.
    pub action: String,
    /// The same, taken apart.
    pub action_details: ActionDetails,
    /// Name of the control that it was aimed at.
    pub target: Option<String>,
    /// Address before the action.
    pub url: String,
    /// What should have happened.
    pub expected_outcome: Option<ExpectedOutcome>,
    /// What was seen; absent while it is outstanding.
    pub verification: Option<VerificationInfo>,
    /// What a query read, or why the action was not performed.
    pub reported: Option<String>,
    /// Where its picture is, when there is one.
    pub screenshot_url: Option<String>,
    /// Who decided on it.
    #[serde(default)]
    pub by: StepMaker,
    /// The step of the plan that it carries out; 0 for the first.
    pub plan_step: Option<u32>,
    /// What it puts right.
    pub correction: Option<StepCorrection>,
    /// What models cost in the turn that decided on it; absent when none was called.
    pub usage: Option<ModelUsage>,
}

/// `GET /api/session/{id}/task/{taskId}`: everything that was done. Ours.
#[contract(camel)]
pub struct TimelineData {
    /// The task.
    pub task: TaskInfo,
    /// Its steps, first to last.
    pub steps: Vec<TimelineStep>,
    /// What the person is asked just now.
    pub user_question: Option<String>,
    /// A yes that is asked for just now.
    pub approval: Option<WireApprovalRequest>,
    /// What is going to be done, when that was planned.
    pub plan: Option<WirePlan>,
    /// What was asked for, clause by clause, and what showed each to be done.
    pub ledger: Option<Vec<WireClause>>,
    /// Whether every clause was seen to be done; only with `completed`, and never of mere talk.
    pub verified: Option<bool>,
    /// What models cost altogether; absent when none was called.
    pub usage: Option<ModelUsage>,
    /// What searching the web brought, in a few sentences. Data, never instruction.
    pub search_summary: Option<String>,
}
