//! Makes any tree one that may be shown.
//!
//! What is too deep is unwrapped, what is too much is cut with a mark that people see, what holds
//! nothing is dropped, and a link that may not be followed, or claims to lead elsewhere, becomes
//! words.

mod flat;

use super::check::{is_language, said};
use super::limits::{CHARACTERS, DEPTH, NODES};
use super::{link, words};
use screen_agent_wire::packet::tree::{
    Block, Doc, Inline, ListItem, TableCell, TableRow, TextNode,
};

/// What stands at the end of an answer that was cut.
const CUT: &str = "[The rest of this answer was left out: it is too long.]";

/// Makes a tree one that [`super::check`] passes. Doing it again changes nothing.
pub fn clean(doc: Doc) -> Doc {
    let Doc::Doc { children } = doc;
    let mut left = Left {
        // Without the root and the mark.
        nodes: NODES - 3,
        characters: CHARACTERS - CUT.len(),
        cut: false,
    };
    let mut blocks = left.blocks(children, 2);
    if left.cut {
        blocks.push(Block::paragraph(CUT));
    }
    Doc::new(blocks)
}

/// What an answer may still hold.
struct Left {
    nodes: usize,
    characters: usize,
    /// Something was left out.
    cut: bool,
}

impl Left {
    /// Takes room for nodes, or says that there is none.
    fn take(&mut self, nodes: usize) -> bool {
        if self.cut || self.nodes < nodes {
            self.cut = true;
            return false;
        }
        self.nodes -= nodes;
        true
    }

    /// Takes room for words: as many of them as fit.
    fn words(&mut self, mut words: String) -> String {
        let length = words.chars().count();
        if length <= self.characters {
            self.characters -= length;
            return words;
        }
        self.cut = true;
        let most = self.characters.saturating_sub(1);
        if let Some((end, _)) = words.char_indices().nth(most) {
            words.truncate(end);
        }
        if self.characters > 0 {
            words.push('…');
        }
        self.characters = 0;
        words
    }

    fn blocks(&mut self, blocks: Vec<Block>, level: usize) -> Vec<Block> {
        let mut kept = Vec::new();
        for block in blocks {
            if self.cut {
                flat::discard(block);
            } else if level <= deepest(&block) {
                kept.extend(self.block(block, level));
            } else {
                let flat = flat::flat(block);
                kept.extend(flat.into_iter().filter_map(|leaf| self.block(leaf, level)));
            }
        }
        kept
    }

    fn block(&mut self, block: Block, level: usize) -> Option<Block> {
        let room = self.nodes;
        if !self.take(1) {
            flat::discard(block);
            return None;
        }
        let cleaned = match block {
            Block::Heading {
                level: rank,
                children,
            } => {
                let rank = rank.clamp(1, 6);
                let children = self.inlines(children, level + 1);
                says(&children).then_some(Block::Heading {
                    level: rank,
                    children,
                })
            }
            Block::Paragraph { children } => {
                let children = self.inlines(children, level + 1);
                says(&children).then_some(Block::Paragraph { children })
            }
            Block::List { ordered, items } => {
                let items = self.items(items, level + 1);
                (!items.is_empty()).then_some(Block::List { ordered, items })
            }
            Block::Blockquote { children } => {
                let children = self.blocks(children, level + 1);
                (!children.is_empty()).then_some(Block::Blockquote { children })
            }
            Block::CodeBlock { language, text } => self.code(language, &text),
            Block::Table { rows } => {
                let rows = self.rows(rows, level + 1);
                (!rows.is_empty()).then_some(Block::Table { rows })
            }
        };
        if cleaned.is_none() {
            self.nodes = room;
        }
        cleaned
    }

    fn items(&mut self, items: Vec<ListItem>, level: usize) -> Vec<ListItem> {
        let mut kept = Vec::new();
        for ListItem::ListItem { children } in items {
            let room = self.nodes;
            if !self.take(1) {
                children.into_iter().for_each(flat::discard);
                continue;
            }
            let children = self.blocks(children, level + 1);
            if children.is_empty() {
                self.nodes = room;
            } else {
                kept.push(ListItem::ListItem { children });
            }
        }
        kept
    }

    fn rows(&mut self, rows: Vec<TableRow>, level: usize) -> Vec<TableRow> {
        let mut kept = Vec::new();
        for TableRow::TableRow { cells } in rows {
            if cells.is_empty() {
                continue;
            }
            // A row is kept with all of its cells: half a row says something else.
            if !self.take(1 + cells.len()) {
                break;
            }
            let cells = cells
                .into_iter()
                .map(|cell| self.cell(cell, level + 1))
                .collect();
            kept.push(TableRow::TableRow { cells });
        }
        kept
    }

    fn cell(&mut self, cell: TableCell, level: usize) -> TableCell {
        let TableCell::TableCell { header, children } = cell;
        let children = self.inlines(children, level + 1);
        TableCell::TableCell { header, children }
    }

    fn code(&mut self, language: Option<String>, text: &str) -> Option<Block> {
        let language = language
            .map(|language| language.trim().to_lowercase())
            .filter(|language| is_language(language))
            .map(|language| self.words(language))
            .filter(|language| is_language(language));
        let text = self.words(words::code(text));
        (!text.trim().is_empty()).then_some(Block::CodeBlock { language, text })
    }

    fn inlines(&mut self, inlines: Vec<Inline>, level: usize) -> Vec<Inline> {
        let mut kept = Vec::new();
        for inline in inlines {
            match inline {
                Inline::Text { text } => self.text(&text, &mut kept),
                Inline::Link { href, children } if level < DEPTH => {
                    self.link(&href, &children, &mut kept);
                }
                // Its own words would be too deep.
                Inline::Link { href: _, children } => self.text(&said(&children), &mut kept),
            }
        }
        kept
    }

    fn text(&mut self, text: &str, kept: &mut Vec<Inline>) {
        let text = words::clean(text);
        if !text.is_empty() && self.take(1) {
            let text = self.words(text);
            if !text.is_empty() {
                kept.push(Inline::Text { text });
            }
        }
    }

    fn link(&mut self, href: &str, children: &[TextNode], kept: &mut Vec<Inline>) {
        let mut texts: Vec<String> = children
            .iter()
            .map(|TextNode::Text { text }| words::clean(text))
            .filter(|text| !text.is_empty())
            .collect();
        let said = texts.concat();
        let Some(href) = link::clean(href) else {
            return self.text(&said, kept);
        };
        if let Some(host) = link::other_host(&said, &href) {
            return self.text(&format!("{said} [leads to {host}]"), kept);
        }
        if said.trim().is_empty() {
            texts = vec![href.clone()];
        }
        // An address is never cut: it would lead elsewhere.
        let long = href.chars().count() + said.chars().count().max(href.chars().count());
        if long > self.characters {
            return self.text(&said, kept);
        }
        if self.take(1 + texts.len()) {
            let href = self.words(href);
            let text = |text| TextNode::Text {
                text: self.words(text),
            };
            let children = texts.into_iter().map(text).collect();
            kept.push(Inline::Link { href, children });
        }
    }
}

/// True when there is something to read.
fn says(inlines: &[Inline]) -> bool {
    inlines.iter().any(|inline| match inline {
        Inline::Text { text } => !text.trim().is_empty(),
        Inline::Link { .. } => true,
    })
}

/// Deepest level, with the root on the first, that a block may stand on so that its leaves fit.
fn deepest(block: &Block) -> usize {
    match block {
        Block::List { .. } | Block::Table { .. } => DEPTH - 3,
        Block::Blockquote { .. } => DEPTH - 2,
        Block::Heading { .. } | Block::Paragraph { .. } => DEPTH - 1,
        Block::CodeBlock { .. } => DEPTH,
    }
}
