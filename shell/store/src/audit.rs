//! The audit log, as it is kept. What a row says and how rows are checked is
//! [`screen_agent_audit`]'s.

use async_trait::async_trait;
use screen_agent_action::id::{TenantId, UserId};
use screen_agent_audit::{Entry, Hash, LogRow, Mark, PublicKey};

use crate::Stored;

/// The audit log: a part of the door to what has no owner. Most rows are written in the transaction
/// of what they tell of, by the port's other methods; their time is when they were written, and never
/// before the row before.
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// Writes something down. When it returns, it is durable.
    async fn log(&self, entry: Entry) -> Stored<()>;

    /// The first rows after a number, in order.
    async fn audit_rows(&self, after: u64, limit: u32) -> Stored<Vec<LogRow>>;

    /// Rows that somebody may see, the newest first, from before a number.
    async fn audit_page(&self, filter: AuditFilter) -> Stored<Vec<LogRow>>;

    /// The last row.
    async fn audit_head(&self) -> Stored<Option<(u64, Hash)>>;

    /// Keeps a mark. One on the same row by the same key is left as it is.
    async fn add_mark(&self, mark: Mark) -> Stored<()>;

    /// Every mark, in the order of their rows.
    async fn marks(&self) -> Stored<Vec<Mark>>;

    /// The mark on the latest row, if there is any.
    async fn last_mark(&self) -> Stored<Option<Mark>>;

    /// Publishes a key, and writes that down where it is not the first. One that is there is left as it
    /// is.
    async fn add_audit_key(&self, key: PublicKey) -> Stored<()>;

    /// Every key, the first one first.
    async fn audit_keys(&self) -> Stored<Vec<PublicKey>>;
}

/// Which rows somebody may see, and wants to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditFilter {
    /// Whose tenant they concern.
    pub tenant: TenantId,
    /// Whom they concern; all of the tenant without.
    pub user: Option<UserId>,
    /// Of one kind.
    pub kind: Option<String>,
    /// Before this number.
    pub before: Option<u64>,
    /// Most rows.
    pub limit: u32,
}
