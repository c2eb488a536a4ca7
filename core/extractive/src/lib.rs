//! Answers without a model: what is asked is found in the texts and quoted, or it is said that it was not found.
//!
//! Nothing is written here that does not stand in a text: sentences, rows of tables, values behind their labels. A
//! question has words and a kind of answer that it wants; a passage answers where it holds such a value and the words of
//! the question stand in it or over it. False answers are worse than none, so what is not sure is left out.

mod answer;
mod fields;
mod kind;
mod question;
mod rank;
mod spaced;
mod structure;
mod summary;
mod table;
mod terms;
mod text;
mod unit;

pub use answer::answer;
pub use fields::{FieldValues, Records, Value, extract};
pub use structure::{DatedPassage, SectionHeading, events, headings, labelled};
pub use summary::summarize;
pub use text::{ListedEntry, Text};

/// Something that is quoted, and how it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotation {
    /// Which text, counted from 0.
    pub text: usize,
    /// Words of it, as they stand there.
    pub quote: String,
    /// How they are shown.
    pub shown: Shown,
}

/// How a passage is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// As it stands, under the headings that it stands under.
    Words {
        /// The nearest heading; empty without.
        under: String,
    },
    /// A value and what it is the value of.
    Value {
        /// What it is called: row and column, or a label.
        label: String,
        /// The value.
        value: String,
    },
}
