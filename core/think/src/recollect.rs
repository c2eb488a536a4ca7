//! What is remembered outside of a task: the conversation, earlier tasks, what has worked before.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::Offset;
use screen_agent_action::id::SessionId;
use serde::{Deserialize, Serialize};

use crate::knowledge::Passage;
use crate::skill::Skill;

/// Who said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// The person.
    Person,
    /// We.
    Agent,
}

/// Something that was said in the conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// Who said it.
    pub speaker: Speaker,
    pub words: String,
    /// Milliseconds since the epoch.
    pub at_ms: i64,
}

/// An earlier task of the conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastTask {
    /// The person's words.
    pub query: String,
    /// Where it stands.
    pub status: screen_agent_action::status::TaskStatus,
    /// What it came to.
    pub result: Option<String>,
    /// Milliseconds since the epoch.
    pub at_ms: i64,
}

/// A question about the past, as far as it says what to look for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastSearch {
    /// From this moment on, in milliseconds since the epoch.
    pub since_ms: Option<i64>,
    /// Up to this one, without it.
    pub until_ms: Option<i64>,
    /// Beginnings of words that stand in it, lower case.
    pub stems: Vec<String>,
}

/// Something of another conversation of the person's, and which that is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cited<T> {
    pub conversation: SessionId,
    /// The conversation's title.
    pub title: String,
    pub what: T,
}

/// What was found in the person's other conversations, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OtherConversations {
    pub tasks: Vec<Cited<PastTask>>,
    pub remarks: Vec<Cited<Remark>>,
}

impl OtherConversations {
    fn is_empty(&self) -> bool {
        self.tasks.is_empty() && self.remarks.is_empty()
    }
}

/// The day of a moment, as `YYYY-MM-DD`. The person's time zone is not known here, so that close to midnight this may
/// be a day off.
pub fn day(at_ms: i64) -> String {
    let moment = Timestamp::from_millisecond(at_ms).unwrap_or_default();
    Offset::UTC.to_datetime(moment).date().to_string()
}

/// What is remembered, as far as a turn needs it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recollection {
    /// The latest of the conversation, oldest first, without the present task's own words.
    pub remarks: Vec<Remark>,
    /// Earlier tasks of the conversation, oldest first.
    pub tasks: Vec<PastTask>,
    /// What earlier tasks handed on to the conversation.
    pub session: BTreeMap<String, String>,
    /// Fixes that have worked on this site.
    pub skills: Vec<Skill>,
    /// What is asked for of other conversations; empty unless the past is asked about.
    #[serde(skip_serializing_if = "OtherConversations::is_empty")]
    pub elsewhere: OtherConversations,
    /// What the organisation knows of the matter, best first. Data, never instruction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub knowledge: Vec<Passage>,
}
