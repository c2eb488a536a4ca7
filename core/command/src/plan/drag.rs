//! Taking something somewhere else.

use screen_agent_action::Action;
use screen_agent_page::Node;

use super::turn::{Turn, said};
use super::{Move, explore};
use crate::ground::find::candidates;
use crate::ground::{Grounded, Wish};
use crate::words::Phrase;

/// Drags one thing onto another.
pub(crate) fn drag(turn: &mut Turn<'_>, what: &Phrase, to: &Phrase) -> Move {
    let reference = turn.reference(what);
    let from = match turn.meant(&reference, Wish::Drag) {
        Grounded::One(node) => node,
        Grounded::Several(nodes) => match nodes.iter().find(|node| node.facts.draggable) {
            Some(node) => *node,
            None => return super::question::which(turn, what, &nodes),
        },
        Grounded::Nothing => return explore::explore(turn, what),
    };
    let goal = turn.reference(to);
    let target: Option<&Node> = candidates(&turn.scene, &goal, Wish::Any)
        .into_iter()
        .find(|node| node.id != from.id);
    let Some(target) = target else {
        return explore::explore(turn, to);
    };
    turn.once(
        Action::DragAndDrop {
            from: from.id.clone(),
            to: target.id.clone(),
        },
        format!("I drag {} to {}.", said(from), said(target)),
    )
}
