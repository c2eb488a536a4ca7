//! The cell of a table that a row's name and a column's name mean together: "the salary of Alan".

use screen_agent_page::screen::{Cell, Row, Table};
use screen_agent_page::{Node, Role};
use screen_agent_words::WordList;

use super::only;
use super::pick::described;
use super::placed;
use super::reference::{Place, Reference};
use super::scene::Scene;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{stand_in, words};
use crate::words::token::{text_of, tokenise};
use crate::words::{Phrase, Token};

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    /// Which table, and which of its columns.
    table: usize,
    at: usize,
}

/// What a phrase says of a cell: its column, and what names its row.
pub(crate) fn names(reference: &Reference, found: Option<&str>) -> Option<(String, String)> {
    // "Ann's salary".
    if let ([], Some((row, column))) = (reference.places.as_slice(), of_owner(&reference.whole)) {
        return Some((column.to_owned(), row.to_owned()));
    }
    let of_row = |place: &Place| matches!(place, Place::Of | Place::Row | Place::Within);
    let said = match reference.places.as_slice() {
        // "The age in the third row".
        [(place, row)] if of_row(place) && placed::is_place(&row.whole) => Some(row.whole.clone()),
        [(place, row)] if of_row(place) && !row.name.is_empty() => Some(row.name.clone()),
        // "The status of the paid order by Ann".
        [(place, _), _, ..] if of_row(place) => {
            let behind = reference.whole.strip_prefix(&reference.head);
            let row = behind.and_then(|behind| behind.trim_start().split_once(' '));
            row.map(|(_, row)| row.to_owned())
        }
        [] => found.map(str::to_owned),
        _ => None,
    };
    let (column, row) = (reference.name.clone(), said?);
    (!column.is_empty()).then_some((column, row))
}

/// What stands before and behind "'s".
fn of_owner(words: &str) -> Option<(&str, &str)> {
    let parted = ["'s ", "’s ", "s' ", "s’ "].into_iter().find_map(|ending| {
        let at = words.find(ending)?;
        let keeps = usize::from(ending.starts_with('s'));
        Some((&words[..at + keeps], &words[at + ending.len()..]))
    });
    parted.filter(|(owner, own)| !owner.is_empty() && !own.is_empty())
}

/// The cell under a column, in the only row that is called so.
pub(crate) fn cell<'a>(scene: &Scene<'a>, column: &str, row: &str) -> Option<Cell<'a>> {
    let cell = |line: Row<'_, 'a>, is_row: &dyn Fn(usize, &[Cell<'a>]) -> bool| {
        let mut cells = line.cells();
        let at = column_of(scene, line.table, cells.len(), column)?;
        let meant = at < cells.len() && is_row(at, &cells);
        meant.then(|| cells.swap_remove(at))
    };
    if placed::is_place(row) {
        let line = placed::line(scene, row)?;
        let mut rows = rows(scene).filter(|row| row.line == line);
        return cell(rows.next()?, &|_, _| true);
    }
    let called = |column: usize, cells: &[Cell<'a>]| {
        let mut cells = cells.iter().enumerate();
        cells.any(|(at, cell)| at != column && is_called(row, cell))
    };
    let named: Vec<Cell<'a>> = rows(scene).filter_map(|line| cell(line, &called)).collect();
    if !named.is_empty() {
        return only(named);
    }
    let described = line_described(scene, row)?;
    let mut rows = rows(scene).filter(|line| line.line == described);
    cell(rows.next()?, &|_, _| true)
}

/// "The name Ann Lee": the only cell of a column that says what stands behind the column's name.
pub(crate) fn cell_that_says<'a>(scene: &Scene<'a>, words: &str) -> Option<Cell<'a>> {
    let cuts = words
        .match_indices(' ')
        .map(|(at, _)| (&words[..at], &words[at + 1..]));
    cuts.into_iter().find_map(|(name, said)| {
        let named = |line: Row<'_, 'a>| {
            let mut cells = line.cells();
            let at = column_of(scene, line.table, cells.len(), name)?;
            let says = cells.get(at).is_some_and(|cell| is_called(said, cell));
            says.then(|| cells.swap_remove(at))
        };
        only(rows(scene).filter_map(named))
    })
}

/// The line of the only row that a description tells from all others: "the order by Ann that is paid".
fn line_described(scene: &Scene<'_>, row: &str) -> Option<usize> {
    let picked = described(scene, &tokenise(row))?;
    only(picked.entries)
        .map(|entry| entry.from)
        .filter(|line| *line != usize::MAX)
}

/// The rows of every table.
pub(crate) fn rows<'s, 'a>(scene: &'s Scene<'a>) -> impl Iterator<Item = Row<'s, 'a>> {
    let tables = 0..scene.screen.tables().len();
    tables.flat_map(|table| scene.screen.rows(table))
}

/// True where exactly one row has a cell that says so.
pub(crate) fn has_row(scene: &Scene<'_>, name: &str) -> bool {
    only(lines_of(scene, name)).is_some()
}

/// The lines of the rows that have a cell that says so.
pub(crate) fn lines_of(scene: &Scene<'_>, name: &str) -> Vec<usize> {
    if placed::is_place(name) {
        return placed::line(scene, name).into_iter().collect();
    }
    let called = |row: &Row<'_, '_>| row.cells().iter().any(|cell| is_called(name, cell));
    let lines: Vec<usize> = rows(scene).filter(called).map(|row| row.line).collect();
    match lines.is_empty() {
        true => line_described(scene, name).into_iter().collect(),
        false => lines,
    }
}

/// "The trip to Lisbon", "the row of Ann": the only row that has the name in a cell.
pub(crate) fn line_said(scene: &Scene<'_>, said: &Phrase) -> Option<usize> {
    static LEADS: WordList = WordList::named("words that lead to what a row holds");
    let lead = said.0.iter().position(|token| token.is_in(&LEADS));
    let name = &said.0[lead.map_or(0, |at| at + 1)..];
    only(lines_of(scene, &Reference::read(name).whole))
}

/// The lines of the rows with a cell that stands among these words: "order ORD-126".
pub(crate) fn lines_said(scene: &Scene<'_>, said: &[Token]) -> Vec<usize> {
    let said = words(&text_of(said));
    let stands = |cell: &Cell<'_>| stand_in(&words(&cell.text), &said);
    let named = |row: &Row<'_, '_>| row.cells().iter().any(stands);
    rows(scene).filter(named).map(|row| row.line).collect()
}

fn is_called(row: &str, cell: &Cell<'_>) -> bool {
    likeness(row, &cell.text) >= Some(Likeness::SameWords)
}

/// Which column of a table has this name. Its header may stand apart from its rows, where it stays while they scroll.
fn column_of(scene: &Scene<'_>, table: usize, cells: usize, name: &str) -> Option<usize> {
    let tables = scene.screen.tables();
    let named = |table: &Table| {
        let mut columns = table.columns.iter();
        let alike = |column: &String| likeness(name, column) >= Some(Likeness::Synonym);
        table.column(name).or_else(|| columns.position(alike))
    };
    if !tables[table].columns.is_empty() {
        return named(&tables[table]);
    }
    let apart = tables.iter().filter(|other| {
        other.rows.is_empty() && other.header.is_some() && other.columns.len() == cells
    });
    named(only(apart)?)
}

/// The column of a name, in the first table that has one.
pub(crate) fn column(scene: &Scene<'_>, name: &str) -> Option<Column> {
    let rows = |table: usize| scene.screen.rows(table);
    (0..scene.screen.tables().len()).find_map(|table| {
        let cells = rows(table).first()?.cells().len();
        let at = column_of(scene, table, cells, name)?;
        Some(Column { table, at })
    })
}

/// The control that heads a column.
pub(crate) fn head<'a>(scene: &Scene<'a>, name: &str) -> Option<&'a Node> {
    let tables = scene.screen.tables().iter();
    let headers = tables.filter_map(|table| table.header);
    let mut nodes = headers.flat_map(|line| scene.screen.in_line(line));
    nodes.find(|node| {
        !node.role.is_checkable()
            && !super::scene::is_field(node)
            && likeness(name, &node.name) >= Some(Likeness::SameWords)
    })
}

/// True for a row of fields that say which rows to show.
pub(crate) fn is_filter(scene: &Scene<'_>, line: usize) -> bool {
    let nodes = scene.screen.in_line(line);
    let says = !scene.screen.lines()[line].words().trim().is_empty();
    !says
        && nodes.iter().any(|node| node.role.takes_text())
        && nodes
            .iter()
            .all(|node| node.role.takes_text() || node.role == Role::Button)
}

/// Of each row of a table the box that chooses the row: alone in a cell whose column is named after no value.
pub(crate) fn row_boxes<'a>(scene: &Scene<'a>) -> Vec<&'a Node> {
    static CHOOSING: WordList = WordList::named("columns that choose rows");
    let tables = scene.screen.tables().iter().enumerate();
    let of_table = |(table, about): (usize, &Table)| {
        let chooses = |at: usize| {
            let name = about.columns.get(at).map_or("", String::as_str);
            name.is_empty()
                || words(name)
                    .iter()
                    .any(|word| CHOOSING.contains(word.as_str()))
        };
        let own = |row: Row<'_, 'a>| {
            let cells = row.cells().into_iter().enumerate();
            cells
                .filter(|(at, _)| chooses(*at))
                .find_map(|(_, cell)| match cell.nodes[..] {
                    [node] if node.role.is_checkable() => Some(node),
                    _ => None,
                })
        };
        let rows = scene.screen.rows(table);
        rows.into_iter().filter_map(own).collect::<Vec<_>>()
    };
    tables
        .map(of_table)
        .max_by_key(Vec::len)
        .unwrap_or_default()
}

/// What stands in a column, from top to bottom; empty cells left out.
pub(crate) fn values(scene: &Scene<'_>, column: Column) -> Vec<String> {
    let rows = scene.screen.rows(column.table).into_iter();
    let texts = rows.filter_map(|row| Some(row.cell(column.at)?.text.trim().to_owned()));
    texts.filter(|text| !text.is_empty()).collect()
}
