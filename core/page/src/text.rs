//! What is said on the screen, line by line.

use serde::{Deserialize, Serialize};

use crate::node::{NodeId, Rect};

/// What kind of line it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// Running text.
    #[default]
    Plain,
    /// Heading of level 1 to 6.
    Heading(u8),
    /// Entry of a list.
    Item,
    /// Row of a table.
    Row,
    /// Header row of a table.
    HeaderRow,
    /// Term that the next line explains.
    Term,
    /// A message that interrupts.
    Alert,
    /// A message that does not.
    Status,
    /// A label without a control on the same line.
    Label,
    /// A caption.
    Caption,
    /// The title of a dialog.
    Dialog,
    /// Preformatted text.
    Code,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Run {
    /// Words.
    Text(String),
    /// A control, where it stands.
    Node(NodeId),
    /// The end of a cell.
    Cell,
}

/// One line of what is said, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// What kind of line it is.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub kind: LineKind,
    /// Depth in nested lists and trees.
    #[serde(default, skip_serializing_if = "is_flat")]
    pub depth: u8,
    /// Its pieces.
    pub runs: Vec<Run>,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rect: Option<Rect>,
    /// Something else lies over it.
    #[serde(default, skip_serializing_if = "crate::node::is_false")]
    pub covered: bool,
}

impl Line {
    /// Its words alone, joined by single spaces.
    pub fn words(&self) -> String {
        let mut words = String::new();
        for run in &self.runs {
            let Run::Text(text) = run else { continue };
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(text.trim());
        }
        words
    }

    /// The controls that stand in it.
    pub fn nodes(&self) -> impl Iterator<Item = &NodeId> {
        self.runs.iter().filter_map(|run| match run {
            Run::Node(id) => Some(id),
            Run::Text(_) | Run::Cell => None,
        })
    }
}

fn is_plain(kind: &LineKind) -> bool {
    *kind == LineKind::Plain
}

fn is_flat(depth: &u8) -> bool {
    *depth == 0
}
