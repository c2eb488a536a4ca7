//! "All notes except the first": what is meant, and what is spared.

use screen_agent_page::Node;

use super::turn::Turn;
use super::{Move, effect, owner};
use crate::ground::items::split;
use crate::ground::rows::{Entry, Listing, listings};
use crate::ground::{Reference, only};
use crate::read::Clause;
use crate::words::normal::{stand_in, words};
use crate::words::{Phrase, Token};

/// The words without the exception, and the exception.
pub(super) fn exception(items: &Phrase) -> (Phrase, Phrase) {
    match led(&items.0) {
        Some((at, used)) if at > 0 => (
            Phrase::slice(&items.0[..at]),
            Phrase::slice(&items.0[at + used..]),
        ),
        _ => (items.clone(), Phrase::default()),
    }
}

/// Where an exception begins, and how many words lead to it.
fn led(tokens: &[Token]) -> Option<(usize, usize)> {
    const PAIRS: [[&str; 2]; 5] = [
        ["apart", "from"],
        ["other", "than"],
        ["save", "for"],
        ["except", "for"],
        ["but", "not"],
    ];
    (0..tokens.len()).find_map(|at| {
        let next = tokens.get(at + 1);
        let pair = |[one, other]: &[&str; 2]| {
            tokens[at].is(one) && next.is_some_and(|next| next.is(other))
        };
        if PAIRS.iter().any(pair) {
            return Some((at, 2));
        }
        let plain =
            tokens[at].word() && tokens[at].is_any(&["except", "but", "excluding", "besides"]);
        plain.then_some((at, 1))
    })
}

/// What the exception calls the things that are spared.
pub(super) fn spared(items: &Phrase) -> Vec<String> {
    let (_, except) = exception(items);
    split(&except, &|_| false)
        .iter()
        .map(Reference::of)
        .flat_map(|reference| [reference.name, reference.whole])
        .filter(|name| !name.is_empty())
        .collect()
}

/// An exception that the clause has no use for: what it spares could be what is done.
pub(super) fn is_unheeded(clause: &Clause) -> bool {
    let phrases: Vec<&Phrase> = match clause {
        Clause::Touch { what, .. }
        | Clause::Toggle { what, .. }
        | Clause::Clear { what }
        | Clause::Close { what }
        | Clause::Submit { what } => vec![what],
        _ => Vec::new(),
    };
    let mut phrases = phrases.into_iter();
    phrases.any(|what| !exception(what).1.is_empty())
}

/// True where an entry of a list says this name.
fn says(entry: &Entry<'_>, name: &str) -> bool {
    stand_in(&words(name), &words(&entry.text()))
}

/// Does it to all that are meant and not spared; those that are spared have to be in view.
pub(super) fn all_but(turn: &mut Turn<'_>, verb: &str, what: &Phrase) -> Option<Move> {
    let (meant, except) = exception(what);
    if except.is_empty() {
        return None;
    }
    let unclear = Move::Stuck(format!(
        "I am not sure which are meant by \"{}\"",
        what.text()
    ));
    let object = turn.reference(&meant);
    if !object.number.is_several() {
        return Some(unclear);
    }
    let names = spared(what);
    let listings = listings(&turn.scene);
    let is_spared = |entry: &Entry<'_>| names.iter().any(|name| says(entry, name));
    // What is spared says which list is meant.
    let holds = |listing: &&Listing<'_>| listing.entries.iter().any(is_spared);
    let Some(list) = only(listings.iter().filter(holds)) else {
        return Some(unclear);
    };
    let meant = |node: &&Node| {
        let line = turn.scene.line_of(&node.id);
        let mut entries = list.entries.iter();
        let entry = line.and_then(|line| entries.find(|entry| entry.holds(line)));
        entry.is_some_and(|entry| !is_spared(entry))
    };
    let controls = effect::controls(turn, verb).into_iter().filter(meant);
    let near = effect::surest(verb, &controls.collect::<Vec<_>>());
    match turn.next_of(&near) {
        Some(step) => Some(step),
        None if owner::presses(turn) => Some(Move::Done),
        None => Some(unclear),
    }
}
