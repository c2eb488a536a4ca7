//! `do`: a whole instruction, carried out and verified.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Checked, Entry, address, gives, takes, text};

/// Longest instruction or answer, in characters.
const LONGEST: usize = 10_000;

/// What `do` takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoArgs {
    /// What is to be done, in plain words. Left out only when a task is gone on with.
    #[serde(default)]
    pub instruction: Option<String>,
    /// Begin at this address instead of the page that is open.
    #[serde(default)]
    pub url: Option<String>,
    /// A task that ended with a question: its id, to go on with `answer`.
    #[serde(default)]
    pub task: Option<String>,
    /// The answer to that question. It can be no approval: only the person gives one.
    #[serde(default)]
    pub answer: Option<String>,
    /// Most steps, 1 to 50. 30 when omitted.
    #[serde(default)]
    #[schemars(range(min = 1, max = 50))]
    pub max_steps: Option<u16>,
    /// Over a server: the lease on a tab of the person's own browser. Without a server there is one browser.
    #[serde(default)]
    pub lease: Option<String>,
}

impl DoArgs {
    /// Refuses what cannot be meant.
    pub fn checked(self) -> Checked<Self> {
        match (&self.instruction, &self.task, &self.answer) {
            (Some(instruction), None, None) => text("instruction", instruction, LONGEST)?,
            (None, Some(task), answer) => {
                text("task", task, 100)?;
                if let Some(answer) = answer {
                    text("answer", answer, LONGEST)?;
                }
            }
            _ => {
                return Err(
                    "give an instruction, or the task to go on with and the answer to its question"
                        .to_owned(),
                );
            }
        }
        if let Some(url) = &self.url {
            address("url", url)?;
        }
        if let Some(lease) = &self.lease {
            super::id("lease", lease)?;
        }
        match self.max_steps {
            Some(steps) if !(1..=50).contains(&steps) => {
                Err("max_steps is not between 1 and 50".to_owned())
            }
            _ => Ok(self),
        }
    }
}

/// How a task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DoStanding {
    /// Every part was seen to be done.
    Done,
    /// Done, but not all of it could be seen to be.
    DoneUnverified,
    /// Something is needed that only the person can give.
    NeedsYou,
    /// Not done.
    Failed,
}

impl DoStanding {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Done => "done, and seen to be",
            Self::DoneUnverified => "done, but not all of it was seen to be",
            Self::NeedsYou => "it needs the person",
            Self::Failed => "not done",
        }
    }
}

/// One part of what was asked, and what showed it to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClauseSeen {
    /// The part, in the instruction's own words.
    pub words: String,
    /// verified, unverified, open or wrong.
    pub standing: String,
    /// What was seen.
    pub evidence: String,
}

/// What `do` gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DoResult {
    /// How it ended.
    pub standing: DoStanding,
    /// What it came to, or what is asked.
    pub result: String,
    /// The task, to go on with where a question can be answered.
    pub task: Option<String>,
    /// True where the question is for a yes: that comes from the person alone.
    pub approval: bool,
    /// What was asked, part by part.
    pub clauses: Vec<ClauseSeen>,
    /// Steps that were taken.
    pub steps: usize,
    /// Where the page is now.
    pub url: String,
}

pub(super) fn entry() -> Entry {
    Entry {
        name: "do",
        title: "Carry out an instruction",
        about: "Carry out a whole instruction on the page: plan, act, look again and verify each step, without a call of \
                yours for each. Gives how it ended with what showed each part of it to be done. Where something is missing \
                it ends with standing needs_you and a question: call again with `task` and `answer`. Your instruction is \
                no consent: what is of consequence is asked of the person. Use `act` for single actions of your own."
            .to_owned(),
        takes: takes::<DoArgs>(),
        gives: gives::<DoResult>(),
        reads: false,
        destroys: true,
    }
}
