//! `look`: the page as our own models read it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Checked, Entry, address, gives, takes};

/// What `look` takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookArgs {
    /// Go to this address first (http or https). Without it the page that is open is looked at.
    #[serde(default)]
    pub url: Option<String>,
    /// Most tokens of page text, 200 to 20000. 2000 when omitted; what does not fit is said.
    #[serde(default)]
    #[schemars(range(min = 200, max = 20_000))]
    pub tokens: Option<u32>,
    /// Over a server: the lease on a tab of the person's own browser. Without a server there is one browser.
    #[serde(default)]
    pub lease: Option<String>,
}

impl LookArgs {
    pub(super) fn checked(self) -> Checked<Self> {
        if let Some(url) = &self.url {
            address("url", url)?;
        }
        if let Some(lease) = &self.lease {
            super::id("lease", lease)?;
        }
        match self.tokens {
            Some(tokens) if !(200..=20_000).contains(&tokens) => {
                Err("tokens is not between 200 and 20000".to_owned())
            }
            _ => Ok(self),
        }
    }
}

/// What `look` gives beside the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Look {
    /// Where it is.
    pub url: String,
    /// What the page calls itself.
    pub title: String,
    /// How many controls are in view.
    pub controls: usize,
    /// What the text costs a model, about.
    pub tokens: usize,
}

pub(super) fn entry() -> Entry {
    Entry {
        name: "look",
        title: "Look at a page",
        about: "Look at the page in the browser, after going to `url` if one is given. Gives what is in view as compact \
                text, a few hundred tokens: controls stand as [id role.states name =\"value\"], and their ids are what \
                `act` takes. What is out of view comes by scrolling with `act`. A site that the operator has not allowed \
                is asked of the person first."
            .to_owned(),
        takes: takes::<LookArgs>(),
        gives: gives::<Look>(),
        reads: true,
        destroys: false,
    }
}
