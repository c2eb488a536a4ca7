//! Tables, as they come out of row lines.

use std::collections::HashMap;

use super::{Cell, Screen, cell};
use crate::node::NodeId;
use crate::text::{Line, LineKind, Run};

/// Row lines that follow one another, with the header that stands over them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The line of its header row, when that is in view.
    pub header: Option<usize>,
    /// Names of its columns. Empty without a header.
    pub columns: Vec<String>,
    /// The lines of its rows, header rows left out.
    pub rows: Vec<usize>,
}

impl Table {
    /// The column with this name: the same words first, then a name that holds all of them.
    pub fn column(&self, name: &str) -> Option<usize> {
        let wanted = words(name);
        if wanted.is_empty() {
            return None;
        }
        let columns: Vec<Vec<String>> = self.columns.iter().map(|name| words(name)).collect();
        let same = columns.iter().position(|column| *column == wanted);
        let holds = |column: &Vec<String>| wanted.iter().all(|word| column.contains(word));
        same.or_else(|| columns.iter().position(holds))
    }
}

fn words(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Collects the tables of a page. A header row always opens a new one.
pub(super) fn find(lines: &[Line], name_of: &dyn Fn(&NodeId) -> Option<String>) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut open = false;
    for (at, line) in lines.iter().enumerate() {
        match line.kind {
            LineKind::HeaderRow => {
                tables.push(with_header(at, line, name_of));
                open = true;
            }
            LineKind::Row => {
                if !open {
                    tables.push(without_header());
                    open = true;
                }
                if let Some(table) = tables.last_mut() {
                    table.rows.push(at);
                }
            }
            _ => open = false,
        }
    }
    tables
}

fn with_header(at: usize, line: &Line, name_of: &dyn Fn(&NodeId) -> Option<String>) -> Table {
    let heading = |runs: &[Run]| heading(runs, name_of);
    Table {
        header: Some(at),
        columns: cell::cut(&line.runs).into_iter().map(heading).collect(),
        rows: Vec::new(),
    }
}

fn without_header() -> Table {
    Table {
        header: None,
        columns: Vec::new(),
        rows: Vec::new(),
    }
}

// A column may be named by the button that sorts it.
fn heading(runs: &[Run], name_of: &dyn Fn(&NodeId) -> Option<String>) -> String {
    let mut name = String::new();
    for run in runs {
        match run {
            Run::Text(text) => cell::add_word(&mut name, text),
            Run::Node(id) => cell::add_word(&mut name, &name_of(id).unwrap_or_default()),
            Run::Cell => {}
        }
    }
    name
}

/// From line to (table, row).
pub(super) fn index(tables: &[Table]) -> HashMap<usize, (usize, usize)> {
    let mut index = HashMap::new();
    for (table, content) in tables.iter().enumerate() {
        for (row, &line) in content.rows.iter().enumerate() {
            index.insert(line, (table, row));
        }
    }
    index
}

/// One row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row<'s, 'a> {
    screen: &'s Screen<'a>,
    /// Which table, counted from 0.
    pub table: usize,
    /// Which row, counted from 0, header rows left out.
    pub number: usize,
    /// Which line.
    pub line: usize,
}

impl<'s, 'a> Row<'s, 'a> {
    pub(super) fn new(screen: &'s Screen<'a>, table: usize, number: usize) -> Option<Self> {
        let line = *screen.tables.get(table)?.rows.get(number)?;
        Some(Self {
            screen,
            table,
            number,
            line,
        })
    }

    /// All its cells.
    pub fn cells(&self) -> Vec<Cell<'a>> {
        cell::cut(&self.screen.lines()[self.line].runs)
            .into_iter()
            .map(|runs| cell::read(self.screen, runs))
            .collect()
    }

    /// The cell of one column.
    pub fn cell(&self, column: usize) -> Option<Cell<'a>> {
        cell::cut(&self.screen.lines()[self.line].runs)
            .get(column)
            .map(|runs| cell::read(self.screen, runs))
    }
}
