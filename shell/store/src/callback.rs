//! What is told of runs to whoever wanted to hear of them: each state once, in order, until it is heard or given up.

use async_trait::async_trait;
use screen_agent_action::id::UserId;

use crate::queue::QueuedRun;
use crate::{Owner, Packed, Stored};

/// Longest pause between two tries; what is due later than that was put off by a clock that was wrong.
pub const MOST_CALLBACK_PAUSE_MS: i64 = 2 * 60 * 60 * 1_000;

/// How the telling of a run's latest state stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldOfRun {
    /// When it is tried next; never again without.
    pub due_ms: Option<i64>,
    pub told_ms: Option<i64>,
    /// Why it was not heard the last time.
    pub trouble: Option<String>,
}

/// Something that is to be told now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueCallback {
    /// Which: the same at each try, and larger than that of what the run came to before.
    pub number: i64,
    /// The how manieth try this is, from 1.
    pub tries: u32,
    /// Since when the run stood so.
    pub at_ms: i64,
    pub owner: Owner,
    /// The run as it stood then.
    pub run: QueuedRun,
    /// What it brought.
    pub found: Option<Packed>,
    /// What was ordered, and with it where to tell.
    pub order: Packed,
}

/// What came of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallbackEnd {
    Told,
    /// It is tried again then.
    Later {
        due_ms: i64,
        trouble: String,
    },
    /// Nobody tries again, and the audit log says so.
    GivenUp {
        trouble: String,
    },
}

/// What is to be told of runs.
#[async_trait]
pub trait CallbackQueue: Send + Sync {
    /// Takes what has been due for longest, and puts it off for so long: whoever takes it and is gone leaves it to
    /// others. Of a run nothing is taken before what it came to earlier was told or given up, and nothing of who is
    /// passed over.
    async fn take_callback(
        &self,
        now_ms: i64,
        put_off_ms: i64,
        passed_over: Vec<UserId>,
    ) -> Stored<Option<DueCallback>>;

    /// Says what came of it; nothing happens where somebody else has taken it since.
    async fn end_callback(
        &self,
        number: i64,
        tries: u32,
        end: CallbackEnd,
        now_ms: i64,
    ) -> Stored<()>;
}
