//! The safe tree that answers are shown from. Spec 003, "Document (`assistant.render`)".
//!
//! Nothing outside the allowlist can be written down in these types. What is written down is made
//! valid by [`clean`]: bounded, without tricks in its addresses and its letters. The renderers are
//! safe by themselves all the same: each escapes for its own form, and shows no address that
//! [`link::clean`] refuses.

mod node;

// Reading: strictly, and as far as it makes sense.
mod fault;
mod lenient;
mod read;
mod trail;

// What is allowed.
mod check;
mod clean;
pub mod limits;
pub mod link;
mod words;

// Showing.
mod cited;
mod csv;
mod html;
mod markdown;
mod plain;
mod terminal;

pub use check::check;
pub use cited::{html_citations, markdown_citations, plain_citations, terminal_citations};
pub use clean::clean;
pub use csv::csv;
pub use fault::{RenderFault, Wrong};
pub use html::html;
pub use lenient::read_lenient;
pub use markdown::markdown;
pub use node::{Block, Doc, Inline, ListItem, TableCell, TableRow, TextNode};
pub use plain::plain;
pub use read::read;
pub use terminal::terminal;
pub use words::{clean as clean_text, shown};

#[cfg(test)]
mod tests;
