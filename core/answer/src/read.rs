//! Reads a tree strictly: only what the specification writes, with the place of the first fault.

use serde_json::{Map, Value};

use super::fault::{RenderFault, Wrong};
use super::trail::Trail;
use screen_agent_wire::packet::tree::{
    Block, Doc, Inline, ListItem, TableCell, TableRow, TextNode,
};

type Node = Map<String, Value>;

/// Reads a tree as it should be written. Bounded in depth, nodes and characters; [`super::check`]
/// says whether what was read may be shown as it is.
pub fn read(value: &Value) -> Result<Doc, RenderFault> {
    let mut trail = Trail::default();
    let (kind, node) = enter(&mut trail, value)?;
    if kind != "doc" {
        return Err(trail.fault(unexpected(kind)));
    }
    only(&trail, node, &["children"])?;
    Ok(Doc::new(parts(&mut trail, node, "children", block)?))
}

fn block(trail: &mut Trail, value: &Value) -> Result<Block, RenderFault> {
    let (kind, node) = enter(trail, value)?;
    match kind {
        "heading" => {
            only(trail, node, &["level", "children"])?;
            Ok(Block::Heading {
                level: level(trail, node)?,
                children: parts(trail, node, "children", inline)?,
            })
        }
        "paragraph" => {
            only(trail, node, &["children"])?;
            let children = parts(trail, node, "children", inline)?;
            Ok(Block::Paragraph { children })
        }
        "list" => {
            only(trail, node, &["ordered", "items"])?;
            Ok(Block::List {
                ordered: flag(trail, node, "ordered")?
                    .ok_or_else(|| trail.fault(Wrong::Missing("ordered")))?,
                items: parts(trail, node, "items", item)?,
            })
        }
        "blockquote" => {
            only(trail, node, &["children"])?;
            let children = parts(trail, node, "children", block)?;
            Ok(Block::Blockquote { children })
        }
        "code_block" => {
            only(trail, node, &["language", "text"])?;
            let language = match node.get("language") {
                None | Some(Value::Null) => None,
                Some(_) => Some(words(trail, node, "language")?),
            };
            let text = words(trail, node, "text")?;
            Ok(Block::CodeBlock { language, text })
        }
        "table" => {
            only(trail, node, &["rows"])?;
            let rows = parts(trail, node, "rows", row)?;
            Ok(Block::Table { rows })
        }
        _ => Err(trail.fault(unexpected(kind))),
    }
}

fn item(trail: &mut Trail, value: &Value) -> Result<ListItem, RenderFault> {
    let node = named(trail, value, "list_item")?;
    only(trail, node, &["children"])?;
    let children = parts(trail, node, "children", block)?;
    Ok(ListItem::ListItem { children })
}

fn row(trail: &mut Trail, value: &Value) -> Result<TableRow, RenderFault> {
    let node = named(trail, value, "table_row")?;
    only(trail, node, &["cells"])?;
    let cells = parts(trail, node, "cells", cell)?;
    Ok(TableRow::TableRow { cells })
}

fn cell(trail: &mut Trail, value: &Value) -> Result<TableCell, RenderFault> {
    let node = named(trail, value, "table_cell")?;
    only(trail, node, &["header", "children"])?;
    Ok(TableCell::TableCell {
        header: flag(trail, node, "header")?.unwrap_or_default(),
        children: parts(trail, node, "children", inline)?,
    })
}

fn inline(trail: &mut Trail, value: &Value) -> Result<Inline, RenderFault> {
    let (kind, node) = enter(trail, value)?;
    match kind {
        "text" => {
            only(trail, node, &["text"])?;
            let text = words(trail, node, "text")?;
            Ok(Inline::Text { text })
        }
        "link" => {
            only(trail, node, &["href", "children"])?;
            Ok(Inline::Link {
                href: words(trail, node, "href")?,
                children: parts(trail, node, "children", text)?,
            })
        }
        _ => Err(trail.fault(unexpected(kind))),
    }
}

fn text(trail: &mut Trail, value: &Value) -> Result<TextNode, RenderFault> {
    let node = named(trail, value, "text")?;
    only(trail, node, &["text"])?;
    let text = words(trail, node, "text")?;
    Ok(TextNode::Text { text })
}

fn enter<'v>(trail: &mut Trail, value: &'v Value) -> Result<(&'v str, &'v Node), RenderFault> {
    trail.node()?;
    let Some(node) = value.as_object() else {
        return Err(trail.fault(Wrong::Expected("a node")));
    };
    match node.get("type") {
        Some(Value::String(kind)) => Ok((kind, node)),
        Some(_) => Err(trail.at("type", Wrong::Expected("a string"))),
        None => Err(trail.fault(Wrong::Missing("type"))),
    }
}

fn named<'v>(trail: &mut Trail, value: &'v Value, name: &str) -> Result<&'v Node, RenderFault> {
    let (kind, node) = enter(trail, value)?;
    if kind == name {
        return Ok(node);
    }
    Err(trail.fault(unexpected(kind)))
}

fn only(trail: &Trail, node: &Node, keys: &[&str]) -> Result<(), RenderFault> {
    let stray = node
        .keys()
        .find(|key| *key != "type" && !keys.contains(&key.as_str()));
    match stray {
        Some(key) => Err(trail.fault(Wrong::Unknown(shortened(key)))),
        None => Ok(()),
    }
}

fn parts<T>(
    trail: &mut Trail,
    node: &Node,
    key: &'static str,
    walk: fn(&mut Trail, &Value) -> Result<T, RenderFault>,
) -> Result<Vec<T>, RenderFault> {
    match node.get(key) {
        Some(Value::Array(parts)) => trail.each(key, parts, walk),
        Some(_) => Err(trail.at(key, Wrong::Expected("an array"))),
        None => Err(trail.fault(Wrong::Missing(key))),
    }
}

fn words(trail: &mut Trail, node: &Node, key: &'static str) -> Result<String, RenderFault> {
    match node.get(key) {
        Some(Value::String(words)) => {
            trail.words(words)?;
            Ok(words.clone())
        }
        Some(_) => Err(trail.at(key, Wrong::Expected("a string"))),
        None => Err(trail.fault(Wrong::Missing(key))),
    }
}

fn flag(trail: &mut Trail, node: &Node, key: &'static str) -> Result<Option<bool>, RenderFault> {
    match node.get(key) {
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        None | Some(Value::Null) => Ok(None),
        Some(_) => Err(trail.at(key, Wrong::Expected("true or false"))),
    }
}

fn level(trail: &mut Trail, node: &Node) -> Result<u8, RenderFault> {
    let Some(level) = node.get("level") else {
        return Err(trail.fault(Wrong::Missing("level")));
    };
    level
        .as_u64()
        .and_then(|level| u8::try_from(level).ok())
        .filter(|level| (1..=6).contains(level))
        .ok_or_else(|| trail.at("level", Wrong::Level))
}

fn unexpected(kind: &str) -> Wrong {
    Wrong::Node(shortened(kind))
}

fn shortened(name: &str) -> String {
    super::words::one_line(&super::words::clean(name))
        .chars()
        .take(40)
        .collect()
}
