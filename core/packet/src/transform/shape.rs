//! Looking at the shape of an answer.

use screen_agent_answer::unmarked;
use screen_agent_wire::packet::Citation;
use screen_agent_wire::packet::tree::{self, Block, Doc, ListItem, TableCell, TableRow};

/// A table, as words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    /// The first row.
    pub(super) head: Vec<String>,
    /// Every cell of the first row heads its column.
    pub(super) headed: bool,
    /// The others.
    pub(super) body: Vec<Vec<String>>,
}

impl Table {
    /// True when some row has more or fewer cells than the first.
    pub(super) fn is_ragged(&self) -> bool {
        self.body.iter().any(|row| row.len() != self.head.len())
    }

    /// True when some cell says nothing.
    pub(super) fn has_gaps(&self) -> bool {
        self.head
            .iter()
            .chain(self.body.iter().flatten())
            .any(|cell| cell.trim().is_empty())
    }
}

/// An answer without a single citation that may hold is no answer from sources.
pub(super) fn is_cited(citations: &[Citation]) -> Result<(), String> {
    let holds = |citation: &&Citation| citation.check.as_ref().is_none_or(|check| check.verified);
    if citations.iter().any(|citation| holds(&citation)) {
        return Ok(());
    }
    Err(
        "Add quotes: for every fact the number of its source and a short quote, copied word for word."
            .to_owned(),
    )
}

/// The tables at the top of an answer.
pub(super) fn tables(doc: &Doc) -> Vec<Table> {
    let rows = doc.children().iter().filter_map(|block| match block {
        Block::Table { rows } => Some(rows),
        _ => None,
    });
    rows.map(|rows| table(rows)).collect()
}

fn table(rows: &[TableRow]) -> Table {
    let mut table = Table::default();
    for (index, TableRow::TableRow { cells }) in rows.iter().enumerate() {
        let words = cells
            .iter()
            .map(|TableCell::TableCell { children, .. }| unmarked(&tree::words(children)).0);
        let words: Vec<String> = words.collect();
        if index == 0 {
            let heads =
                |cell: &TableCell| matches!(cell, TableCell::TableCell { header: true, .. });
            table.headed = !cells.is_empty() && cells.iter().all(heads);
            table.head = words;
        } else {
            table.body.push(words);
        }
    }
    table
}

/// A table whose first row heads it, with rows of the same length below, and no empty cell.
pub(super) fn is_proper(table: &Table, unknown: &str) -> Result<(), String> {
    if !table.headed {
        return Err("Let the table begin with a row of its headers.".to_owned());
    }
    if table.body.is_empty() {
        return Err("Add rows to the table: below its headers there is none.".to_owned());
    }
    if table.is_ragged() {
        let cells = table.head.len();
        return Err(format!(
            "Give every row of the table {cells} cells, as many as the first has."
        ));
    }
    if table.has_gaps() {
        return Err(format!(
            "Leave no cell of the table empty: write {unknown}."
        ));
    }
    Ok(())
}

/// The lists at the top of an answer, ordered or not, as their entries.
pub(super) fn lists(doc: &Doc) -> Vec<&[ListItem]> {
    let items = doc.children().iter().filter_map(|block| match block {
        Block::List { items, .. } => Some(items.as_slice()),
        _ => None,
    });
    items.collect()
}

/// The headings at the top of an answer.
pub(super) fn headings(doc: &Doc) -> Vec<String> {
    let words = doc.children().iter().filter_map(heading);
    words.collect()
}

/// The words of a heading.
pub(super) fn heading(block: &Block) -> Option<String> {
    match block {
        Block::Heading { children, .. } => Some(tree::words(children)),
        _ => None,
    }
}

/// The words of an entry of a list, with whatever stands in it.
pub(super) fn entry(item: &ListItem) -> String {
    let ListItem::ListItem { children } = item;
    words(children)
}

/// True when a list stands inside of an entry.
pub(super) fn is_nested(item: &ListItem) -> bool {
    let ListItem::ListItem { children } = item;
    children
        .iter()
        .any(|block| matches!(block, Block::List { .. }))
}

/// All words of some blocks, a block a line.
pub(super) fn words(blocks: &[Block]) -> String {
    let texts: Vec<String> = blocks.iter().map(block_words).collect();
    texts.join("\n")
}

fn block_words(block: &Block) -> String {
    match block {
        Block::Heading { children, .. } | Block::Paragraph { children } => tree::words(children),
        Block::List { items, .. } => items.iter().map(entry).collect::<Vec<_>>().join("\n"),
        Block::Blockquote { children } => words(children),
        Block::CodeBlock { text, .. } => text.clone(),
        Block::Table { rows } => {
            let table = table(rows);
            let rows = std::iter::once(&table.head).chain(&table.body);
            rows.map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
        }
    }
}
