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
    /// Names of what is wanted, in order: ["name", "price"]. Each value is a text.
    #[serde(default)]
    #[schemars(length(max = 50))]
    pub fields: Vec<String>,
    /// Instead of names: a JSON Schema of an object, or of a list of such, of strings, numbers and integers.
    #[serde(default)]
    pub schema: Option<Map<String, Value>>,
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
        if self.fields.is_empty() == self.schema.is_none() {
            return Err("give fields or a schema".to_owned());
        }
        if self.fields.len() > 50 {
            return Err("fields holds more than 50".to_owned());
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

/// A value that is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MissingValue {
    /// Of which record, from 0.
    pub record: u32,
    /// Which field.
    pub field: String,
    /// not_found, unfounded (what was said of it does not stand there), wrong_type or secret.
    pub why: String,
    /// What stands there, where that is no such value.
    pub text: Option<String>,
}

/// What `extract` gives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Extracted {
    /// One object a record, after the schema; null where there is no such value.
    pub records: Vec<Map<String, Value>>,
    /// What is null, and why.
    pub missing: Vec<MissingValue>,
    /// For each record, on which sources (by number, the first is 1) each of its values rests.
    pub cited: Vec<Map<String, Value>>,
    /// The sources, in their order.
    pub sources: Vec<CitedSource>,
}

pub(super) fn entry() -> Entry {
    Entry {
        name: "extract",
        title: "Extract records",
        about: "Take records out of the page that is open, out of `url`, or out of a collection: of the named fields, or after a \
                JSON Schema. Each value comes with the source that it rests on; what does not stand there, or is no such value, \
                is null and said to be missing."
            .to_owned(),
        takes: takes::<ExtractArgs>(),
        gives: gives::<Extracted>(),
        reads: true,
        destroys: false,
    }
}
