//! Tasks: what is going on, taking it up again, and the timeline of what was done.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::response::{
    ActionDetails, ExpectedOutcome, InteractStatus, VerificationInfo, WireApprovalRequest,
};
use crate::invalid::Invalid;
use crate::limits;

/// `GET /api/session/{id}/task/active`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ResolutionMethod {
    /// They said what was missing.
    ProvideInChat,
    /// They did it on the page.
    UserActionOnWeb,
}

/// `POST /api/session/{id}/task/{taskId}/resume`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ResumeRequest {
    /// How the person helped.
    pub resolution_method: ResolutionMethod,
    /// What they said: text, or named values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    #[ts(type = "unknown")]
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

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// ISO 8601.
    pub created_at: String,
    /// ISO 8601.
    pub updated_at: String,
}

/// `GET /api/session/{id}/tasks`. Ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
pub struct TaskListData {
    /// Newest first.
    pub tasks: Vec<TaskInfo>,
}

/// One step of a timeline. Ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Address before the action.
    pub url: String,
    /// What should have happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_outcome: Option<ExpectedOutcome>,
    /// What was seen; absent while it is outstanding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verification: Option<VerificationInfo>,
    /// What a query read, or why the action was not performed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported: Option<String>,
    /// Where its picture is, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot_url: Option<String>,
}

/// `GET /api/session/{id}/task/{taskId}`: everything that was done. Ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct TimelineData {
    /// The task.
    pub task: TaskInfo,
    /// Its steps, first to last.
    pub steps: Vec<TimelineStep>,
    /// What the person is asked just now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_question: Option<String>,
    /// A yes that is asked for just now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<WireApprovalRequest>,
}
