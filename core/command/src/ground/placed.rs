//! "The third row", "row 12": a row told by where it stands in its table.

use screen_agent_page::screen::Row;
use screen_agent_page::{Node, Role, State};

use super::only;
use super::scene::Scene;
use super::table;
use crate::words::Token;
use crate::words::number::{Ordinal, count_word, ordinal};
use crate::words::token::tokenise;

/// Where a row stands: counted in order, or by the number that stands before it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stands {
    /// The third, the last.
    At(Ordinal),
    /// Row 12.
    Number(usize),
}

/// True for words that tell a row by where it stands, and by nothing else.
pub(crate) fn is_place(words: &str) -> bool {
    stands(&tokenise(words)).is_some()
}

fn stands(tokens: &[Token]) -> Option<Stands> {
    let row = |token: &Token| token.is_any(&["row", "line"]);
    let number = |token: &Token| count_word(&token.low).filter(|_| token.word());
    match tokens {
        [the, rest @ ..] if the.is("the") => stands(rest),
        [which, noun] if row(noun) => ordinal(&which.low).map(Stands::At),
        [noun, count] if row(noun) => number(count).map(Stands::Number),
        [noun, word, count] if row(noun) && word.is_any(&["number", "no"]) => {
            number(count).map(Stands::Number)
        }
        _ => None,
    }
}

/// The line of the row that stands there, in the only table that there is; nothing where the table does not begin in view.
pub(crate) fn line(scene: &Scene<'_>, words: &str) -> Option<usize> {
    let stands = stands(&tokenise(words))?;
    let tables = (0..scene.screen.tables().len()).map(|table| rows(scene, table));
    let rows = only(tables.filter(|rows| rows.len() > 1))?;
    let numbers: Option<Vec<usize>> = rows.iter().map(number_before).collect();
    if let (Stands::Number(wanted), Some(numbers)) = (stands, &numbers) {
        let at = numbers.iter().position(|number| number == &wanted)?;
        return Some(rows[at].line);
    }
    let begins = match numbers.as_deref() {
        Some([first, ..]) => *first <= 1,
        _ => is_at_top(scene, &rows[0]),
    };
    let at = match stands {
        // The last of what is in view may be none.
        Stands::At(Ordinal::Nth(at)) | Stands::Number(at) if begins => at.checked_sub(1)?,
        Stands::At(_) | Stands::Number(_) => return None,
    };
    rows.get(at).map(|row| row.line)
}

/// Its rows, without one of fields that say which rows to show.
fn rows<'s, 'a>(scene: &'s Scene<'a>, table: usize) -> Vec<Row<'s, 'a>> {
    let mut rows = scene.screen.rows(table);
    rows.retain(|row| !table::is_filter(scene, row.line));
    rows
}

/// The number that heads a row, as sheets count theirs: alone in the first cell, and nothing to be pressed.
fn number_before(row: &Row<'_, '_>) -> Option<usize> {
    let cells = row.cells();
    let first = cells.first()?;
    let fixed = |node: &Node| node.role == Role::Generic && node.is(State::Readonly);
    let bare = first.nodes.iter().all(|node| fixed(node));
    first.text.trim().parse().ok().filter(|_| bare)
}

/// True where nothing of the table is scrolled out of view above its first row.
fn is_at_top(scene: &Scene<'_>, first: &Row<'_, '_>) -> bool {
    let top = |depth: &str| depth.trim_start_matches('0').starts_with(['%', '.']) || depth == "0";
    // With the page its head leaves the view.
    let headed = scene
        .screen
        .tables()
        .iter()
        .any(|table| table.header.is_some());
    let here = scene.rect_of_line(first.line).map(|rect| rect.center());
    let around = scene.nodes().iter().filter(|node| {
        let holds = node.rect.zip(here).is_some_and(|(rect, here)| {
            (rect.x..=rect.x + rect.w).contains(&here.x)
                && (rect.y..=rect.y + rect.h).contains(&here.y)
        });
        node.role == Role::Scroll && holds
    });
    let mut depths = around.filter_map(|node| node.scroll.as_ref());
    headed && depths.all(|scroll| top(&scroll.depth))
}
