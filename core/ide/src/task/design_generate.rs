//! A screen out of words: each word that names a component becomes one, a kind of page brings what such pages have, and
//! what is left is what the screen says.

use std::collections::{BTreeMap, HashSet};

use screen_agent_wire::Invalid;
use serde_json::{Value, json};

use super::design::parts;
use super::{Asked, TaskOutcome, counted};
use crate::toast::NothingFound;
use crate::ui::prune::preview;
use crate::ui::shape::{COMPONENTS, Shape, write};
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
    let mut document = asked.screen.clone().unwrap_or_default();
    if document.nodes.is_empty() {
        document.nodes.push(UiNode {
            id: "root".to_owned(),
            kind: "container".to_owned(),
            ..UiNode::default()
        });
    }
    head(&mut document, asked, wanted.page);
    let mut taken: HashSet<String> = document.all().iter().map(|node| node.id.clone()).collect();
    if taken.len() + wanted.parts.len() > COMPONENTS {
        return Err(Invalid::new(
            "ui_json",
            format!("more than {COMPONENTS} components"),
        ));
    }
    let variables = known_variables(asked);
    let mut made = Vec::new();
    let mut rationale = BTreeMap::new();
    let total = wanted.parts.len();
    for (part, nth) in wanted.parts.into_iter().zip(1..) {
        let id = (0..=taken.len())
            .map(|nth| format!("{}_{nth}", part.prefix))
            .find(|id| !taken.contains(id));
        let id = id.unwrap_or_default();
        taken.insert(id.clone());
        rationale.insert(id.clone(), part.why.clone());
        made.push(part.node(id, &variables));
        asked.done("components", nth, total);
    }
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

fn head(document: &mut UiDocument, asked: &Asked<'_>, kind: Option<&str>) {
    document
        .head
        .entry("version")
        .or_insert_with(|| json!("1.0"));
    let name = match (asked.page.is_empty(), kind) {
        (false, _) => asked.page.clone(),
        (true, Some(kind)) => format!("{kind}Page"),
        (true, None) => "page".to_owned(),
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
        .with("cogo_ui_json", &write(document, Shape::Tree))
        .with("uui_json", &write(document, Shape::Uui))
        .with("input_preview", &Vec::<Value>::new())
        .with("rationale", &output.rationale);
    if let Some(shape) = asked.request.given(|part| part.ui_shape.as_ref()) {
        outcome = outcome.with("ui_json", &write(document, (*shape).into()));
    }
    outcome.artifacts = Fields::from_iter([("cogo_ui_json_preview".to_owned(), preview(document))]);
    TaskOutcome { missing, ..outcome }
}
