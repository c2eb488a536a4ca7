//! Doing what a control is named after: delete, star, reply, add to cart.

use screen_agent_page::{Node, Role};

use super::{Move, click, explore};
use super::turn::Turn;
use crate::ground::find::candidates;
use crate::ground::kind::Kind;
use crate::ground::place::narrow;
use crate::ground::reference::Place;
use crate::ground::scene::is_ready;
use crate::ground::{Grounded, Reference, Wish, ground};
use crate::read::Touch;
use crate::words::Phrase;
use crate::words::likeness::{Likeness, likeness};

/// Finds the control that the verb names, near what it is done to, and clicks it.
pub(crate) fn effect(turn: &mut Turn<'_>, verb: &str, what: &Phrase) -> Move {
    if turn.memory.own.contains_key("target") {
        return click::touch(turn, Touch::Click, &named(verb));
    }
    let whole = Phrase::of(&format!("{verb} {}", what.text()));
    if let Some(node) = called_so(turn, &whole) {
        return click::aim(turn, Touch::Click, node);
    }
    let controls = controls(turn, verb);
    let object = turn.reference(what);
    if what.is_empty() || object.is_bare() || object.same {
        return one(turn, verb, what, &controls);
    }
    let near = narrow(&turn.scene, &controls, Place::Row, &object).unwrap_or_default();
    if let [node] = near.as_slice() {
        return click::aim(turn, Touch::Click, node);
    }
    if turn.memory.own.contains_key("went") {
        return one(turn, verb, what, &controls);
    }
    open_first(turn, verb, what, &object, &controls)
}

fn named(verb: &str) -> Phrase {
    Phrase::of(verb)
}

/// "Add to cart", "sort by price": a control bears the whole phrase.
fn called_so<'a>(turn: &Turn<'a>, whole: &Phrase) -> Option<&'a Node> {
    let text = whole.text();
    let mut found = turn
        .scene
        .nodes()
        .iter()
        .filter(|node| is_ready(node) && likeness(&text, &node.name).is_some_and(|like| like >= Likeness::SameWords));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Every control that the verb names.
fn controls<'a>(turn: &Turn<'a>, verb: &str) -> Vec<&'a Node> {
    let like = |node: &Node| likeness(verb, &node.name);
    let fits = |node: &&Node| is_ready(node) && !node.role.takes_text() && like(node).is_some_and(|like| like >= Likeness::Start);
    let best = turn.scene.nodes().iter().filter(fits).filter_map(like).max();
    turn.scene
        .nodes()
        .iter()
        .filter(fits)
        .filter(|node| like(node) == best || like(node) >= Some(Likeness::Synonym))
        .collect()
}

fn one(turn: &mut Turn<'_>, verb: &str, what: &Phrase, controls: &[&Node]) -> Move {
    match controls {
        [] => explore::explore(turn, &named(verb)),
        [node] => click::aim(turn, Touch::Click, node),
        several => click::which(turn, &Phrase::of(&format!("{verb} {}", what.text())), several),
    }
}

/// What it is done to has to be opened or chosen first.
fn open_first(turn: &mut Turn<'_>, verb: &str, what: &Phrase, object: &Reference, controls: &[&Node]) -> Move {
    let plain = object.kinds.iter().all(|kind| matches!(kind, Kind::Thing));
    let item = match ground(&turn.scene, &item(object), Wish::Touch) {
        Grounded::One(node) => Some(node),
        Grounded::Several(nodes) => nodes.first().copied(),
        Grounded::Nothing => candidates(&turn.scene, object, Wish::Choose).first().copied(),
    };
    let Some(node) = item.filter(|node| !matches!(node.role, Role::Scroll)) else {
        return match controls {
            // There is only one thing on this page that it can be done to.
            [node] if plain && object.name.is_empty() => click::aim(turn, Touch::Click, node),
            _ => explore::explore(turn, what),
        };
    };
    turn.memory.own.insert("went".into(), verb.to_owned());
    let id = node.id.clone();
    turn.remember(node);
    let action = screen_agent_kernel::action::Action::Click { id };
    turn.once(action, format!("I open {} first.", super::turn::said(node)))
}

/// An item is called by what stands in it: its sender, its subject, its name.
fn item(object: &Reference) -> Reference {
    let from = object
        .places
        .iter()
        .find(|(place, _)| matches!(place, Place::Of))
        .map(|(_, owner)| owner.name.clone());
    match from {
        Some(name) if object.name.is_empty() => Reference {
            name: name.clone(),
            whole: name,
            kinds: object.kinds.clone(),
            ordinal: object.ordinal,
            ..Reference::default()
        },
        _ => object.clone(),
    }
}
