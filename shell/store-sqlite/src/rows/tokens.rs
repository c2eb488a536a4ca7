//! Tokens, by their hash.

use rusqlite::Connection;
use screen_agent_action::id::UserId;
use screen_agent_audit::{Entry, Kind};
use screen_agent_store::Stored;
use screen_agent_store::account::{NewToken, SignIn, TokenHash, TokenHolder};
use uuid::Uuid;

use super::{accounts, audit};
use crate::sql::{Columns, FromRow, Sql as _, from_row};

/// When a token ends that is not used any more.
const ENDS: &str = "min(expires_ms, used_ms + idle_ms)";

/// Keeps a token until it ends.
pub(crate) fn add(db: &Connection, new: &NewToken) -> Stored<()> {
    db.insert(
        "tokens",
        &[
            ("hash", &new.hash.0),
            ("user_id", &new.owner.user),
            ("created_ms", &new.now_ms),
            ("used_ms", &new.now_ms),
            ("expires_ms", &new.expires_ms),
            ("idle_ms", &new.idle_ms),
            ("network", &new.network),
            ("client", &new.client),
        ],
    )?;
    let entry = Entry::of(Kind::SignedIn, new.owner.tenant.get(), new.owner.user.get())
        .with("sign_in", new.hash.sign_in().to_string())
        .with("network", new.network.as_str())
        .with("client", new.client.as_str());
    audit::log(db, &entry)
}

/// Whose token this is, if it counts.
pub(crate) fn holder(
    db: &Connection,
    token: TokenHash,
    now_ms: i64,
) -> Stored<Option<TokenHolder>> {
    let user = accounts::COLUMNS;
    let sql = format!(
        "SELECT {user}, {ENDS}, used_ms
         FROM tokens JOIN users ON users.id = user_id JOIN tenants ON tenants.id = tenant_id
         WHERE hash = ?1 AND revoked_ms IS NULL AND disabled_ms IS NULL AND {ENDS} > ?2"
    );
    db.find(&sql, &[&token.0, &now_ms])
}

/// The tokens of a user that count, the one used last first.
pub(crate) fn of_user(db: &Connection, user: UserId, now_ms: i64) -> Stored<Vec<SignIn>> {
    let sql = format!(
        "SELECT hash, network, client, created_ms, used_ms, {ENDS} FROM tokens
         WHERE user_id = ?1 AND revoked_ms IS NULL AND {ENDS} > ?2 ORDER BY used_ms DESC, hash"
    );
    db.list(&sql, &[&user, &now_ms])
}

/// Revokes a token for good.
pub(crate) fn revoke(db: &Connection, token: TokenHash, now_ms: i64) -> Stored<()> {
    let sql = "UPDATE tokens SET revoked_ms = ?2 WHERE hash = ?1 AND revoked_ms IS NULL
               RETURNING user_id";
    match db.find(sql, &[&token.0, &now_ms])? {
        Some(user) => log_end(db, user, token.sign_in()),
        None => Ok(()),
    }
}

/// Revokes one of a user's tokens, by what it goes by.
pub(crate) fn revoke_one(db: &Connection, user: UserId, id: Uuid, now_ms: i64) -> Stored<bool> {
    let revoked = db.change(
        "UPDATE tokens SET revoked_ms = ?3
         WHERE user_id = ?1 AND substr(hash, 1, 16) = ?2 AND revoked_ms IS NULL",
        &[&user, &id, &now_ms],
    )?;
    if revoked > 0 {
        log_end(db, user, id)?;
    }
    Ok(revoked > 0)
}

fn log_end(db: &Connection, user: UserId, sign_in: Uuid) -> Stored<()> {
    let Some(user) = accounts::with_id(db, user)? else {
        return Ok(());
    };
    let entry = accounts::about(&user, Kind::SignedOut, "owner");
    audit::log(db, &entry.with("sign_in", sign_in.to_string()))
}

/// Revokes every token of a user, but for one.
pub(crate) fn revoke_all(
    db: &Connection,
    user: UserId,
    kept: Option<TokenHash>,
    now_ms: i64,
) -> Stored<()> {
    db.make(
        "UPDATE tokens SET revoked_ms = ?2
         WHERE user_id = ?1 AND revoked_ms IS NULL AND hash IS NOT ?3",
        &[&user, &now_ms, &kept.map(|kept| kept.0)],
    )
}

from_row!(TokenHolder: user, expires_ms, used_ms);

impl FromRow for SignIn {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            token: TokenHash(row.take()?),
            network: row.take()?,
            client: row.take()?,
            created_ms: row.take()?,
            used_ms: row.take()?,
            expires_ms: row.take()?,
        })
    }
}
