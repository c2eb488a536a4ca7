//! Tokens, by their hash.

use rusqlite::{Connection, named_params};
use screen_agent_audit::Kind;
use screen_agent_store::StoreError;
use screen_agent_store::account::{NewToken, SignIn, TokenHash, TokenHolder};
use uuid::Uuid;

use super::{Key, accounts, audit, change, find, get, key, list};

/// Keeps a token until it ends.
pub(crate) fn add(connection: &Connection, new: &NewToken) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO tokens (hash, user_id, created_ms, used_ms, expires_ms, idle_ms, network, client)
         VALUES (:hash, :user, :now, :now, :expires, :idle, :network, :client)",
        named_params! {
            ":hash": new.hash.0,
            ":user": key(new.owner.user.get()),
            ":now": new.now_ms,
            ":expires": new.expires_ms,
            ":idle": new.idle_ms,
            ":network": new.network,
            ":client": new.client,
        },
    )?;
    let entry = audit::entry(Kind::SignedIn, new.owner)
        .with("sign_in", new.hash.sign_in().to_string())
        .with("network", new.network.as_str())
        .with("client", new.client.as_str());
    audit::log(connection, &entry)
}

/// When a token ends that is not used any more.
macro_rules! ends {
    () => {
        "min(expires_ms, used_ms + idle_ms)"
    };
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
            ", ",
            ends!(),
            ", used_ms FROM tokens
              JOIN users ON users.id = user_id JOIN tenants ON tenants.id = tenant_id
              WHERE hash = ?1 AND revoked_ms IS NULL AND disabled_ms IS NULL AND ",
            ends!(),
            " > ?2"
        ),
        (token.0, now_ms),
        |row| {
            Ok(TokenHolder {
                user: accounts::read(row)?,
                expires_ms: row.get(5)?,
                used_ms: row.get(6)?,
            })
        },
    )
}

/// Notes that a token was used.
pub(crate) fn touch(
    connection: &Connection,
    token: TokenHash,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE tokens SET used_ms = ?2 WHERE hash = ?1",
        (token.0, now_ms),
    )
    .map(drop)
}

/// The tokens of a user that count, the one used last first.
pub(crate) fn of_user(
    connection: &Connection,
    user: Key,
    now_ms: i64,
) -> Result<Vec<SignIn>, StoreError> {
    list(
        connection,
        concat!(
            "SELECT hash, network, client, created_ms, used_ms, ",
            ends!(),
            " FROM tokens WHERE user_id = ?1 AND revoked_ms IS NULL AND ",
            ends!(),
            " > ?2 ORDER BY used_ms DESC, hash"
        ),
        (user, now_ms),
        |row| {
            Ok(SignIn {
                token: TokenHash(row.get(0)?),
                network: row.get(1)?,
                client: row.get(2)?,
                created_ms: row.get(3)?,
                used_ms: row.get(4)?,
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
    let of = find(
        connection,
        "UPDATE tokens SET revoked_ms = ?2 WHERE hash = ?1 AND revoked_ms IS NULL
         RETURNING user_id",
        (token.0, now_ms),
        |row| row.get::<_, Key>(0),
    )?;
    match of {
        Some(user) => log_end(connection, user, token.sign_in()),
        None => Ok(()),
    }
}

/// Revokes one of a user's tokens, by what it goes by.
pub(crate) fn revoke_one(
    connection: &Connection,
    user: Key,
    id: Uuid,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let revoked = change(
        connection,
        "UPDATE tokens SET revoked_ms = ?3
         WHERE user_id = ?1 AND substr(hash, 1, 16) = ?2 AND revoked_ms IS NULL",
        (user, key(id), now_ms),
    )?;
    if revoked > 0 {
        log_end(connection, user, id)?;
    }
    Ok(revoked > 0)
}

fn log_end(connection: &Connection, user: Key, sign_in: Uuid) -> Result<(), StoreError> {
    let Some(user) = accounts::with_id(connection, user)? else {
        return Ok(());
    };
    let entry = accounts::about(&user, Kind::SignedOut, "owner");
    audit::log(connection, &entry.with("sign_in", sign_in.to_string()))
}

/// Revokes every token of a user, but for one.
pub(crate) fn revoke_all(
    connection: &Connection,
    user: Key,
    kept: Option<TokenHash>,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE tokens SET revoked_ms = ?2
         WHERE user_id = ?1 AND revoked_ms IS NULL AND hash IS NOT ?3",
        (user, now_ms, kept.map(|kept| kept.0)),
    )
    .map(drop)
}

/// A number that grows whenever a token ends before its time.
pub(crate) fn changes(connection: &Connection) -> Result<i64, StoreError> {
    get(
        connection,
        "SELECT number FROM sign_in_changes",
        [],
        |row| row.get(0),
    )
}
