//! Do extracted values stand in what was read?

use screen_agent_wire::packet::tree::{Block, Doc, Inline, ListItem, TableCell, TableRow, words};

use crate::pack::SentDocument;

use super::book::{Book, find_words};
use super::fold::folded;

/// Set behind a value that no document holds.
const MARK: &str = " [not found in the source]";

/// Words for "there is none".
const NONE: &[&str] = &[
    "",
    "-",
    "--",
    "n/a",
    "na",
    "none",
    "not found",
    "unknown",
    "missing",
    "not given",
    "not stated",
    "not available",
    "not specified",
    "not mentioned",
    "null",
];

/// Marks what an answer's tables and lists give as values, where no document says so. `fields` are
/// the names of what is extracted; they, and heads of columns, are no values.
pub fn mark_unfounded(doc: Doc, fields: &[String], sent: &[SentDocument]) -> Doc {
    let books: Vec<Book<'_>> = sent.iter().map(Book::new).collect();
    let check = Check {
        fields: fields
            .iter()
            .map(|field| folded(&field.replace('_', " ")))
            .collect(),
        books: &books,
        joined: joined(&books),
    };
    let Doc::Doc { children } = doc;
    Doc::new(
        children
            .into_iter()
            .map(|block| check.block(block))
            .collect(),
    )
}

struct Check<'a> {
    fields: Vec<String>,
    books: &'a [Book<'a>],
    /// All that was read, with the signs inside of numbers taken out.
    joined: String,
}

impl Check<'_> {
    fn block(&self, block: Block) -> Block {
        match block {
            Block::Table { rows } => Block::Table {
                rows: rows.into_iter().map(|row| self.row(row)).collect(),
            },
            Block::List { ordered, items } => Block::List {
                ordered,
                items: items.into_iter().map(|item| self.item(item)).collect(),
            },
            other @ (Block::Heading { .. }
            | Block::Paragraph { .. }
            | Block::Blockquote { .. }
            | Block::CodeBlock { .. }) => other,
        }
    }

    fn row(&self, row: TableRow) -> TableRow {
        let TableRow::TableRow { cells } = row;
        let cells = cells.into_iter().map(|cell| self.cell(cell)).collect();
        TableRow::TableRow { cells }
    }

    fn cell(&self, cell: TableCell) -> TableCell {
        let TableCell::TableCell {
            header,
            mut children,
        } = cell;
        if !header && !self.holds(&words(&children)) {
            children.push(Inline::text(MARK));
        }
        TableCell::TableCell { header, children }
    }

    /// `field: value`, or a value alone.
    fn item(&self, item: ListItem) -> ListItem {
        let ListItem::ListItem { children } = item;
        let children = children.into_iter().map(|block| match block {
            Block::Paragraph { mut children } => {
                let said = words(&children);
                let value = said
                    .split_once(": ")
                    .filter(|(name, _)| self.is_field(name));
                if value.is_some_and(|(_, value)| !self.holds(value)) {
                    children.push(Inline::text(MARK));
                }
                Block::Paragraph { children }
            }
            other => self.block(other),
        });
        ListItem::ListItem {
            children: children.collect(),
        }
    }

    fn is_field(&self, name: &str) -> bool {
        let name = folded(&name.replace('_', " "));
        self.fields.contains(&name)
    }

    fn holds(&self, value: &str) -> bool {
        let edge = |c: char| c == ' ' || matches!(c, '"' | '\'' | '.' | ';' | ':' | ',');
        let value = folded(value);
        let value = value.trim_matches(edge);
        if NONE.contains(&value) || self.is_field(value) {
            return true;
        }
        if self.books.iter().any(|book| book.says(value)) {
            return true;
        }
        // `1,299.00` and `1299.00` are the same; so are several values in one cell, each for itself.
        let plain = without_separators(value);
        if plain.bytes().any(|byte| byte.is_ascii_digit())
            && find_words(&self.joined, &plain, 0).is_some()
        {
            return true;
        }
        let mut several = value.split([',', ';']).map(|one| one.trim_matches(edge));
        value.contains([',', ';'])
            && several.all(|one| !one.is_empty() && self.books.iter().any(|book| book.says(one)))
    }
}

fn joined(books: &[Book<'_>]) -> String {
    let words = books.iter().flat_map(Book::words);
    words.map(without_separators).collect::<Vec<_>>().join(" ")
}

/// Without commas and thin spaces between digits.
fn without_separators(text: &str) -> String {
    let bytes = text.as_bytes();
    let between = |at: usize| {
        let digit = |at: Option<&u8>| at.is_some_and(u8::is_ascii_digit);
        at > 0 && digit(bytes.get(at - 1)) && digit(bytes.get(at + 1))
    };
    text.char_indices()
        .filter(|(at, c)| !(matches!(c, ',' | '\'') && between(*at)))
        .map(|(_, c)| c)
        .collect()
}
