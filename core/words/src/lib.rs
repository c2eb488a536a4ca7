//! Words: as they are compared, what they mean in ten languages, and which of them are secrets.
//!
//! Knows nothing of pages or actions. What a word list says stands in data files, read by one reader.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod address;
pub mod fold;
pub mod lexicon;
pub mod quote;
pub mod secret;
pub mod secrets;
pub mod split;
pub mod spreadsheet;
pub mod vault;
pub mod within;

mod data;
mod said;
mod word_list;
mod worded;

pub use said::Words;
pub use secret::HIDDEN;
pub use word_list::{PhraseTable, WordList};
