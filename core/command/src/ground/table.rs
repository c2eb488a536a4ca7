//! The cell of a table that a row's name and a column's name mean together: "the salary of Alan".

use screen_agent_page::Node;
use screen_agent_page::screen::Cell;

use super::reference::{Place, Reference};
use super::scene::Scene;
use crate::words::likeness::{Likeness, likeness};

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    /// Which table, and which of its columns.
    table: usize,
    at: usize,
}

/// What a phrase says of a cell: its column, and what names its row.
pub(crate) fn names(reference: &Reference, found: Option<&str>) -> Option<(String, String)> {
    let of_row = |place: &Place| matches!(place, Place::Of | Place::Row | Place::Within);
    let said = match reference.places.as_slice() {
        [(place, row)] if of_row(place) && !row.name.is_empty() => Some(row.name.clone()),
        [] => found.map(str::to_owned),
        _ => None,
    };
    let (column, row) = (reference.name.clone(), said?);
    (!column.is_empty()).then_some((column, row))
}

/// The cell under a column, in the only row that is called so.
pub(crate) fn cell<'a>(scene: &Scene<'a>, column: &str, row: &str) -> Option<Cell<'a>> {
    let mut found = Vec::new();
    for table in 0..scene.screen.tables().len() {
        for line in scene.screen.rows(table) {
            let mut cells = line.cells();
            let Some(at) = column_of(scene, table, cells.len(), column) else {
                continue;
            };
            let called = |(place, cell): (usize, &Cell<'_>)| place != at && is_called(row, cell);
            if at < cells.len() && cells.iter().enumerate().any(called) {
                found.push(cells.swap_remove(at));
            }
        }
    }
    let only = found.pop()?;
    found.is_empty().then_some(only)
}

fn is_called(row: &str, cell: &Cell<'_>) -> bool {
    likeness(row, &cell.text) >= Some(Likeness::SameWords)
}

/// Which column of a table has this name. Its header may stand apart from its rows, where it stays while they scroll.
fn column_of(scene: &Scene<'_>, table: usize, cells: usize, name: &str) -> Option<usize> {
    let tables = scene.screen.tables();
    if !tables[table].columns.is_empty() {
        return tables[table].column(name);
    }
    let mut apart = tables.iter().filter(|other| {
        other.rows.is_empty() && other.header.is_some() && other.columns.len() == cells
    });
    let (header, more) = (apart.next()?, apart.next());
    header.column(name).filter(|_| more.is_none())
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

/// What stands in a column, from top to bottom; empty cells left out.
pub(crate) fn values(scene: &Scene<'_>, column: Column) -> Vec<String> {
    let rows = scene.screen.rows(column.table).into_iter();
    let texts = rows.filter_map(|row| Some(row.cell(column.at)?.text.trim().to_owned()));
    texts.filter(|text| !text.is_empty()).collect()
}
