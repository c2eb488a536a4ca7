//! `POST /api/agent/interact`: what a client is told. Spec 001 §4, §8; facts §2.

use crate::extension::knowledge::RagDebug;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::basis::DecisionBasis;
use super::blocker::BlockerInfo;
use super::chain::{ChainAction, ChainMetadata, ChainSummary};
use super::plan::WirePlan;
use super::report::ElementId;
use super::request::WireDomMode;
use crate::derives::*;

/// Where a task stands, as clients know it.
#[contract(word, Default)]
pub enum InteractStatus {
    /// Made, nothing decided yet.
    #[default]
    Active,
    /// A plan is being made.
    Planning,
    /// An action is with the client.
    Executing,
    /// What it did is being looked at.
    Verifying,
    /// It failed; another way is being tried.
    Correcting,
    /// The person is asked something.
    NeedsUserInput,
    /// More of the page is wanted.
    NeedsContext,
    /// The whole document is wanted.
    NeedsFullDom,
    /// Scroll, look again and ask again.
    NeedsScroll,
    /// Reached its goal.
    Completed,
    /// Ended without.
    Failed,
    /// Left lying, or stopped by the person.
    Interrupted,
}

/// Where a task happens.
#[contract(word, Default)]
pub enum WireTaskType {
    /// On a page.
    #[default]
    WebOnly,
    /// On a page, with a file.
    WebWithFile,
    /// In the chat alone.
    ChatOnly,
}

/// Who performs an action.
#[contract(Copy, Eq)]
#[serde(rename_all = "UPPERCASE")]
pub enum WireToolType {
    /// The client.
    Dom,
    /// The server.
    Server,
    /// Both, in turn.
    Mixed,
}

/// The action taken apart.
#[contract(camel)]
pub struct ActionDetails {
    /// Its name.
    pub name: String,
    /// The control that it is aimed at.
    pub element_id: Option<ElementId>,
    /// A robust selector of it, when one is known.
    pub selector_path: Option<String>,
    /// The rest of what it takes.
    #[schema(value_type = Option<Object>)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub args: Option<Map<String, Value>>,
}

/// The action as a tool call.
#[contract(camel)]
pub struct ToolAction {
    /// Its name.
    pub tool_name: String,
    /// Who performs it.
    pub tool_type: WireToolType,
    /// What it takes.
    #[schema(value_type = Object)]
    #[ts(type = "Record<string, unknown>")]
    pub parameters: Map<String, Value>,
    /// What the server just did with its memory, on the way to this action.
    pub memory_result: Option<MemoryResult>,
}

/// What came of keeping or recalling something.
#[contract(camel, Eq)]
pub struct MemoryResult {
    /// `remember`, `recall` or `exportToSession`.
    pub action: String,
    /// It was done.
    pub success: bool,
    /// What came of it, in words.
    pub message: Option<String>,
}

/// Where what is needed comes from, and how sure the model is of that. Spec 002 §4.7.
#[contract(camel, Default)]
pub struct ReasoningInfo {
    /// `MEMORY`, `PAGE`, `WEB_SEARCH` or `ASK_USER`.
    pub source: String,
    /// 0 to 1.
    pub confidence: f32,
    /// Why, in words.
    pub reasoning: String,
    /// What it rests on.
    pub evidence: ReasoningEvidence,
}

/// What a judgement rests on.
#[contract(camel, Default, Eq)]
pub struct ReasoningEvidence {
    /// Where it was found.
    pub sources: Vec<String>,
    /// How strong it is, in one word.
    pub quality: String,
    /// What it does not show.
    pub gaps: Vec<String>,
}

/// Verdict on the step before.
#[contract]
pub struct VerificationInfo {
    /// It did what it was meant to do.
    pub success: bool,
    /// 0 to 1.
    pub confidence: f32,
    /// Why.
    pub reason: String,
    /// What was seen to change. Ours.
    pub evidence: Vec<String>,
    /// What decided: 0 nothing changed, 1 rules, 2 a glance of a model, 3 its judgement. Ours.
    #[serde(default)]
    pub tier: u8,
}

/// One thing that was asked for. Ours.
#[contract(Eq)]
pub struct WireClause {
    /// The person's words for it.
    pub words: String,
    /// How it stands.
    pub standing: WireStanding,
    /// What shows it, or why nothing does; empty while it is open.
    pub evidence: String,
}

/// How a clause stands.
#[contract(word)]
pub enum WireStanding {
    /// It was seen to be done.
    Verified,
    /// It was carried out, and nothing that can be seen says what became of it.
    Unverified,
    /// It is still to be done.
    Open,
    /// It was seen to be otherwise.
    Wrong,
}

/// What the action puts right.
#[contract(camel)]
pub struct CorrectionInfo {
    /// `ALTERNATIVE_SELECTOR`, `ALTERNATIVE_TOOL`, `GATHER_INFORMATION`, `UPDATE_PLAN` or
    /// `RETRY_WITH_DELAY`.
    pub strategy: String,
    /// Why.
    pub reason: String,
    /// What is tried instead, in its narrow form.
    pub retry_action: String,
}

/// What should be seen after the action.
#[contract(camel)]
pub struct ExpectedOutcome {
    /// In plain words.
    pub description: String,
    /// In facts of the document.
    pub dom_changes: Option<ExpectedDomChanges>,
    /// What the next step needs to see.
    pub next_goal: Option<WireNextGoal>,
}

/// What the next step needs to see. Spec 002 §4.9.
#[contract(camel, Default, Eq)]
pub struct WireNextGoal {
    /// In plain words.
    pub description: String,
    /// CSS selector of it.
    pub selector: Option<String>,
    /// Its text.
    pub text_content: Option<String>,
    /// Its role.
    pub role: Option<String>,
    /// Without it the action has failed.
    pub required: bool,
}

/// A value or a state that a control should have.
#[contract(camel)]
pub struct AttributeChange {
    /// Which control.
    pub element_id: ElementId,
    /// `value`, or the attribute of a state, such as `aria-expanded`.
    pub attribute: String,
    /// What it should be.
    pub expected_value: String,
}

/// The same, in facts of the document.
#[contract(camel, Default)]
pub struct ExpectedDomChanges {
    /// The address should change, or stay.
    pub url_should_change: Option<bool>,
    /// Words that should appear.
    #[serde(default)]
    pub text_to_appear: Vec<String>,
    /// Roles of controls that should appear.
    #[serde(default)]
    pub elements_to_appear: Vec<String>,
    /// What should be true of particular controls.
    #[serde(default)]
    pub attribute_changes: Vec<AttributeChange>,
}

/// A yes that is asked for. Ours; other clients read the question.
#[contract(camel)]
pub struct WireApprovalRequest {
    /// An answer must repeat it.
    pub fingerprint: String,
    /// Why it is asked: a stable code.
    pub reason: String,
    /// What will happen, and where.
    pub text: String,
    /// The action in its narrow form.
    pub action: String,
    /// Origin that it takes effect on.
    pub origin: String,
    /// The control that it is aimed at.
    pub element_id: Option<ElementId>,
    /// Milliseconds since the epoch after which the answer no longer counts.
    pub expires_at: i64,
}

/// One of the answers that a question offers. Ours.
#[contract(camel)]
pub struct WireOffer {
    /// What the person says by choosing it.
    pub words: String,
    /// The control that is meant by it, as the page that was sent has it.
    pub element_id: Option<ElementId>,
}

/// What stands behind a question.
#[contract(camel, Default)]
pub struct QuestionContext {
    /// The web was searched first.
    pub search_performed: bool,
    /// What was found.
    pub search_summary: Option<String>,
    /// Why it is asked.
    pub reasoning: String,
}

/// Tokens of a model.
#[contract(camel, Copy, Default, Eq)]
pub struct TokenUsage {
    /// Read.
    pub prompt_tokens: u32,
    /// Written.
    pub completion_tokens: u32,
}

/// What the turn cost.
#[contract(camel, Copy, Default, Eq)]
pub struct InteractMetrics {
    /// Milliseconds in all.
    pub request_duration: u32,
    /// Milliseconds of looking up what the organisation knows.
    pub rag_duration: Option<u32>,
    /// Milliseconds of the model.
    pub llm_duration: Option<u32>,
    /// Its tokens.
    pub token_usage: Option<TokenUsage>,
    /// Which step this is; 0 for the first.
    pub step_index: u32,
    /// The task's steps so far, by how they turned out. Ours.
    pub steps: StepCounts,
}

/// Steps of a task, counted.
#[contract(camel, Copy, Default, Eq)]
pub struct StepCounts {
    /// All of them.
    pub total: u32,
    /// Seen to have worked.
    pub verified: u32,
    /// Looked at, and not seen to have worked.
    pub failed: u32,
    /// Those that put another right.
    pub corrections: u32,
}

/// The answer to one turn. Absent fields do not apply to it.
#[contract(camel, Default)]
pub struct InteractData {
    /// The task; sent back with the next turn.
    pub task_id: Uuid,
    /// The conversation.
    pub session_id: Uuid,
    /// Where the task stands.
    pub status: InteractStatus,
    /// Where it happens.
    pub task_type: WireTaskType,
    /// Why, in words for the person.
    pub thought: Option<String>,
    /// Where what is needed comes from; absent where no model was asked that.
    pub reasoning: Option<ReasoningInfo>,
    /// What to perform: one action in its narrow form.
    pub action: Option<String>,
    /// The same, taken apart.
    pub action_details: Option<ActionDetails>,
    /// The same, as a tool call.
    pub tool_action: Option<ToolAction>,
    /// What it was decided on.
    pub basis: Option<DecisionBasis>,
    /// Several actions in a row; `action` is the first. Only for clients that say `chain`.
    pub actions: Option<Vec<ChainAction>>,
    /// What is true of them all.
    pub metadata: Option<ChainMetadata>,
    /// The same, as older clients read it.
    pub chain_metadata: Option<ChainSummary>,
    /// What should be seen afterwards.
    pub expected_outcome: Option<ExpectedOutcome>,
    /// What the action puts right.
    pub correction: Option<CorrectionInfo>,
    /// Verdict on the step before.
    pub verification: Option<VerificationInfo>,
    /// What is going to be done.
    pub plan: Option<WirePlan>,
    /// Which step this is; 0 for the first.
    pub current_step: Option<u32>,
    /// How many steps there are so far, or in the plan.
    pub total_steps: Option<u32>,
    /// What was asked for, clause by clause, and what showed each to be done. Ours.
    pub ledger: Option<Vec<WireClause>>,
    /// Whether every clause was seen to be done; only with `completed`, and never of mere talk. Ours.
    pub verified: Option<bool>,

    /// What the person is asked.
    pub user_question: Option<String>,
    /// Which facts are missing.
    pub missing_information: Option<Vec<String>>,
    /// What the question offers to be answered with; anything else may be said, too. Ours.
    pub offers: Option<Vec<WireOffer>>,
    /// What stands behind the question.
    pub context: Option<QuestionContext>,
    /// What stands in the way, when that is why something is asked.
    pub blocker_info: Option<BlockerInfo>,
    /// A yes that is asked for. Ours.
    pub approval: Option<WireApprovalRequest>,

    /// How much of the page is wanted.
    pub requested_dom_mode: Option<WireDomMode>,
    /// The skeleton is wanted.
    pub needs_skeleton_dom: Option<bool>,
    /// A screenshot is wanted.
    pub needs_screenshot: Option<bool>,
    /// Why more is wanted.
    pub reason: Option<String>,
    /// What is being scrolled for.
    pub scroll_reason: Option<String>,
    /// Ask again after the scroll.
    pub retry_after_scroll: Option<bool>,

    /// The web was searched for this task.
    pub web_search_performed: Option<bool>,
    /// What was found.
    pub web_search_summary: Option<String>,

    /// Knowledge of the organisation was used.
    pub has_org_knowledge: bool,
    /// Why it was used or not.
    pub rag_debug: Option<RagDebug>,
    /// Tokens of the model.
    pub usage: Option<TokenUsage>,
    /// What the turn cost.
    pub metrics: Option<InteractMetrics>,
    /// For developers; only in debug mode.
    #[schema(value_type = Option<Object>)]
    #[ts(optional, type = "unknown")]
    pub debug_info: Option<Value>,
}
