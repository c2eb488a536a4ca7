//! Trees out of files, trees out of chance, and what is made of them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod back;
mod bounds;
mod chance;
mod cited;
mod fixtures;
mod from_markdown;

use screen_agent_wire::packet::tree::{Block, Doc, Inline, TableCell, TableRow, TextNode};

fn tree(blocks: Vec<Block>) -> Doc {
    Doc::new(blocks)
}

fn link_to(href: &str, words: &str) -> Inline {
    Inline::Link {
        href: href.to_owned(),
        children: vec![TextNode::Text {
            text: words.to_owned(),
        }],
    }
}

fn row(cells: &[&str]) -> TableRow {
    let cell = |words: &&str| TableCell::TableCell {
        header: false,
        children: vec![Inline::text(*words)],
    };
    TableRow::TableRow {
        cells: cells.iter().map(cell).collect(),
    }
}
