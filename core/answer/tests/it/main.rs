//! Answers at their boundary: what models write, and how it is read.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod answers;
mod fixtures;
mod properties;
