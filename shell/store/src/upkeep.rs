//! What has no owner: rates, leases after a crash, and what has grown old.

use crate::Owner;
use crate::conversation::KEEP_CONVERSATIONS_MS;
use crate::file::KEEP_FILES_MS;

/// An artifact that waits to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingArtifact {
    pub owner: Owner,
    pub id: String,
}

/// Whether one more request fits into its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Admission {
    /// It does.
    pub admitted: bool,
    /// How many more would.
    pub remaining: u32,
    /// When the window ends.
    pub reset_ms: i64,
}

/// A window of a rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateWindow {
    /// Most requests in it.
    pub limit: u32,
    /// How long it is.
    pub length_ms: i64,
}

/// What was found after a crash and put right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    /// Tasks whose turn was cut off and which can go on.
    pub resumable: u64,
    /// Tasks whose first turn was cut off, so that no client knows them; interrupted now.
    pub interrupted: u64,
    /// Idempotency keys that were claimed and never answered.
    pub claims_dropped: u64,
    /// Artifacts in the making that are to be made again.
    pub artifacts: u64,
    /// Nobody else works on the database: whoever was at what is not at its end is gone.
    pub alone: bool,
}

macro_rules! swept {
    ($($(#[$doc:meta])* $kind:ident),+ $(,)?) => {
        /// What retention deleted.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Swept {
            $($(#[$doc])* pub $kind: u64),+
        }

        impl Swept {
            /// How much of each kind, by its name.
            pub fn counts(&self) -> Vec<(&'static str, u64)> {
                vec![$((stringify!($kind), self.$kind)),+]
            }

            /// Of everything together.
            pub fn total(&self) -> u64 {
                self.counts().iter().map(|(_, count)| count).sum()
            }
        }

        impl std::ops::AddAssign for Swept {
            fn add_assign(&mut self, more: Self) {
                $(self.$kind += more.$kind;)+
            }
        }
    };
}

swept! {
    /// Whole tasks.
    tasks,
    /// Conversations with their messages.
    sessions,
    /// Pictures.
    snapshots,
    /// Verification records.
    verdicts,
    /// Tokens, rate windows, idempotency keys, kept answers and used approvals that had run out.
    expired,
    /// What was to be told to listeners long ago.
    outbox,
    /// Fixes that nobody used, that mostly failed, or that were too many.
    skills,
    /// What was noted while debugging.
    debug_logs,
    /// Files; their bytes are nobody's from now on.
    files,
    /// Conversations of packets, whole.
    conversations,
    /// Runs that nobody went on with, and runs of workers that are over.
    runs,
}

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Finished tasks and conversations are kept this long.
pub const KEEP_FINISHED_MS: i64 = 90 * DAY_MS;
/// Interrupted ones are kept this long.
pub const KEEP_INTERRUPTED_MS: i64 = 30 * DAY_MS;
/// Pictures are kept this long.
pub const KEEP_SNAPSHOTS_MS: i64 = 30 * DAY_MS;
/// What was to be told to listeners is kept this long.
pub const KEEP_OUTBOX_MS: i64 = 7 * DAY_MS;
/// Fixes are kept this long after their last use.
pub const KEEP_SKILLS_MS: i64 = 90 * DAY_MS;
/// What was noted while debugging is kept this long.
pub const KEEP_DEBUG_LOGS_MS: i64 = 7 * DAY_MS;
/// How long what grows old is kept, in milliseconds after its last change or use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Finished tasks and conversations, with the records of their checks.
    pub finished_ms: i64,
    /// Interrupted ones.
    pub interrupted_ms: i64,
    /// Pictures.
    pub snapshots_ms: i64,
    /// Files that people gave to tasks.
    pub files_ms: i64,
    /// Fixes.
    pub skills_ms: i64,
    /// Notes of debug mode.
    pub debug_logs_ms: i64,
    /// Conversations of packets.
    pub conversations_ms: i64,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            finished_ms: KEEP_FINISHED_MS,
            interrupted_ms: KEEP_INTERRUPTED_MS,
            snapshots_ms: KEEP_SNAPSHOTS_MS,
            files_ms: KEEP_FILES_MS,
            skills_ms: KEEP_SKILLS_MS,
            debug_logs_ms: KEEP_DEBUG_LOGS_MS,
            conversations_ms: KEEP_CONVERSATIONS_MS,
        }
    }
}

/// Most rows that one sweep deletes of a kind, so that it never holds up a turn.
pub const SWEEP_BATCH: u32 = 100;
/// A task that nobody touched for this long counts as left lying.
pub const IDLE_MS: i64 = 30 * 60 * 1000;
