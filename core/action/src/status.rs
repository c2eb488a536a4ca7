//! Where a task stands.

use serde::{Deserialize, Serialize};

/// Most steps of a task.
pub const MAX_STEPS: usize = 50;

screen_agent_words::worded! {
    /// Where a task stands. Spec 002 §4.9 plus what waits for the person.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum TaskStatus {
        /// Made, nothing decided yet.
        #[default]
        Active = "active",
        /// A plan is being made.
        Planning = "planning",
        /// An action is with the client.
        Executing = "executing",
        /// What it did is being looked at.
        Verifying = "verifying",
        /// It failed; another way is being tried.
        Correcting = "correcting",
        /// The person is asked something.
        AwaitingUser = "awaiting_user",
        /// Reached its goal.
        Completed = "completed",
        /// Ended without.
        Failed = "failed",
        /// Left lying, or stopped by the person.
        Interrupted = "interrupted",
    }
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
}
