//! What the person said, as a type: nobody else's words can stand where theirs are meant.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// Words that a person said: their query, or an answer of theirs.
///
/// Made in `core/turn` alone (`cargo xtask tidy` looks), and only of what a request brings as its own query or answer.
/// Labels, titles, files, memories and whatever a model writes stay strings, so the gate cannot be handed them as
/// words. Records are read back with serde.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Words(String);

impl Words {
    /// Takes what a request brought. Whoever calls this says that a person said it.
    pub fn said(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    /// The words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Words {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl PartialEq<str> for Words {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Words {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl PartialEq<Words> for String {
    fn eq(&self, other: &Words) -> bool {
        *self == other.0
    }
}
