//! The page's own search.

use screen_agent_page::{Node, Role};

use super::enter::fill;
use super::turn::{Turn, click_on, press, said};
use super::value::{Value, resolve};
use super::{Move, explore};
use crate::ground::scene::is_ready;
use crate::ground::{Grounded, Reference, Wish, ground};
use crate::read::bare;
use crate::words::Phrase;
use crate::words::likeness::{Likeness, likeness};

/// Enters the words into the search field and starts the search.
pub(crate) fn search(turn: &mut Turn<'_>, words: &Phrase, field: Option<&Phrase>) -> Move {
    if turn.memory.own.sent.is_some() {
        return sent(turn);
    }
    let Value::Text(text) = resolve(turn, words) else {
        return Move::Stuck("I do not know what to search for".into());
    };
    let Some(node) = search_field(turn, field) else {
        return explore::explore(turn, &Phrase::of("search field"));
    };
    match fill(turn, node, &text) {
        Move::Done => start(turn),
        other => other,
    }
}

/// "Look for oolong", which is nowhere in view: the page has a field to search with, and it was not used for this.
pub(super) fn is_offered(turn: &Turn<'_>, words: &Phrase) -> bool {
    /// Most words of what is looked for by name.
    const SHORT: usize = 3;
    let named = bare(&words.0);
    let by_name = (1..=SHORT).contains(&named.len()) && !named.iter().any(|word| word.is("of"));
    by_name
        && turn.memory.own.sent.is_none()
        && turn
            .text_fields()
            .into_iter()
            .any(|node| is_search(turn, node))
}

/// A field to search with.
pub(super) fn is_search(turn: &Turn<'_>, node: &Node) -> bool {
    node.facts.input_type.as_deref() == Some("search")
        || likeness("search", &turn.scene.label(node)).is_some()
}

fn search_field<'a>(turn: &Turn<'a>, field: Option<&Phrase>) -> Option<&'a Node> {
    if let Some(Grounded::One(node)) =
        field.map(|field| ground(&turn.scene, &Reference::of(field), Wish::Fill))
    {
        return Some(node);
    }
    let fields = turn.text_fields();
    let called =
        |node: &&&Node| likeness("search", &turn.scene.label(node)) >= Some(Likeness::Start);
    fields
        .iter()
        .find(called)
        .or_else(|| fields.iter().find(|node| is_search(turn, node)))
        .or_else(|| fields.first().filter(|_| fields.len() == 1))
        .copied()
}

fn start(turn: &mut Turn<'_>) -> Move {
    let button = turn.nodes().find(|node| {
        matches!(node.role, Role::Button | Role::Generic | Role::Image)
            && is_ready(node)
            && turn.goes_with_filled(node)
            && likeness("search", &node.name) >= Some(Likeness::Synonym)
    });
    let (action, why) = match button {
        Some(node) => (click_on(node), format!("I press {}.", said(node))),
        None => (press("Enter"), "I press Enter to search.".to_owned()),
    };
    turn.memory.own.sent = Some(turn.ask.steps.len());
    Move::Act(action, why)
}

/// The search was started, unless that step never came about.
fn sent(turn: &mut Turn<'_>) -> Move {
    let before = turn.memory.own.sent;
    if before.is_some_and(|before| turn.ask.steps.len() > before) {
        return Move::Done;
    }
    start(turn)
}
