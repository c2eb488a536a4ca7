//! "All notes except the first": what is meant, and what is spared.

use screen_agent_page::Node;

use super::apply::{Target, apply};
use super::turn::Turn;
use super::{Move, doubt, effect, explore, owner};
use crate::ground::items::split;
use crate::ground::rows::{Entry, Listing, listings};
use crate::ground::{Reference, only, pick};
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
    let heeded = matches!(clause, Clause::Effect { .. } | Clause::Choose { .. });
    let mut phrases = doubt::phrases(clause).into_iter().filter(|_| !heeded);
    phrases.any(|what| !exception(what).1.is_empty())
}

/// Does it to all that are meant and not spared; those that are spared have to be in view.
pub(super) fn all_but(turn: &mut Turn<'_>, verb: &str, what: &Phrase) -> Option<Move> {
    if exception(what).1.is_empty() {
        return None;
    }
    let meant = match meant(turn, what) {
        Ok(meant) => meant,
        Err(step) => return Some(step),
    };
    let own = |node: &&Node| {
        let line = turn.scene.line_of(&node.id);
        line.is_some_and(|line| meant.iter().any(|entry| entry.holds(line)))
    };
    let controls = effect::controls(turn, verb).into_iter().filter(own);
    let near = effect::surest(verb, &controls.collect::<Vec<_>>());
    match turn.next_of(&near) {
        Some(step) => Some(step),
        None if owner::presses(turn) => Some(Move::Done),
        None => Some(unclear(what)),
    }
}

/// Ticks the boxes of all that are meant and not spared.
pub(super) fn tick_all_but(turn: &mut Turn<'_>, items: &Phrase, on: bool) -> Option<Move> {
    if exception(items).1.is_empty() {
        return None;
    }
    let meant = match meant(turn, items) {
        Ok(meant) => meant,
        Err(step) => return Some(step),
    };
    let ticks = |entry: &Entry<'_>| {
        only(
            entry
                .nodes
                .iter()
                .filter(|node| node.role.is_checkable())
                .copied()
                .map(|node| node.id.clone()),
        )
    };
    let ids: Option<Vec<_>> = meant.iter().map(ticks).collect();
    let nodes = ids.filter(|ids| !ids.is_empty()).and_then(|ids| {
        let nodes = ids.iter().map(|id| turn.scene.screen.node(id));
        nodes.collect::<Option<Vec<&Node>>>()
    });
    Some(match nodes {
        Some(nodes) => apply(turn, nodes.into_iter().map(Target::Control).collect(), on),
        None => unclear(items),
    })
}

fn unclear(what: &Phrase) -> Move {
    Move::Stuck(format!(
        "I am not sure which are meant by \"{}\"",
        what.text()
    ))
}

/// The entries of the only list that holds all that is spared, without those.
fn meant<'a>(turn: &mut Turn<'a>, what: &Phrase) -> Result<Vec<Entry<'a>>, Move> {
    let (all, except) = exception(what);
    if !turn.reference(&all).number.is_several() {
        return Err(unclear(what));
    }
    let names = split(&except, &|_| false);
    let listings = listings(&turn.scene);
    let parted = listings
        .iter()
        .filter_map(|listing| spared_in(listing, &names));
    match only(parted) {
        Some(meant) => Ok(meant),
        None if listings
            .iter()
            .any(|listing| spared_in(listing, &names).is_some()) =>
        {
            Err(unclear(what))
        }
        // It may stand further down, or on another tab.
        None => Err(match explore::explore(turn, &except) {
            Move::Stuck(_) => unclear(what),
            step => step,
        }),
    }
}

/// What is left of a list that holds everything of these names.
fn spared_in<'a>(listing: &Listing<'a>, names: &[Phrase]) -> Option<Vec<Entry<'a>>> {
    let mut left = listing.entries.clone();
    for name in names {
        let reference = Reference::of(name);
        let whole = words(&reference.name);
        let called =
            |entry: &Entry<'_>| !whole.is_empty() && stand_in(&whole, &words(&entry.text()));
        let mut gone: Vec<usize> = listing
            .entries
            .iter()
            .filter(|entry| called(entry))
            .map(|entry| entry.from)
            .collect();
        if gone.is_empty() {
            let picked = pick::in_listing(listing, &name.0)?;
            gone.extend(picked.iter().map(|entry| entry.from));
        }
        left.retain(|entry| !gone.contains(&entry.from));
    }
    Some(left)
}
