//! What to do about a link that failed. Facts §3, "Chains".

use screen_agent_page::{Node, NodeId, Observation, Role};

use screen_agent_action::step::TargetPrint;

/// How far an id may have moved.
const NEAR: u64 = 10;

/// What to do about a link that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// The same on the nearest control of its kind; where there is none, [`Recovery::Regenerate`].
    RetryNearest,
    /// Decide anew by what is seen now, several actions in a row if need be.
    Regenerate,
    /// Go on one action at a time.
    SingleAction,
}

/// What to do about an executor's code. What passes by itself is waited for before (`turn/correct/remedy.rs`), and what
/// cannot be used is never left out unasked: the person wanted it filled. A code that is not known leads to a look after
/// each action.
pub fn recovery(code: &str) -> Recovery {
    match code.trim().to_ascii_uppercase().as_str() {
        "ELEMENT_NOT_FOUND" => Recovery::RetryNearest,
        "NOT_VISIBLE"
        | "ELEMENT_NOT_VISIBLE"
        | "OBSCURED"
        | "ELEMENT_OBSCURED"
        | "CONTENT_SCRIPT_NOT_READY" => Recovery::Regenerate,
        _ => Recovery::SingleAction,
    }
}

/// The control that took the place of one that is gone: of its role and name, its number near.
///
/// A control of another name is never taken: what was meant for one field must not be written into
/// another. Two that are as near as each other are none.
pub fn nearest<'a>(id: &NodeId, seen: &'a Observation, kind: &TargetPrint) -> Option<&'a Node> {
    let gone = number(id)?;
    let role = Role::parse(&kind.role);
    let mut near: Vec<(u64, &Node)> = seen
        .nodes
        .iter()
        .filter(|node| node.role == role && node.name == kind.name && node.id != *id)
        .filter_map(|node| Some((number(&node.id)?.abs_diff(gone), node)))
        .filter(|(distance, _)| *distance <= NEAR)
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    match near.as_slice() {
        [] => None,
        [first, second, ..] if first.0 == second.0 => None,
        [first, ..] => Some(first.1),
    }
}

fn number(id: &NodeId) -> Option<u64> {
    id.as_str().parse().ok()
}
