//! Closing dialogs, messages and tabs.

use screen_agent_page::Node;
use screen_agent_page::locate::{Dismissal, dismissals};
use screen_agent_words::WordList;

use super::turn::{Turn, press};
use super::{Move, click};
use crate::ground::place::narrow;
use crate::ground::reference::Place;
use crate::ground::{Grounded, Reference, Wish, ground};
use crate::read::Touch;
use crate::words::Phrase;

/// Closes what is meant.
pub(crate) fn close(turn: &mut Turn<'_>, what: &Phrase) -> Move {
    if turn.memory.own.target.is_some() {
        return click::touch(turn, Touch::Click, what);
    }
    let reference = turn.reference(what);
    if let Some(node) = closer(turn, &reference) {
        return click::aim(turn, Touch::Click, node);
    }
    // "Close the panel" may as well be a control that is called so, or a part that folds.
    if let Grounded::One(_) = ground(
        &turn.scene,
        &Reference::of(&Phrase::of(&format!("close {}", what.text()))),
        Wish::Touch,
    ) {
        return click::touch(
            turn,
            Touch::Click,
            &Phrase::of(&format!("close {}", what.text())),
        );
    }
    if let Grounded::One(node) = turn.meant(&reference, Wish::Toggle)
        && node.is(screen_agent_page::State::Expanded)
    {
        return super::toggle::toggle(turn, what, false);
    }
    turn.once(
        press("Escape"),
        "I see nothing that closes it; I press Escape.".into(),
    )
}

/// "Accept the cookie notice", "decline the offer": what lies over the page is answered, by the button
/// that says so in whatever words.
pub(crate) fn answered<'a>(turn: &Turn<'a>, verb: &str, what: &Phrase) -> Option<&'a Node> {
    names_notice(what).then_some(())?;
    let wanted = match verb {
        "accept" | "confirm" | "approve" | "agree" | "allow" => Dismissal::Accept,
        "decline" | "reject" | "cancel" => Dismissal::Decline,
        "hide" | "skip" => Dismissal::Close,
        _ => return None,
    };
    let found = dismissals(&turn.scene.screen);
    found
        .into_iter()
        .find(|(kind, _)| *kind == wanted)
        .map(|(_, node)| node)
}

/// True where the words are about what lies over the page, whatever it says.
pub(super) fn names_notice(what: &Phrase) -> bool {
    static NOTICES: WordList = WordList::named("close notices");
    what.0.iter().any(|token| token.is_in(&NOTICES))
}

/// The control that closes it: in its row if it is named, else the best of all.
fn closer<'a>(turn: &Turn<'a>, reference: &Reference) -> Option<&'a Node> {
    let closers: Vec<&Node> = dismissals(&turn.scene.screen)
        .into_iter()
        .map(|(_, node)| node)
        .collect();
    if closers.len() > 1 {
        let place = if reference.name.is_empty() {
            None
        } else {
            narrow(&turn.scene, &closers, Place::Row, reference)
        };
        if let Some(near) = place.and_then(|near| near.first().copied()) {
            return Some(near);
        }
        let dialog = narrow(
            &turn.scene,
            &closers,
            Place::Within,
            &Reference::of(&Phrase::of("the dialog")),
        );
        if let Some(inside) = dialog.and_then(|inside| inside.first().copied()) {
            return Some(inside);
        }
    }
    closers.first().copied()
}
