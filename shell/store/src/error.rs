//! What can go wrong in storage, whatever the adapter.

/// Why storage could not do what it was asked. Nothing was half-written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk, or the database's own limit, is full.
    #[error("storage is full")]
    Full(#[source] Cause),
    /// The database could not be reached, read or written just now.
    #[error("storage is unavailable")]
    Unavailable(#[source] Cause),
    /// It took longer than anybody waits, and nothing was changed.
    #[error("storage took too long")]
    TimedOut(#[source] Cause),
    /// What is stored cannot be read: damaged, or not a database of ours.
    #[error("what is stored is damaged")]
    Corrupt(#[source] Cause),
    /// The database was written by a newer version of the program.
    #[error("the database has schema {found}, this program knows up to {known}")]
    NewerSchema {
        /// What the database says.
        found: i64,
        /// The newest schema that this program can read.
        known: i64,
    },
    /// Another holder took the task's lease; this turn's result was not kept.
    #[error("the lease on the task was lost")]
    LeaseLost,
    /// The owner has as many as anybody may have; nothing was changed.
    #[error("there are {most} {what} already, and no more are kept")]
    TooMany {
        /// Of what, in one word: `collections`, `sources`, `artifacts`.
        what: &'static str,
        /// How many may be.
        most: u32,
    },
    /// The owner, or the owner's tenant, keeps as many bytes as may be; nothing was changed.
    #[error("no more than {most} bytes are kept for {whose}")]
    OverQuota {
        /// `you`, or `your organisation`.
        whose: &'static str,
        /// How many bytes may be kept.
        most: u64,
    },
    /// The change would have broken an invariant, so the schema refused it.
    #[error("storage refused a change that breaks an invariant")]
    Refused(#[source] Cause),
}

/// The adapter's own error behind a [`StoreError`]. For logs, never for clients.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// A result of storage.
pub type Stored<T> = Result<T, StoreError>;
