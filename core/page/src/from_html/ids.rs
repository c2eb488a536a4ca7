//! Which id a control goes by.

use std::collections::HashSet;

use super::{Found, drawn};
use crate::html::{Dom, NodeRef, control};
use crate::node::NodeId;
use crate::role::Role;

/// What ids a page offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    /// The client stamped its own; nothing else can be addressed.
    Stamped,
    /// The client wrote numbers into `id`; nothing else can be addressed.
    Numbered,
    /// A plain page: its own ids, and made-up ones where there are none.
    Plain,
}

/// Finds the controls that can be addressed, in document order, each id once. Options speak through
/// their list.
pub(super) fn find(dom: &Dom, most: usize) -> Vec<Found> {
    let mut controls: Vec<NodeRef> = Vec::new();
    drawn(dom, |at| {
        let is_entry = dom.tag(at) == Some("option");
        if !is_entry && control::role_of(dom, at).is_some_and(|role| role != Role::Scroll) {
            controls.push(at);
        }
    });
    let scheme = scheme(dom, &controls);
    let mut used = HashSet::new();
    controls
        .into_iter()
        .enumerate()
        .filter_map(|(ordinal, at)| {
            let id = id(dom, at, scheme, ordinal)?;
            used.insert(id.clone()).then_some(Found { at, id })
        })
        .take(most)
        .collect()
}

fn scheme(dom: &Dom, controls: &[NodeRef]) -> Scheme {
    if controls.iter().any(|&at| dom.has(at, "data-llm-id")) {
        return Scheme::Stamped;
    }
    let numbered = |at: NodeRef| {
        dom.attr(at, "id")
            .is_some_and(|id| NodeId::new(id).is_numeric())
    };
    if controls.iter().any(|&at| numbered(at)) {
        return Scheme::Numbered;
    }
    Scheme::Plain
}

fn id(dom: &Dom, at: NodeRef, scheme: Scheme, ordinal: usize) -> Option<NodeId> {
    let written = match scheme {
        Scheme::Stamped => dom.attr(at, "data-llm-id"),
        Scheme::Numbered | Scheme::Plain => dom.attr(at, "id"),
    };
    let written = written.filter(|id| can_be_said(id));
    match (written, scheme) {
        (Some(id), _) => Some(NodeId::new(id)),
        (None, Scheme::Plain) => Some(NodeId::new(format!("h{ordinal}"))),
        (None, Scheme::Stamped | Scheme::Numbered) => None,
    }
}

// An id has to come back unharmed from whoever reads it in a text.
fn can_be_said(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= NodeId::MAX
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte))
}
