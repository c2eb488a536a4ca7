//! Short ways to write screens and tasks down in tests.

use std::sync::Arc;

use screen_agent_page::{Line, Node, NodeId, Observation, Role, Run, State};
use uuid::Uuid;

use crate::action::Action;
use crate::ask::{Decision, Proposal};
use crate::event::{Event, Seen};
use crate::id::TaskId;
use crate::step::Report;
use crate::task::Task;

pub(crate) fn node(id: &str, role: &str, name: &str) -> Node {
    Node::new(id, Role::parse(role), name)
}

pub(crate) fn holding(id: &str, role: &str, name: &str, value: &str) -> Node {
    Node {
        value: Some(value.to_owned()),
        ..node(id, role, name)
    }
}

pub(crate) fn being(mut node: Node, states: &[State]) -> Node {
    node.states = states.to_vec();
    node
}

pub(crate) fn screen(nodes: Vec<Node>) -> Observation {
    Observation {
        url: "https://shop.test/start".to_owned(),
        nodes,
        ..Observation::default()
    }
}

pub(crate) fn saying(mut screen: Observation, words: &str) -> Observation {
    screen.lines.push(Line {
        runs: vec![Run::Text(words.to_owned())],
        ..Line::default()
    });
    screen
}

pub(crate) fn at(mut screen: Observation, url: &str) -> Observation {
    url.clone_into(&mut screen.url);
    screen
}

pub(crate) fn task(query: &str) -> Task {
    Task::new(TaskId::new(Uuid::from_u128(7)), query.to_owned())
}

pub(crate) fn seen(screen: Observation) -> Seen {
    Seen {
        screen: Arc::new(screen),
        today: "2026-03-04".to_owned(),
        ..Seen::default()
    }
}

pub(crate) fn observed(screen: Observation) -> Event {
    Event::Observed {
        seen: Box::new(seen(screen)),
    }
}

pub(crate) fn reported(screen: Observation, report: Report) -> Event {
    Event::Observed {
        seen: Box::new(Seen {
            report,
            ..seen(screen)
        }),
    }
}

pub(crate) fn proposed(action: Action) -> Event {
    decided(Decision::Act { action })
}

pub(crate) fn decided(decision: Decision) -> Event {
    Event::Proposed {
        proposal: Box::new(Proposal::new("As asked.", decision)),
    }
}

pub(crate) fn click(id: &str) -> Action {
    Action::Click {
        id: NodeId::new(id),
    }
}

pub(crate) fn set(id: &str, text: &str) -> Action {
    Action::SetValue {
        id: NodeId::new(id),
        text: text.to_owned(),
    }
}

pub(crate) fn finish(text: &str) -> Action {
    Action::Finish {
        text: Some(text.to_owned()),
        success: true,
    }
}
