//! Profiles: what a browser holds of signing in, kept for the runs of one person under a name.

use async_trait::async_trait;

use crate::queue::RunHold;
use crate::{Packed, Stored};

/// Most profiles of a user.
pub const MOST_PROFILES: u32 = 50;

/// A profile, as it may be shown: what it holds does not come back this way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    pub name: String,
    pub created_ms: i64,
    /// When a run last saved it; it is empty before.
    pub saved_ms: Option<i64>,
}

/// Profiles, as their owner has them. One begins with the first run that names it.
#[async_trait]
pub trait Profiles: Send + Sync {
    /// Keeps what a run leaves in its profile, sealed so that it opens for this owner under this name alone. False where
    /// there is no such profile any more. [`StoreError::LeaseLost`](crate::StoreError::LeaseLost) when nobody holds the
    /// run by this.
    async fn save_profile(&self, hold: RunHold, state: Packed, now_ms: i64) -> Stored<bool>;
}
