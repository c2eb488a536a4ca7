//! What should be seen after an action.

mod template;

pub use template::{SOME_CHANGE, expect, merge};

use screen_agent_page::{NodeId, State};
use serde::{Deserialize, Serialize};

/// What an action is expected to change. Made before it is done, compared after.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Expectation {
    /// In plain words, for the person.
    pub description: String,
    /// The address should change (`Some(true)`), stay (`Some(false)`), or either.
    pub url_change: Option<bool>,
    /// What should be true of particular controls.
    pub changes: Vec<ExpectedChange>,
    /// Words or controls that should appear, and were not there before.
    pub appear: Vec<Appearance>,
    /// Words that stand on the page, and should no longer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub vanish: Vec<String>,
    /// What the next step needs to see.
    pub next_goal: Option<NextGoal>,
    /// The kind of action, which decides what is checked.
    pub kind: OutcomeKind,
}

/// What kind of outcome an action has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeKind {
    /// Opens a list or menu.
    Dropdown,
    /// Goes to another page.
    Navigation,
    /// Changes the value or state of one control.
    Field,
    /// Sends a form: it goes, or the page says what became of it.
    Form,
    /// Reads or waits; nothing needs to change.
    Query,
    /// Anything else: something should change.
    #[default]
    Generic,
}

/// A change that is expected of one control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are what the variants say")]
pub enum ExpectedChange {
    /// It should hold this value.
    Value { id: NodeId, value: String },
    /// A state should hold, or not hold.
    State {
        id: NodeId,
        state: State,
        holds: bool,
    },
}

/// Something that should come into view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Appearance {
    /// Role codes, any of which will do.
    pub roles: Vec<String>,
    /// Words in its name or text.
    pub text: Option<String>,
}

/// What the next step needs to see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NextGoal {
    /// In plain words.
    pub description: String,
    /// CSS selector.
    pub selector: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// Role code.
    pub role: Option<String>,
    /// Without it the action has failed.
    pub required: bool,
}
