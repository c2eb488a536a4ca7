//! Do extracted values stand in what was read?

use screen_agent_answer::unmarked;
use screen_agent_wire::packet::tree::{Block, Doc, Inline, ListItem, TableCell, TableRow, words};
use screen_agent_words::WordList;

use crate::pack::SentDocument;

use super::book::{Book, find_words};
use super::fold::folded;

/// Set behind a value that no document holds.
pub(super) const MARK: &str = " [not found in the source]";

/// Words for "there is none".
static NONE: WordList = WordList::named("value absent");

/// Marks what an answer's tables and lists give as values, where no document says so. `fields` are
/// the names of what is extracted; they, and heads of columns, are no values.
pub fn mark_unfounded(mut doc: Doc, fields: &[String], sent: &[SentDocument]) -> Doc {
    let books: Vec<Book<'_>> = sent.iter().map(Book::new).collect();
    let names = fields.iter().map(|field| folded(&field.replace('_', " ")));
    let check = Check {
        fields: names.collect(),
        books: &books,
        joined: joined(&books),
    };
    let Doc::Doc { children } = &mut doc;
    children.iter_mut().for_each(|block| check.block(block));
    doc
}

struct Check<'a> {
    fields: Vec<String>,
    books: &'a [Book<'a>],
    /// All that was read, with the signs inside of numbers taken out.
    joined: String,
}

impl Check<'_> {
    fn block(&self, block: &mut Block) {
        match block {
            Block::Table { rows } => {
                let cells = rows
                    .iter_mut()
                    .flat_map(|TableRow::TableRow { cells }| cells);
                for TableCell::TableCell { header, children } in cells {
                    if !*header && !self.holds(&words(children)) {
                        children.push(Inline::text(MARK));
                    }
                }
            }
            Block::List { items, .. } => {
                let inside = items
                    .iter_mut()
                    .flat_map(|ListItem::ListItem { children }| children);
                inside.for_each(|block| self.within_item(block));
            }
            Block::Heading { .. }
            | Block::Paragraph { .. }
            | Block::Blockquote { .. }
            | Block::CodeBlock { .. } => {}
        }
    }

    /// `field: value`, or a value alone.
    fn within_item(&self, block: &mut Block) {
        let Block::Paragraph { children } = block else {
            return self.block(block);
        };
        let said = words(children);
        let value = said
            .split_once(": ")
            .filter(|(name, _)| self.is_field(name));
        if value.is_some_and(|(_, value)| !self.holds(value)) {
            children.push(Inline::text(MARK));
        }
    }

    fn is_field(&self, name: &str) -> bool {
        let name = folded(&name.replace('_', " "));
        self.fields.contains(&name)
    }

    fn holds(&self, value: &str) -> bool {
        let edge = |c: char| c == ' ' || matches!(c, '"' | '\'' | '.' | ';' | ':' | ',');
        let value = folded(&unmarked(value).0);
        let value = value.trim_matches(edge);
        if value.is_empty() || NONE.contains(value) || self.is_field(value) {
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
