//! Previews: as much of a document as fits, and always valid JSON. Components are left out, never words cut.

use serde_json::{Value, json};

use super::shape::{UiShape, write};
use super::{UiDocument, UiNode};

/// Bytes of a preview.
pub const PREVIEW: usize = 4 * 1024;

/// The screen as a tree of at most [`PREVIEW`] bytes; says so where something was left out.
pub fn preview(document: &UiDocument) -> Value {
    pruned(document, PREVIEW)
}

/// The same, of at most so many bytes.
pub fn pruned(document: &UiDocument, bytes: usize) -> Value {
    let whole = write(document, UiShape::Tree);
    if whole.to_string().len() <= bytes {
        return whole;
    }
    let total = document.all().len();
    // The more components, the more bytes: the most that fit are found by halving.
    let (mut fit, mut over) = (0, total);
    while over - fit > 1 {
        let middle = fit + (over - fit) / 2;
        match shown(document, (middle, total), bytes) {
            Some(_) => fit = middle,
            None => over = middle,
        }
    }
    let bare = || json!({ "tree": [], "truncated": true, "total": total });
    shown(document, (fit, total), bytes).unwrap_or_else(bare)
}

/// The first components, if they fit.
fn shown(document: &UiDocument, (most, total): (usize, usize), bytes: usize) -> Option<Value> {
    let pruned = UiDocument {
        head: document.head.clone(),
        nodes: first(&document.nodes, most),
    };
    let mut tree = write(&pruned, UiShape::Tree);
    tree["truncated"] = json!(true);
    tree["total"] = json!(total);
    (tree.to_string().len() <= bytes).then_some(tree)
}

/// The first `most` components by level, so that none is there without what it is in.
fn first(nodes: &[UiNode], most: usize) -> Vec<UiNode> {
    let mut level: Vec<&UiNode> = nodes.iter().collect();
    let mut left = most;
    let mut kept = std::collections::HashSet::new();
    while left > 0 && !level.is_empty() {
        level.truncate(left);
        left -= level.len();
        kept.extend(level.iter().map(|node| node.id.as_str()));
        level = level.iter().flat_map(|node| &node.children).collect();
    }
    only(nodes, &kept)
}

fn only(nodes: &[UiNode], kept: &std::collections::HashSet<&str>) -> Vec<UiNode> {
    let here = nodes.iter().filter(|node| kept.contains(node.id.as_str()));
    let copy = |node: &UiNode| UiNode {
        id: node.id.clone(),
        kind: node.kind.clone(),
        props: node.props.clone(),
        rest: node.rest.clone(),
        children: only(&node.children, kept),
    };
    here.map(copy).collect()
}

/// Any other value, if it fits; lists lose their last entries until it does.
pub fn fitting(value: &Value) -> Value {
    let mut value = value.clone();
    while value.to_string().len() > PREVIEW {
        match &mut value {
            Value::Array(entries) if !entries.is_empty() => {
                entries.truncate(entries.len() * 3 / 4);
            }
            _ => return json!([]),
        }
    }
    value
}
