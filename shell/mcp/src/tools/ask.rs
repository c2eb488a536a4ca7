//! `ask`: a question, answered with citations that were checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Checked, Entry, address, gives, takes, text};

/// Longest question, in characters.
const LONGEST: usize = 10_000;

/// What `ask` takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskArgs {
    /// The question.
    pub question: String,
    /// A collection to read, by its id, instead of the page that is open.
    #[serde(default)]
    pub collection: Option<String>,
    /// Go to this address and read it. Not where there is no browser.
    #[serde(default)]
    pub url: Option<String>,
}

impl AskArgs {
    /// Refuses what cannot be meant.
    pub fn checked(self) -> Checked<Self> {
        text("question", &self.question, LONGEST)?;
        about(&self.collection, &self.url)?;
        Ok(self)
    }
}

/// What is read: one thing.
pub(super) fn about(collection: &Option<String>, url: &Option<String>) -> Checked<()> {
    match (collection, url) {
        (Some(_), Some(_)) => Err("give a collection or a url, not both".to_owned()),
        (Some(collection), None) => text("collection", collection, 200),
        (None, Some(url)) => address("url", url),
        (None, None) => Ok(()),
    }
}

/// Where a fact stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CitedSource {
    /// Words of the source.
    pub quote: Option<String>,
    /// Address of the source.
    pub url: Option<String>,
    /// What the source calls itself.
    pub title: Option<String>,
    /// Our check found these words there.
    pub verified: bool,
}

/// What `ask` gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AskResult {
    /// The answer, as Markdown.
    pub answer: String,
    /// Where its facts come from.
    pub citations: Vec<CitedSource>,
}

pub(super) fn entry() -> Entry {
    Entry {
        name: "ask",
        title: "Ask about a page or a collection",
        about: "Answer a question from the whole page that is open (in view or not), from `url`, or from a collection that \
                the person keeps. Each citation says whether our check found the quoted words in the source; without a \
                model of the operator's what answers is quoted, never made up."
            .to_owned(),
        takes: takes::<AskArgs>(),
        gives: gives::<AskResult>(),
        reads: true,
        destroys: false,
    }
}
