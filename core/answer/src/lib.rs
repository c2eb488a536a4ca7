//! Answers of models: read, cleaned, checked and shown.
//!
//! The tree itself is a contract (`wire/packet/tree.rs`): nothing outside its allowlist can be
//! written down in it. What is written down is made valid by [`clean`]: bounded, without tricks in
//! its addresses and its letters. The renderers are safe by themselves all the same: each escapes
//! for its own form, and shows no address that [`link::clean`] refuses.

// Reading: a whole answer, and a tree, strictly and as far as it makes sense.
mod fault;
mod lenient;
pub mod model;
mod read;
mod trail;

// What is allowed.
mod check;
mod clean;
pub mod limits;
pub mod link;
mod words;

// Showing. The terminal is the command's own (`shell/cli/src/ask`).
mod cited;
mod csv;
mod html;
mod markdown;
mod marks;
mod plain;

pub use check::{check, said};
pub use cited::{
    ShownCitation, html_citations, markdown_citations, plain_citations, shown_citations,
};
pub use clean::clean;
pub use csv::csv;
pub use fault::{RenderFault, Wrong};
pub use html::{html, is_head};
pub use lenient::read_lenient;
pub use markdown::{from_markdown, markdown};
pub use marks::{renumbered, unmarked};
pub use plain::{column_count, marker, plain, shows};
pub use read::read;
pub use words::{clean as clean_text, code as clean_code, shown};

#[cfg(test)]
mod tests;
