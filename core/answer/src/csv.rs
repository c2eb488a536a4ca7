//! The tables of a tree as CSV.

use super::limits::DEPTH;
use super::{plain, unmarked, words};
use screen_agent_wire::packet::tree::{Block, Doc, ListItem, TableCell, TableRow};
use screen_agent_words::spreadsheet::field;

/// Every table as CSV by RFC 4180, an empty line between two; nothing where there is no table. No
/// cell begins like a formula.
pub fn csv(doc: &Doc) -> Option<String> {
    let mut tables = Vec::new();
    gather(doc.children(), 1, &mut tables);
    let tables: Vec<String> = tables.into_iter().map(table).collect();
    (!tables.is_empty()).then(|| tables.join("\r\n"))
}

fn gather<'d>(blocks: &'d [Block], level: usize, tables: &mut Vec<&'d [TableRow]>) {
    if level > DEPTH {
        return;
    }
    for block in blocks {
        match block {
            Block::Table { rows } => tables.push(rows),
            Block::Blockquote { children } => gather(children, level + 1, tables),
            Block::List { ordered: _, items } => {
                for ListItem::ListItem { children } in items {
                    gather(children, level + 1, tables);
                }
            }
            Block::Heading { .. } | Block::Paragraph { .. } | Block::CodeBlock { .. } => {}
        }
    }
}

fn table(rows: &[TableRow]) -> String {
    let width = plain::column_count(rows);
    let mut out = String::new();
    for TableRow::TableRow { cells } in rows {
        let mut line: Vec<String> = cells
            .iter()
            .map(
                |TableCell::TableCell {
                     header: _,
                     children,
                 }| {
                    // Sources have no place in a table: a value is what it is.
                    let (value, _) = unmarked(&plain::inlines(children));
                    field(&words::one_line(&value))
                },
            )
            .collect();
        line.resize(width, String::new());
        out.push_str(&line.join(","));
        out.push_str("\r\n");
    }
    out
}
