//! Schedules: runs that are begun by the clock.

use uuid::Uuid;

use super::run::NewRun;
use crate::derives::*;
use crate::invalid::{Invalid, given};
use crate::limits;

/// Longest cron pattern.
const CRON: usize = 200;

/// `POST /api/schedules`.
#[contract(Default)]
pub struct NewSchedule {
    /// When: minute, hour, day of month, month, day of week, such as `0 9 * * MON-FRI`.
    pub cron: String,
    /// Where that is the time, such as `Europe/Berlin`; `UTC`, if omitted.
    #[serde(default = "utc")]
    pub zone: String,
    /// A run is begun though the one before is not over.
    #[serde(default)]
    pub overlap: bool,
    /// What to do each time.
    pub run: NewRun,
}

fn utc() -> String {
    "UTC".to_owned()
}

impl NewSchedule {
    /// Refuses what cannot be run. What the pattern means is for others to say.
    pub fn checked(self) -> Result<Self, Invalid> {
        if self.run.batch.is_some() {
            return Err(Invalid::new("run.batch", "is for runs that are submitted"));
        }
        // They are kept for a while, and a schedule for as long as it is wanted.
        if !self.run.files.is_empty() {
            return Err(Invalid::new("run.files", "are for runs that are submitted"));
        }
        given("cron", &self.cron, CRON)?;
        given("zone", &self.zone, limits::WORD)?;
        let run = self.run.checked()?;
        Ok(Self { run, ..self })
    }
}

/// `PATCH /api/schedules/{id}`: what is left out stays as it is.
#[contract(Default, Eq)]
pub struct ScheduleChange {
    /// Begins nothing until it is false again; what would have been begun meanwhile is not.
    pub paused: Option<bool>,
    /// When.
    pub cron: Option<String>,
    /// Where that is the time.
    pub zone: Option<String>,
    /// A run is begun though the one before is not over.
    pub overlap: Option<bool>,
}

impl ScheduleChange {
    /// Refuses what cannot be meant.
    pub fn checked(self) -> Result<Self, Invalid> {
        if let Some(cron) = &self.cron {
            given("cron", cron, CRON)?;
        }
        if let Some(zone) = &self.zone {
            given("zone", zone, limits::WORD)?;
        }
        Ok(self)
    }
}

/// A schedule.
#[contract(camel, Eq)]
pub struct ScheduleData {
    /// Its id.
    pub id: Uuid,
    /// What is done each time. Secrets in it are blotted out.
    pub instruction: String,
    /// Where it begins.
    pub url: String,
    /// When.
    pub cron: String,
    /// Where that is the time.
    pub zone: String,
    /// It begins nothing.
    pub paused: bool,
    /// A run is begun though the one before is not over.
    pub overlap: bool,
    /// The next times, ISO 8601; none while it is paused.
    pub next: Vec<String>,
    /// When a run was to be begun last, ISO 8601.
    pub last_at: Option<String>,
    /// The run that was begun last.
    pub last_run_id: Option<Uuid>,
    /// Why none was begun the last time.
    pub trouble: Option<String>,
    /// ISO 8601.
    pub created_at: String,
}

/// `GET /api/schedules`.
#[contract(Default, Eq)]
pub struct ScheduleListData {
    /// The newest first.
    pub schedules: Vec<ScheduleData>,
}
