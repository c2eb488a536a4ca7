//! The audit log, as it is kept. What a row says and how rows are checked is [`screen_agent_audit`]'s. Most rows are
//! written in the transaction of what they tell of; their time is when they were written, and never before the row
//! before.

use screen_agent_action::id::{TenantId, UserId};

/// Which rows are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditFilter {
    /// The first after a number, in order.
    After {
        /// The number.
        seq: u64,
        /// Most rows.
        limit: u32,
    },
    /// Those that somebody may see, the newest first.
    Visible(VisibleRows),
}

/// Rows that somebody may see, and wants to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleRows {
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
