//! The time, and fresh ids.

use uuid::Uuid;

/// The time.
pub trait Clock: Send + Sync {
    /// Milliseconds since the epoch.
    fn now_ms(&self) -> i64;
}

/// Fresh ids.
pub trait Ids: Send + Sync {
    /// An id that nobody has had.
    fn fresh(&self) -> Uuid;

    /// The same of random bits alone (UUID version 4), as spec 004 wants its traces named.
    fn random(&self) -> Uuid;
}
