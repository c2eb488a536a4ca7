//! Who may come in.

use screen_agent_kernel::{TenantId, UserId};

/// Whose rows a caller may see: one user of one tenant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Owner {
    /// The tenant.
    pub tenant: TenantId,
    /// The user.
    pub user: UserId,
}

/// A tenant: a person's own, or an organisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tenant {
    /// Its id.
    pub id: TenantId,
    /// Its name; unique.
    pub name: String,
}

/// A person who may sign in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Their id.
    pub id: UserId,
    /// The tenant that they belong to.
    pub tenant: Tenant,
    /// E-mail, in lower case; unique.
    pub email: String,
    /// Shown to others.
    pub name: String,
}

/// A person to add, in a tenant that is made if no tenant has its name.
#[derive(Clone, Debug)]
pub struct NewUser {
    /// Their id.
    pub id: UserId,
    /// The tenant's id, in case it is new.
    pub tenant: TenantId,
    /// The tenant's name.
    pub tenant_name: String,
    /// E-mail; kept in lower case.
    pub email: String,
    /// Shown to others.
    pub name: String,
    /// Argon2id, in its own text form.
    pub password_hash: String,
    /// Milliseconds since the epoch.
    pub now_ms: i64,
}

/// How a request to add a user was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UserAdded {
    /// They are there now.
    Added(User),
    /// Somebody has this e-mail already; nothing was changed.
    EmailTaken,
}

/// A user, with what their password is checked against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    /// Who.
    pub user: User,
    /// Argon2id, in its own text form.
    pub password_hash: String,
}

/// SHA-256 of a token; the token itself is never stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// A token that was found and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenHolder {
    /// Whose.
    pub user: User,
    /// Milliseconds since the epoch.
    pub expires_ms: i64,
}
