//! Runs that wait for a worker: what was ordered, who does it, and what it came to.

use screen_agent_action::id::SessionId;
use screen_agent_wire::extension::run::RunStatus;
use uuid::Uuid;

use crate::account::TokenHash;
use crate::{Owner, Packed};

/// Most runs of a user that are not over.
pub const MOST_OPEN_RUNS: u32 = 1_000;
/// How often a run is taken up after its worker was lost, before it counts as failed.
pub const MOST_ATTEMPTS: u32 = 3;
/// Longest that a worker holds a run without renewing; what is held for longer was by a clock that was wrong.
pub const MOST_WORK_LEASE_MS: i64 = 600_000;

/// Most files that pages give during a run and that are kept.
pub const MOST_RECEIVED: u32 = 20;

/// A run to add.
#[derive(Clone, Debug)]
pub struct NewQueuedRun {
    pub id: Uuid,
    /// What is to be done, as it may be shown.
    pub title: String,
    pub url: String,
    /// The site that it begins on: what politeness goes by.
    pub site: String,
    pub priority: i8,
    /// The conversation that its task is to be in.
    pub session: SessionId,
    /// Where it is told how it stands, as it may be shown; all of it stands in the order.
    pub callback: Option<String>,
    /// What its browser begins with, and is saved under.
    pub profile: Option<String>,
    /// The table whose row it does, and which one.
    pub row: Option<BatchRow>,
    /// Keys of the files that it is given.
    pub files: Vec<String>,
    /// All of it: JSON, sealed where it is kept, for it may name a password.
    pub order: Packed,
    pub now_ms: i64,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedRun {
    pub id: Uuid,
    pub title: String,
    pub url: String,
    pub status: RunStatus,
    pub priority: i64,
    /// How often a worker took it up since it was submitted, or wanted again, and did not give it back.
    pub attempt: u32,
    pub session: SessionId,
    /// Who does it, or did last.
    pub worker: Option<String>,
    /// What is asked, while it waits.
    pub question: Option<String>,
    /// When whoever holds it counts as lost.
    pub lease_until_ms: Option<i64>,
    /// What it came to: JSON.
    pub outcome: Option<Packed>,
    pub callback: Option<String>,
    pub profile: Option<String>,
    pub batch: Option<String>,
    pub batch_row: Option<u32>,
    pub created_ms: i64,
    /// When it was last taken up.
    pub claimed_ms: Option<i64>,
    pub ended_ms: Option<i64>,
}

/// A file of a run: the owner's, like any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileOfRun {
    pub key: String,
    pub name: String,
    pub mime: String,
    pub size: u32,
    /// A page gave it. Otherwise the run was given it.
    pub received: bool,
    pub created_ms: i64,
}

/// How long the queue is, whoever's runs are in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueFigures {
    pub queued: u32,
    pub running: u32,
    /// For an answer, or for somebody who wants them once more.
    pub waiting: u32,
    /// Workers that hold a run.
    pub workers: u32,
    /// When the oldest run was submitted that no worker has ever taken.
    pub oldest_ms: Option<i64>,
}

/// A row of a table, each of which is a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchRow {
    /// What its owner calls the whole.
    pub batch: String,
    /// From 0.
    pub row: u32,
}

/// Which runs are listed.
#[derive(Clone, Debug, Default)]
pub struct QueuedRunFilter {
    pub status: Option<RunStatus>,
    /// A part of what is to be done, or of where, whatever its case.
    pub search: String,
    /// Those of this batch, whose rows come in their order.
    pub batch: Option<String>,
    pub limit: u32,
    pub offset: u32,
}

/// What a person does to a run.
#[derive(Clone, Debug)]
pub enum RunChange {
    /// It is not wanted any more. Who holds it loses it.
    Cancel,
    /// It is wanted once more, from the beginning, in another conversation.
    Retry { session: SessionId },
    /// What its worker asked is answered; where it says what that was, nothing else is.
    Answer { words: String, to: Option<String> },
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunChanged {
    Changed(Box<QueuedRun>),
    /// It does not stand so that this can be done.
    OutOfTurn(RunStatus),
    /// There is no such run.
    Unknown,
}

/// A worker asks for something to do.
#[derive(Clone, Debug)]
pub struct TakeRun {
    pub worker: String,
    pub lease_ms: i64,
    /// Most runs on one site at once.
    pub per_site: u32,
    /// How long lies between the beginnings of two runs on one site.
    pub site_delay_ms: i64,
    /// What the worker is let in with as the run's owner, and until when at most.
    pub token: TokenHash,
    pub token_until_ms: i64,
    pub now_ms: i64,
}

/// A run that a worker got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenRun {
    pub owner: Owner,
    pub hold: RunHold,
    pub attempt: u32,
    pub session: SessionId,
    pub order: Packed,
    /// A person had its page to themselves since it was last begun: nobody knows what they did.
    pub touched: bool,
}

/// Somebody watches a run, or goes on doing so.
#[derive(Clone, Copy, Debug)]
pub struct WatchRun {
    pub id: Uuid,
    /// Which of those who watch it: the last who began does, and whoever did before no longer.
    pub watch: Uuid,
    /// It goes on, and began before.
    pub again: bool,
    /// Until when it counts, unless it goes on.
    pub until_ms: i64,
    pub now_ms: i64,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunWatched {
    /// They watch it.
    Watched,
    /// Somebody else began to.
    Elsewhere,
    /// No worker holds it.
    NotHeld,
    /// There is no such run.
    Unknown,
}

/// What came of keeping a file that a page gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileReceived {
    Kept,
    /// It was before: the bytes that came with it now are nobody's.
    KeptBefore,
}

/// The right to say something of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunHold {
    pub id: Uuid,
    /// Its number grows each time that the run is taken.
    pub claim: i64,
}

/// How a worker leaves a run.
#[derive(Clone, Debug)]
pub struct LeaveRun {
    pub status: RunStatus,
    /// What it came to, where it is over: JSON.
    pub outcome: Option<Packed>,
    /// What it brought: JSON, sealed where it is kept.
    pub found: Option<Packed>,
    pub question: Option<String>,
    pub now_ms: i64,
}

/// What whoever holds a run was told to do.
#[derive(Clone, PartialEq, Eq)]
pub struct HeldOrder {
    pub owner: Owner,
    pub order: Packed,
    /// Values of the secrets that it names and that are kept, by their names.
    pub secrets: Vec<(String, String)>,
}

/// Printing it tells nothing.
impl std::fmt::Debug for HeldOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HeldOrder").finish_non_exhaustive()
    }
}
