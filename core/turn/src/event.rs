//! What comes in.

use std::sync::Arc;

use screen_agent_page::Observation;
use serde::{Deserialize, Serialize};

use crate::blocker::RequiredField;
use screen_agent_action::ask::{Proposal, ProposeFailure};
use screen_agent_action::step::Report;
use screen_agent_gate::approval::ApprovalAnswer;
use screen_agent_gate::chain::ChainReport;
use screen_agent_think::file::TaskFile;
use screen_agent_think::models::{ModelLimits, ModelReply, Spent, ThinkFailure};
use screen_agent_think::recollect::Recollection;
use screen_agent_think::search::{Found, SearchFailure};

/// What a client can do. Spec README, decision 6.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Capabilities {
    /// Shows approval requests and answers them.
    pub approvals: bool,
    /// Shows questions as forms.
    pub user_input_forms: bool,
    /// Sends more when asked.
    pub negotiate: bool,
    /// Scrolls and asks again.
    pub scroll_retry: bool,
    /// Performs several actions in a row.
    pub chain: bool,
    /// Hands these over where a page asks for files: their names, as the person gave them to the client.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// What it sends as words is a program's, and no person has said it: it orders nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_program: bool,
    /// The person wants to be asked about everything that is done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub each_is_asked: bool,
}

/// What was given, for this page.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockerAnswer {
    /// How many steps there were when it was given.
    pub(crate) from: u16,
    /// In the order of the page, and only what was asked for.
    pub(crate) values: Vec<(RequiredField, String)>,
}

/// One look at the screen, with what came along.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seen {
    pub screen: Arc<Observation>,
    /// What the client said of the action that it performed.
    pub report: Report,
    /// New words of the person, when they differ from the task's.
    pub words: Option<String>,
    /// An answer to an approval request.
    pub approval: Option<ApprovalAnswer>,
    /// A file that came with the words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<TaskFile>,
    /// What the client can do.
    pub client: Capabilities,
    /// Milliseconds since the epoch.
    pub now_ms: i64,
    /// Today, as `YYYY-MM-DD`, in the person's time zone.
    pub today: String,
    /// How far the client got with a chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain: Option<ChainReport>,
    /// The models that may be asked; `None` when there is none.
    #[serde(rename = "mind", skip_serializing_if = "Option::is_none")]
    pub models: Option<ModelLimits>,
    /// The models that may be asked where the control of a kept step is, and nothing else; `None` when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locator: Option<ModelLimits>,
    /// The web can be searched.
    pub can_search: bool,
    /// What the person gave to get past a blocker, by field. Never recorded.
    #[serde(skip)]
    pub resolution: std::collections::BTreeMap<String, String>,
    /// The same, bound to the controls that it is for. Never recorded.
    #[serde(skip)]
    pub given: Option<BlockerAnswer>,
}

/// What comes in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A client looked.
    Observed { seen: Box<Seen> },
    /// A proposer answered.
    Proposed { proposal: Box<Proposal> },
    /// A proposer could not answer.
    ProposeFailed { failure: ProposeFailure },
    /// What is remembered outside of the task.
    Recalled { recollection: Box<Recollection> },
    /// A model answered.
    Thought { said: ModelReply },
    /// No model answered.
    ThinkFailed {
        failure: ThinkFailure,
        /// What the tries cost.
        spent: Spent,
    },
    /// A search came back.
    Searched {
        /// With what, or why with nothing.
        result: Result<Found, SearchFailure>,
    },
    /// The person did, or said, what a waiting task was held up by.
    Resumed {
        /// What they said, if anything.
        said: Option<String>,
    },
    /// The person stopped the task.
    Stopped,
}
