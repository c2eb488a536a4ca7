//! "Raise the price by 5": what a field holds now, and as much more or less.

use super::turn::Turn;
use super::{Move, enter};
use crate::ground::Grounded;
use crate::words::Phrase;
use crate::words::number::{amount, plain};

/// Brings a field to another number than it holds; what it is to be is worked out once.
pub(super) fn shift(turn: &mut Turn<'_>, field: &Phrase, by: f64) -> Move {
    if turn.memory.own.value.is_none() {
        let held = match enter::find(turn, &turn.reference(field)) {
            Grounded::One(node) => node.value.as_deref().and_then(amount),
            Grounded::Several(_) | Grounded::Nothing => None,
        };
        let Some(held) = held else {
            return Move::Stuck(format!("I do not see how much \"{}\" is now", field.text()));
        };
        turn.memory.own.value = Some(plain(held + by));
    }
    let value = turn.memory.own.value.clone().unwrap_or_default();
    enter::enter(turn, &Phrase::of(&value), None, Some(field))
}
