//! Files that people gave, and the domains that an organisation's knowledge is about.

use uuid::Uuid;

use crate::Packed;

/// A file is kept this long after it came; what a task needs of it is kept with the task.
pub const KEEP_FILES_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Most bytes that are kept (files, conversations, tasks, packets, collections and what was made of them): a row that
/// would go beyond is refused with [`StoreError::OverQuota`].
///
/// [`StoreError::OverQuota`]: crate::StoreError::OverQuota
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// For one person.
    pub user: u64,
    /// For everybody in a tenant together.
    pub tenant: u64,
}

impl Default for Quota {
    fn default() -> Self {
        Self {
            user: 1024 * 1024 * 1024,
            tenant: 10 * 1024 * 1024 * 1024,
        }
    }
}

/// How many bytes are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// For one person.
    pub user: u64,
    /// For everybody in a tenant together.
    pub tenant: u64,
}

/// A file as it is known. Its bytes are elsewhere, under its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRecord {
    /// What its bytes are kept under. No client says it.
    pub id: Uuid,
    /// What its owner names it by.
    pub key: String,
    /// Its name, without any folder.
    pub name: String,
    /// Its MIME type, by what is in it.
    pub mime: String,
    /// How many bytes it has.
    pub size: u32,
    /// What was read from it, as JSON.
    pub reading: Packed,
    pub created_ms: i64,
}

/// What came of changing a tenant's domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainChange {
    /// It is so now, and was not before.
    Changed,
    /// It was so already.
    Unchanged,
    /// There is no such tenant.
    NoTenant,
}

/// A pattern of the domains that the knowledge of an owner's tenant is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedDomain {
    pub pattern: String,
}

/// The same of any tenant, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TenantDomain {
    pub tenant: String,
    pub pattern: String,
}
