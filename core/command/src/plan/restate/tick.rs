//! "Make Ann active", "Ann is no longer active": the box of a row in the column that is named.

use screen_agent_page::{Node, Role};
use screen_agent_words::WordList;

use super::super::turn::Turn;
use super::order;
use crate::ground::scene::{Scene, is_ready};
use crate::ground::thing::{Said, column_named, rows_named};
use crate::ground::{only, table};
use crate::read::bare;
use crate::words::Token;
use crate::words::likeness::{Likeness, likeness};
use crate::words::token::text_of;

static NO: WordList = WordList::named("words for no");
static IDLE: WordList = WordList::named("words of a state that say nothing of it");
static YES_OR_NO: WordList = WordList::named("words for yes or no");
static OFF: WordList = WordList::named("words that deny a state");

/// Ticking the box, or clearing it, as an order.
pub(super) fn in_column(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let said = Said::of(tokens);
    let (column, column_run) = column_named(scene, &said)?;
    let rows = rows_named(scene, &said, &column);
    let [(row, row_run)] = &rows[..] else {
        return None;
    };
    let cell = table::cell(scene, &column, row)?;
    let box_here = matches!(cell.nodes[..], [node] if node.role.is_checkable());
    // What the table only shows is ticked on the page of its row.
    if !box_here && !YES_OR_NO.contains(&cell.text.trim().to_lowercase()) {
        return None;
    }
    let left = said.without(tokens, &[column_run, row_run.clone()]);
    let off = left.iter().filter(|token| token.is_in(&OFF)).count();
    let read = left
        .iter()
        .all(|token| token.is_in(&OFF) || token.is_in(&IDLE));
    let verb = ["tick", "untick"].get(off)?;
    let plain = read && !column.contains('"') && !row.contains('"');
    if !box_here {
        let value = if off == 0 { "yes" } else { "no" };
        return order::cell_order(&column, row, value).filter(|_| read && off < 2);
    }
    plain.then(|| format!("{verb} {} for \"{row}\"", column.to_lowercase()))
}

/// "Insured: on", "newsletter yes": the only box of that name, and what it is to be.
pub(super) fn of_box(turn: &Turn<'_>, said: &[Token]) -> Option<String> {
    let (state, name) = said.split_last()?;
    let joins = |token: &Token| token.joins() || token.text == "=" || token.is_any(&["is", "to"]);
    let idle = name.iter().rev().take_while(|token| joins(token)).count();
    let name = text_of(bare(&name[..name.len() - idle]));
    let called = |node: &&Node| {
        let label = turn.scene.label(node);
        let boxed = node.role.is_checkable() && node.role != Role::Radio;
        boxed && is_ready(node) && likeness(&name, &label) >= Some(Likeness::SameWords)
    };
    let node = only(turn.nodes().filter(called)).filter(|_| state.is_in(&YES_OR_NO))?;
    let verb = if state.is_in(&NO) { "untick" } else { "tick" };
    let label = turn.scene.label(node);
    (!label.contains('"')).then(|| format!("{verb} \"{label}\""))
}
