//! One verb for several: "choose Blue as the colour and Small as the size" is two choices.

use screen_agent_words::WordList;

use super::super::turn::Turn;
use super::choice;
use crate::ground::Reference;
use crate::ground::items::split;
use crate::read::Clause;
use crate::words::likeness::{Likeness, likeness};
use crate::words::token::{spaced, text_of};
use crate::words::verb::verb_at;
use crate::words::{Phrase, Token};

/// Words between a value and what it is for.
static BETWEEN: WordList = WordList::named("words between a value and its field");
static JOINTS: WordList = WordList::named("words between two changes");

/// Each of them with the verb that was said once; nothing where they are not all made alike.
pub(super) fn apart(turn: &Turn<'_>, said: &[Token]) -> Option<String> {
    let (_, used) = verb_at(said)?;
    let (verb, rest) = said.split_at(used);
    let pieces: Vec<&[Token]> = rest
        .split(|token| token.is_mark(",") || token.is_in(&JOINTS))
        .filter(|piece| !piece.is_empty())
        .collect();
    let link = |piece: &[Token]| {
        let mut links = piece
            .iter()
            .enumerate()
            .filter(|(_, token)| token.is_in(&BETWEEN));
        let (at, link) = links.next()?;
        (links.next().is_none() && at > 0 && at + 1 < piece.len()).then(|| link.low.clone())
    };
    let first = link(pieces.first()?)?;
    let alike =
        |piece: &&&[Token]| link(piece).as_ref() == Some(&first) && verb_at(piece).is_none();
    if pieces.len() < 2 || !pieces.iter().skip(1).all(|piece| alike(&piece)) {
        return None;
    }
    let orders = pieces.iter().map(|piece| {
        let order = spaced([verb, piece].concat());
        choice::of_field(turn, &order).unwrap_or_else(|| text_of(&order))
    });
    Some(orders.collect::<Vec<_>>().join(", then "))
}

/// "Size small, colour green", "make the colour green": lists, each with one of the entries that it offers.
pub(super) fn each(turn: &Turn<'_>, said: &[Token]) -> Option<String> {
    let pieces = said.split(|token| token.is_mark(",") || token.is_in(&JOINTS));
    let pieces = pieces.filter(|piece| !piece.is_empty());
    let orders: Option<Vec<String>> = pieces.map(|piece| choice::offered(turn, piece)).collect();
    orders
        .filter(|orders| !orders.is_empty())
        .map(|orders| orders.join(", then "))
}

/// "Put A and B in the basket": one deed for each of them.
pub(super) fn deeds(turn: &Turn<'_>) -> Option<String> {
    let Clause::Effect { verb, what } = turn.reading.clauses.get(turn.memory.at)? else {
        return None;
    };
    let (verb, place) = match verb.split_once(" to ") {
        Some((verb, place)) => (verb, format!(" to {place}")),
        None => (verb.as_str(), String::new()),
    };
    let order = |what: &Phrase| format!("{verb} {}{place}", what.text());
    let parts = split(what, &|_| false);
    let here = |part: &Phrase| {
        let name = Reference::of(part).name;
        turn.nodes()
            .any(|node| likeness(&name, &node.name) >= Some(Likeness::SameWords))
    };
    let plain = parts.len() > 1 && parts.iter().all(here);
    plain.then(|| parts.iter().map(order).collect::<Vec<_>>().join(", then "))
}
