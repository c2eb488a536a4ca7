//! A file is read, and refused where it contradicts itself.

use std::collections::BTreeSet;

use screen_agent_action::origin::origin_of;
use screen_agent_action::{Action, ToolType, parse};
use screen_agent_page::NodeId;

use crate::fault::{WorkflowFault, of_toml};
use crate::file::{CONTROL, DROP, Workflow, WorkflowStep};
use crate::values;

/// Most steps: a task has no more.
const MOST: usize = screen_agent_action::status::MAX_STEPS;

impl Workflow {
    /// Reads a file, and refuses one that contradicts itself.
    pub fn read(text: &str) -> Result<Self, WorkflowFault> {
        let workflow: Self = toml::from_str(text).map_err(|error| of_toml(text, &error))?;
        workflow.check().map_err(|fault| fault.placed_in(text))?;
        Ok(workflow)
    }

    /// The file.
    pub fn print(&self) -> Result<String, WorkflowFault> {
        toml::to_string_pretty(self)
            .map_err(|error| WorkflowFault::whole("name", &error.to_string(), "TOML"))
    }

    /// What contradicts itself, if anything does.
    pub fn check(&self) -> Result<(), WorkflowFault> {
        let whole = WorkflowFault::whole;
        if self.name.trim().is_empty() {
            return Err(whole("name", "it has no name", "a few words"));
        }
        let start = origin_of(&self.start)
            .ok_or_else(|| whole("start", "it begins nowhere", "an http or https address"))?;
        for site in &self.sites {
            if origin_of(site).as_ref() != Some(site) {
                let wrong = format!("{site:?} is no origin");
                return Err(whole("sites", &wrong, "such as \"https://example.org\""));
            }
        }
        if !self.sites.contains(&start) {
            let wrong = format!("it begins on {start}, which it may not touch");
            return Err(whole("sites", &wrong, "the origin of its start among them"));
        }
        if self.steps.is_empty() || self.steps.len() > MOST {
            let wrong = format!("it has {} steps", self.steps.len());
            return Err(whole("steps", &wrong, &format!("1 to {MOST} steps")));
        }
        let mut names = BTreeSet::new();
        for (index, parameter) in self.parameters.iter().enumerate() {
            values::check(index, parameter)?;
            if !names.insert(parameter.name.as_str()) {
                let wrong = format!("two parameters are called {:?}", parameter.name);
                return Err(WorkflowFault::parameter(
                    index,
                    "name",
                    &wrong,
                    "another name",
                ));
            }
        }
        for one in &self.loops {
            if names.contains(one.name.as_str()) {
                let wrong = format!("{:?} is a parameter, too", one.name);
                return Err(whole("loops", &wrong, "another name for the row"));
            }
        }
        self.check_loops()?;
        for (index, step) in self.steps.iter().enumerate() {
            let own = self.loop_of(index).map(|one| one.name.as_str());
            let names = names.iter().copied().chain(own).collect();
            step.check(index, &names)?;
        }
        Ok(())
    }

    fn check_loops(&self) -> Result<(), WorkflowFault> {
        let mut free = 1;
        for (index, one) in self.loops.iter().enumerate() {
            let fault = |key, wrong: &str, expected: &str| {
                Err(WorkflowFault::row_loop(index, key, wrong, expected))
            };
            if !values::is_name(&one.name) {
                let wrong = format!("{:?} is no name", one.name);
                return fault("name", &wrong, "small letters, digits and underscores");
            }
            if one.first < free || one.last < one.first || one.last > self.steps.len() {
                let wrong = format!("steps {} to {} are none of its own", one.first, one.last);
                return fault(
                    "first",
                    &wrong,
                    "steps that there are, in order, and in no other loop",
                );
            }
            free = one.last + 1;
            if one.most == 0 || one.most > MOST {
                return fault(
                    "most",
                    "so many rows are never done",
                    &format!("1 to {MOST} rows"),
                );
            }
            let first = self.steps.get(one.first - 1);
            let row = first.and_then(|step| step.control.as_ref());
            let own = format!("{{{}}}", one.name);
            if row.is_none_or(|control| control.row != own) {
                let expected = format!("row = \"{own}\" of the control of step {}", one.first);
                return fault("name", "no row is told by it", &expected);
            }
        }
        Ok(())
    }
}

impl WorkflowStep {
    fn check(&self, index: usize, names: &BTreeSet<&str>) -> Result<(), WorkflowFault> {
        let fault = |key, wrong: &str, expected: &str| {
            Err(WorkflowFault::step(index, key, wrong, expected))
        };
        let action = match parse(&self.action) {
            Ok(action) => action,
            Err(error) => {
                return fault("action", &error.to_string(), "one action of the grammar");
            }
        };
        if action.is_terminal() {
            return fault(
                "action",
                "a workflow ends by itself",
                "an action on the page",
            );
        }
        if action.tool_type() != ToolType::Dom {
            return fault(
                "action",
                "it is done inside the server",
                "an action on the page",
            );
        }
        self.check_controls(index, &action)?;
        self.check_when(index)?;
        for text in self.texts() {
            for name in values::placeholders(text) {
                match name {
                    Ok(name) if names.contains(name) => {}
                    Ok(name) => {
                        let wrong = format!("{{{name}}} is no parameter");
                        return fault("action", &wrong, "a parameter, or {{ and }} for braces");
                    }
                    Err(wrong) => return fault("action", &wrong, "{{ and }} for braces"),
                }
            }
        }
        Ok(())
    }

    /// What it is done to fits its action, and is told by more than an id.
    fn check_controls(&self, index: usize, action: &Action) -> Result<(), WorkflowFault> {
        let fault = |key, wrong: &str, expected: &str| {
            Err(WorkflowFault::step(index, key, wrong, expected))
        };
        let stands_for = |id: &NodeId, word| id.as_str() == word;
        match (action.target(), &self.control) {
            (Some(id), _) if !stands_for(id, CONTROL) => {
                return fault(
                    "action",
                    "it names a control by an id",
                    "\"it\" in its place",
                );
            }
            (Some(_), None) => {
                return fault("control", "its control is not described", "[steps.control]");
            }
            (None, Some(_)) => {
                return fault("control", "its action has no control", "no [steps.control]");
            }
            _ => {}
        }
        match (action.dropped_on(), &self.drop) {
            (Some(id), _) if !stands_for(id, DROP) => {
                return fault(
                    "action",
                    "it names where it is dropped by an id",
                    "\"there\" in its place",
                );
            }
            (Some(_), None) | (None, Some(_)) => {
                return fault(
                    "drop",
                    "its action and where it is dropped do not fit",
                    "[steps.drop] of a drag, and of nothing else",
                );
            }
            _ => {}
        }
        for (key, described) in [("control", &self.control), ("drop", &self.drop)] {
            if described.as_ref().is_some_and(|control| !control.tells()) {
                return fault(
                    key,
                    "nothing but an id or a role tells the control",
                    "its name, or what stands around it",
                );
            }
        }
        Ok(())
    }

    fn check_when(&self, index: usize) -> Result<(), WorkflowFault> {
        let fault =
            |wrong: &str, expected: &str| Err(WorkflowFault::step(index, "when", wrong, expected));
        if self.when.as_before && index == 0 {
            return fault("there is no step before", "no as_before of the first step");
        }
        if self.when.there && self.control.is_none() {
            return fault("it has no control that could be there", "no there, or says");
        }
        if self.when.says.iter().any(|said| said.trim().is_empty()) {
            return fault("it waits for no words", "some words");
        }
        Ok(())
    }
}
