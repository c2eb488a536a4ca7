//! "Rename X to Y": where the page says how, in its own menu, or in place.

use screen_agent_action::Action;
use screen_agent_page::{Node, State};

use super::turn::{Tried, Turn, click_on, said};
use super::{Move, cell, claim, click, effect, explore, submit};
use crate::ground::place::narrow;
use crate::ground::reference::Place;
use crate::ground::{Grounded, Wish, ground, only};
use crate::read::Touch;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::words;
use crate::words::{Phrase, Token};

/// Gives something another name.
pub(super) fn rename(turn: &mut Turn<'_>, what: &Phrase) -> Option<Move> {
    let at = (1..what.0.len().saturating_sub(1))
        .rev()
        .find(|&at| what.0[at].is_any(&["to", "into", "as"]))?;
    let (old, new) = (
        Phrase::slice(&what.0[..at]),
        Phrase::slice(&what.0[at + 1..]),
    );
    Some(give_name(turn, &old, &new.text()))
}

pub(super) fn give_name(turn: &mut Turn<'_>, old: &Phrase, new: &str) -> Move {
    if let Some(step) = click::pressed(turn) {
        return step;
    }
    // Whether the page took it, the ledger tells.
    if turn.tried(&submit::enter_key()) != Tried::Never {
        return Move::Done;
    }
    if turn.memory.own.went
        && let Some(field) = only(
            turn.text_fields()
                .into_iter()
                .filter(|node| node.is(State::Focused)),
        )
    {
        return write(turn, field, old, new);
    }
    let reference = turn.reference(old);
    let controls = effect::controls(turn, "rename");
    let near = narrow(&turn.scene, &controls, Place::Row, &reference).unwrap_or_default();
    // "It", of which nothing was said before, is what the page is of.
    let is_page = is_noun(old) || reference.same && turn.it().is_none();
    let own = only(near)
        .or_else(|| only(controls).filter(|_| turn.memory.own.opened.is_some() || is_page));
    if let Some(node) = own {
        let action = click_on(node);
        if turn.tried(&action) == Tried::Never {
            turn.memory.own.went = true;
            return Move::Prepare(action, format!("I press {}.", said(node)));
        }
    }
    let node = match ground(&turn.scene, &reference, Wish::Touch) {
        Grounded::One(node) => node,
        Grounded::Several(nodes) => return super::question::which(turn, old, &nodes),
        Grounded::Nothing => return explore::explore(turn, old),
    };
    turn.memory.own.opened = Some(node.id.clone());
    let id = || node.id.clone();
    let menu = Action::RightClick { id: id() };
    let file = old.0.iter().any(|token| token.text.contains('.'));
    let in_place = Action::DoubleClick { id: id() };
    if turn.tried(&menu) == Tried::Never {
        return Move::Prepare(
            menu,
            format!("I look at what can be done with {}.", said(node)),
        );
    }
    // A file opens by a double click, and is not renamed.
    if file || turn.tried(&in_place) != Tried::Never {
        return Move::Stuck(format!("I see no way to rename {}", said(node)));
    }
    turn.memory.own.went = true;
    Move::Prepare(in_place, format!("I open {} to change it.", said(node)))
}

/// The same, where what is called so is no field, and the new name is much like the old one: "Buy milk" and "Buy bread".
pub(super) fn to_like(turn: &mut Turn<'_>, old: &Phrase, new: &Phrase) -> Option<Move> {
    let reference = turn.reference(old);
    let called = |node: &&Node| {
        !node.role.takes_text()
            && likeness(&reference.whole, &turn.scene.label(node)) >= Some(Likeness::Folded)
    };
    let shared = |text: &str| words(&new.text()).contains(&text.to_owned());
    let alike = words(&reference.whole).iter().any(|word| shared(word));
    let begun = turn.memory.own.opened.is_some();
    (begun || alike && turn.nodes().any(|node| called(&node)))
        .then(|| give_name(turn, old, &new.text()))
}

/// "the plan" names no control.
fn is_noun(old: &Phrase) -> bool {
    matches!(old.0.as_slice(), [the, rest @ ..] if the.is_any(&["the", "this", "my", "our"]) && rest.len() == 1 && rest.iter().all(Token::word))
}

/// Writes the name into the field that opened, and sends it.
fn write(turn: &mut Turn<'_>, field: &Node, old: &Phrase, new: &str) -> Move {
    let action = Action::SetValue {
        id: field.id.clone(),
        text: new.to_owned(),
    };
    let button = submit::named_sender(turn).filter(|_| turn.scene.dialog().is_some());
    match (turn.tried(&action), button) {
        (Tried::Met | Tried::Unseen, Some(button)) => {
            turn.sought = Some(claim::appears(new.to_owned()));
            click::aim(turn, Touch::Click, button)
        }
        _ => cell::write(turn, new, &format!("name of {}", old.text())),
    }
}
