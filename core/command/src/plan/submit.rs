//! Sending a form.

use screen_agent_action::Action;
use screen_agent_page::{Node, Role};
use screen_agent_words::WordList;

use super::turn::{Tried, Turn, press};
use super::{Move, click};
use crate::ground::scene::is_ready;
use crate::ground::{Grounded, Reference, Wish, ground, only};
use crate::read::Touch;
use crate::words::Phrase;
use crate::words::likeness::{Likeness, likeness};

/// Names of buttons that send a form, best first.
static SENDS: WordList = WordList::named("submit sends");

/// Presses what sends the form.
pub(crate) fn submit(turn: &mut Turn<'_>, what: &Phrase) -> Move {
    if let Some(id) = turn.memory.own.target.clone() {
        let action = Action::Click { id };
        if turn.tried(&action) != Tried::Never {
            return Move::Done;
        }
    }
    let named = Reference::of(what);
    let called = match ground(&turn.scene, &button(&named), Wish::Touch) {
        Grounded::One(node) if !named.name.is_empty() => Some(node),
        Grounded::One(_) | Grounded::Several(_) | Grounded::Nothing => None,
    };
    // A page's header may offer the same as the form that was filled in; it does not send that form.
    let own = called.filter(|node| turn.goes_with_filled(node));
    match own.or_else(|| sender(turn)).or(called) {
        Some(node) => click::aim(turn, Touch::Click, node),
        None => turn.once(
            enter_key(),
            "I see no button that sends it; I press Enter.".into(),
        ),
    }
}

pub(super) fn enter_key() -> Action {
    press("Enter")
}

fn button(reference: &Reference) -> Reference {
    Reference {
        kinds: vec![crate::ground::Kind::Button],
        ..reference.clone()
    }
}

/// The button that sends what was filled in.
pub(super) fn sender<'a>(turn: &Turn<'a>) -> Option<&'a Node> {
    let buttons = buttons(turn);
    named_sender(turn)
        .or_else(|| buttons.iter().find(|node| node.facts.submits).copied())
        .or_else(|| only(buttons))
}

/// The same, by its name alone.
pub(super) fn named_sender<'a>(turn: &Turn<'a>) -> Option<&'a Node> {
    let buttons = buttons(turn);
    SENDS.iter().find_map(|name| {
        let called = |node: &&&Node| likeness(name, &node.name) >= Some(Likeness::SameWords);
        buttons.iter().find(called).copied()
    })
}

fn buttons<'a>(turn: &Turn<'a>) -> Vec<&'a Node> {
    let sends =
        |node: &&Node| node.role == Role::Button && is_ready(node) && turn.goes_with_filled(node);
    turn.nodes().filter(sends).collect()
}
