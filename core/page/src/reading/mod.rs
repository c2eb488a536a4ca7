//! A page as something to read: its text with its structure, what is its content and what is
//! around it, its items and comments, and what stands between it and the reader.
//!
//! One reader for all: HTML that was fetched, and HTML that page code captured, in which elements
//! bear `data-llm-id`, their handles.

mod types;

pub use types::{Comment, Control, Heading, Item, Primary, ReadKind, ReadLine, Reading, Signal};
