//! A tree as plain text.

use super::check::said;
use super::html::is_head;
use super::limits::DEPTH;
use super::{link, words};
use screen_agent_wire::packet::tree::{Block, Doc, Inline, ListItem, TableCell, TableRow};

/// A tree as plain text: entries as `- ` and `1. `, indented as deep as they are nested, quotations
/// as `> `, cells between bars, and behind the words of a link where it leads.
pub fn plain(doc: &Doc) -> String {
    let mut lines = blocks(doc.children(), 1).join("\n");
    if !lines.is_empty() {
        lines.push('\n');
    }
    lines
}

fn blocks(children: &[Block], level: usize) -> Vec<String> {
    if level > DEPTH {
        return vec!["…".to_owned()];
    }
    let mut lines = Vec::new();
    for (index, child) in children.iter().enumerate() {
        let follows = index > 0 && matches!(child, Block::List { .. });
        // A list belongs to the words before it, unless they stand by themselves.
        if index > 0 && !(follows && level > 1) {
            lines.push(String::new());
        }
        lines.extend(block(child, level));
    }
    lines
}

fn block(block: &Block, level: usize) -> Vec<String> {
    match block {
        Block::Heading { level: _, children } => vec![words::one_line(&inlines(children))],
        Block::Paragraph { children } => inlines(children).lines().map(str::to_owned).collect(),
        Block::List { ordered, items } => {
            let entries = items.iter().enumerate();
            entries
                .flat_map(|(index, item)| entry(*ordered, index, item, level))
                .collect()
        }
        Block::Blockquote { children } => blocks(children, level + 1)
            .into_iter()
            .map(quoted)
            .collect(),
        Block::CodeBlock { language: _, text } => words::code(text)
            .lines()
            .map(|line| format!("    {line}").trim_end().to_owned())
            .collect(),
        Block::Table { rows } => table(rows),
    }
}

fn entry(
    ordered: bool,
    index: usize,
    ListItem::ListItem { children }: &ListItem,
    level: usize,
) -> Vec<String> {
    let mark = marker(ordered, index);
    let inside = blocks(children, level + 1);
    if inside.is_empty() {
        return vec![mark.trim_end().to_owned()];
    }
    hang(&mark, inside)
}

/// What stands before an entry.
pub fn marker(ordered: bool, index: usize) -> String {
    match ordered {
        true => format!("{}. ", index + 1),
        false => "- ".to_owned(),
    }
}

/// Puts a mark before the first line, and as much room before all others.
pub(super) fn hang(mark: &str, lines: Vec<String>) -> Vec<String> {
    let room = " ".repeat(mark.len());
    let hung = lines
        .into_iter()
        .enumerate()
        .map(|(index, line)| match index {
            0 => format!("{mark}{line}"),
            _ if line.is_empty() => line,
            _ => format!("{room}{line}"),
        });
    hung.collect()
}

/// A line of a quotation.
pub(super) fn quoted(line: String) -> String {
    match line.is_empty() {
        true => ">".to_owned(),
        false => format!("> {line}"),
    }
}

fn table(rows: &[TableRow]) -> Vec<String> {
    let heads = rows.iter().take_while(|row| is_head(row)).count();
    let mut lines = Vec::new();
    for (index, TableRow::TableRow { cells }) in rows.iter().enumerate() {
        if index == heads && index > 0 {
            lines.push(vec!["---"; column_count(rows)].join(" | "));
        }
        let cells = cells.iter().map(
            |TableCell::TableCell {
                 header: _,
                 children,
             }| words::one_line(&inlines(children)),
        );
        lines.push(cells.collect::<Vec<_>>().join(" | ").trim_end().to_owned());
    }
    lines
}

/// How many columns the widest row has.
pub fn column_count(rows: &[TableRow]) -> usize {
    rows.iter()
        .map(|TableRow::TableRow { cells }| cells.len())
        .max()
        .unwrap_or_default()
}

pub(super) fn inlines(children: &[Inline]) -> String {
    children.iter().map(inline).collect()
}

fn inline(inline: &Inline) -> String {
    match inline {
        Inline::Text { text } => words::clean(text),
        Inline::Link { href, children } => {
            let words = words::clean(&said(children));
            match link::clean(href) {
                Some(href) if words.trim().is_empty() => href,
                Some(href) if !shows(&words, &href) => format!("{words} ({href})"),
                _ => words,
            }
        }
    }
}

/// True when words already say where a link leads.
pub fn shows(words: &str, href: &str) -> bool {
    let bare = |address: &str| {
        let address = address.trim().trim_end_matches('/');
        address
            .strip_prefix("mailto:")
            .unwrap_or(address)
            .to_owned()
    };
    bare(words) == bare(href)
}
