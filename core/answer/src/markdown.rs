//! A tree as Markdown, as GitHub reads it. Nothing of its words becomes markup.

pub(super) mod escape;
mod inline;
mod read;

pub use read::from_markdown;

use super::check::{is_language, said};
use super::html::is_head;
use super::limits::DEPTH;
use super::plain::{column_count, hang, quoted};
use super::{link, words};
use screen_agent_wire::packet::tree::{Block, Doc, Inline, ListItem, TableCell, TableRow};

use escape::{escape, escape_start};

/// A tree as Markdown.
pub fn markdown(doc: &Doc) -> String {
    let mut text = blocks(doc.children(), 1).join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn blocks(children: &[Block], level: usize) -> Vec<String> {
    if level > DEPTH {
        return vec!["…".to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    // Lists that follow one another would run together if their marks were the same.
    let mut lists = 0_usize;
    for child in children {
        lists = if matches!(child, Block::List { .. }) {
            lists + 1
        } else {
            0
        };
        let block = block(child, lists.is_multiple_of(2), level);
        if block.is_empty() {
            continue;
        }
        // Inside an entry a list belongs to the words before it.
        let belongs = level > 1 && lists == 1;
        if !lines.is_empty() && !belongs {
            lines.push(String::new());
        }
        lines.extend(block);
    }
    lines
}

fn block(block: &Block, second: bool, level: usize) -> Vec<String> {
    match block {
        Block::Heading { level, children } => {
            let words = inlines(children, Place::Heading);
            match words.is_empty() {
                true => Vec::new(),
                false => vec![format!(
                    "{} {words}",
                    "#".repeat((*level).clamp(1, 6).into())
                )],
            }
        }
        Block::Paragraph { children } => paragraph(children),
        Block::List { ordered, items } => list(*ordered, items, second, level),
        Block::Blockquote { children } => blocks(children, level + 1)
            .into_iter()
            .map(quoted)
            .collect(),
        Block::CodeBlock { language, text } => code(language.as_deref(), text),
        Block::Table { rows } => table(rows),
    }
}

/// Lines of a paragraph, with a hard break between two.
fn paragraph(children: &[Inline]) -> Vec<String> {
    let words = inlines(children, Place::Paragraph);
    let lines: Vec<String> = words
        .split('\n')
        .map(words::one_line)
        .filter(|line| !line.is_empty())
        .map(|line| escape_start(&line))
        .collect();
    let last = lines.len().saturating_sub(1);
    let broken = lines
        .into_iter()
        .enumerate()
        .map(|(index, line)| match index == last {
            true => line,
            false => format!("{line}\\"),
        });
    broken.collect()
}

fn list(ordered: bool, items: &[ListItem], second: bool, level: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let entries = items
        .iter()
        .map(|ListItem::ListItem { children }| blocks(children, level + 1))
        .filter(|entry| !entry.is_empty());
    for (index, entry) in entries.enumerate() {
        let mark = match (ordered, second) {
            (true, false) => format!("{}. ", index + 1),
            (true, true) => format!("{}) ", index + 1),
            (false, false) => "- ".to_owned(),
            (false, true) => "* ".to_owned(),
        };
        // Entries that hold several blocks stand apart.
        if index > 0 && (entry.iter().any(String::is_empty) || lines.iter().any(String::is_empty)) {
            lines.push(String::new());
        }
        lines.extend(hang(&mark, entry));
    }
    lines
}

fn code(language: Option<&str>, text: &str) -> Vec<String> {
    let text = words::code(text);
    let longest = text
        .split(|c| c != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    let fence = "`".repeat((longest + 1).max(3));
    let language = language
        .filter(|word| is_language(word))
        .unwrap_or_default();
    let mut lines = vec![format!("{fence}{language}")];
    lines.extend(
        text.strip_suffix('\n')
            .unwrap_or(&text)
            .split('\n')
            .map(str::to_owned),
    );
    lines.push(fence);
    lines
}

fn table(rows: &[TableRow]) -> Vec<String> {
    let width = column_count(rows);
    if width == 0 {
        return Vec::new();
    }
    let line = |cells: &[TableCell]| {
        let written = cells
            .iter()
            .map(
                |TableCell::TableCell {
                     header: _,
                     children,
                 }| inlines(children, Place::Cell),
            )
            .chain(std::iter::repeat_n(String::new(), width - cells.len()));
        format!("| {} |", written.collect::<Vec<_>>().join(" | "))
    };
    // The form asks for a head: an empty one where the table has none.
    let (head, body) = match rows {
        [head, body @ ..] if is_head(head) => (cells_of(head), body),
        _ => (&[][..], rows),
    };
    let mut lines = vec![line(head), format!("|{}", " --- |".repeat(width))];
    lines.extend(body.iter().map(|row| line(cells_of(row))));
    lines
}

fn cells_of(TableRow::TableRow { cells }: &TableRow) -> &[TableCell] {
    cells
}

/// Where words stand.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Paragraph,
    Heading,
    Cell,
}

fn inlines(children: &[Inline], place: Place) -> String {
    let mut out = String::new();
    let mut text = String::new();
    for child in children {
        match child {
            // Texts are escaped together: what is markup may begin in one and end in the next.
            Inline::Text { text: more } => text.push_str(&words::clean(more)),
            Inline::Link { href, children } => {
                out.push_str(&escape(&text));
                text.clear();
                // An exclamation mark before a link would make a picture of it.
                if out.ends_with('!') {
                    out.insert(out.len() - 1, '\\');
                }
                out.push_str(&anchor(href, &said(children)));
            }
        }
    }
    out.push_str(&escape(&text));
    match place {
        Place::Paragraph => out,
        Place::Heading => words::one_line(&out).replace('#', "\\#"),
        Place::Cell => words::one_line(&out),
    }
}

fn anchor(href: &str, said: &str) -> String {
    let words = words::one_line(&words::clean(said));
    match link::clean(href) {
        None => escape(&words),
        Some(href) if words.is_empty() => {
            format!("[{}]({})", escape(&href), escape::address(&href))
        }
        Some(href) => format!("[{}]({})", escape(&words), escape::address(&href)),
    }
}
