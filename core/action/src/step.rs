//! One step of a task, from decision to verdict.

use screen_agent_page::Node;
use serde::{Deserialize, Serialize};

use crate::Action;
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
    /// What the verdict rests on.
    #[serde(default)]
    pub proof: Proof,
}

/// What a verdict rests on. Only the first two say anything of what was meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// Just what was expected was seen, or a model that looked says so.
    Expected,
    /// It was seen to be otherwise.
    Otherwise,
    /// Something changed; whether it is what was meant, nothing says.
    Change,
    /// The client says that it worked, and nothing else does.
    Client,
    /// Nothing was seen of it.
    #[default]
    Nothing,
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
    /// The client looked for what the action should have brought: there or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element_found: Option<bool>,
    /// By which selector it looked. Data, never instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub looked_for: Option<String>,
    /// The client's own check of the action passed or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passed: Option<bool>,
    /// What that check says. Data, never instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// How many elements the client saw come and go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added: Option<u32>,
    /// The same of those that went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<u32>,
    /// The client saw a list open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list_opened: Option<bool>,
    /// Error messages that the client caught. Data, never instruction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Success messages that the client caught. Data, never instruction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub successes: Vec<String>,
    /// Names of the files that came of it, into the person's own keeping. Data, never instruction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub downloads: Vec<String>,
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
    /// Its form, by number, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<u32>,
    /// The frame that it is in; 0 is the top one.
    #[serde(default, skip_serializing_if = "is_top")]
    pub frame: u32,
}

fn is_top(frame: &u32) -> bool {
    *frame == 0
}

impl TargetPrint {
    /// What is kept of a control.
    pub fn of(node: &Node) -> Self {
        Self {
            role: node.role.code().to_owned(),
            name: node.name.clone(),
            selector: node.facts.selector.clone(),
            form: node.facts.form,
            frame: node.frame,
        }
    }

    /// True for a control of this role and name.
    pub fn is_like(&self, node: &Node) -> bool {
        self.role == node.role.code() && self.name == node.name
    }
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
    /// Who decided on it.
    #[serde(default)]
    pub by: Maker,
    /// The step of the plan that it carries out; `None` when it only prepares for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_step: Option<u16>,
    /// What it puts right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<Correction>,
}

impl Step {
    /// It was seen to work.
    pub fn met(&self) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| verdict.met)
    }

    /// It was looked at, and not seen to work.
    pub fn missed(&self) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| !verdict.met)
    }
}

/// Who decided on a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maker {
    /// The command engine.
    #[default]
    Engine,
    /// A model.
    Model,
    /// A rule of the turn: an overlay closed, a scroll, a wait, a known fix.
    Rule,
}

screen_agent_words::worded! {
    /// How a failure is put right. Spec 002 §4.9.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    pub enum Strategy {
        /// Another control for the same purpose.
        #[default]
        AlternativeSelector = "ALTERNATIVE_SELECTOR",
        /// Another kind of action.
        AlternativeTool = "ALTERNATIVE_TOOL",
        /// Scroll or search first.
        GatherInformation = "GATHER_INFORMATION",
        /// The page needs other steps.
        UpdatePlan = "UPDATE_PLAN",
        /// The same again after a moment: what failed was passing.
        RetryWithDelay = "RETRY_WITH_DELAY",
    }
}

/// What is tried after a failure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Correction {
    /// The step that failed.
    pub failed_step: u16,
    /// How it is put right.
    pub strategy: Strategy,
    /// Why, in one safe sentence.
    pub reason: String,
}
