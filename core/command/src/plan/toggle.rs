//! Showing and hiding what is folded away.

use screen_agent_page::{Node, Role, State};

use super::question::which;
use super::turn::{Turn, click_on, said};
use super::{Move, click, explore};
use crate::ground::find::candidates;
use crate::ground::kind::Kind;
use crate::ground::reference::Number;
use crate::ground::{Grounded, Reference, Wish, ground};
use crate::read::Touch;
use crate::words::Phrase;
use crate::words::likeness::{Likeness, likeness};

/// Unfolds or folds what is meant.
pub(crate) fn toggle(turn: &mut Turn<'_>, what: &Phrase, open: bool) -> Move {
    let mut reference = turn.reference(what);
    // "the collapsed section" says what it is now; it is not so any more once it was opened.
    reference
        .states
        .retain(|(state, _)| *state != State::Expanded);
    if matches!(reference.number, Number::All | Number::Plural) {
        return all(turn, &reference, what, open);
    }
    let named = Phrase::of(&reference.name);
    if turn.memory.own.target.is_some() {
        return click::touch(turn, Touch::Click, &named);
    }
    if let Some(id) = turn.memory.own.opened.clone() {
        let clicked = |step: &&screen_agent_action::step::Step| {
            step.action.target().is_some_and(|target| *target == id)
        };
        if turn.mine().iter().any(|step| clicked(&step)) {
            return Move::Done;
        }
    }
    let found = turn.meant(&reference, Wish::Toggle);
    match found {
        Grounded::One(node) => press(turn, node, open),
        Grounded::Several(nodes) => match one_that_turns(&nodes, open) {
            Some(node) => press(turn, node, open),
            None => which(turn, what, &nodes),
        },
        Grounded::Nothing if open && has_other_place(turn, &reference) => {
            click::touch(turn, Touch::Click, &named)
        }
        Grounded::Nothing => by_looks(turn, &reference, what, open),
    }
}

/// True where what is called so does not unfold where it is, as a folder in a list of files.
fn has_other_place(turn: &Turn<'_>, reference: &Reference) -> bool {
    let plain = Reference {
        name: reference.name.clone(),
        whole: reference.name.clone(),
        ..Reference::default()
    };
    let found = ground(&turn.scene, &plain, Wish::Touch);
    matches!(found, Grounded::One(node) if likeness(&plain.name, &node.name) >= Some(Likeness::SameWords))
}

/// The only one that is not yet as it should be.
fn one_that_turns<'a>(nodes: &[&'a Node], open: bool) -> Option<&'a Node> {
    let state = if open {
        State::Collapsed
    } else {
        State::Expanded
    };
    nodes.iter().find(|node| node.is(state)).copied()
}

fn press(turn: &mut Turn<'_>, node: &Node, open: bool) -> Move {
    let already = if open {
        State::Expanded
    } else {
        State::Collapsed
    };
    if node.is(already) {
        return Move::Done;
    }
    turn.remember(node);
    turn.memory.own.opened = Some(node.id.clone());
    let why = format!("I {} {}.", if open { "open" } else { "fold" }, said(node));
    turn.once(click_on(node), why)
}

/// Every one, one after the other.
fn all(turn: &mut Turn<'_>, reference: &Reference, what: &Phrase, open: bool) -> Move {
    let state = if open {
        State::Collapsed
    } else {
        State::Expanded
    };
    let mut nodes = candidates(&turn.scene, reference, Wish::Toggle);
    nodes.retain(|node| node.is(state));
    match turn.next_of(&nodes) {
        Some(step) => step,
        None if turn.mine().is_empty() => explore::explore(turn, what),
        None => Move::Done,
    }
}

/// No control says of itself that it opens: one that can be clicked and is no field or button may.
fn by_looks(turn: &mut Turn<'_>, reference: &Reference, what: &Phrase, open: bool) -> Move {
    let plain = reference.name.is_empty()
        && (reference.is_kind(Kind::Section) || reference.is_kind(Kind::Folder));
    let node = turn.nodes().find(|node| {
        plain
            && !node.covered
            && matches!(
                node.role,
                Role::Generic | Role::Tab | Role::Summary | Role::TreeItem
            )
    });
    match node {
        Some(node) => press(turn, node, open),
        None => explore::explore(turn, what),
    }
}
