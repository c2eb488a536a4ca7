//! Short ways to write screens down in tests.

use crate::node::{Node, NodeId, Rect};
use crate::observation::Observation;
use crate::role::Role;
use crate::text::{Line, LineKind, Run};

pub(crate) fn node(id: &str, role: &str, name: &str) -> Node {
    Node::new(id, Role::parse(role), name)
}

pub(crate) fn valued(id: &str, role: &str, name: &str, value: &str) -> Node {
    Node {
        value: Some(value.to_owned()),
        ..node(id, role, name)
    }
}

pub(crate) fn at(node: Node, x: f64, y: f64, w: f64, h: f64) -> Node {
    Node {
        rect: Some(Rect { x, y, w, h }),
        ..node
    }
}

pub(crate) fn observation(nodes: Vec<Node>, lines: Vec<Line>) -> Observation {
    Observation {
        nodes,
        lines,
        ..Observation::default()
    }
}

/// A line in short: `{7}` is control 7, `|` the end of a cell, the rest are words.
pub(crate) fn line(kind: LineKind, short: &str) -> Line {
    let mut runs = Vec::new();
    let mut words = String::new();
    let mut rest = short.chars();
    while let Some(c) = rest.next() {
        match c {
            '{' => {
                flush(&mut words, &mut runs);
                let id: String = rest.by_ref().take_while(|&c| c != '}').collect();
                runs.push(Run::Node(NodeId::new(id)));
            }
            '|' => {
                flush(&mut words, &mut runs);
                runs.push(Run::Cell);
            }
            _ => words.push(c),
        }
    }
    flush(&mut words, &mut runs);
    Line {
        kind,
        runs,
        ..Line::default()
    }
}

fn flush(words: &mut String, runs: &mut Vec<Run>) {
    let text = words.trim();
    if !text.is_empty() {
        runs.push(Run::Text(text.to_owned()));
    }
    words.clear();
}
