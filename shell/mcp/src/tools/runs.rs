//! `runs`: work that a server's workers do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Checked, Entry, address, gives, takes, text};

/// What is to be done with runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// Have a worker carry out `instruction` at `url`.
    Submit,
    /// List the newest.
    List,
    /// Show the one with this `id`.
    Show,
    /// Cancel the one with this `id`.
    Cancel,
}

/// What `runs` takes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunsArgs {
    /// What is to be done.
    pub verb: Verb,
    /// For submit: what to do, in plain words. It is no consent: what is of consequence is asked of the person.
    #[serde(default)]
    pub instruction: Option<String>,
    /// For submit: where to begin.
    #[serde(default)]
    pub url: Option<String>,
    /// For show and cancel: which run.
    #[serde(default)]
    pub id: Option<String>,
    /// For list: how many, 1 to 100. 20 when omitted.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
}

impl RunsArgs {
    pub(super) fn checked(self) -> Checked<Self> {
        match (self.verb, &self.instruction, &self.url, &self.id) {
            (Verb::Submit, Some(instruction), Some(url), None) => {
                text("instruction", instruction, 10_000)?;
                address("url", url)?;
            }
            (Verb::Submit, ..) => return Err("submit takes an instruction and a url".to_owned()),
            (Verb::Show | Verb::Cancel, None, None, Some(id)) => super::id("id", id)?,
            (Verb::Show | Verb::Cancel, ..) => return Err("show and cancel take an id".to_owned()),
            (Verb::List, None, None, None) => {}
            (Verb::List, ..) => return Err("list takes a limit at most".to_owned()),
        }
        match self.limit {
            Some(limit) if !(1..=100).contains(&limit) => {
                Err("limit is not between 1 and 100".to_owned())
            }
            _ => Ok(self),
        }
    }
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RunShown {
    /// Its id.
    pub id: String,
    /// queued, running, waiting, done, done_unverified, failed or cancelled.
    pub status: String,
    /// What was to be done.
    pub instruction: String,
    /// Where.
    pub url: String,
    /// What it asks the person, who answers in the panel or by the command.
    pub question: Option<String>,
    /// What it came to.
    pub result: Option<String>,
    /// The data and the answers that it brought, with their sources, of a run that is shown by itself.
    pub found: Option<Value>,
}

/// What `runs` gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RunsResult {
    /// The run, or those that are listed.
    pub runs: Vec<RunShown>,
    /// How many there are.
    pub total: u64,
}

pub(super) fn entry() -> Entry {
    Entry {
        name: "runs",
        title: "Work for the server's workers",
        about: "Have a worker of the server carry out an instruction in a browser of its own, and see what became of it: \
                submit, list, show, cancel. A run that needs a person waits for them in their panel; you cannot answer it."
            .to_owned(),
        takes: takes::<RunsArgs>(),
        gives: gives::<RunsResult>(),
        reads: false,
        destroys: true,
    }
}
