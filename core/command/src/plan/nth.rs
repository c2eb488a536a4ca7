//! "The ninth entry" of a list that shows the first few only, and more as the view is moved on.

use super::Move;
use super::survey::{MOST, back, keep, region_of, scroll};
use super::turn::Turn;
use crate::ground::Reference;
use crate::ground::pick::{counted, is_listed};
use crate::words::number::Ordinal;
use crate::words::token::tokenise;

/// Looks on until there are as many as were counted to, and then back to the one that is meant.
pub(super) fn look(turn: &mut Turn<'_>, reference: &Reference) -> Option<Move> {
    let Some(Ordinal::Nth(wanted)) = reference.ordinal else {
        return None;
    };
    let plain = reference.name.is_empty() && reference.places.is_empty();
    if !plain || reference.kinds.is_empty() || !is_listed(reference) {
        return None;
    }
    let listing = counted(&turn.scene)?;
    if listing.entries.len() >= wanted {
        return back(turn, &tokenise(&reference.whole));
    }
    let count = turn.memory.own.counted;
    let last = listing
        .entries
        .iter()
        .rev()
        .find_map(|entry| turn.scene.rect_of_line(entry.to));
    let region = region_of(turn, last)?;
    if count >= MOST || !keep(turn, &listing) {
        return None;
    }
    turn.memory.own.counted += 1;
    let seen = listing.entries.len();
    Some(scroll(
        region,
        true,
        &format!("I see {seen} so far; I look for number {wanted} further down."),
    ))
}
