//! What may be shown as it is: within the limits, and without tricks.

use super::fault::{RenderFault, Wrong};
use super::limits::LANGUAGE;
use super::link;
use super::trail::Trail;
use super::words::{are_clean, is_clean_code};
use screen_agent_wire::packet::tree::{
    Block, Doc, Inline, ListItem, TableCell, TableRow, TextNode,
};

type Checked = Result<(), RenderFault>;

/// Says whether a tree may be shown as it is, and where not. What [`super::clean`] gives always may.
pub fn check(doc: &Doc) -> Checked {
    let mut trail = Trail::default();
    trail.node()?;
    trail.each("children", doc.children(), block)
}

fn block(trail: &mut Trail, block_: &Block) -> Checked {
    trail.node()?;
    match block_ {
        Block::Heading { level, children } => {
            if !(1..=6).contains(level) {
                return Err(trail.at("level", Wrong::Level));
            }
            inlines(trail, children)
        }
        Block::Paragraph { children } => inlines(trail, children),
        Block::List { ordered: _, items } => some(trail, "items", items, item),
        Block::Blockquote { children } => some(trail, "children", children, block),
        Block::CodeBlock { language, text } => code(trail, language.as_deref(), text),
        Block::Table { rows } => some(trail, "rows", rows, row),
    }
}

fn item(trail: &mut Trail, item: &ListItem) -> Checked {
    trail.node()?;
    let ListItem::ListItem { children } = item;
    trail.each("children", children, block)
}

fn row(trail: &mut Trail, row: &TableRow) -> Checked {
    trail.node()?;
    let TableRow::TableRow { cells } = row;
    some(trail, "cells", cells, cell)
}

fn cell(trail: &mut Trail, cell: &TableCell) -> Checked {
    trail.node()?;
    let TableCell::TableCell {
        header: _,
        children,
    } = cell;
    inlines(trail, children)
}

fn inlines(trail: &mut Trail, children: &[Inline]) -> Checked {
    trail.each("children", children, inline)
}

fn inline(trail: &mut Trail, inline: &Inline) -> Checked {
    trail.node()?;
    match inline {
        Inline::Text { text } => words(trail, text),
        Inline::Link { href, children } => {
            trail.words(href)?;
            if link::clean(href).as_ref() != Some(href) {
                return Err(trail.at("href", Wrong::Address));
            }
            if link::other_host(&said(children), href).is_some() {
                return Err(trail.fault(Wrong::OtherHost));
            }
            some(trail, "children", children, text_node)
        }
    }
}

fn text_node(trail: &mut Trail, node: &TextNode) -> Checked {
    let TextNode::Text { text } = node;
    trail.node()?;
    words(trail, text)
}

fn words(trail: &mut Trail, text: &str) -> Checked {
    trail.words(text)?;
    if are_clean(text) {
        return Ok(());
    }
    Err(trail.at("text", Wrong::Characters))
}

fn code(trail: &mut Trail, language: Option<&str>, text: &str) -> Checked {
    if let Some(language) = language {
        trail.words(language)?;
        if !is_language(language) {
            return Err(trail.at("language", Wrong::Language));
        }
    }
    trail.words(text)?;
    if is_clean_code(text) {
        return Ok(());
    }
    Err(trail.at("text", Wrong::Characters))
}

/// Does the same with each part of what must have parts.
fn some<P>(
    trail: &mut Trail,
    key: &'static str,
    parts: &[P],
    walk: impl FnMut(&mut Trail, &P) -> Checked,
) -> Checked {
    if parts.is_empty() {
        return Err(trail.at(key, Wrong::Empty));
    }
    trail.each(key, parts, walk)
}

/// True for a word that may name the language of code, and become part of a class.
pub(super) fn is_language(word: &str) -> bool {
    let fits = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || b"+#-".contains(&c);
    (1..=LANGUAGE).contains(&word.len()) && word.bytes().all(fits)
}

/// The words of a link.
pub fn said(children: &[TextNode]) -> String {
    let texts = children.iter().map(|TextNode::Text { text }| text.as_str());
    texts.collect()
}
