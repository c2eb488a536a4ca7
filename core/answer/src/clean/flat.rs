//! Takes apart what is nested too deep, one level at a time and never by calling itself: a tree that
//! somebody built may be deeper than the stack.

use screen_agent_wire::packet::tree::{Block, Inline, ListItem, TableCell, TableRow};

/// The leaves of a block in their order: headings, paragraphs and code. A row of a table becomes a
/// paragraph.
pub(super) fn flat(block: Block) -> Vec<Block> {
    let mut leaves = Vec::new();
    let mut open = vec![block];
    while let Some(block) = open.pop() {
        match block {
            Block::List { ordered: _, items } => {
                for ListItem::ListItem { children } in items.into_iter().rev() {
                    open.extend(children.into_iter().rev());
                }
            }
            Block::Blockquote { children } => open.extend(children.into_iter().rev()),
            Block::Table { rows } => leaves.extend(rows.into_iter().map(in_one_line)),
            leaf @ (Block::Heading { .. } | Block::Paragraph { .. } | Block::CodeBlock { .. }) => {
                leaves.push(leaf);
            }
        }
    }
    leaves
}

/// Lets go of a block without going down its levels on the stack.
pub(super) fn discard(block: Block) {
    drop(flat(block));
}

fn in_one_line(TableRow::TableRow { cells }: TableRow) -> Block {
    let mut children = Vec::new();
    for TableCell::TableCell {
        header: _,
        children: words,
    } in cells
    {
        if !children.is_empty() {
            children.push(Inline::text(" | "));
        }
        children.extend(words);
    }
    Block::Paragraph { children }
}
