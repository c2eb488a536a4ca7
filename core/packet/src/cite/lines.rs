//! The lines of an answer: whatever holds words, wherever it stands.

use screen_agent_wire::packet::tree::{Block, Doc, Inline, ListItem, TableCell, TableRow};

/// Does something with each line of an answer: paragraphs, headings, cells. Code has none.
pub(super) fn each_line(doc: &mut Doc, act: &mut impl FnMut(&mut Vec<Inline>)) {
    let Doc::Doc { children } = doc;
    children.iter_mut().for_each(|block| within(block, act));
}

fn within(block: &mut Block, act: &mut impl FnMut(&mut Vec<Inline>)) {
    match block {
        Block::Paragraph { children } | Block::Heading { children, .. } => act(children),
        Block::List { items, .. } => {
            let inside = items
                .iter_mut()
                .flat_map(|ListItem::ListItem { children }| children);
            inside.for_each(|block| within(block, act));
        }
        Block::Blockquote { children } => {
            children.iter_mut().for_each(|block| within(block, act));
        }
        Block::Table { rows } => {
            let cells = rows
                .iter_mut()
                .flat_map(|TableRow::TableRow { cells }| cells);
            cells.for_each(|TableCell::TableCell { children, .. }| act(children));
        }
        Block::CodeBlock { .. } => {}
    }
}
