//! A tree as HTML: the allowed elements, everything else escaped.

use std::fmt::Write as _;

use super::check::{is_language, said};
use super::limits::DEPTH;
use super::{link, words};
use screen_agent_wire::packet::tree::{Block, Doc, Inline, ListItem, TableCell, TableRow};

/// What stands where a tree goes deeper than is shown.
const DEEPER: &str = "<p>…</p>";

/// A tree as HTML, without a document around it. Safe whatever the tree holds.
pub fn html(doc: &Doc) -> String {
    let mut out = String::new();
    blocks(&mut out, doc.children(), 1);
    out
}

fn blocks(out: &mut String, children: &[Block], level: usize) {
    if level > DEPTH {
        out.push_str(DEEPER);
        return;
    }
    for child in children {
        block(out, child, level);
        out.push('\n');
    }
}

fn block(out: &mut String, block: &Block, level: usize) {
    match block {
        Block::Heading { level, children } => {
            let level = (*level).clamp(1, 6);
            let _ = write!(out, "<h{level} dir=\"auto\">");
            inlines(out, children);
            let _ = write!(out, "</h{level}>");
        }
        Block::Paragraph { children } => within(out, "p", |out| inlines(out, children)),
        Block::List { ordered, items } => {
            let name = if *ordered { "ol" } else { "ul" };
            let _ = writeln!(out, "<{name}>");
            for ListItem::ListItem { children } in items {
                item(out, children, level);
            }
            let _ = write!(out, "</{name}>");
        }
        Block::Blockquote { children } => within(out, "blockquote", |out| {
            out.push('\n');
            blocks(out, children, level + 1);
        }),
        Block::CodeBlock { language, text } => code(out, language.as_deref(), text),
        Block::Table { rows } => table(out, rows),
    }
}

/// A single paragraph stands in its entry without an element of its own.
fn item(out: &mut String, children: &[Block], level: usize) {
    within(out, "li", |out| match children {
        [Block::Paragraph { children }] => inlines(out, children),
        _ => {
            out.push('\n');
            blocks(out, children, level + 1);
        }
    });
    out.push('\n');
}

fn code(out: &mut String, language: Option<&str>, text: &str) {
    out.push_str("<pre dir=\"ltr\"><code");
    if let Some(language) = language.filter(|language| is_language(language)) {
        let _ = write!(out, " class=\"language-{language}\"");
    }
    out.push('>');
    escape(out, &words::code(text));
    out.push_str("</code></pre>");
}

fn table(out: &mut String, rows: &[TableRow]) {
    let heads = rows.iter().take_while(|row| is_head(row)).count();
    let (head, body) = rows.split_at(heads);
    out.push_str("<table>\n");
    for (name, scope, rows) in [("thead", "col", head), ("tbody", "row", body)] {
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(out, "<{name}>");
        for TableRow::TableRow { cells } in rows {
            out.push_str("<tr>");
            for TableCell::TableCell { header, children } in cells {
                let _ = match header {
                    true => write!(out, "<th scope=\"{scope}\" dir=\"auto\">"),
                    false => write!(out, "<td dir=\"auto\">"),
                };
                inlines(out, children);
                out.push_str(if *header { "</th>" } else { "</td>" });
            }
            out.push_str("</tr>\n");
        }
        let _ = writeln!(out, "</{name}>");
    }
    out.push_str("</table>");
}

/// True for a row of nothing but headers.
pub fn is_head(TableRow::TableRow { cells }: &TableRow) -> bool {
    !cells.is_empty()
        && cells.iter().all(
            |TableCell::TableCell {
                 header,
                 children: _,
             }| *header,
        )
}

fn within(out: &mut String, name: &str, inside: impl FnOnce(&mut String)) {
    let _ = write!(out, "<{name} dir=\"auto\">");
    inside(out);
    let _ = write!(out, "</{name}>");
}

fn inlines(out: &mut String, children: &[Inline]) {
    for child in children {
        match child {
            Inline::Text { text } => escape(out, &words::clean(text)),
            Inline::Link { href, children } => anchor(out, href, &said(children)),
        }
    }
}

fn anchor(out: &mut String, href: &str, said: &str) {
    let words = words::clean(said);
    match link::clean(href) {
        None => escape(out, &words),
        Some(href) => {
            out.push_str("<a href=\"");
            escape(out, &href);
            out.push_str("\" target=\"_blank\" rel=\"noopener noreferrer\">");
            escape(
                out,
                if words.trim().is_empty() {
                    &href
                } else {
                    &words
                },
            );
            out.push_str("</a>");
        }
    }
}

/// Writes words so that none of them is markup, in text and in quoted attributes alike.
pub(super) fn escape(out: &mut String, words: &str) {
    for letter in words.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '`' => out.push_str("&#96;"),
            _ => out.push(letter),
        }
    }
}
