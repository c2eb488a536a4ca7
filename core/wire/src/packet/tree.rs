//! The nodes.

use crate::derives::*;

/// The root.
#[contract(node)]
pub enum Doc {
    /// The root.
    Doc {
        /// What it holds, in order.
        children: Vec<Block>,
    },
}

/// What stands on its own.
#[contract(node)]
#[schema(no_recursion)]
pub enum Block {
    /// A heading.
    Heading {
        /// 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        level: u8,
        /// Its words.
        children: Vec<Inline>,
    },
    /// A paragraph.
    Paragraph {
        /// Its words.
        children: Vec<Inline>,
    },
    /// A list.
    List {
        /// Numbered or not.
        ordered: bool,
        /// Its entries.
        items: Vec<ListItem>,
    },
    /// A quotation.
    Blockquote {
        /// What is quoted.
        children: Vec<Block>,
    },
    /// Code, as it is.
    CodeBlock {
        /// Its language, a word.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        language: Option<String>,
        /// The code.
        text: String,
    },
    /// A table.
    Table {
        /// Its rows.
        rows: Vec<TableRow>,
    },
}

/// An entry of a list.
#[contract(node)]
#[schema(no_recursion)]
pub enum ListItem {
    /// An entry of a list.
    ListItem {
        /// What it holds.
        children: Vec<Block>,
    },
}

/// A row of a table.
#[contract(node)]
pub enum TableRow {
    /// A row of a table.
    TableRow {
        /// Its cells.
        cells: Vec<TableCell>,
    },
}

/// A cell of a table.
#[contract(node)]
pub enum TableCell {
    /// A cell of a table.
    TableCell {
        /// It heads its column or row.
        #[serde(default)]
        header: bool,
        /// Its words.
        children: Vec<Inline>,
    },
}

/// What stands in a line.
#[contract(node)]
pub enum Inline {
    /// Words.
    Text {
        /// The words.
        text: String,
    },
    /// A link.
    Link {
        /// Where it leads: http, https or mailto.
        href: String,
        /// Its words.
        children: Vec<TextNode>,
    },
}

/// Words inside a link.
#[contract(node)]
pub enum TextNode {
    /// Words.
    Text {
        /// The words.
        text: String,
    },
}

impl Doc {
    /// A tree of these blocks.
    pub fn new(children: Vec<Block>) -> Self {
        Self::Doc { children }
    }

    /// What it holds.
    pub fn children(&self) -> &[Block] {
        let Self::Doc { children } = self;
        children
    }
}

impl Inline {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }
}

/// What some inlines say, wherever their links lead.
pub fn words(inlines: &[Inline]) -> String {
    let mut words = String::new();
    for inline in inlines {
        match inline {
            Inline::Text { text } => words.push_str(text),
            Inline::Link { children, .. } => {
                words.extend(children.iter().map(|TextNode::Text { text }| text.as_str()));
            }
        }
    }
    words
}

impl Block {
    /// A paragraph of these words.
    pub fn paragraph(text: impl Into<String>) -> Self {
        Self::Paragraph {
            children: vec![Inline::text(text)],
        }
    }

    /// A heading of these words.
    pub fn heading(level: u8, text: impl Into<String>) -> Self {
        Self::Heading {
            level,
            children: vec![Inline::text(text)],
        }
    }
}
