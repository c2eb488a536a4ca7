//! Tokens, by their hash.

use rusqlite::Connection;
use screen_agent_store::account::{TokenHash, TokenHolder};
use screen_agent_store::{Owner, StoreError};

use super::{Key, accounts, change, find, key};

/// Keeps a token until it expires.
pub(crate) fn add(
    connection: &Connection,
    token: TokenHash,
    owner: Owner,
    expires_ms: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO tokens (hash, user_id, created_ms, expires_ms) VALUES (?1, ?2, ?3, ?4)",
        (token.0, key(owner.user.get()), now_ms, expires_ms),
    )
    .map(drop)
}

/// Whose token this is, if it counts.
pub(crate) fn holder(
    connection: &Connection,
    token: TokenHash,
    now_ms: i64,
) -> Result<Option<TokenHolder>, StoreError> {
    find(
        connection,
        concat!(
            "SELECT ",
            accounts::columns!(),
            ", expires_ms FROM tokens
              JOIN users ON users.id = user_id JOIN tenants ON tenants.id = tenant_id
              WHERE hash = ?1 AND revoked_ms IS NULL AND expires_ms > ?2"
        ),
        (token.0, now_ms),
        |row| {
            Ok(TokenHolder {
                user: accounts::read(row)?,
                expires_ms: row.get(5)?,
            })
        },
    )
}

/// Revokes a token for good.
pub(crate) fn revoke(
    connection: &Connection,
    token: TokenHash,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE tokens SET revoked_ms = ?2 WHERE hash = ?1 AND revoked_ms IS NULL",
        (token.0, now_ms),
    )
    .map(drop)
}

/// Revokes every token of a user.
pub(crate) fn revoke_all(
    connection: &Connection,
    user: Key,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE tokens SET revoked_ms = ?2 WHERE user_id = ?1 AND revoked_ms IS NULL",
        (user, now_ms),
    )
    .map(drop)
}
