//! How much an answer may hold.

/// Most nodes from the root to a leaf, both counted.
pub const DEPTH: usize = 16;

/// Most nodes: the root, blocks, entries, rows, cells, links and texts.
pub const NODES: usize = 5_000;

/// Most characters in texts, code, languages and addresses together.
pub const CHARACTERS: usize = 200_000;

/// Longest address of a link, in bytes.
pub const ADDRESS: usize = 4_096;

/// Longest name of a language of code.
pub const LANGUAGE: usize = 32;
