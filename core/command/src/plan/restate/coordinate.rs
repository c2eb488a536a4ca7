//! One verb for several: "choose Blue as the colour and Small as the size" is two choices.

use screen_agent_words::WordList;

use super::super::turn::Turn;
use super::choice;
use crate::words::Token;
use crate::words::token::{spaced, text_of};
use crate::words::verb::verb_at;

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
