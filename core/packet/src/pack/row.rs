//! A line of text that may be sent.

use screen_agent_page::reading::{ReadKind, ReadLine};
use screen_agent_page::render::estimate;

/// Longest line, in bytes; a longer one is broken between words.
const LONGEST: usize = 1_600;

/// A line of text that may be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Its words, with the prefix that tells its structure.
    pub(super) text: String,
    /// What it costs, in tokens.
    pub(super) cost: usize,
    /// The element that it stands in.
    pub(super) handle: Option<String>,
    /// It belongs to the main content.
    pub(super) main: bool,
    /// It is a heading: said again where what follows begins a document of its own.
    pub(super) heading: bool,
}

impl Row {
    pub(super) fn new(text: String, handle: Option<String>, main: bool) -> Self {
        // One more for the end of the line.
        let cost = estimate(&text) + 1;
        let heading = is_heading(&text);
        Self {
            text,
            cost,
            handle,
            main,
            heading,
        }
    }
}

/// The rows of a page that was read. Handles of a page that is not in front mean nothing.
pub(super) fn of_reading(lines: &[ReadLine], in_front: bool) -> Vec<Row> {
    let mut rows = Vec::with_capacity(lines.len());
    for line in lines {
        let handle = line.handle.as_ref().filter(|_| in_front);
        for piece in pieces(&line.written()) {
            let mut row = Row::new(piece.to_owned(), handle.cloned(), line.main);
            row.heading = matches!(line.kind, ReadKind::Heading(_));
            rows.push(row);
        }
    }
    rows
}

/// The rows of a text whose lines are already prefixed.
pub(super) fn of_text(text: &str) -> Vec<Row> {
    pieces(text)
        .map(|piece| Row::new(piece.to_owned(), None, true))
        .collect()
}

/// Lines, and long lines broken between words. Empty ones are dropped: they say nothing.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .flat_map(broken)
}

fn broken(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while rest.len() > LONGEST {
        let mut end = LONGEST;
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let at = rest[..end].rfind(' ').filter(|at| *at > end / 2);
        let (piece, more) = rest.split_at(at.unwrap_or(end));
        pieces.push(piece);
        rest = more.trim_start();
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}

fn is_heading(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes, [b'H', b'1'..=b'6', b':', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words_and_nothing_is_lost() {
        for line in [
            "wörter ".repeat(1_000),
            "ü".repeat(5_000),
            "short".to_owned(),
        ] {
            let rows = of_text(&line);
            assert!(rows.iter().all(|row| row.text.len() <= LONGEST));
            let joined: String = rows.iter().map(|row| row.text.as_str()).collect();
            assert_eq!(joined.replace(' ', ""), line.replace(' ', ""));
        }
    }

    #[test]
    fn lines_are_kept_apart() {
        let rows = of_text("H2: Offers\n\n  - one  \n");
        let told: Vec<_> = rows
            .iter()
            .map(|row| (row.text.as_str(), row.heading))
            .collect();
        assert_eq!(told, [("H2: Offers", true), ("  - one", false)]);
    }
}
