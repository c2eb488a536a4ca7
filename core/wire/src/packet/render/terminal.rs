//! A tree for a terminal: wrapped to its width, tables aligned, addresses shown.
//!
//! The only control characters in what comes out are ours: words are cleaned before they are
//! painted.

mod line;
mod table;

use super::check::said;
use super::limits::DEPTH;
use super::link;
use super::node::{Block, Doc, Inline, ListItem};
use super::plain::{marker, shows};
use super::words;

pub(super) use line::{Line, Style, hang, paint, styled, wrap};

/// A terminal narrower than that counts as that wide.
const NARROWEST: usize = 20;

/// A tree for a terminal of so many columns, ending with a line break. Without `colour` nothing but
/// letters is written.
pub fn terminal(doc: &Doc, width: usize, colour: bool) -> String {
    paint(&blocks(doc.children(), columns(width), 1), colour)
}

/// How many columns are written to.
pub(super) fn columns(width: usize) -> usize {
    width.max(NARROWEST)
}

fn blocks(children: &[Block], width: usize, level: usize) -> Vec<Line> {
    // What is nested deeper than the screen is wide is not shown by a letter a line.
    if level > DEPTH || width < 8 {
        return vec![styled("…", Style::Plain)];
    }
    let mut lines = Vec::new();
    for (index, child) in children.iter().enumerate() {
        if index > 0 && (level == 1 || !matches!(child, Block::List { .. })) {
            lines.push(Line::new());
        }
        lines.extend(block(child, width, level));
    }
    lines
}

fn block(block: &Block, width: usize, level: usize) -> Vec<Line> {
    match block {
        Block::Heading { level: _, children } => wrap(&inlines(children, Style::Bold), width),
        Block::Paragraph { children } => wrap(&inlines(children, Style::Plain), width),
        Block::List { ordered, items } => {
            let entries = items.iter().enumerate();
            entries
                .flat_map(|(index, ListItem::ListItem { children })| {
                    let mark = marker(*ordered, index);
                    let room = width.saturating_sub(mark.len());
                    hang(
                        &styled(&mark, Style::Plain),
                        blocks(children, room, level + 1),
                    )
                })
                .collect()
        }
        Block::Blockquote { children } => {
            let bar = styled("│ ", Style::Dim);
            let inside = blocks(children, width.saturating_sub(2), level + 1);
            inside
                .into_iter()
                .map(|line| [bar.clone(), line].concat())
                .collect()
        }
        // Code is not wrapped: where a line of it ends means something.
        Block::CodeBlock { language: _, text } => words::code(text)
            .lines()
            .map(|line| styled(&format!("    {}", line.replace('\t', "    ")), Style::Code))
            .collect(),
        Block::Table { rows } => table::lines(rows, width),
    }
}

pub(super) fn inlines(children: &[Inline], style: Style) -> Line {
    let mut line = Line::new();
    for child in children {
        match child {
            Inline::Text { text } => line.extend(styled(&words::clean(text), style)),
            Inline::Link { href, children } => {
                let words = words::clean(&said(children));
                match link::clean(href) {
                    None => line.extend(styled(&words, style)),
                    Some(href) if words.trim().is_empty() || shows(&words, &href) => {
                        line.extend(styled(&href, Style::Link));
                    }
                    Some(href) => {
                        line.extend(styled(&words, Style::Link));
                        line.extend(styled(&format!(" <{href}>"), Style::Dim));
                    }
                }
            }
        }
    }
    line
}

/// Words of a cell, in one line.
pub(super) fn cell(children: &[Inline], style: Style) -> Line {
    let mut line = inlines(children, style);
    for (letter, _) in &mut line {
        if *letter == '\n' {
            *letter = ' ';
        }
    }
    line
}
