//! Several actions in a row.

use std::collections::BTreeSet;

use screen_agent_page::{Keyboard, Node, State};

use crate::{Denial, DenyReason, GateCase, GateDecision, decide};
use screen_agent_action::{Action, ActionFamily};

/// Most links of a chain.
pub const MOST_LINKS: usize = 20;

/// Decides a chain: the worst of its links. `case` gives everything but the action.
pub fn gate_chain(links: &[(u32, Action)], case: &GateCase<'_>) -> GateDecision {
    let deny = |reason, why: &str| GateDecision::Deny(Denial::new(reason, why));
    if links.is_empty() || links.len() > MOST_LINKS {
        return deny(DenyReason::ChainLength, "A chain has 1 to 20 links.");
    }
    let indexes: BTreeSet<u32> = links.iter().map(|(index, _)| *index).collect();
    if indexes.len() != links.len() {
        return deny(
            DenyReason::DuplicateIndex,
            "Two links of the chain have the same index.",
        );
    }
    let left = unfocused(case.nodes);
    let mut keyboard: Option<Keyboard> = None;
    let decisions = links.iter().enumerate().map(|(position, (_, action))| {
        let decision = decide(&GateCase {
            action,
            aimed_at: case
                .aimed_at
                .filter(|node| action.target() == Some(&node.id)),
            step: case.step + position,
            // Once the chain has moved the keyboard, what was told of it is old.
            nodes: if keyboard.is_some() {
                &left
            } else {
                case.nodes
            },
            keyboard: case.keyboard.filter(|_| keyboard.is_none()),
            keyboard_at: keyboard.as_ref().unwrap_or(case.keyboard_at),
            ..case.clone()
        });
        keyboard = after(action, case).or_else(|| keyboard.take());
        decision
    });
    // The first of the worst, so that the person is asked in the order of doing.
    let worst = decisions.reduce(|worst, next| {
        if badness(&next) > badness(&worst) {
            next
        } else {
            worst
        }
    });
    worst.unwrap_or_else(|| deny(DenyReason::ChainLength, "A chain has 1 to 20 links."))
}

/// The controls, none of them with the keyboard.
fn unfocused(nodes: &[Node]) -> Vec<Node> {
    let nodes = nodes.iter().cloned();
    nodes
        .map(|mut node| {
            node.states.retain(|state| *state != State::Focused);
            node
        })
        .collect()
}

/// Where an action leaves the keyboard; nothing where it leaves it as it is.
fn after(action: &Action, case: &GateCase<'_>) -> Option<Keyboard> {
    let stays = matches!(
        action.family(),
        ActionFamily::Write | ActionFamily::Pause | ActionFamily::Point | ActionFamily::Scroll
    );
    if stays || matches!(action, Action::Press { key, .. } if key.chars().count() == 1) {
        return None;
    }
    let takes = action.fills_in() || action.presses() || matches!(action, Action::Focus { .. });
    let node = action
        .target()
        .filter(|_| takes)
        .and_then(|id| case.node(id));
    Some(node.map_or(Keyboard::Unknown, |node| Keyboard::Control {
        node: Box::new(node.clone()),
    }))
}

fn badness(decision: &GateDecision) -> u8 {
    match decision {
        GateDecision::Allow(allowance) => allowance.basis as u8,
        GateDecision::Ask(_) => 10,
        GateDecision::Deny(_) => 20,
    }
}
