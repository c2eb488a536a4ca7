//! "Raise the price by 5", "halve the volume": what a field or a cell holds now, and as much more or less.

use super::turn::Turn;
use super::{Move, cell, enter, explore};
use crate::ground::Grounded;
use crate::read::Change;
use crate::words::Phrase;
use crate::words::number::{amount, plain};

/// Brings a field to another number than it holds; what it is to be is worked out once.
pub(super) fn shift(turn: &mut Turn<'_>, field: &Phrase, change: Change) -> Move {
    if turn.memory.own.value.is_none() {
        let held = match enter::find(turn, &turn.reference(field)) {
            Grounded::One(node) => node.value.as_deref().and_then(amount),
            Grounded::Several(_) | Grounded::Nothing => None,
        };
        let in_cell = || {
            let (cell, _) = cell::meant(turn, &turn.reference(field))?;
            amount(&cell.text)
        };
        let held = held.or_else(in_cell);
        let Some(held) = held else {
            // Its row may stand further down, or on the next page.
            let unclear = format!("I do not see how much \"{}\" is now", field.text());
            return match explore::look_through(turn, field) {
                Move::Stuck(_) => Move::Stuck(unclear),
                step => step,
            };
        };
        turn.memory.own.value = Some(plain(match change {
            Change::By(more) => held + more,
            Change::Times(factor) => held * factor,
        }));
    }
    let value = turn.memory.own.value.clone().unwrap_or_default();
    enter::enter(turn, &Phrase::of(&value), None, Some(field))
}
