//! A model in this process: a GGUF file, run on the processor and held to a grammar, so that every
//! reply parses and names only what the prompt's schema allows.
//!
//! Empty unless the feature `engine` is on: what it needs takes minutes to build.
//!
//! Greedy whatever the temperature: the same prompt gets the same reply. A prompt that is longer
//! than the window is refused, never cut: a cut could take away the fence around page text.

#![cfg(feature = "engine")]

mod dialect;
mod error;
mod guide;
mod header;
mod least;
mod memory;
mod model;
mod speaker;
mod vocabulary;
mod weights;
mod worker;

pub use error::LoadError;
pub use model::{LocalModel, LocalOptions};

#[cfg(test)]
mod tests;
