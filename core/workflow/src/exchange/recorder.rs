//! Recordings of the Recorder in Chrome's developer tools: JSON.

use screen_agent_action::Action;
use screen_agent_page::{NodeId, Role};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Taken;
use crate::fault::WorkflowFault;
use crate::file::{CONTROL, ControlDescription, Workflow, WorkflowStep};
use crate::learn::Author;
use crate::values::{Values, action_of, filled};

/// A recording.
#[derive(Deserialize)]
struct Recording {
    title: String,
    steps: Vec<Recorded>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Recorded {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    selectors: Vec<Selectors>,
    #[serde(default)]
    value: String,
    #[serde(default)]
    key: String,
    #[serde(default)]
    asserted_events: Vec<Asserted>,
}

/// One selector, or several that go through frames and shadow trees.
#[derive(Deserialize)]
#[serde(untagged)]
enum Selectors {
    One(String),
    Through(Vec<String>),
}

#[derive(Deserialize)]
struct Asserted {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    url: String,
}

/// Reads a recording. What cannot be taken over is told beside the workflow.
pub fn import(text: &str, maker: &Author) -> Result<(Workflow, Vec<String>), WorkflowFault> {
    let recording: Recording = serde_json::from_str(text).map_err(|error| {
        let line = Some(error.line()).filter(|line| *line > 0);
        WorkflowFault::foreign(
            line,
            &error.to_string(),
            "a recording of the developer tools' Recorder",
        )
    })?;
    let mut taken = Taken::default();
    for (number, step) in (1..).zip(&recording.steps) {
        take(&mut taken, number, step)?;
        let navigated = step
            .asserted_events
            .iter()
            .find(|event| event.kind == "navigation");
        if let Some(event) =
            navigated.filter(|event| step.kind != "navigate" && !event.url.is_empty())
        {
            taken.arrived(&event.url);
        }
    }
    taken.finish(&recording.title, maker)
}

fn take(taken: &mut Taken, number: usize, step: &Recorded) -> Result<(), WorkflowFault> {
    let id = NodeId::new(CONTROL);
    let worked = match step.kind.as_str() {
        "navigate" => return taken.go(&step.url, None),
        "change" => {
            let mut control = described(&step.selectors, "inp");
            if control.role == "btn" {
                "inp".clone_into(&mut control.role);
            }
            return told(taken, number, step, control, |taken, control| {
                taken.fill(&step.value, control);
            });
        }
        "click" => ("Press", Action::Click { id }),
        "doubleClick" => ("Press twice", Action::DoubleClick { id }),
        "hover" => ("Point at", Action::Hover { id }),
        "keyDown" if matches!(step.key.as_str(), "Enter" | "Escape" | "Tab") => {
            taken.press(&step.key);
            return Ok(());
        }
        // The window's size, scrolling and letting go of keys are nothing that a person wants done.
        "setViewport"
        | "scroll"
        | "keyUp"
        | "keyDown"
        | "waitForElement"
        | "emulateNetworkConditions" => {
            return Ok(());
        }
        other => {
            taken.leaves(&format!("step {number} ({other})"));
            return Ok(());
        }
    };
    let (verb, action) = worked;
    // A field is pressed before it is filled, too: what no selector says is not known.
    let control = described(&step.selectors, "");
    told(taken, number, step, control, |taken, control| {
        taken.work(verb, &action, control);
    })
}

fn told(
    taken: &mut Taken,
    number: usize,
    step: &Recorded,
    control: ControlDescription,
    then: impl FnOnce(&mut Taken, ControlDescription),
) -> Result<(), WorkflowFault> {
    if control.name.is_empty() && control.before.is_empty() {
        let wrong = format!(
            "nothing but a selector tells the control of step {number} ({})",
            step.kind
        );
        return Err(WorkflowFault::foreign(
            None,
            &wrong,
            "a selector that begins with aria/ or text/",
        ));
    }
    then(taken, control);
    Ok(())
}

/// What the selectors say of a control, whichever of them say something.
fn described(selectors: &[Selectors], usual: &str) -> ControlDescription {
    let mut control = ControlDescription {
        role: usual.to_owned(),
        ..ControlDescription::default()
    };
    for selector in selectors {
        let selector = match selector {
            Selectors::One(one) => one.as_str(),
            Selectors::Through(path) => path.last().map_or("", String::as_str),
        };
        if let Some(aria) = selector.strip_prefix("aria/") {
            let (name, rest) = aria.split_once("[role=").unwrap_or((aria, ""));
            name.clone_into(&mut control.name);
            let role = rest.trim_matches(['"', '\'', ']']);
            if !role.is_empty() {
                Role::parse(role).code().clone_into(&mut control.role);
            }
        } else if let Some(text) = selector.strip_prefix("text/") {
            if control.name.is_empty() {
                text.clone_into(&mut control.name);
            }
        } else if !selector.contains('/') && control.selector.is_empty() {
            selector.clone_into(&mut control.selector);
        }
    }
    control
}

/// Writes a recording, with values where parameters stand: examples and what was given.
pub fn export(workflow: &Workflow, values: &Values) -> Result<String, WorkflowFault> {
    let mut steps = vec![
        json!({ "type": "setViewport", "width": 1280, "height": 800, "deviceScaleFactor": 1,
            "isMobile": false, "hasTouch": false, "isLandscape": false }),
        navigation(&workflow.start),
    ];
    if !workflow.loops.is_empty() {
        return Err(super::playwright::no_loops());
    }
    for (index, step) in workflow.steps.iter().enumerate() {
        if !step.when.is_empty() {
            return Err(WorkflowFault::step(
                index,
                "when",
                "a recording has no conditions",
                "steps that are always done, or a script of Playwright",
            ));
        }
        steps.extend(exported(step, values).ok_or_else(|| {
            WorkflowFault::step(
                index,
                "action",
                "the Recorder knows no such action",
                "clicks, values, keys and addresses",
            )
        })?);
    }
    let recording = json!({ "title": workflow.name, "steps": steps });
    Ok(format!("{recording:#}\n"))
}

fn navigation(url: &str) -> Value {
    json!({ "type": "navigate", "url": url,
        "assertedEvents": [{ "type": "navigation", "url": url, "title": "" }] })
}

fn exported(step: &WorkflowStep, values: &Values) -> Option<Vec<Value>> {
    let action = action_of(&step.grammar()?, values, &[])?;
    let control = step.control.as_ref();
    let selectors = || Some(selectors(control?, values));
    let one = match &action {
        Action::Click { .. } | Action::Check { .. } | Action::Uncheck { .. } => {
            json!({ "type": "click", "target": "main", "selectors": selectors()?, "offsetX": 5, "offsetY": 5 })
        }
        Action::DoubleClick { .. } => {
            json!({ "type": "doubleClick", "target": "main", "selectors": selectors()?, "offsetX": 5, "offsetY": 5 })
        }
        Action::Hover { .. } => {
            json!({ "type": "hover", "target": "main", "selectors": selectors()? })
        }
        Action::SetValue { text, .. } => {
            json!({ "type": "change", "target": "main", "value": text, "selectors": selectors()? })
        }
        Action::SelectDropdown { choice, .. } => {
            let value = choice.value.as_ref().or(choice.text.as_ref())?;
            json!({ "type": "change", "target": "main", "value": value, "selectors": selectors()? })
        }
        Action::Press { key, modifiers } if modifiers.is_empty() => {
            return Some(vec![
                json!({ "type": "keyDown", "target": "main", "key": key }),
                json!({ "type": "keyUp", "target": "main", "key": key }),
            ]);
        }
        Action::Navigate { url, .. } => navigation(url),
        // What leaves a field is nothing that the Recorder knows; the next click does it.
        Action::Blur { .. } | Action::Focus { .. } => return Some(Vec::new()),
        _ => return None,
    };
    Some(vec![one])
}

fn selectors(control: &ControlDescription, values: &Values) -> Vec<Vec<String>> {
    let name = filled(&control.name, values);
    let mut all = Vec::new();
    if !name.is_empty() {
        let role = super::playwright::aria(&control.role);
        all.push(vec![match role {
            Some(role) => format!("aria/{name}[role=\"{role}\"]"),
            None => format!("aria/{name}"),
        }]);
    }
    if !control.selector.is_empty() {
        all.push(vec![control.selector.clone()]);
    }
    if all.is_empty() {
        all.push(vec![format!("text/{}", filled(&control.before, values))]);
    }
    all
}
