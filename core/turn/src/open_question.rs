//! What the person is being asked, and what waits for their answer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::blocker::Blocker;
use screen_agent_action::ask::{OfferedAnswer, Proposal};
use screen_agent_action::step::TargetPrint;
use screen_agent_gate::approval::ApprovalRequest;

/// A question that waits for the person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OpenQuestion {
    /// Something only they know.
    Question {
        question: String,
        missing: Vec<String>,
        /// What stands in the way, if that is why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blocker: Option<Box<Blocker>>,
        /// What it offers to be answered with.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        offers: Vec<OfferedAnswer>,
    },
    /// A yes or no to one action, or, where nothing is held, to staying on a page.
    Approval {
        #[serde(flatten)]
        request: ApprovalRequest,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held: Option<Box<Held>>,
    },
}

/// A proposal that waits for a yes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    pub proposal: Proposal,
    /// What it was aimed at. A yes is for no other control, whatever has its id by then.
    pub on: Option<TargetPrint>,
    /// What was on the screen when it was asked about, part by part, as short prints.
    pub parts: BTreeMap<String, String>,
}

impl OpenQuestion {
    /// The question whether to stay on a page outside of the task's sites, where that is asked.
    pub(crate) fn asks_to_stay(&self) -> Option<&ApprovalRequest> {
        self.request().filter(|_| self.held().is_none())
    }

    /// The request for a yes, where it is one.
    pub fn request(&self) -> Option<&ApprovalRequest> {
        match self {
            Self::Approval { request, .. } => Some(request),
            Self::Question { .. } => None,
        }
    }

    /// What a yes would let through.
    pub(crate) fn held(&self) -> Option<&Held> {
        match self {
            Self::Approval { held, .. } => held.as_deref(),
            Self::Question { .. } => None,
        }
    }

    /// What is asked, in words.
    pub fn words(&self) -> &str {
        match self {
            Self::Question { question, .. } => question,
            Self::Approval { request, .. } => &request.text,
        }
    }
}
