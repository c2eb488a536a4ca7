//! Tables in columns; as a list of records where the screen is too narrow for them.

use super::super::html::is_head;
use super::super::node::{TableCell, TableRow};
use super::super::plain;
use super::line::{Line, Style, columns, hang, styled, wrap};

/// Fewest columns of the screen that a column of a table is shown in.
const NARROWEST: usize = 8;
/// What stands between two columns.
const GAP: usize = 2;

/// A table no wider than so many columns.
pub(super) fn lines(rows: &[TableRow], width: usize) -> Vec<Line> {
    let cells: Vec<Vec<Line>> = rows.iter().map(cells_of).collect();
    let heads = rows.iter().take_while(|row| is_head(row)).count();
    let count = plain::width(rows);
    match widths(&cells, count, width) {
        Some(widths) => in_columns(&cells, heads, &widths),
        None => as_records(&cells, heads, width),
    }
}

fn cells_of(TableRow::TableRow { cells }: &TableRow) -> Vec<Line> {
    let cells = cells
        .iter()
        .map(|TableCell::TableCell { header, children }| {
            let style = if *header { Style::Bold } else { Style::Plain };
            super::cell(children, style)
        });
    cells.collect()
}

/// How wide each column is: as wide as its widest cell, the widest ones narrowed until all fit.
/// Nothing where they cannot.
fn widths(rows: &[Vec<Line>], count: usize, width: usize) -> Option<Vec<usize>> {
    let room = width.checked_sub(GAP * count.saturating_sub(1))?;
    let mut widths = vec![1; count];
    for row in rows {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = columns(cell).max(*widest);
        }
    }
    if widths.iter().sum::<usize>() <= room {
        return Some(widths);
    }
    let most = cap(&widths, room);
    (most >= NARROWEST).then(|| widths.into_iter().map(|width| width.min(most)).collect())
}

/// The width that columns are narrowed to so that all of them fit.
fn cap(widths: &[usize], room: usize) -> usize {
    let mut sorted = widths.to_vec();
    sorted.sort_unstable();
    let mut left = room;
    for (index, width) in sorted.iter().enumerate() {
        let share = left / (sorted.len() - index);
        if *width > share {
            return share;
        }
        left -= width;
    }
    room
}

fn in_columns(rows: &[Vec<Line>], heads: usize, widths: &[usize]) -> Vec<Line> {
    let mut lines = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        if index == heads && index > 0 {
            let rules = widths
                .iter()
                .map(|width| "─".repeat(*width))
                .collect::<Vec<_>>();
            lines.push(styled(&rules.join(&" ".repeat(GAP)), Style::Dim));
        }
        let cells: Vec<Vec<Line>> = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| wrap(cell, *width))
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or_default();
        lines.extend((0..height).map(|at| across(&cells, widths, at)));
    }
    lines
}

/// One line of a row, through all of its cells.
fn across(cells: &[Vec<Line>], widths: &[usize], at: usize) -> Line {
    let mut line = Line::new();
    let mut owed = 0;
    for (cell, width) in cells.iter().zip(widths) {
        let part = cell.get(at).map(Vec::as_slice).unwrap_or_default();
        if !part.is_empty() {
            line.extend(styled(&" ".repeat(owed), Style::Plain));
            line.extend_from_slice(part);
            owed = 0;
        }
        owed += (width + GAP).saturating_sub(columns(part));
    }
    line
}

/// Each row as its cells one below the other, with the head of the column before it.
fn as_records(rows: &[Vec<Line>], heads: usize, width: usize) -> Vec<Line> {
    let head = rows.get(..heads).and_then(<[_]>::last);
    let mut lines = Vec::new();
    for row in rows.iter().skip(heads.min(rows.len().saturating_sub(1))) {
        if !lines.is_empty() {
            lines.push(Line::new());
        }
        for (index, cell) in row.iter().enumerate() {
            let mut words = Line::new();
            if let Some(head) = head
                .and_then(|head| head.get(index))
                .filter(|head| !head.is_empty())
            {
                words.extend_from_slice(head);
                words.extend(styled(": ", Style::Plain));
            }
            words.extend_from_slice(cell);
            let wrapped = wrap(&words, width.saturating_sub(2));
            lines.extend(hang(&styled("  ", Style::Plain), wrapped));
        }
    }
    lines
}
