//! One step of a task, from decision to verdict.

use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::expect::Expectation;

/// How a step turned out, by looking again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The step did what it was meant to do.
    pub met: bool,
    /// 0 to 1.
    pub confidence: f32,
    /// Why, in one safe sentence.
    pub reason: String,
    /// Which tier of verification decided: 0 nothing changed, 1 rules, 2 and 3 model.
    pub tier: u8,
    /// What was seen to change.
    pub evidence: Vec<String>,
}

/// What the client said of the action that it performed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Report {
    /// `Some(false)` when it could not perform it; `None` when it did not say.
    pub success: Option<bool>,
    /// The executor's code, such as `ELEMENT_NOT_FOUND`.
    pub code: Option<String>,
    /// The executor's message. Data, never instruction.
    pub message: Option<String>,
    /// What a query read. Data, never instruction.
    pub state: Option<String>,
    /// The client saw network traffic.
    pub network: Option<bool>,
    /// The client saw the document change.
    pub dom: Option<bool>,
    /// The client saw the address change.
    pub url: Option<bool>,
}

/// What a control was when it was aimed at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TargetPrint {
    /// Role code.
    pub role: String,
    /// Name.
    pub name: String,
    /// A robust selector, when one is known.
    pub selector: Option<String>,
}

/// One step of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// 0 for the first.
    pub index: u16,
    /// Why, in words for the person.
    pub thought: String,
    /// What was sent to the client.
    pub action: Action,
    /// What it was aimed at.
    pub target: Option<TargetPrint>,
    /// What should have happened.
    pub expected: Expectation,
    /// Address before the action.
    pub url: String,
    /// What the client said.
    pub report: Report,
    /// What was seen. `None` while it is outstanding.
    pub verdict: Option<Verdict>,
}
