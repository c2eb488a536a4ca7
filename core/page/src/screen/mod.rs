//! An index over one observation: every question about place is answered without a walk.

mod cell;
mod table;

use std::collections::HashMap;

use crate::node::{Node, NodeId};
use crate::observation::Observation;
use crate::text::{Line, LineKind, Run};

pub use cell::Cell;
pub use table::{Row, Table};

/// Where a control stands in what is said: which line, which piece of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Index into [`Screen::lines`].
    pub line: usize,
    /// Index into that line's runs.
    pub run: usize,
}

/// One observation with its indexes. Build it once per turn.
#[derive(Clone, Debug)]
pub struct Screen<'a> {
    observation: &'a Observation,
    by_id: HashMap<&'a str, usize>,
    places: Vec<Option<Place>>,
    headings: Vec<Option<usize>>,
    tables: Vec<Table>,
    table_of_line: HashMap<usize, (usize, usize)>,
}

impl<'a> Screen<'a> {
    /// Indexes an observation, in time linear in its size.
    ///
    /// Of two controls with one id the first counts; a client that sends such a page is read all
    /// the same.
    pub fn new(observation: &'a Observation) -> Self {
        let mut by_id = HashMap::with_capacity(observation.nodes.len());
        for (index, node) in observation.nodes.iter().enumerate() {
            by_id.entry(node.id.as_str()).or_insert(index);
        }
        let name_of = |id: &NodeId| {
            let index = *by_id.get(id.as_str())?;
            Some(observation.nodes[index].name.clone())
        };
        let tables = table::find(&observation.lines, &name_of);
        Self {
            places: places(observation, &by_id),
            headings: headings(&observation.lines),
            table_of_line: table::index(&tables),
            observation,
            by_id,
            tables,
        }
    }

    /// What was indexed.
    pub fn observation(&self) -> &'a Observation {
        self.observation
    }

    /// Every control, in reading order.
    pub fn nodes(&self) -> &'a [Node] {
        &self.observation.nodes
    }

    /// Every line, in reading order.
    pub fn lines(&self) -> &'a [Line] {
        &self.observation.lines
    }

    /// The control with this id.
    pub fn node(&self, id: &NodeId) -> Option<&'a Node> {
        self.get(id.as_str())
    }

    /// The control with this id, by its text.
    pub fn get(&self, id: &str) -> Option<&'a Node> {
        self.by_id.get(id).map(|&index| &self.nodes()[index])
    }

    /// Its rank in reading order; also its index into [`Screen::nodes`].
    pub fn rank(&self, id: &NodeId) -> Option<usize> {
        self.by_id.get(id.as_str()).copied()
    }

    /// Where it stands in what is said. `None` when it stands in no line.
    pub fn place(&self, id: &NodeId) -> Option<Place> {
        self.places.get(self.rank(id)?).copied().flatten()
    }

    /// The controls of a line, in order.
    pub fn in_line(&self, line: usize) -> Vec<&'a Node> {
        let Some(line) = self.lines().get(line) else {
            return Vec::new();
        };
        line.nodes().filter_map(|id| self.node(id)).collect()
    }

    /// What is said right before it in its line, back to the control or cell before.
    pub fn text_before(&self, id: &NodeId) -> Option<String> {
        let place = self.place(id)?;
        let runs = &self.lines().get(place.line)?.runs[..place.run];
        let start = runs
            .iter()
            .rposition(|run| !is_text(run))
            .map_or(0, |at| at + 1);
        joined(&runs[start..])
    }

    /// What is said right after it in its line, up to the next control or cell.
    pub fn text_after(&self, id: &NodeId) -> Option<String> {
        let place = self.place(id)?;
        let runs = self.lines().get(place.line)?.runs.get(place.run + 1..)?;
        let end = runs
            .iter()
            .position(|run| !is_text(run))
            .unwrap_or(runs.len());
        joined(&runs[..end])
    }

    /// The heading, dialog title or caption that a control stands under.
    pub fn heading_of(&self, id: &NodeId) -> Option<String> {
        let line = self.place(id)?.line;
        let heading = (*self.headings.get(line)?)?;
        Some(self.said(heading))
    }

    /// A line as a person reads it: words, and the names or values of its controls in place.
    pub fn said(&self, line: usize) -> String {
        let runs = self.lines().get(line).map_or(&[][..], |line| &line.runs);
        cell::spoken(self, runs)
    }

    /// Every table in view, in reading order.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The table and row that a line is part of. A header row has no row number and gives `None`.
    pub fn row_at(&self, line: usize) -> Option<Row<'_, 'a>> {
        let &(table, row) = self.table_of_line.get(&line)?;
        self.row(table, row)
    }

    /// A row of a table, both counted from 0, header rows not counted.
    pub fn row(&self, table: usize, row: usize) -> Option<Row<'_, 'a>> {
        Row::new(self, table, row)
    }

    /// Every row of a table.
    pub fn rows(&self, table: usize) -> Vec<Row<'_, 'a>> {
        let count = self.tables.get(table).map_or(0, |table| table.rows.len());
        (0..count).filter_map(|row| self.row(table, row)).collect()
    }
}

fn places(observation: &Observation, by_id: &HashMap<&str, usize>) -> Vec<Option<Place>> {
    let mut places = vec![None; observation.nodes.len()];
    for (line, content) in observation.lines.iter().enumerate() {
        for (run, piece) in content.runs.iter().enumerate() {
            let Run::Node(id) = piece else { continue };
            let Some(&index) = by_id.get(id.as_str()) else {
                continue;
            };
            places[index].get_or_insert(Place { line, run });
        }
    }
    places
}

// For each line the nearest heading at or above it.
fn headings(lines: &[Line]) -> Vec<Option<usize>> {
    let mut last = None;
    let mut headings = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        let heads = matches!(
            line.kind,
            LineKind::Heading(_) | LineKind::Dialog | LineKind::Caption
        );
        if heads {
            last = Some(at);
        }
        headings.push(last);
    }
    headings
}

fn is_text(run: &Run) -> bool {
    matches!(run, Run::Text(_))
}

fn joined(runs: &[Run]) -> Option<String> {
    let mut words = String::new();
    for run in runs {
        if let Run::Text(text) = run {
            cell::add_word(&mut words, text);
        }
    }
    (!words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests;
