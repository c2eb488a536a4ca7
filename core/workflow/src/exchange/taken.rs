//! What is taken over of a foreign recording, step by step, until it is a workflow.

use std::collections::BTreeSet;

use screen_agent_action::origin::origin_of;
use screen_agent_action::{Action, Choice, print};
use screen_agent_page::NodeId;
use screen_agent_words::quote::quote;

use crate::describe::path;
use crate::fault::WorkflowFault;
use crate::file::{CONTROL, ControlDescription, Parameter, ParameterType, Workflow, WorkflowStep};
use crate::learn::Author;
use crate::values::{escaped, name_for};

/// A workflow that is being put together.
#[derive(Debug, Default)]
pub(super) struct Taken {
    url: String,
    start: String,
    sites: BTreeSet<String>,
    parameters: Vec<Parameter>,
    steps: Vec<WorkflowStep>,
    /// What could not be taken over, in one sentence each.
    pub(super) left: Vec<String>,
}

impl Taken {
    /// It goes to an address: the first is where it begins.
    pub(super) fn go(&mut self, url: &str, line: Option<usize>) -> Result<(), WorkflowFault> {
        let site = origin_of(url).ok_or_else(|| {
            WorkflowFault::foreign(
                line,
                &format!("{url:?} is gone to"),
                "an http or https address",
            )
        })?;
        self.sites.insert(site);
        if self.start.is_empty() {
            url.clone_into(&mut self.start);
        } else {
            let action = Action::Navigate {
                url: escaped(url),
                new_tab: false,
            };
            self.push(format!("Go to {}", quote(url)), &action, None);
        }
        url.clone_into(&mut self.url);
        Ok(())
    }

    /// Something is not taken over.
    pub(super) fn leaves(&mut self, what: &str) {
        self.left.push(format!("{what} is left out"));
    }

    /// The page moved on by itself.
    pub(super) fn arrived(&mut self, url: &str) {
        self.sites.extend(origin_of(url));
        if let Some(step) = self.steps.last_mut() {
            step.expect.page = path(url);
        }
        url.clone_into(&mut self.url);
    }

    /// Words that come into view.
    pub(super) fn seen(&mut self, words: &str) {
        if let Some(step) = self.steps.last_mut() {
            step.expect.says.push(escaped(words));
        }
    }

    /// Something done to a control.
    pub(super) fn work(&mut self, verb: &str, action: &Action, control: ControlDescription) {
        let called = [
            &control.name,
            &control.hint,
            &control.before,
            &control.selector,
        ];
        let called = called
            .into_iter()
            .find(|name| !name.is_empty())
            .map_or("", String::as_str);
        // A brace that is left of a cut would be no name any more.
        let intent = format!("{verb} {}", quote(&called.replace(['{', '}'], "")));
        self.push(intent, action, Some(control));
    }

    /// Something typed or chosen: it will be another value next time.
    pub(super) fn fill(&mut self, value: &str, control: ControlDescription) {
        let id = NodeId::new(CONTROL);
        let name = self.parameter(value, &control);
        let text = format!("{{{name}}}");
        let verb = format!("Enter {{{name}}} into");
        let action = if control.role == "sel" {
            Action::SelectDropdown {
                id,
                choice: Choice {
                    text: Some(text),
                    ..Choice::default()
                },
            }
        } else {
            Action::SetValue { id, text }
        };
        self.work(&verb, &action, control);
    }

    fn parameter(&mut self, value: &str, control: &ControlDescription) -> String {
        let names = [&control.name, &control.hint, &control.before, &control.row];
        let called = names.into_iter().find(|name| !name.is_empty());
        let called = called.map_or("", String::as_str);
        let name = name_for(called, |name| {
            self.parameters.iter().any(|one| one.name == name)
        });
        let secret =
            screen_agent_page::secret::is_secret_name(called) || control.kind == "password";
        self.parameters.push(Parameter {
            name: name.clone(),
            kind: if secret {
                ParameterType::Secret
            } else {
                ParameterType::Text
            },
            about: called.to_owned(),
            example: (!secret).then(|| value.to_owned()),
            ..Parameter::default()
        });
        name
    }

    /// A key that is pressed.
    pub(super) fn press(&mut self, key: &str) {
        let action = Action::Press {
            key: key.to_owned(),
            modifiers: Vec::new(),
        };
        self.push(format!("Press the key {key}"), &action, None);
    }

    fn push(&mut self, intent: String, action: &Action, control: Option<ControlDescription>) {
        self.steps.push(WorkflowStep {
            intent,
            action: print(action),
            page: path(&self.url),
            control: control.map(|control| control.with_texts(escaped)),
            ..WorkflowStep::default()
        });
    }

    /// The workflow, checked like any other.
    pub(super) fn finish(
        self,
        title: &str,
        maker: &Author,
    ) -> Result<(Workflow, Vec<String>), WorkflowFault> {
        let workflow = Workflow {
            name: maker.name.clone().unwrap_or_else(|| title.to_owned()),
            version: 1,
            made_by: maker.by.clone(),
            made_on: maker.on.clone(),
            start: self.start,
            sites: self.sites.into_iter().collect(),
            parameters: self.parameters,
            steps: self.steps,
            loops: Vec::new(),
            changes: Vec::new(),
            signature: None,
        };
        workflow.check()?;
        Ok((workflow, self.left))
    }
}
