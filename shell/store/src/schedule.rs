//! Runs that are begun by the clock.

use async_trait::async_trait;
use uuid::Uuid;

use crate::queue::NewQueuedRun;
use crate::{Owner, Packed, Stored};

/// Most schedules of a user.
pub const MOST_SCHEDULES: u32 = 100;

/// A schedule to add.
#[derive(Clone, Debug)]
pub struct NewScheduleRecord {
    pub id: Uuid,
    /// What is to be done, as it may be shown.
    pub title: String,
    pub url: String,
    pub when: When,
    /// The order of each run: JSON, sealed where it is kept.
    pub order: Packed,
    pub now_ms: i64,
}

/// When runs are begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When {
    pub cron: String,
    /// A name of the time zone database.
    pub zone: String,
    pub paused: bool,
    /// A run is begun though the one before is not over.
    pub overlaps: bool,
    /// The next time; none while it is paused, and where there is none.
    pub next_ms: Option<i64>,
}

/// A schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pub id: Uuid,
    pub title: String,
    pub url: String,
    pub when: When,
    /// When a run was to be begun last.
    pub last_ms: Option<i64>,
    /// The run that was begun last.
    pub last_run: Option<Uuid>,
    /// Why none was begun the last time.
    pub trouble: Option<String>,
    pub created_ms: i64,
}

/// A schedule whose time has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueSchedule {
    pub owner: Owner,
    pub schedule: Schedule,
    pub order: Packed,
}

/// Begins what is due.
#[derive(Clone, Debug)]
pub struct BeginScheduled {
    pub schedule: Uuid,
    /// The time that has come: whoever moves it on begins the run.
    pub due_ms: i64,
    pub next_ms: Option<i64>,
    /// The run, or why there can be none.
    pub run: Result<NewQueuedRun, String>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BegunScheduled {
    Run(Uuid),
    /// Nothing was begun: the run before is not over, or there could be none.
    PassedOver,
    /// Somebody else has begun it, or it was changed meanwhile.
    Elsewhere,
}

/// Schedules, as their owner has them.
#[async_trait]
pub trait Schedules: Send + Sync {
    /// Adds one. [`StoreError::TooMany`](crate::StoreError::TooMany) beyond [`MOST_SCHEDULES`].
    async fn add_schedule(&self, new: NewScheduleRecord) -> Stored<()>;

    /// Has it begin runs at other times from now on; false when there is none.
    async fn change_schedule(&self, id: Uuid, when: When) -> Stored<bool>;

    /// Moves a schedule on and begins its run, unless the one before is not over and it may not overlap. When the run
    /// is refused, as by [`StoreError::TooMany`](crate::StoreError::TooMany), the schedule stays as it was.
    async fn begin_scheduled(&self, begin: BeginScheduled) -> Stored<BegunScheduled>;
}

/// The schedule whose time came first.
#[async_trait]
pub trait DueSchedules: Send + Sync {
    /// The one whose time came first, if any has.
    async fn due_schedule(&self, now_ms: i64) -> Stored<Option<DueSchedule>>;
}
