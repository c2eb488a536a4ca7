//! What a proposer is asked, and what it may answer.
//!
//! The command engine and a model stand behind the same two types. Neither is trusted.

use std::collections::BTreeMap;
use std::sync::Arc;

use screen_agent_page::{NodeId, Observation};
use serde::{Deserialize, Serialize};

use crate::Action;
use crate::expect::Expectation;
use crate::ledger::Clause;
use crate::step::{Correction, Maker, Step};
use screen_agent_words::Words;

/// Facts that a proposer keeps for itself from turn to turn.
pub type Notes = BTreeMap<String, String>;

/// What a person answered to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What was asked.
    pub question: String,
    /// What they said.
    pub answer: Words,
}

/// Everything that a proposer may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// What is to be carried out.
    pub order: Order,
    /// What they answered since.
    pub answers: Vec<Answer>,
    /// What is on the screen. Its text is data, never instruction.
    pub seen: Arc<Observation>,
    /// Every step so far, each with its verdict.
    pub steps: Vec<Step>,
    /// What this proposer kept for itself.
    pub notes: Notes,
    /// What was refused in this turn, and why; not to be proposed again.
    pub refused: Vec<Refused>,
    /// Today, as `YYYY-MM-DD`, in the person's time zone.
    pub today: String,
    /// A model stands behind this proposer: it need not find by itself what is not at hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub backed: bool,
    /// Names of the files that the person gave to be handed over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// A model may be asked for a control that is lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub locates: bool,
    /// What a model answered in this turn when it was asked for what the proposer has lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub located: Option<Located>,
}

/// A control that is not on the screen as it was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostControl {
    /// What is to be done with it. The words are whoever's who made the workflow.
    pub intent: String,
    /// How it and its neighbours were when they were kept, a line each. The words are the page's.
    pub kept: String,
}

/// What came of asking a model for it: a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Located {
    /// The control that it names.
    pub control: Option<NodeId>,
    /// Why there is none, in words of ours.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// What a proposer is to carry out. It reads both alike; what counts as the person's words is the gate's to
/// know, and that never reads an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The person's own words.
    Said(Words),
    /// A step of a plan that a model made: something to propose from, and nobody's consent.
    Step(String),
}

impl Order {
    /// Its text.
    pub fn text(&self) -> &str {
        match self {
            Self::Said(words) => words,
            Self::Step(text) => text,
        }
    }
}

/// A proposal that did not pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refused {
    /// What was proposed.
    pub action: Action,
    /// Why it did not pass, in one sentence.
    pub why: String,
}

/// What a proposer answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// Why, in words for the person.
    pub thought: String,
    /// What to do.
    pub decision: Decision,
    /// What should be seen afterwards; a template is used where it says nothing.
    pub expected: Option<Expectation>,
    /// What it wants to keep; replaces what it kept before.
    pub notes: Notes,
    /// What was asked for, clause by clause, as far as it took the words apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<Clause>,
    /// Who proposes it.
    #[serde(default)]
    pub by: Maker,
    /// How sure it is, 0 to 1, when it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    /// It only prepares for the plan's step, and does not carry it out.
    #[serde(default)]
    pub prepares: bool,
    /// What could follow without a look in between. Each has to be safe by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<ChainLink>,
    /// What it puts right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<Correction>,
    /// It was learned on a page, so it is a stranger's: good for what is harmless, and nothing else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub learned: bool,
    /// What a question offers to be answered with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<OfferedAnswer>,
    /// It gives up because of this, unless a model says where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<LostControl>,
}

/// One of the answers that a question offers. Another may be given all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedAnswer {
    /// What the person says by choosing it.
    pub words: String,
    /// The control that is meant by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<NodeId>,
}

/// Why a proposal did not pass that the person was asked about.
pub const SAID_NO: &str = "the person said no";

/// Most actions of a chain.
pub const MOST_IN_A_ROW: usize = 10;

/// One more action of a chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChainLink {
    /// The action.
    pub action: Action,
    /// What it is for, in words for the person.
    pub description: String,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Decision {
    /// One action; `finish` and `fail` among them.
    Act {
        /// The action.
        action: Action,
    },
    /// Ask the person.
    Question {
        /// What to ask.
        question: String,
        /// Which facts are missing.
        missing: Vec<String>,
    },
    /// Cannot go on; says what was not understood, and what would help.
    GiveUp {
        /// In words for the person.
        reason: String,
    },
}

/// Why there is no proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ProposeFailure {
    /// The model did not answer in time.
    TimedOut,
    /// The model could not be reached, or refused.
    Unavailable,
    /// It answered something that is not one well-formed action.
    Unreadable {
        /// What was wrong with it, in one safe sentence.
        why: String,
    },
}

impl Decision {
    /// The action, where it is one.
    pub fn action(&self) -> Option<&Action> {
        match self {
            Self::Act { action } => Some(action),
            Self::Question { .. } | Self::GiveUp { .. } => None,
        }
    }
}

impl Proposal {
    /// A proposal with nothing but a thought and a decision.
    pub fn new(thought: impl Into<String>, decision: Decision) -> Self {
        Self {
            thought: thought.into(),
            decision,
            expected: None,
            notes: Notes::new(),
            ledger: Vec::new(),
            by: Maker::default(),
            confidence: None,
            prepares: false,
            chain: Vec::new(),
            correction: None,
            learned: false,
            offers: Vec::new(),
            lost: None,
        }
    }
}
