//! Screens as a flat list. What is inside of what is said by `parent_id`; what is said of the whole stands in a first
//! entry of the type `document`.

use std::collections::HashMap;

use screen_agent_wire::Invalid;
use serde_json::{Value, json};

use super::nested;
use super::shape::{
    LEVELS, few, fields_of, id_of, in_a_circle, kind_of, list, object, put_rest, shallow,
    take_rest, written, wrong,
};
use super::{Fields, UiDocument, UiNode};

const OWN: [&str; 5] = ["id", "type", "options", "parent_id", "children"];
const DOCUMENT: &str = "document";

pub(super) fn read(entries: &[Value]) -> Result<UiDocument, Invalid> {
    let head = entries.first().filter(|first| first["type"] == DOCUMENT);
    let entries = &entries[usize::from(head.is_some())..];
    few(entries.len())?;
    Ok(UiDocument {
        head: match head {
            Some(head) => nested::head(&object(head.get("options"), "options")?, &[])?,
            None => Fields::new(),
        },
        nodes: joined(entries)?,
    })
}

/// The entries, each inside of the one that it names.
fn joined(entries: &[Value]) -> Result<Vec<UiNode>, Invalid> {
    let mut nodes = Vec::with_capacity(entries.len());
    for entry in entries {
        let fields = fields_of(entry)?;
        nodes.push(Some((node(fields)?, id_of(fields.get("parent_id"))?)));
    }
    let ids: HashMap<String, usize> = nodes
        .iter()
        .enumerate()
        .filter_map(|(at, node)| Some((node.as_ref()?.0.id.clone(), at)))
        .filter(|(id, _)| !id.is_empty())
        .collect();
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut roots = Vec::new();
    for (at, entry) in nodes.iter_mut().enumerate() {
        let Some((node, parent)) = entry else {
            continue;
        };
        match ids.get(parent.as_str()) {
            Some(parent) => inside[*parent].push(at),
            None => {
                // Its parent was not sent along; it is kept for whoever has it.
                if !parent.is_empty() {
                    node.rest.insert("parent_id".to_owned(), json!(parent));
                }
                roots.push(at);
            }
        }
    }
    let roots = roots
        .into_iter()
        .map(|at| grown(at, &mut nodes, &inside, LEVELS))
        .collect::<Result<Vec<_>, _>>()?;
    if nodes.iter().any(Option::is_some) {
        return Err(in_a_circle());
    }
    Ok(roots)
}

fn grown(
    at: usize,
    nodes: &mut Vec<Option<(UiNode, String)>>,
    inside: &[Vec<usize>],
    levels: usize,
) -> Result<UiNode, Invalid> {
    shallow(levels)?;
    let found = nodes[at].take();
    let (mut node, _) = found.ok_or_else(|| wrong("a component is in two places"))?;
    for child in &inside[at] {
        node.children
            .push(grown(*child, nodes, inside, levels - 1)?);
    }
    Ok(node)
}

/// One entry. Those who write flat lists by hand say `props`, `kind`, or nest after all.
fn node(fields: &Fields) -> Result<UiNode, Invalid> {
    let called = |names: [&'static str; 2]| match fields.contains_key(names[0]) {
        false if fields.contains_key(names[1]) => names[1],
        _ => names[0],
    };
    let (kind, options) = (called(["type", "kind"]), called(["options", "props"]));
    let own = ["id", kind, options, "parent_id", "children"];
    let children = list(fields.get("children"), "children")?;
    Ok(UiNode {
        id: id_of(fields.get("id"))?,
        kind: kind_of(fields.get(kind))?,
        props: object(fields.get(options), options)?,
        rest: take_rest(fields, &own),
        children: nested::nodes(children, &nested::TREE, LEVELS - 1)?,
    })
}

pub(super) fn write(document: &UiDocument) -> Value {
    let mut entries = Vec::new();
    let first = document.nodes.first();
    if !document.head.is_empty() || first.is_some_and(|node| node.kind == DOCUMENT) {
        let mut head = Fields::new();
        put_rest(&mut head, &document.head, &[]);
        entries.push(json!({ "id": "", "type": DOCUMENT, "options": head }));
    }
    for node in &document.nodes {
        push(node, None, &mut entries);
    }
    Value::Array(entries)
}

fn push(node: &UiNode, parent: Option<&str>, entries: &mut Vec<Value>) {
    let mut fields = written(node, ["type", "options"], &OWN);
    fields.insert("options".to_owned(), Value::Object(node.props.clone()));
    if let Some(parent) = parent {
        fields.insert("parent_id".to_owned(), json!(parent));
    }
    entries.push(Value::Object(fields));
    for child in &node.children {
        push(child, Some(&node.id), entries);
    }
}
