//! How much of what outlives a task is kept and brought back.

/// Latest messages that are remembered of a conversation.
pub const REMARKS: u32 = 20;
/// Characters that are remembered of each.
pub const REMARK_LENGTH: usize = 1_000;
/// Earlier tasks that are remembered of a conversation.
pub const PAST_TASKS: u32 = 10;
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
