//! Several actions in a row.

use std::collections::BTreeSet;

use super::{Decision, Denial, DenyReason, GateCase, decide};
use crate::action::Action;

/// Most links of a chain.
pub const MOST_LINKS: usize = 20;

/// Decides a chain: the worst of its links. `case` gives everything but the action.
pub fn gate_chain(links: &[(u32, Action)], case: &GateCase<'_>) -> Decision {
    let deny = |reason, why: &str| Decision::Deny(Denial::new(reason, why));
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
    let decisions = links.iter().enumerate().map(|(position, (_, action))| {
        decide(&GateCase {
            action,
            aimed_at: case
                .aimed_at
                .filter(|node| action.target() == Some(&node.id)),
            step: case.step + position,
            ..case.clone()
        })
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

fn badness(decision: &Decision) -> u8 {
    match decision {
        Decision::Allow(allowance) => allowance.basis as u8,
        Decision::Ask(_) => 10,
        Decision::Deny(_) => 20,
    }
}
