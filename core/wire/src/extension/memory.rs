//! What is remembered, on every site and in every conversation.

use uuid::Uuid;

use super::response::InteractStatus;
use crate::derives::*;
use crate::invalid::{Invalid, given};

/// Longest correction, in characters.
const CORRECTION: usize = 10_000;

/// A value that a task handed on to its conversation.
#[contract(camel)]
pub struct FactData {
    /// The conversation.
    pub session_id: Uuid,
    /// Its title.
    pub title: String,
    /// What it is called.
    pub name: String,
    /// What it is.
    pub value: String,
    /// Since when, ISO 8601.
    pub at: String,
}

/// A fix that has been tried on a site. It is the organisation's.
#[contract(camel)]
pub struct FixData {
    /// Its number.
    pub id: u32,
    /// Registrable domain.
    pub site: String,
    /// What was wanted.
    pub goal: String,
    /// What did not work.
    pub failed: String,
    /// What did.
    pub fix: String,
    /// How often it was tried.
    pub tries: u32,
    /// How often it worked.
    pub wins: u32,
    /// When it was used last, ISO 8601.
    pub used_at: String,
    /// One's own tasks learned it.
    pub own: bool,
}

/// `GET /api/v1/memory`.
#[contract(Default)]
pub struct MemoryData {
    /// Values that were handed on, the latest first.
    pub facts: Vec<FactData>,
    /// Fixes, by site.
    pub fixes: Vec<FixData>,
}

/// A task that was found by its words.
#[contract(camel)]
pub struct FoundTask {
    /// The conversation that it belongs to.
    pub session_id: Uuid,
    /// The conversation's title.
    pub title: String,
    /// The person's words.
    pub query: String,
    /// How it stands.
    pub status: InteractStatus,
    /// What it came to.
    pub result: Option<String>,
    /// ISO 8601.
    pub created_at: String,
}

/// `GET /api/v1/tasks`.
#[contract(Default)]
pub struct FoundTasksData {
    /// Newest first.
    pub tasks: Vec<FoundTask>,
}

/// `PUT /api/v1/memory/...`.
#[contract(Default)]
pub struct MemoryCorrection {
    /// What it is instead.
    pub value: String,
}

impl MemoryCorrection {
    /// Refuses nothing and too much.
    pub fn checked(self) -> Result<Self, Invalid> {
        given("value", &self.value, CORRECTION)?;
        Ok(self)
    }
}
