//! Short ways to write screens and actions down in tests.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "for tests; each does what its name says"
)]

pub mod any;

pub use any::action as any_action;

use screen_agent_page::{Line, Node, NodeId, Observation, Role, Run, State};

use crate::Action;

pub fn node(id: &str, role: &str, name: &str) -> Node {
    Node::new(id, Role::parse(role), name)
}

pub fn holding(id: &str, role: &str, name: &str, value: &str) -> Node {
    Node {
        value: Some(value.to_owned()),
        ..node(id, role, name)
    }
}

pub fn being(mut node: Node, states: &[State]) -> Node {
    node.states = states.to_vec();
    node
}

pub fn screen(nodes: Vec<Node>) -> Observation {
    Observation {
        url: "https://shop.test/start".to_owned(),
        nodes,
        ..Observation::default()
    }
}

pub fn saying(mut screen: Observation, words: &str) -> Observation {
    screen.lines.push(Line {
        runs: vec![Run::Text(words.to_owned())],
        ..Line::default()
    });
    screen
}

pub fn at(mut screen: Observation, url: &str) -> Observation {
    url.clone_into(&mut screen.url);
    screen
}

pub fn click(id: &str) -> Action {
    Action::Click {
        id: NodeId::new(id),
    }
}

pub fn set(id: &str, text: &str) -> Action {
    Action::SetValue {
        id: NodeId::new(id),
        text: text.to_owned(),
    }
}

pub fn finish(text: &str) -> Action {
    Action::Finish {
        text: Some(text.to_owned()),
        success: true,
    }
}
