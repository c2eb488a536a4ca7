//! How much of what outlives a task is kept and brought back, and what of it there is.

use screen_agent_action::id::SessionId;
use screen_agent_think::skill::Skill;

/// Latest messages that are remembered of a conversation.
pub const REMARKS: u32 = 20;
/// Characters that are remembered of each.
pub const REMARK_LENGTH: usize = 1_000;
/// Earlier tasks that are remembered of a conversation.
pub const PAST_TASKS: u32 = 10;
/// Tasks, and remarks, that are brought back of other conversations.
pub const FOUND_ELSEWHERE: u32 = 50;
/// Fixes that are brought back for a site.
pub const SKILLS: u32 = 20;

/// Most values that a conversation keeps; the one that was written longest ago makes room.
pub const SESSION_KEYS: u32 = 100;
/// Most characters of such a value; the rest is cut off.
pub const SESSION_VALUE: usize = 10_000;

/// Most fixes that a tenant keeps; those used longest ago make room.
pub const TENANT_SKILLS: u32 = 10_000;
/// From this many tries on, a fix that mostly fails is forgotten.
pub const SKILL_TRIES: u32 = 3;

/// A value that a task handed on to its conversation, with where that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub session: SessionId,
    /// The conversation's title.
    pub title: String,
    pub name: String,
    pub value: String,
    pub at_ms: i64,
}

/// A fix that was learned on a site; it is the whole tenant's.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedFix {
    /// Ours alone.
    pub id: u32,
    pub domain: String,
    pub skill: Skill,
    pub used_ms: i64,
    /// This owner's tasks learned it first.
    pub own: bool,
}

/// What a person makes of something remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryChange {
    /// It is so instead. A fix that was put right counts as one that has not failed yet.
    Correct(String),
    /// It is remembered no more.
    Forget,
}
