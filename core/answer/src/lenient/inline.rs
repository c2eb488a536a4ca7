//! Words and links out of whatever a model wrote.

use serde_json::Value;

use super::{Kind, Node, first, kind};
use crate::limits::{CHARACTERS, DEPTH};
use screen_agent_wire::packet::tree::{self, Inline, TextNode};

/// Where a node's words stand.
const KEYS: [&str; 9] = [
    "children", "text", "content", "value", "cells", "items", "rows", "title", "label",
];

/// What stands inside a node, as words and links.
pub(super) fn children(node: &Node) -> Vec<Inline> {
    let mut gathered = Gathered::default();
    gathered.inside(node, 0);
    gathered.inlines
}

/// These values, as words and links.
pub(super) fn of(parts: &[Value]) -> Vec<Inline> {
    let mut gathered = Gathered::default();
    gathered.parts(parts, 0);
    gathered.inlines
}

/// The words of these values alone.
pub(super) fn words(parts: &[Value]) -> String {
    let mut gathered = Gathered::default();
    gathered.parts(parts, 0);
    tree::words(&gathered.inlines)
}

#[derive(Default)]
struct Gathered {
    inlines: Vec<Inline>,
    characters: usize,
}

impl Gathered {
    fn parts(&mut self, parts: &[Value], depth: usize) {
        for part in parts {
            self.part(part, depth);
        }
    }

    fn part(&mut self, part: &Value, depth: usize) {
        if depth > 3 * DEPTH || self.characters > CHARACTERS {
            return;
        }
        match part {
            Value::Null => {}
            Value::Bool(_) | Value::Number(_) => self.text(&part.to_string()),
            Value::String(words) => self.text(words),
            Value::Array(parts) => self.parts(parts, depth + 1),
            Value::Object(node) => self.node(node, depth),
        }
    }

    fn node(&mut self, node: &Node, depth: usize) {
        if kind(node) == Some(Kind::Break) {
            return self.text("\n");
        }
        let href = first(node, &["href", "url"]).and_then(Value::as_str);
        let Some(href) = href else {
            return self.inside(node, depth);
        };
        let mut inside = Self::default();
        inside.inside(node, depth);
        let text = tree::words(&inside.inlines);
        self.characters += text.len() + href.len();
        self.inlines.push(Inline::Link {
            href: href.to_owned(),
            children: vec![TextNode::Text { text }],
        });
    }

    fn inside(&mut self, node: &Node, depth: usize) {
        if let Some(inside) = first(node, &KEYS) {
            self.part(inside, depth + 1);
        }
    }

    fn text(&mut self, words: &str) {
        if words.is_empty() {
            return;
        }
        self.characters += words.len();
        self.inlines.push(Inline::text(words));
    }
}
