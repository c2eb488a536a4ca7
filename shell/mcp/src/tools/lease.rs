//! `lease`: a tab of the person's own browser, as far and as long as they allow it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Checked, Entry, address, gives, takes, text};

/// What is to be done with a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeaseVerb {
    /// Ask the person for a tab.
    Ask,
    /// Show how the one with this `id` stands.
    Show,
    /// End the one with this `id`.
    End,
}

/// How much may be done under a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeaseWay {
    /// Look, and do nothing.
    Observe,
    /// The person is asked about every action.
    Assist,
    /// The person is asked about what is of consequence.
    Autopilot,
}

/// What `lease` takes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaseArgs {
    /// What is to be done.
    pub verb: LeaseVerb,
    /// For ask: who you are, as the person will read it.
    #[serde(default)]
    pub client: Option<String>,
    /// For ask: what you want to do there, as the person will read it.
    #[serde(default)]
    pub purpose: Option<String>,
    /// For ask: where, each a host (with all below it) or an origin.
    #[serde(default)]
    pub sites: Vec<String>,
    /// For ask: how much you may do. observe when omitted.
    #[serde(default)]
    pub mode: Option<LeaseWay>,
    /// For ask: for how many minutes, 1 to 240. 15 when omitted.
    #[serde(default)]
    #[schemars(range(min = 1, max = 240))]
    pub minutes: Option<u32>,
    /// For ask: open a new tab at this address. Without it the person gives the tab in front.
    #[serde(default)]
    pub url: Option<String>,
    /// For show and end: which lease.
    #[serde(default)]
    pub id: Option<String>,
}

impl LeaseArgs {
    pub(super) fn checked(self) -> Checked<Self> {
        match (self.verb, &self.id) {
            (LeaseVerb::Ask, None) => {
                text("client", self.client.as_deref().unwrap_or_default(), 200)?;
                text("purpose", self.purpose.as_deref().unwrap_or_default(), 500)?;
                if self.sites.is_empty() {
                    return Err("sites holds none".to_owned());
                }
                if let Some(url) = &self.url {
                    address("url", url)?;
                }
                Ok(self)
            }
            (LeaseVerb::Ask, Some(_)) => Err("ask takes no id".to_owned()),
            (LeaseVerb::Show | LeaseVerb::End, Some(id)) => {
                super::id("id", id)?;
                Ok(self)
            }
            (LeaseVerb::Show | LeaseVerb::End, None) => {
                Err("show and end take the id of a lease".to_owned())
            }
        }
    }
}

/// What `lease` gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LeaseShown {
    /// Its id: `look`, `act` and `do` take it as `lease`.
    pub id: String,
    /// asked, open, paused or ended.
    pub state: String,
    /// Where it holds.
    pub sites: Vec<String>,
    /// observe, assist or autopilot.
    pub mode: String,
    /// When it ends by itself, ISO 8601.
    pub expires_at: String,
    /// Who ended it: person, client, browser or time.
    pub ended_by: Option<String>,
    /// Why.
    pub why: Option<String>,
}

pub(super) fn entry() -> Entry {
    Entry {
        name: "lease",
        title: "Borrow a tab of the person's browser",
        about: "Ask the person for a tab of their own browser, to use with `look`, `act` and `do`: say who you are, what for, \
                on which sites, for how long and how much you want to do. They see it in their panel and may refuse, pause \
                or end it at any moment. `ask` waits a while for their answer; while it says asked, call `show` again. End \
                it when you are done."
            .to_owned(),
        takes: takes::<LeaseArgs>(),
        gives: gives::<LeaseShown>(),
        reads: false,
        destroys: true,
    }
}
