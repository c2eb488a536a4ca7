//! From one version to the next: what was healed is taken in, and what is otherwise is told in words.

use serde::Serialize;
use serde_json::Value;

use screen_agent_page::{NodeId, Observation, Role, Screen, is_secret};
use screen_agent_words::quote::{cut, quote};

use crate::describe::describe;
use crate::fault::WorkflowFault;
use crate::file::{KeptChange, Workflow, WorkflowStep};
use crate::ground::kind_of;
use crate::propose::Healed;
use crate::signature::Signed;
use crate::values::{escaped, placeholders};

/// Longest value that is told, in characters.
const SHOWN: usize = 80;

impl Workflow {
    /// The next version, with what was healed; `None` where that is nothing of its own.
    pub fn with_healed(&self, healed: &[Healed], on: &str) -> Option<Self> {
        let mut next = self.clone();
        next.version = self.version + 1;
        // Whoever signed it has not seen what it does now.
        next.signature = None;
        for one in healed {
            let step = next.steps.get_mut(one.step)?;
            step.control = Some(one.control.clone());
            next.changes.push(KeptChange {
                version: next.version,
                on: on.to_owned(),
                step: one.step + 1,
                what: one.what.clone(),
                by: Some(one.by),
            });
        }
        (!healed.is_empty()).then_some(next)
    }
}

/// The next version, with another control for a step (counted from 1): one that somebody pointed at. It has to be worked as
/// the one before, and secrets go where secrets belong.
pub fn pointed(
    workflow: &Workflow,
    step: usize,
    control: &str,
    seen: &Observation,
) -> Result<Workflow, WorkflowFault> {
    let Some(index) = step.checked_sub(1) else {
        let wrong = "steps are counted from 1";
        return Err(WorkflowFault::whole(
            "steps",
            wrong,
            "a step of the workflow",
        ));
    };
    let fault =
        |wrong: &str, expected: &str| Err(WorkflowFault::step(index, "control", wrong, expected));
    let mut next = workflow.clone();
    next.version += 1;
    next.signature = None;
    let Some(one) = next.steps.get_mut(index) else {
        return fault("there is no such step", "a step of the workflow");
    };
    let Some(before) = &one.control else {
        return fault("it is done to no control", "a step that is");
    };
    if !workflow.may_touch(&seen.url) {
        return fault("the page is on another site", "one that it may touch");
    }
    let screen = Screen::new(seen);
    let Some(node) = screen.node(&NodeId::new(control)) else {
        return fault("the control is not on the page", "one that is");
    };
    if kind_of(&Role::parse(&before.role)) != kind_of(&node.role) || node.frame_origin.is_some() {
        return fault(
            "that one is worked otherwise",
            "one of the same kind, in the page itself",
        );
    }
    let secrets = workflow.parameters.iter().filter(|one| one.is_secret());
    let secrets: Vec<&str> = secrets.map(|one| one.name.as_str()).collect();
    let names = placeholders(&one.action).into_iter().flatten();
    let enters = names.into_iter().any(|name| secrets.contains(&name));
    let fills = one.grammar().is_some_and(|action| action.fills_in());
    if fills && enters != is_secret(node) {
        return fault(
            "secrets and other values are entered in it",
            "a field for what is entered",
        );
    }
    // Its braces mean themselves.
    one.control = Some(describe(&screen, node).with_texts(escaped));
    next.check()?;
    Ok(next)
}

/// What is otherwise in the second than in the first, a sentence each. What counts versions is not told.
pub fn differences(before: &Workflow, after: &Workflow) -> Vec<String> {
    let mut told = Vec::new();
    for (what, was, is) in [
        ("The name", &before.name, &after.name),
        ("The start", &before.start, &after.start),
    ] {
        if was != is {
            told.push(format!("{what} was {}, is {}.", quote(was), quote(is)));
        }
    }
    let sites = |told: &mut Vec<String>, of: &[String], than: &[String], how: &str| {
        let other = of.iter().filter(|site| !than.contains(site));
        told.extend(other.map(|site| format!("It may {how} touch {site}.")));
    };
    sites(&mut told, &after.sites, &before.sites, "now");
    sites(&mut told, &before.sites, &after.sites, "no longer");
    for one in &after.parameters {
        match before.parameters.iter().find(|was| was.name == one.name) {
            None => told.push(format!("There is a new parameter {}.", one.name)),
            Some(was) => fields(&mut told, &format!("Parameter {}", one.name), was, one),
        }
    }
    let gone = before.parameters.iter();
    let gone = gone.filter(|was| after.parameters.iter().all(|one| one.name != was.name));
    told.extend(gone.map(|was| format!("The parameter {} is gone.", was.name)));
    steps(&mut told, &before.steps, &after.steps);
    if before.loops != after.loops {
        told.push("Which steps are done for each row is otherwise.".to_owned());
    }
    match (before.signed(), after.signed()) {
        (was, is) if was == is => {}
        (was, Signed::Nobody) => told.push(format!("It was {was}, and is signed no longer.")),
        (_, is) => told.push(format!("It is {is}.")),
    }
    told
}

/// What stayed at both ends is left out; what is between is told step by step where there are as many as before.
fn steps(told: &mut Vec<String>, before: &[WorkflowStep], after: &[WorkflowStep]) {
    let same = |(was, is): &(&WorkflowStep, &WorkflowStep)| was == is;
    let head = before.iter().zip(after).take_while(same).count();
    let (was, is) = (&before[head..], &after[head..]);
    let tail = was.iter().rev().zip(is.iter().rev());
    let tail = tail.take_while(same).count();
    let (was, is) = (&was[..was.len() - tail], &is[..is.len() - tail]);
    if was.len() == is.len() {
        for (number, (was, is)) in (head + 1..).zip(was.iter().zip(is)) {
            fields(told, &format!("Step {number}"), was, is);
        }
        return;
    }
    let number = |index: usize| head + index + 1;
    for (index, step) in was
        .iter()
        .enumerate()
        .filter(|(_, step)| !is.contains(step))
    {
        let intent = quote(&step.intent);
        told.push(format!(
            "What was step {} is gone: {intent}.",
            number(index)
        ));
    }
    for (index, step) in is
        .iter()
        .enumerate()
        .filter(|(_, step)| !was.contains(step))
    {
        told.push(format!(
            "Step {} is new: {}.",
            number(index),
            quote(&step.intent)
        ));
    }
}

/// Each field that is otherwise, with what it was and is.
fn fields(told: &mut Vec<String>, what: &str, was: &impl Serialize, is: &impl Serialize) {
    let (was, is) = (flat(was), flat(is));
    let mut names: Vec<&String> = was.iter().chain(&is).map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    for name in names {
        let of = |all: &[(String, String)]| {
            let found = all.iter().find(|(one, _)| one == name);
            found.map(|(_, value)| quote(&cut(value, SHOWN)))
        };
        let told_now = match (of(&was), of(&is)) {
            (Some(was), Some(is)) if was == is => continue,
            (Some(was), Some(is)) => format!("{what}, {name}: was {was}, is {is}."),
            (Some(was), None) => format!("{what}, {name}: was {was}, is nothing."),
            (None, Some(is)) => format!("{what}, {name}: is {is}."),
            (None, None) => continue,
        };
        told.push(told_now);
    }
}

/// Every field that holds a value, by the words that lead to it.
fn flat(one: &impl Serialize) -> Vec<(String, String)> {
    let mut all = Vec::new();
    // Our own types always serialise; an empty one has no fields.
    gather(&serde_json::to_value(one).unwrap_or_default(), "", &mut all);
    all
}

fn gather(value: &Value, name: &str, all: &mut Vec<(String, String)>) {
    let text = match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let key = key.replace('_', " ");
                gather(value, format!("{name} {key}").trim(), all);
            }
            return;
        }
        Value::Null => return,
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items = items.iter().map(|item| {
                item.as_str()
                    .map_or_else(|| item.to_string(), str::to_owned)
            });
            items.collect::<Vec<_>>().join(", ")
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    };
    if !text.is_empty() {
        all.push((name.to_owned(), text));
    }
}
