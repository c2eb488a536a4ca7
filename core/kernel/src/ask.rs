//! What a proposer is asked, and what it may answer.
//!
//! The command engine and a model stand behind the same two types. Neither is trusted.

use std::sync::Arc;

use screen_agent_page::Observation;
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::expect::Expectation;
use crate::step::Step;
use crate::task::{Answer, Notes};

/// Everything that a proposer may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// The person's words.
    pub query: String,
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
