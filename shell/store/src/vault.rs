//! Secrets that are kept for runs, by their names.

use async_trait::async_trait;

use crate::Stored;

/// Most secrets of a user.
pub const MOST_SECRETS: u32 = 200;

/// A secret, as it may be shown: what it is does not come back this way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VaultSecret {
    pub name: String,
    /// Where it may be entered: origins.
    pub sites: Vec<String>,
    pub created_ms: i64,
    /// When it was set last.
    pub changed_ms: i64,
    /// When it was last given to a worker.
    pub used_ms: Option<i64>,
}

/// A secret to keep, whether there is one of this name or not.
#[derive(Clone)]
pub struct SetSecret {
    pub name: String,
    /// Sealed where it is kept, so that it opens for this owner under this name alone.
    pub value: String,
    pub sites: Vec<String>,
    pub now_ms: i64,
}

/// What comes of asking for one.
#[derive(Clone, PartialEq, Eq)]
pub enum SecretForRun {
    Given(String),
    /// It may not be entered there.
    Elsewhere,
    /// There is none, or the run's order does not name it.
    Unknown,
}

/// Printing it tells nothing.
impl std::fmt::Debug for SecretForRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Given(_) => "Given",
            Self::Elsewhere => "Elsewhere",
            Self::Unknown => "Unknown",
        })
    }
}

/// Secrets, as their owner has them.
#[async_trait]
pub trait Vault: Send + Sync {
    /// Keeps one. [`StoreError::TooMany`](crate::StoreError::TooMany) beyond [`MOST_SECRETS`].
    async fn set_secret(&self, set: SetSecret) -> Stored<()>;
}
