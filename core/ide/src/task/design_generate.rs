//! A screen out of words: each word that names a component becomes one, a kind of page brings what such pages have, and
//! what is left is what the screen says.

use std::collections::{BTreeMap, HashSet};

use screen_agent_wire::Invalid;
use screen_agent_wire::invalid::count;
use serde::Deserialize;
use serde_json::{Value, json};

use super::design::{ScreenPart, kinds, of_kind, parts};
use super::{Asked, TaskOutcome, counted};
use crate::model::{AnswerWords as _, Question, as_it_is, list, object, one_of, text};
use crate::toast::NothingFound;
use crate::ui::prune::preview;
use crate::ui::shape::{UiShape, few, read, write};
use crate::ui::tokens::{is_among, is_name};
use crate::ui::{Fields, UiDocument, UiNode};

/// A screen, and why each new component is in it.
#[derive(Debug)]
pub struct DesignOutput {
    pub document: UiDocument,
    pub rationale: BTreeMap<String, String>,
}

pub fn compute(asked: &Asked<'_>) -> Result<DesignOutput, Invalid> {
    let text = asked.request.words();
    if text.is_empty() && asked.screen.is_none() {
        return Err(Invalid::new("text", "is required"));
    }
    let wanted = parts(text);
    let page = wanted.page.map(|kind| format!("{kind}Page"));
    assembled(asked, page, wanted.parts)
}

/// The screen that was sent, or a new one, with these parts.
fn assembled(
    asked: &Asked<'_>,
    page: Option<String>,
    parts: Vec<ScreenPart>,
) -> Result<DesignOutput, Invalid> {
    let mut document = asked.screen.clone().unwrap_or_default();
    if document.nodes.is_empty() {
        document.nodes.push(UiNode {
            id: "root".to_owned(),
            kind: "container".to_owned(),
            ..UiNode::default()
        });
    }
    head(&mut document, asked, page);
    let mut taken: HashSet<String> = document.all().iter().map(|node| node.id.clone()).collect();
    few(taken.len() + parts.len())?;
    let variables = known_variables(asked);
    let mut made = Vec::new();
    let inside: Vec<usize> = parts.iter().map(|part| part.inside).collect();
    let mut rationale = BTreeMap::new();
    let total = parts.len();
    for (part, nth) in parts.into_iter().zip(1..) {
        let id = (0..=taken.len())
            .map(|nth| format!("{}_{nth}", part.prefix))
            .find(|id| !taken.contains(id));
        let id = id.unwrap_or_default();
        taken.insert(id.clone());
        rationale.insert(id.clone(), part.why.clone());
        made.push(part.node(id, &variables));
        asked.done("components", nth, total);
    }
    let made = nested(made, &inside);
    // A seed goes on inside of its first container.
    match document
        .nodes
        .iter_mut()
        .find(|node| node.kind == "container" || node.kind == "page")
    {
        Some(container) => container.children.extend(made),
        None => document.nodes.extend(made),
    }
    Ok(DesignOutput {
        document,
        rationale,
    })
}

/// Parts in those that they are in, which come before them.
fn nested(mut made: Vec<UiNode>, inside: &[usize]) -> Vec<UiNode> {
    for at in (0..made.len()).rev() {
        if let Some(holder) = inside[at].checked_sub(1) {
            let node = made.remove(at);
            made[holder].children.insert(0, node);
        }
    }
    made
}

fn head(document: &mut UiDocument, asked: &Asked<'_>, named: Option<String>) {
    document
        .head
        .entry("version")
        .or_insert_with(|| json!("1.0"));
    let name = match asked.page.is_empty() {
        false => asked.page.clone(),
        true => named.unwrap_or_else(|| "page".to_owned()),
    };
    let page = document
        .head
        .entry("page")
        .or_insert_with(|| json!({ "name": name }));
    if let (Some(page), Some(id)) = (page.as_object_mut(), asked.request.page_id()) {
        page.entry("id").or_insert(id);
    }
    if let Some(project) = asked.request.project() {
        let meta = document.head.entry("meta").or_insert_with(|| json!({}));
        if let Some(meta) = meta.as_object_mut() {
            meta.entry("project_id").or_insert_with(|| json!(project));
        }
    }
}

/// Keys of the variables that there are.
fn known_variables(asked: &Asked<'_>) -> Vec<String> {
    match asked.request.given(|part| part.variables.as_ref()) {
        Some(Value::Object(variables)) => variables.keys().cloned().collect(),
        Some(Value::Array(rows)) => {
            let key = |row: &Value| {
                row.as_str()
                    .or_else(|| row.get("key")?.as_str())
                    .map(str::to_owned)
            };
            rows.iter().filter_map(key).collect()
        }
        _ => Vec::new(),
    }
}

pub fn told(output: &DesignOutput, asked: &Asked<'_>) -> TaskOutcome {
    let document = &output.document;
    let page = document.page_name().unwrap_or("page");
    let new = output.rationale.len();
    let seed = asked.screen.as_ref();
    let seeded = seed.is_some_and(|screen| !screen.nodes.is_empty());
    let missing = (new == 0 && !seeded).then_some(NothingFound::Components);
    let response = match missing {
        Some(_) => "Nothing was named that a screen could be made of.".to_owned(),
        None => {
            let kinds: Vec<&str> = document
                .all()
                .iter()
                .skip(1)
                .map(|node| node.kind.as_str())
                .take(20)
                .collect();
            format!(
                "Made a screen with {}: {}.",
                counted(new, "new component", "new components"),
                kinds.join(", ")
            )
        }
    };
    let mut outcome = TaskOutcome::new(format!("Design Generation - {page}"), response)
        .with("cogo_ui_json", &write(document, UiShape::Tree))
        .with("uui_json", &write(document, UiShape::Uui))
        .with("input_preview", &Vec::<Value>::new())
        .with("rationale", &output.rationale);
    if let Some(shape) = asked.request.given(|part| part.ui_shape.as_ref()) {
        outcome = outcome.with("ui_json", &write(document, *shape));
    }
    outcome.artifacts = Fields::from_iter([("cogo_ui_json_preview".to_owned(), preview(document))]);
    TaskOutcome { missing, ..outcome }
}

/// Components that a model may add, and those that hold others.
const ANSWERED: usize = 300;
const HOLDERS: &str =
    "container card modal navbar header footer tabs list grid table carousel wrap";

pub(crate) fn question() -> Question {
    let component = object([
        ("type", one_of(&kinds())),
        ("text", text()),
        ("name", text()),
        ("inside", json!({ "type": "integer" })),
        ("hidden", json!({ "type": "boolean" })),
        ("why", text()),
    ]);
    Question {
        topic: "design_generate",
        system: include_str!("design_generate.md"),
        schema: object([("page", text()), ("components", list(component))]),
        draft: |result| result.get("cogo_ui_json").cloned().unwrap_or_default(),
        shown: as_it_is,
    }
}

/// A screen, as a model answers it.
#[derive(Debug, Deserialize)]
pub struct DesignAnswer {
    #[serde(default)]
    page: String,
    components: Vec<AnsweredPart>,
}

#[derive(Debug, Deserialize)]
struct AnsweredPart {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    inside: usize,
    #[serde(default)]
    hidden: bool,
    #[serde(default)]
    why: String,
}

pub fn proposed(asked: &Asked<'_>, answer: &DesignAnswer) -> Result<DesignOutput, Invalid> {
    let components = &answer.components;
    if components.is_empty() {
        return Err(Invalid::new("components", "is empty"));
    }
    count("components", components.len(), ANSWERED)?;
    let parts = components.iter().enumerate().map(|(at, one)| {
        one.part(&components[..at])
            .map_err(|wrong| wrong.inside(&format!("components[{at}]")))
    });
    let page = Some(answer.page.clone()).filter(|page| !page.is_empty());
    if page.as_deref().is_some_and(|page| !is_name(page)) {
        return Err(Invalid::new("page", "is no name"));
    }
    let output = assembled(asked, page, parts.collect::<Result<_, _>>()?)?;
    // What could not be sent back as a screen is none.
    read(&write(&output.document, UiShape::Tree))
        .map_err(|wrong| Invalid::new("components", wrong.reason))?;
    Ok(output)
}

impl AnsweredPart {
    fn part(&self, before: &[Self]) -> Result<ScreenPart, Invalid> {
        let known =
            of_kind(&self.kind).ok_or_else(|| Invalid::new("type", "is no type of components"))?;
        if !self.name.is_empty() && !is_name(&self.name) {
            return Err(Invalid::new("name", "is no name"));
        }
        let holder = self.inside.checked_sub(1).map(|at| before.get(at));
        let holds = |one: Option<&Self>| one.is_some_and(|one| is_among(HOLDERS, &one.kind));
        if holder.is_some_and(|holder| !holds(holder)) {
            return Err(Invalid::new(
                "inside",
                "is no earlier component that holds others",
            ));
        }
        Ok(ScreenPart {
            kind: known.kind,
            prefix: known.prefix,
            label: self.text.shown(),
            name: self.name.clone(),
            inside: self.inside,
            is_hidden: self.hidden,
            why: self.why.why(),
        })
    }
}
