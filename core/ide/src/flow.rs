//! Flows: what is done, step by step, and what follows on success and on failure.

pub mod clause;
pub mod compile;
pub mod data_action;
pub mod dry_run;
pub mod lint;
pub mod read;
pub mod refine;
pub mod text;

mod condition;
mod inline;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use uuid::Builder;

/// A flow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActionFlow {
    /// Its name, such as `loginProcessFlow`.
    pub id: String,
    /// Always `flow`.
    #[serde(default = "flow_type")]
    pub action_type: String,
    /// What people call it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Always `asyncMode`, as it is stored.
    #[serde(default = "async_mode")]
    pub execution_mode: String,
    /// Its steps.
    #[serde(default)]
    pub steps: Vec<FlowStep>,
    /// What else it says of itself.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A step of a flow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct FlowStep {
    /// Unique within the flow.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// `basic`, `expression`, `callback`, `conditional`, or `none`.
    pub action_type: String,
    /// What is done.
    pub action_id: String,
    /// With what.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub params: Option<Map<String, Value>>,
    /// What an expression computes, or a condition asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execute: Option<String>,
    /// In words; what could not be compiled says here what it was.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// What is done where the condition holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub is_true: Vec<FlowStep>,
    /// What is done where it does not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub is_false: Vec<FlowStep>,
    /// What follows on success.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub on_success: Vec<FlowStep>,
    /// What follows on failure.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub on_error: Vec<FlowStep>,
    /// What else it says of itself: its label, its place in an editor.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

fn flow_type() -> String {
    "flow".to_owned()
}

fn async_mode() -> String {
    "asyncMode".to_owned()
}

/// Which branch of a step steps are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    IsTrue,
    IsFalse,
    OnSuccess,
    OnError,
}

impl Branch {
    /// All of them, in the order in which they are written.
    pub const ALL: [Self; 4] = [Self::IsTrue, Self::IsFalse, Self::OnSuccess, Self::OnError];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::IsTrue => "isTrue",
            Self::IsFalse => "isFalse",
            Self::OnSuccess => "onSuccess",
            Self::OnError => "onError",
        }
    }
}

impl ActionFlow {
    /// A flow of steps, whose ids follow from its own.
    pub fn new(id: impl Into<String>, steps: Vec<FlowStep>) -> Self {
        let mut flow = Self {
            id: id.into(),
            action_type: flow_type(),
            label: String::new(),
            execution_mode: async_mode(),
            steps,
            rest: Map::new(),
        };
        flow.number();
        flow
    }

    /// Gives each step that has none an id that follows from its place, unless another step came from there.
    pub fn number(&mut self) {
        let mut taken: HashSet<String> = self.all().iter().map(|step| step.id.clone()).collect();
        let seed = self.id.clone();
        number(&mut self.steps, &seed, &mut taken);
    }

    /// Takes over what lines do not tell of a flow: what it is called, and of each step that is as it was its id and its
    /// place in an editor.
    pub fn take_over(&mut self, known: &Self) {
        self.label.clone_from(&known.label);
        self.execution_mode.clone_from(&known.execution_mode);
        self.rest.clone_from(&known.rest);
        take_over(&mut self.steps, &mut known.all());
        self.number();
    }

    /// Every step, each before those that follow it.
    pub fn all(&self) -> Vec<&FlowStep> {
        let mut found = Vec::new();
        self.steps.iter().for_each(|step| step.collect(&mut found));
        found
    }
}

fn take_over(steps: &mut [FlowStep], left: &mut Vec<&FlowStep>) {
    for step in steps {
        step.id.clear();
        let is_same = |known: &&FlowStep| {
            known.action_type == step.action_type
                && known.action_id == step.action_id
                && known.params == step.params
                && known.execute == step.execute
        };
        if let Some(at) = left.iter().position(is_same) {
            let known = left.remove(at);
            step.id.clone_from(&known.id);
            step.rest.clone_from(&known.rest);
        }
        for branch in Branch::ALL {
            take_over(step.branch_mut(branch), left);
        }
    }
}

fn number(steps: &mut [FlowStep], place: &str, taken: &mut HashSet<String>) {
    for (at, step) in steps.iter_mut().enumerate() {
        let place = format!("{place}/{at}");
        let mut seed = place.clone();
        while step.id.is_empty() {
            let digest = Sha256::digest(seed.as_bytes());
            let mut bytes = [0; 16];
            bytes.copy_from_slice(&digest[..16]);
            let id = Builder::from_custom_bytes(bytes).into_uuid().to_string();
            match taken.insert(id.clone()) {
                true => step.id = id,
                false => seed.push('+'),
            }
        }
        for branch in Branch::ALL {
            let below = format!("{place}/{}", branch.name());
            number(step.branch_mut(branch), &below, taken);
        }
    }
}

impl FlowStep {
    /// A step of something with parameters.
    pub fn of(action_type: &str, action_id: &str, params: Value) -> Self {
        let params = match params {
            Value::Object(params) if !params.is_empty() => Some(params),
            _ => None,
        };
        Self {
            action_type: action_type.to_owned(),
            action_id: action_id.to_owned(),
            params,
            ..Self::default()
        }
    }

    /// A step of the kind that has no callback.
    pub fn basic(action_id: &str, params: Value) -> Self {
        Self::of("basic", action_id, params)
    }

    /// A step that computes.
    pub fn expression(execute: impl Into<String>) -> Self {
        Self {
            execute: Some(execute.into()),
            ..Self::of("expression", "expression", Value::Null)
        }
    }

    /// A step that asks.
    pub fn conditional(execute: impl Into<String>) -> Self {
        Self {
            execute: Some(execute.into()),
            ..Self::of("conditional", "conditional", Value::Null)
        }
    }

    /// A step that asks again each time that what it leads to is done.
    pub fn repeated(execute: impl Into<String>) -> Self {
        Self {
            execute: Some(execute.into()),
            ..Self::of("conditional", "while", Value::Null)
        }
    }

    /// It goes on as long as its condition holds.
    pub fn is_repeated(&self) -> bool {
        self.action_type == "conditional" && self.action_id == "while"
    }

    /// What nothing is known to do.
    pub fn undecided(text: &str) -> Self {
        Self {
            description: text.to_owned(),
            ..Self::of("none", "none", Value::Null)
        }
    }

    /// A parameter.
    pub fn param(&self, name: &str) -> Option<&Value> {
        self.params.as_ref()?.get(name)
    }

    /// A parameter as text that says something.
    pub fn text(&self, name: &str) -> Option<&str> {
        let text = self.param(name)?.as_str()?.trim();
        Some(text).filter(|text| !text.is_empty())
    }

    /// Calls something that answers later.
    pub fn is_call(&self) -> bool {
        self.action_type == "callback"
    }

    pub fn branch(&self, branch: Branch) -> &[Self] {
        match branch {
            Branch::IsTrue => &self.is_true,
            Branch::IsFalse => &self.is_false,
            Branch::OnSuccess => &self.on_success,
            Branch::OnError => &self.on_error,
        }
    }

    pub fn branch_mut(&mut self, branch: Branch) -> &mut Vec<Self> {
        match branch {
            Branch::IsTrue => &mut self.is_true,
            Branch::IsFalse => &mut self.is_false,
            Branch::OnSuccess => &mut self.on_success,
            Branch::OnError => &mut self.on_error,
        }
    }

    fn collect<'a>(&'a self, found: &mut Vec<&'a Self>) {
        found.push(self);
        for branch in Branch::ALL {
            self.branch(branch)
                .iter()
                .for_each(|step| step.collect(found));
        }
    }
}
