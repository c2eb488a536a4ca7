//! `collections`: what a person has gathered to be read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Checked, Entry, gives, takes, text};

/// What `collections` takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CollectionsArgs {
    /// Only this one, with its sources. All of them, without sources, when omitted.
    #[serde(default)]
    pub id: Option<String>,
}

impl CollectionsArgs {
    pub(super) fn checked(self) -> Checked<Self> {
        if let Some(id) = &self.id {
            text("id", id, 200)?;
        }
        Ok(self)
    }
}

/// A collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CollectionShown {
    /// Its id, by which `ask` and `extract` read it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How many sources it has.
    pub sources: u64,
}

/// A source of a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SourceShown {
    /// Its title.
    pub title: String,
    /// Its address; empty for a note.
    pub url: String,
    /// How many characters of text there are to read.
    pub characters: u64,
}

/// What `collections` gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CollectionsResult {
    /// The collections.
    pub collections: Vec<CollectionShown>,
    /// The sources of the one that was asked for.
    pub sources: Vec<SourceShown>,
}

pub(super) fn entry() -> Entry {
    Entry {
        name: "collections",
        title: "The person's collections",
        about: "List the collections of pages and notes that the person keeps, or show what one holds. `ask` and `extract` \
                read one by its id."
            .to_owned(),
        takes: takes::<CollectionsArgs>(),
        gives: gives::<CollectionsResult>(),
        reads: true,
        destroys: false,
    }
}
