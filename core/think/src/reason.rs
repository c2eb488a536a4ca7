//! Where what is needed for a task comes from: memory, the page, the web, or the person.
//! Spec 002 §4.7; figures of the facts file, §3.

mod pipeline;
mod question;
#[cfg(test)]
mod tests;
mod words;

pub use question::plain_name;
pub use words::{fit_for_the_web, site_of};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::search::{Found, SearchFailure, SearchQuery, Searched};

screen_agent_words::worded! {
    /// Where it comes from.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    pub enum FactSource {
        /// The conversation.
        Memory = "MEMORY",
        /// What is on the screen.
        Page = "PAGE",
        /// The web.
        WebSearch = "WEB_SEARCH",
        /// Only the person knows.
        AskUser = "ASK_USER",
    }
}

/// What kind of thing is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MissingKind {
    /// Something that the world knows.
    ExternalKnowledge,
    /// Something that only the person knows.
    PrivateData,
}

/// A fact that is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    pub field: String,
    pub kind: MissingKind,
    /// In one sentence.
    pub description: String,
}

/// What a judgement rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Evidence {
    /// Where it was found.
    pub sources: Vec<String>,
    /// How strong it is, in one word.
    pub quality: String,
    /// What it does not show.
    pub gaps: Vec<String>,
}

/// Where a task's facts come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The best source.
    pub source: FactSource,
    /// Every source that is needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<FactSource>,
    pub missing: Vec<Missing>,
    /// What to search for, when the web is the source.
    pub search_query: Option<String>,
    pub reasoning: String,
    /// 0 to 1.
    pub confidence: f32,
    /// What it rests on.
    pub evidence: Evidence,
}

/// What a search was worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// It says what is needed.
    pub solved: bool,
    /// Other words may find more.
    pub should_retry: bool,
    /// Only the person can help.
    pub should_ask: bool,
    /// Those other words.
    pub refined_query: Option<String>,
    /// What was found, in a few sentences.
    pub summary: String,
    pub reasoning: String,
    /// 0 to 1.
    pub confidence: f32,
    /// What it rests on.
    pub evidence: Evidence,
}

/// Whether everything that is needed is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Completeness {
    /// The task can be done.
    pub can_proceed: bool,
    /// What is still missing.
    pub missing: Vec<String>,
    /// What to ask the person.
    pub question: Option<String>,
    pub reasoning: String,
    /// 0 to 1.
    pub confidence: f32,
    /// What it rests on.
    pub evidence: Evidence,
}

/// How far the pipeline is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "snake_case")]
pub enum Stage {
    /// Nothing was asked yet.
    #[default]
    New,
    /// A model says where the facts come from.
    Analyzing,
    /// The web is being searched.
    Searching {
        query: SearchQuery,
        /// Only to see whether the page was understood.
        checking: bool,
    },
    /// A model says what the search was worth.
    Evaluating {
        /// As in the search.
        checking: bool,
    },
    /// A model says whether everything is there.
    Completing,
    /// The person is being asked.
    Asked,
}

/// Where what is needed comes from, and whether all of it is there: the state of the pipeline.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reasoning {
    /// What the first look at the sources came to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Analysis>,
    /// Searches so far, and what came of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<Searched>,
    /// What they came to, in a few sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Everything that is needed is known; the person is not asked again.
    pub settled: bool,
    /// How far it is.
    pub stage: Stage,
    /// How often the person was asked.
    pub asked: u8,
}

/// What the pipeline rests on.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The person's words.
    pub query: &'a str,
    /// Address of the page; empty when there is none.
    pub url: &'a str,
    /// The web can be searched.
    pub can_search: bool,
    /// The model reads something of the person's own besides: a file, or what is remembered. Then
    /// only their own words are searched for.
    pub private: bool,
}

/// What the pipeline is told.
#[derive(Clone, Debug)]
pub enum ReasonInput {
    /// Begin; or go on, since the person has answered.
    Begin,
    /// A model answered.
    Analysis(Analysis, Degraded),
    /// A model answered.
    Evaluation(Evaluation, Degraded),
    /// A model answered. What is believed here does not depend on which one.
    Completeness(Completeness),
    /// A search came back.
    Found(Result<Found, SearchFailure>),
    /// The model could not be reached, or not be read.
    Failed,
}

/// A lesser model answered for the one that was meant.
pub(crate) type Degraded = bool;

/// What the pipeline needs next.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// A model has to say where what is needed comes from.
    Analyze,
    /// A model has to say what the last search was worth.
    Evaluate,
    /// A model has to say whether everything is there that was missing.
    Complete {
        /// What was missing at first.
        missing: Vec<String>,
    },
    /// A search.
    Search(SearchQuery),
    /// Something that only the person knows.
    Ask {
        question: String,
        missing: Vec<String>,
        reasoning: String,
    },
    /// Nothing: the task can be planned.
    Proceed,
}
