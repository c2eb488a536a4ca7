//! `extract`: data out of a page or a collection, each value with its source.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::ask::about;
use super::{Checked, CitedSource, Entry, gives, takes, text};

/// What `extract` takes.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtractArgs {
    /// Names of what is wanted, in order: ["name", "price"].
    #[schemars(length(min = 1, max = 50))]
    pub fields: Vec<String>,
    /// What the records are, or which of them, in words: "every lamp in the list".
    #[serde(default)]
    pub what: Option<String>,
    /// A collection to read, by its id, instead of the page that is open.
    #[serde(default)]
    pub collection: Option<String>,
    /// Go to this address and read it. Not where there is no browser.
    #[serde(default)]
    pub url: Option<String>,
}

impl ExtractArgs {
    pub(super) fn checked(self) -> Checked<Self> {
        if self.fields.is_empty() || self.fields.len() > 50 {
            return Err("fields holds none, or more than 50".to_owned());
        }
        for field in &self.fields {
            text("a field", field, 100)?;
        }
        if let Some(what) = &self.what {
            text("what", what, 2_000)?;
        }
        about(&self.collection, &self.url)?;
        Ok(self)
    }
}

/// What `extract` gives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Extracted {
    /// One object a record; null where there is no value.
    pub records: Vec<Map<String, Value>>,
    /// For each record, on which sources (by number, the first is 1) each of its values rests.
    pub cited: Vec<Map<String, Value>>,
    /// The sources, in their order.
    pub sources: Vec<CitedSource>,
}

pub(super) fn entry() -> Entry {
    Entry {
        name: "extract",
        title: "Extract records",
        about: "Take records with the named fields out of the page that is open, out of `url`, or out of a collection. Each \
                value comes with the source that it rests on, and whether our check found it there."
            .to_owned(),
        takes: takes::<ExtractArgs>(),
        gives: gives::<Extracted>(),
        reads: true,
        destroys: false,
    }
}
