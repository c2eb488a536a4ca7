//! `workflows`: what was done and verified once, done again without a model.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Checked, DoResult, Entry, RunShown, gives, takes, text};

/// What is to be done with workflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WorkflowVerb {
    /// List them.
    List,
    /// Show the one with this `id`: its parameters and its steps.
    Show,
    /// Keep what `task` did, of which every part was seen to be done.
    Keep,
    /// Do the one with this `id` again, with these `inputs`.
    Run,
}

/// What `workflows` takes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowsArgs {
    /// What is to be done.
    pub verb: WorkflowVerb,
    /// For show and run: which one.
    #[serde(default)]
    pub id: Option<String>,
    /// For keep: the task that `do` gave.
    #[serde(default)]
    pub task: Option<String>,
    /// For keep: what it is to be called. The words of the task when omitted.
    #[serde(default)]
    pub name: Option<String>,
    /// For run: values by the names of its parameters. Secrets are no client's to give.
    #[serde(default)]
    pub inputs: BTreeMap<String, String>,
}

impl WorkflowsArgs {
    pub(super) fn checked(self) -> Checked<Self> {
        match (self.verb, &self.id, &self.task) {
            (WorkflowVerb::List, None, None) => {}
            (WorkflowVerb::List, ..) => return Err("list takes nothing else".to_owned()),
            (WorkflowVerb::Keep, None, Some(task)) => super::id("task", task)?,
            (WorkflowVerb::Keep, ..) => return Err("keep takes a task, and a name".to_owned()),
            (WorkflowVerb::Show | WorkflowVerb::Run, Some(id), None) => super::id("id", id)?,
            (WorkflowVerb::Show | WorkflowVerb::Run, ..) => {
                return Err("show and run take an id".to_owned());
            }
        }
        match &self.name {
            Some(name) if self.verb == WorkflowVerb::Keep => text("name", name, 200)?,
            Some(_) => return Err("name goes with keep alone".to_owned()),
            None => {}
        }
        if self.verb != WorkflowVerb::Run && !self.inputs.is_empty() {
            return Err("inputs go with run alone".to_owned());
        }
        Ok(self)
    }
}

/// A value that differs from run to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ParameterShown {
    /// By which it is given.
    pub name: String,
    /// text, number, date, choice or secret.
    pub kind: String,
    /// What is taken where nothing is given.
    pub default: Option<String>,
    /// The values that there are, of a choice.
    pub choices: Vec<String>,
}

/// A workflow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListedWorkflow {
    /// Its id.
    pub id: String,
    /// What it does, in a few words.
    pub name: String,
    /// Its latest version.
    pub version: u32,
    /// Where it begins.
    pub start: String,
    /// What whoever runs it gives.
    pub parameters: Vec<ParameterShown>,
    /// What is done, in order, in plain words.
    pub steps: Vec<String>,
}

/// What `workflows` gives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct WorkflowsResult {
    /// The workflow, or those that are listed.
    pub workflows: Vec<ListedWorkflow>,
    /// What it came to, where it was run in this browser.
    pub ran: Option<DoResult>,
    /// The run of a server's worker that does it, to be shown by `runs`.
    pub run: Option<RunShown>,
}

pub(super) fn entry() -> Entry {
    Entry {
        name: "workflows",
        title: "Do again what was done once",
        about: "What was done and verified once can be kept and done again, with other values and without a model: list, \
                show, keep a task of `do`, run. Each step is found, weighed and verified as if it were new: what is of \
                consequence is asked of the person, and a step that cannot be found surely ends it."
            .to_owned(),
        takes: takes::<WorkflowsArgs>(),
        gives: gives::<WorkflowsResult>(),
        reads: false,
        destroys: true,
    }
}
