//! Keys that are made to be published with an application.

use crate::derives::*;

/// A key, as its owner sees it.
#[contract]
pub struct KeyShown {
    /// By which it is revoked.
    pub id: String,
    /// What it is for.
    pub name: String,
    /// When it was made.
    pub created_at: String,
    /// When it was last used; when it was made, until it is.
    pub last_used_at: String,
}

/// The keys of a person.
#[contract]
pub struct KeysReply {
    /// Always true.
    pub ok: bool,
    /// Those that count, the newest first.
    pub keys: Vec<KeyShown>,
}

/// A key that is wanted.
#[contract]
pub struct KeyWanted {
    /// What it is for.
    pub name: String,
}

/// A key that was made.
#[contract]
pub struct KeyMade {
    /// Always true.
    pub ok: bool,
    /// By which it is revoked.
    pub id: String,
    /// The key itself. It is told now, and never again.
    pub key: String,
}
