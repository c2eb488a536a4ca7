//! What comes in.

use std::sync::Arc;

use screen_agent_page::Observation;
use serde::{Deserialize, Serialize};

use crate::approval::ApprovalAnswer;
use crate::ask::{Proposal, ProposeFailure};
use crate::step::Report;

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
}

/// One look at the screen, with what came along.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seen {
    /// What is on the screen.
    pub screen: Arc<Observation>,
    /// What the client said of the action that it performed.
    pub report: Report,
    /// New words of the person, when they differ from the task's.
    pub words: Option<String>,
    /// An answer to an approval request.
    pub approval: Option<ApprovalAnswer>,
    /// A file came with the words.
    pub attachment: bool,
    /// What the client can do.
    pub client: Capabilities,
    /// Milliseconds since the epoch.
    pub now_ms: i64,
    /// Today, as `YYYY-MM-DD`, in the person's time zone.
    pub today: String,
}

/// What comes in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A client looked.
    Observed {
        /// What it saw.
        seen: Box<Seen>,
    },
    /// A proposer answered.
    Proposed {
        /// Its answer.
        proposal: Box<Proposal>,
    },
    /// A proposer could not answer.
    ProposeFailed {
        /// Why.
        failure: ProposeFailure,
    },
    /// The person stopped the task.
    Stopped,
}
