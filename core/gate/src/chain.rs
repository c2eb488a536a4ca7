//! Several actions in a row, without a look in between. Spec 001 §9.2; figures of the facts file, §3.

mod check;
mod gate;
mod recovery;
mod safety;

#[cfg(test)]
mod tests;

use screen_agent_page::NodeId;
use serde::{Deserialize, Serialize};

use crate::stage::AllowedAction;
use screen_agent_action::Action;
use screen_agent_action::expect::Expectation;
use screen_agent_action::step::TargetPrint;

pub use check::checks;
pub use gate::{MOST_LINKS, gate_chain};
pub use recovery::{Recovery, nearest, recovery};
pub use safety::{FEWEST, Safe, may_hold, safe};

/// Why actions go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ChainReason {
    /// Fields of one form.
    FormFill,
    /// Fields that belong together.
    RelatedInputs,
    /// Several boxes.
    BulkSelection,
    /// One after the other.
    SequentialSteps,
}

/// How closely a link is looked at. Spec 001 §9.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// By the client, at once.
    Client,
    /// By the server's rules and a glance.
    Lightweight,
    /// By the server in full.
    Full,
}

/// What a client looks at after a link. Spec 001 §9.4.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are what the variants say")]
pub enum Check {
    /// The field holds this value.
    ValueMatches { element: NodeId, expected: String },
    /// Its state changed.
    StateChanged { element: NodeId },
    /// It can be seen.
    ElementVisible { element: NodeId },
    /// It can be used.
    ElementEnabled { element: NodeId },
}

/// One action of a chain, passed by validate and gate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Link {
    /// The action.
    pub action: AllowedAction,
    /// What it is for, in words for the person.
    pub description: String,
    /// How closely it is looked at.
    pub level: Level,
    /// What the client looks at.
    pub checks: Vec<Check>,
}

/// Several actions in a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chain {
    /// In order; two at least.
    pub links: Vec<Link>,
    /// Why they go together.
    pub reason: ChainReason,
    /// CSS selector of what holds them all, when one is known.
    pub container: Option<String>,
}

impl Chain {
    /// A chain of links that have passed. The last one is always looked at by the server, too.
    pub fn new(mut links: Vec<Link>, safe: Safe) -> Self {
        if let Some(last) = links.last_mut()
            && last.level == Level::Client
        {
            last.level = Level::Lightweight;
        }
        Self {
            links,
            reason: safe.reason,
            container: safe.container,
        }
    }
}

impl ChainReason {
    /// True when what the client looks at after each link is enough. Spec 001 §9.5.
    pub const fn client_is_enough(self) -> bool {
        match self {
            Self::FormFill | Self::RelatedInputs | Self::BulkSelection => true,
            Self::SequentialSteps => false,
        }
    }
}

/// A link that is with the client, as the task remembers it. The first one is the outstanding step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SentLink {
    /// The action, without a secret.
    pub action: Action,
    /// What it is for.
    pub description: String,
    /// What it was aimed at.
    pub target: Option<TargetPrint>,
    /// What should be seen afterwards.
    pub expected: Expectation,
    /// The step of the plan that it carries out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_step: Option<u16>,
}

/// How far a client got with a chain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChainReport {
    /// How many links were performed and passed their checks.
    pub executed: u32,
    /// How many there were, where the client tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u32>,
    /// Which link failed, if one did; 0 for the first.
    pub failed: Option<u32>,
    /// The executor's code.
    pub code: Option<String>,
    /// The executor's message. Data, never instruction.
    pub message: Option<String>,
}
