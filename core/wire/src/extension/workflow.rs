//! Kept workflows, as their owner has them on the server.

use std::collections::BTreeMap;

use uuid::Uuid;

use screen_agent_action::status::MAX_STEPS;

use super::capture::PageCapture;
use super::run::inputs;
use crate::derives::*;
use crate::invalid::{Invalid, chars, given};
use crate::limits;

/// What a task says that carries a workflow out where nobody orders anything by words of their own: nothing that consents
/// to anything.
pub const NO_ORDER: &str = "Go through the kept steps.";
/// Longest file, in characters.
const FILE: usize = 200_000;

/// What made a version.
#[contract(word, Hash)]
pub enum WorkflowCause {
    /// It was kept for the first time.
    Saved,
    /// Somebody changed it.
    Edited,
    /// A step was done otherwise than it was kept, and seen to work.
    Healed,
}

/// A workflow, and which version of it.
#[contract(Default, Eq)]
pub struct WorkflowRef {
    /// Its id.
    pub id: Uuid,
    /// Which version; the latest when it begins, if omitted.
    pub version: Option<u32>,
    /// No model is asked where a control is that is not as it was kept.
    #[serde(rename = "noModel")]
    pub no_model: Option<bool>,
}

/// A workflow that a task carries out.
#[contract(Default, Eq)]
pub struct WorkflowStart {
    /// Its id.
    pub id: Uuid,
    /// Which version; the latest, if omitted.
    pub version: Option<u32>,
    /// No model is asked where a control is that is not as it was kept.
    #[serde(rename = "noModel")]
    pub no_model: Option<bool>,
    /// Values by the names of its parameters.
    #[serde(default)]
    pub inputs: BTreeMap<String, String>,
}

impl WorkflowStart {
    /// Refuses what is over a limit.
    pub fn check(&self) -> Result<(), Invalid> {
        inputs(&self.inputs).map_err(|invalid| invalid.inside("workflow"))
    }
}

/// How a workflow is written down.
#[contract(word, Hash)]
pub enum WorkflowForm {
    /// Our own file.
    Toml,
    /// A recording of the Recorder in Chrome's developer tools: JSON.
    Devtools,
    /// A script as Playwright's codegen writes it.
    Playwright,
}

/// `POST /api/workflows`.
#[contract(Default, Eq)]
pub struct NewWorkflow {
    /// What is kept. Of a recording or a script that which our file has a place for; the first version says what was left.
    pub text: String,
    /// How it is written; as our own file, if omitted.
    pub form: Option<WorkflowForm>,
    /// What a recording or a script is to be called; its own title, if omitted. Our file has its name in it.
    pub name: Option<String>,
}

impl NewWorkflow {
    /// Refuses nothing and too much. What the file says is for others to read.
    pub fn checked(self) -> Result<Self, Invalid> {
        given("text", &self.text, FILE)?;
        chars("name", &self.name, limits::TITLE)?;
        Ok(self)
    }
}

/// `PUT /api/workflows/{id}`.
#[contract(Default, Eq)]
pub struct WorkflowText {
    /// The file: TOML.
    pub text: String,
    /// The version that was changed; whatever is the latest, if omitted.
    pub version: Option<u32>,
}

impl WorkflowText {
    /// Refuses nothing and too much. What the file says is for others to read.
    pub fn checked(self) -> Result<Self, Invalid> {
        given("text", &self.text, FILE)?;
        Ok(self)
    }
}

/// `POST /api/workflows/from-task`.
#[contract(camel, Default, Eq)]
pub struct WorkflowFromTask {
    /// A finished task of one's own, of which every part was seen to be done.
    pub task_id: Uuid,
    /// What it is to be called; the words of the task, if omitted.
    pub name: Option<String>,
}

impl WorkflowFromTask {
    /// Refuses a name that is too long.
    pub fn checked(self) -> Result<Self, Invalid> {
        chars("name", &self.name, limits::TITLE)?;
        Ok(self)
    }
}

/// Something that a person did themselves, as their browser noted it down.
#[contract(camel, Default)]
pub struct RecordedStep {
    /// One action of the grammar, with the control's id in `seen`.
    pub action: String,
    /// The page that it was done on.
    pub seen: PageCapture,
    /// The page as it was then, once it had come to rest; left out where something else was done at once.
    pub after: Option<PageCapture>,
    /// What was entered is a secret: the action holds none of it.
    #[serde(default)]
    pub secret: bool,
    /// What was entered becomes a parameter.
    #[serde(default)]
    pub varies: bool,
}

/// `POST /api/workflows/recorded`.
#[contract(Default)]
pub struct WorkflowRecorded {
    /// What it is to be called.
    pub name: String,
    /// What was done, in order.
    pub steps: Vec<RecordedStep>,
}

impl WorkflowRecorded {
    /// Refuses no name, nothing and too much.
    pub fn checked(self) -> Result<Self, Invalid> {
        given("name", &self.name, limits::TITLE)?;
        if self.steps.is_empty() || self.steps.len() > MAX_STEPS {
            return Err(Invalid::new("steps", format!("has to be 1 to {MAX_STEPS}")));
        }
        Ok(self)
    }
}

/// `POST /api/workflows/{id}/control`.
#[contract(Default)]
pub struct WorkflowPointed {
    /// The version that is corrected.
    pub version: u32,
    /// Which step, counted from 1.
    pub step: u32,
    /// Id of the right control in `seen`.
    pub control: String,
    /// The page that it is on.
    pub seen: PageCapture,
}

/// What kind of value a parameter of a workflow has.
#[contract(word, Hash)]
pub enum WireParameterType {
    /// Any text.
    Text,
    /// A number.
    Number,
    /// A day, as YYYY-MM-DD.
    Date,
    /// One of its choices.
    Choice,
    /// A password or the like.
    Secret,
}

/// A value that differs from run to run.
#[contract(Eq)]
pub struct WorkflowParameter {
    /// By which it is given.
    pub name: String,
    /// What kind of value it is.
    #[serde(rename = "type")]
    pub kind: WireParameterType,
    /// What it is for.
    pub about: String,
    /// What is taken where nothing is given.
    pub default: Option<String>,
    /// What it was when the workflow was learned.
    pub example: Option<String>,
    /// The values that there are, of a choice.
    pub choices: Vec<String>,
}

/// A workflow.
#[contract(camel, Eq)]
pub struct WorkflowData {
    /// Its id.
    pub id: Uuid,
    /// What it does, in a few words. No other of one's own is called so.
    pub name: String,
    /// Its latest version.
    pub version: u32,
    /// What made that.
    pub cause: WorkflowCause,
    /// Where it begins.
    pub start: String,
    /// The origins that it may touch.
    pub sites: Vec<String>,
    /// What whoever starts it gives.
    pub parameters: Vec<WorkflowParameter>,
    /// What is done, in order, in plain words.
    pub steps: Vec<String>,
    /// ISO 8601.
    pub created_at: String,
    /// When its latest version was made, ISO 8601.
    pub updated_at: String,
}

/// `GET /api/workflows`.
#[contract(Default, Eq)]
pub struct WorkflowListData {
    /// By their names.
    pub workflows: Vec<WorkflowData>,
}

/// A version of a workflow.
#[contract(Eq)]
pub struct WorkflowVersionData {
    /// Counted from 1.
    pub version: u32,
    /// What made it.
    pub cause: WorkflowCause,
    /// What is otherwise than in the one before, in plain words.
    pub what: Vec<String>,
    /// ISO 8601.
    pub at: String,
}

/// `GET /api/workflows/{id}`.
#[contract(Eq)]
pub struct WorkflowShown {
    /// The workflow.
    #[serde(flatten)]
    pub workflow: WorkflowData,
    /// Every version, the latest first.
    pub versions: Vec<WorkflowVersionData>,
    /// The file as it is now: TOML.
    pub text: String,
}

/// `GET /api/workflows/{id}/versions/{version}`.
#[contract(Eq)]
pub struct WorkflowVersionShown {
    /// The version.
    #[serde(flatten)]
    pub version: WorkflowVersionData,
    /// The file as it was then: TOML.
    pub text: String,
}
