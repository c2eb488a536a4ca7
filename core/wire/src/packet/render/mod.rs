//! The safe tree that answers are shown from. Spec 003, "Document (`assistant.render`)".
//!
//! Nothing outside the allowlist can be written down in these types.

mod node;

pub use node::{Block, Doc, Inline, ListItem, TableCell, TableRow, TextNode};
