//! Reads a tree strictly: only what the specification writes, with the place of the first fault.

use serde::Deserialize as _;
use serde_json::Value;

use super::fault::{RenderFault, Wrong};
use super::trail::Trail;
use screen_agent_wire::packet::tree::Doc;

/// Reads a tree as it should be written. Bounded in depth, nodes and characters; [`super::check`]
/// says whether what was read may be shown as it is.
pub fn read(value: &Value) -> Result<Doc, RenderFault> {
    form(value)?;
    // What has the form is read.
    Doc::deserialize(value).map_err(|_| Trail::default().fault(Wrong::Expected("a node")))
}

/// Whether a tree is written as it should be.
pub(crate) fn form(value: &Value) -> Result<(), RenderFault> {
    node(&mut Trail::default(), value, &["doc"])
}

/// What stands under a key of a node.
#[derive(Clone, Copy)]
enum Part {
    Level,
    Flag,
    OptionalFlag,
    Words,
    OptionalWords,
    /// Nodes of these types.
    Nodes(&'static [&'static str]),
}

const BLOCKS: Part = Part::Nodes(&[
    "heading",
    "paragraph",
    "list",
    "blockquote",
    "code_block",
    "table",
]);
const INLINES: Part = Part::Nodes(&["text", "link"]);

/// The keys of a node besides its type, in the order in which they are read.
fn parts(kind: &str) -> &'static [(&'static str, Part)] {
    match kind {
        "doc" | "blockquote" | "list_item" => &[("children", BLOCKS)],
        "heading" => &[("level", Part::Level), ("children", INLINES)],
        "paragraph" => &[("children", INLINES)],
        "list" => &[
            ("ordered", Part::Flag),
            ("items", Part::Nodes(&["list_item"])),
        ],
        "code_block" => &[("language", Part::OptionalWords), ("text", Part::Words)],
        "table" => &[("rows", Part::Nodes(&["table_row"]))],
        "table_row" => &[("cells", Part::Nodes(&["table_cell"]))],
        "table_cell" => &[("header", Part::OptionalFlag), ("children", INLINES)],
        "link" => &[("href", Part::Words), ("children", Part::Nodes(&["text"]))],
        _ => &[("text", Part::Words)],
    }
}

fn node(trail: &mut Trail, value: &Value, among: &[&str]) -> Result<(), RenderFault> {
    trail.node()?;
    let Some(node) = value.as_object() else {
        return Err(trail.fault(Wrong::Expected("a node")));
    };
    let kind = match node.get("type") {
        Some(Value::String(kind)) => kind,
        Some(_) => return Err(trail.at("type", Wrong::Expected("a string"))),
        None => return Err(trail.fault(Wrong::Missing("type"))),
    };
    if !among.contains(&kind.as_str()) {
        return Err(trail.fault(Wrong::Node(shortened(kind))));
    }
    let parts = parts(kind);
    let known = |key: &str| key == "type" || parts.iter().any(|(part, _)| *part == key);
    if let Some(stray) = node.keys().find(|key| !known(key)) {
        return Err(trail.fault(Wrong::Unknown(shortened(stray))));
    }
    for (key, part) in parts {
        match (part, node.get(*key)) {
            (Part::OptionalFlag | Part::OptionalWords, None) => {}
            (Part::OptionalWords, Some(Value::Null)) => {}
            (_, None) | (Part::Flag, Some(Value::Null)) => {
                return Err(trail.fault(Wrong::Missing(key)));
            }
            (_, Some(value)) => check(trail, key, *part, value)?,
        }
    }
    Ok(())
}

fn check(
    trail: &mut Trail,
    key: &'static str,
    part: Part,
    value: &Value,
) -> Result<(), RenderFault> {
    match (part, value) {
        (Part::Level, level) if level.as_u64().is_some_and(|level| (1..=6).contains(&level)) => {}
        (Part::Flag | Part::OptionalFlag, Value::Bool(_)) => {}
        (Part::Words | Part::OptionalWords, Value::String(words)) => trail.words(words)?,
        (Part::Nodes(among), Value::Array(nodes)) => {
            trail.each(key, nodes, |trail, value| node(trail, value, among))?;
        }
        (part, _) => {
            let wrong = match part {
                Part::Level => Wrong::Level,
                Part::Flag | Part::OptionalFlag => Wrong::Expected("true or false"),
                Part::Words | Part::OptionalWords => Wrong::Expected("a string"),
                Part::Nodes(_) => Wrong::Expected("an array"),
            };
            return Err(trail.at(key, wrong));
        }
    }
    Ok(())
}

fn shortened(name: &str) -> String {
    super::words::one_line(&super::words::clean(name))
        .chars()
        .take(40)
        .collect()
}
