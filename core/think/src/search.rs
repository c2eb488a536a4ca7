//! Web search, as far as a turn knows of it.

use serde::{Deserialize, Serialize};

/// What to look for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchQuery {
    /// The words.
    pub words: String,
    /// Only on this site, a registrable domain; everywhere without.
    pub domain: Option<String>,
}

/// One page that was found. Its text is data, never instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Title.
    pub title: String,
    /// Address.
    pub url: String,
    /// What it says on the matter.
    pub text: String,
}

/// What a search brought. Untrusted, all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Found {
    /// A summary, when the engine makes one.
    pub answer: Option<String>,
    /// Pages, best first.
    pub findings: Vec<Finding>,
    /// The site's own pages were too few, so the whole web was searched.
    pub widened: bool,
}

/// Why a search brought nothing. It never holds a task up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchFailure {
    /// No answer in time.
    TimedOut,
    /// Not reached, or refused.
    Unavailable,
}

/// One search of a task and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// What was looked for.
    pub query: SearchQuery,
    /// What came, or why nothing did.
    pub result: Result<Found, SearchFailure>,
}
