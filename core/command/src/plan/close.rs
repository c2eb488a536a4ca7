//! Closing dialogs, messages and tabs.

use screen_agent_kernel::action::Action;
use screen_agent_page::Node;
use screen_agent_page::locate::dismissals;

use super::turn::Turn;
use super::{Move, click};
use crate::ground::place::narrow;
use crate::ground::reference::Place;
use crate::ground::{Grounded, Reference, Wish, ground};
use crate::read::Touch;
use crate::words::Phrase;

/// Closes what is meant.
pub(crate) fn close(turn: &mut Turn<'_>, what: &Phrase) -> Move {
    if turn.memory.own.contains_key("target") {
        return click::touch(turn, Touch::Click, what);
    }
    let reference = turn.reference(what);
    if let Some(node) = closer(turn, &reference) {
        return click::aim(turn, Touch::Click, node);
    }
    // "Close the panel" may as well be a control that is called so, or a part that folds.
    if let Grounded::One(_) = ground(&turn.scene, &Reference::of(&Phrase::of(&format!("close {}", what.text()))), Wish::Touch) {
        return click::touch(turn, Touch::Click, &Phrase::of(&format!("close {}", what.text())));
    }
    if let Grounded::One(node) = ground(&turn.scene, &reference, Wish::Toggle) {
        if node.is(screen_agent_page::State::Expanded) {
            return super::toggle::toggle(turn, what, false);
        }
    }
    turn.once(
        Action::Press {
            key: "Escape".into(),
            modifiers: Vec::new(),
        },
        "I see nothing that closes it; I press Escape.".into(),
    )
}

/// The control that closes it: in its row if it is named, else the best of all.
fn closer<'a>(turn: &Turn<'a>, reference: &Reference) -> Option<&'a Node> {
    let closers: Vec<&Node> = dismissals(&turn.scene.screen).into_iter().map(|(_, node)| node).collect();
    if closers.len() > 1 {
        let place = if reference.name.is_empty() { None } else { narrow(&turn.scene, &closers, Place::Row, reference) };
        if let Some(near) = place.and_then(|near| near.first().copied()) {
            return Some(near);
        }
        let dialog = narrow(&turn.scene, &closers, Place::Within, &Reference::of(&Phrase::of("the dialog")));
        if let Some(inside) = dialog.and_then(|inside| inside.first().copied()) {
            return Some(inside);
        }
    }
    closers.first().copied()
}
