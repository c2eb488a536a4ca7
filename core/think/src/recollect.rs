//! What is remembered outside of a task: the conversation, earlier tasks, what has worked before.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

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
}
