//! Doing what a control is named after: delete, star, reply, add to cart.

use screen_agent_kernel::action::Action;
use screen_agent_page::{Node, Role};

use super::{Move, click, context, explore};
use super::turn::{Tried, Turn, said};
use crate::ground::find::candidates;
use crate::ground::kind::Kind;
use crate::ground::place::narrow;
use crate::ground::reference::{Number, Place};
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
    let mut object = turn.reference(what);
    if let (true, Some(found)) = (object.same, turn.memory.context.clone()) {
        object = Reference::of(&Phrase::of(&found));
    }
    if what.is_empty() || object.is_bare() || object.same {
        return one(turn, verb, what, &controls);
    }
    let object = context::item(&object);
    let near = narrow(&turn.scene, &controls, Place::Row, &object).unwrap_or_default();
    if matches!(object.number, Number::All | Number::Plural | Number::Exactly(2..)) && !near.is_empty() {
        return each(turn, &near, object.number);
    }
    if let [node] = near.as_slice() {
        return click::aim(turn, Touch::Click, node);
    }
    if turn.memory.own.contains_key("went") {
        return one(turn, verb, what, &controls);
    }
    open_first(turn, verb, what, &object, &controls)
}

/// All of them, or so many, one after the other.
fn each(turn: &mut Turn<'_>, nodes: &[&Node], number: Number) -> Move {
    let most = match number {
        Number::Exactly(count) => count,
        Number::The | Number::Any | Number::All | Number::Plural => nodes.len(),
    };
    for node in nodes.iter().take(most) {
        let action = Action::Click { id: node.id.clone() };
        if turn.tried(&action) == Tried::Never {
            return Move::Act(action, format!("I click {}.", said(node)));
        }
    }
    Move::Done
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
    let item = match ground(&turn.scene, &context::item(object), Wish::Touch) {
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
    Move::Act(Action::Click { id }, format!("I open {} first.", said(node)))
}
