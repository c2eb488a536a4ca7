//! Where a task stands.

use serde::{Deserialize, Serialize};

/// Most steps of a task.
pub const MAX_STEPS: usize = 50;

/// Where a task stands. Spec 002 §4.9 plus what waits for the person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskStatus {
    /// Made, nothing decided yet.
    #[default]
    Active,
    /// A plan is being made.
    Planning,
    /// An action is with the client.
    Executing,
    /// What it did is being looked at.
    Verifying,
    /// It failed; another way is being tried.
    Correcting,
    /// The person is asked something.
    AwaitingUser,
    /// Reached its goal.
    Completed,
    /// Ended without.
    Failed,
    /// Left lying, or stopped by the person.
    Interrupted,
}

impl TaskStatus {
    /// True when nothing may change any more.
    pub const fn is_terminal(self) -> bool {
        matches!(self, Self::Completed | Self::Failed)
    }

    /// True when `next` may follow, within a turn or between two. Nothing follows an end; a task is looked at, planned,
    /// stopped or given up from anywhere, but acts, corrects itself and completes only from a plan.
    pub const fn may_become(self, next: Self) -> bool {
        match next {
            Self::Active => false,
            Self::Planning
            | Self::Verifying
            | Self::AwaitingUser
            | Self::Failed
            | Self::Interrupted => !self.is_terminal(),
            Self::Executing => {
                matches!(self, Self::Planning | Self::Correcting | Self::AwaitingUser)
            }
            Self::Correcting | Self::Completed => matches!(self, Self::Planning | Self::Correcting),
        }
    }

    /// The word used in storage and on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Planning => "planning",
            Self::Executing => "executing",
            Self::Verifying => "verifying",
            Self::Correcting => "correcting",
            Self::AwaitingUser => "awaiting_user",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
        }
    }
}
