//! Second factors and the codes that stand in for them.

use rusqlite::Connection;
use screen_agent_audit::Kind;
use screen_agent_store::StoreError;
use screen_agent_store::account::{By, SecondFactor};

use super::{Key, accounts, audit, change, find};

/// A person's second factor, confirmed or not.
pub(crate) fn of_user(
    connection: &Connection,
    user: Key,
) -> Result<Option<SecondFactor>, StoreError> {
    find(
        connection,
        "SELECT sealed, confirmed_ms IS NOT NULL,
                (SELECT count(*) FROM recovery_codes WHERE user_id = ?1)
         FROM second_factors WHERE user_id = ?1",
        [user],
        |row| {
            Ok(SecondFactor {
                sealed: row.get(0)?,
                confirmed: row.get(1)?,
                recovery_left: row.get(2)?,
            })
        },
    )
}

/// Keeps one that is to be confirmed, unless there is a confirmed one.
pub(crate) fn offer(connection: &Connection, user: Key, sealed: &[u8]) -> Result<bool, StoreError> {
    let kept = change(
        connection,
        "INSERT INTO second_factors (user_id, sealed) VALUES (?1, ?2)
         ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed
         WHERE confirmed_ms IS NULL",
        (user, sealed),
    )?;
    Ok(kept == 1)
}

/// Confirms what was offered.
pub(crate) fn confirm(
    connection: &Connection,
    user: Key,
    step: i64,
    recovery: &[[u8; 32]],
    now_ms: i64,
) -> Result<bool, StoreError> {
    let confirmed = change(
        connection,
        "UPDATE second_factors SET confirmed_ms = ?2, last_step = ?3
         WHERE user_id = ?1 AND confirmed_ms IS NULL",
        (user, now_ms, step),
    )?;
    if confirmed == 0 {
        return Ok(false);
    }
    for hash in recovery {
        change(
            connection,
            "INSERT INTO recovery_codes (user_id, hash) VALUES (?1, ?2)",
            (user, hash),
        )?;
    }
    accounts::log_own(connection, user, Kind::SecondFactorOn)?;
    Ok(true)
}

/// Uses the code of a time step up, and those of all steps before it.
pub(crate) fn use_step(connection: &Connection, user: Key, step: i64) -> Result<bool, StoreError> {
    let used = change(
        connection,
        "UPDATE second_factors SET last_step = ?2
         WHERE user_id = ?1 AND last_step < ?2 AND confirmed_ms IS NOT NULL",
        (user, step),
    )?;
    Ok(used == 1)
}

/// Uses a recovery code up.
pub(crate) fn use_recovery(
    connection: &Connection,
    user: Key,
    hash: [u8; 32],
) -> Result<bool, StoreError> {
    let used = change(
        connection,
        "DELETE FROM recovery_codes WHERE user_id = ?1 AND hash = ?2",
        (user, hash),
    )?;
    if used == 1 {
        accounts::log_own(connection, user, Kind::RecoveryCodeUsed)?;
    }
    Ok(used == 1)
}

/// Removes a second factor with its recovery codes. One that was never confirmed asked for nothing.
pub(crate) fn remove(connection: &Connection, user: Key, by: By) -> Result<bool, StoreError> {
    let confirmed = find(
        connection,
        "DELETE FROM second_factors WHERE user_id = ?1 RETURNING confirmed_ms IS NOT NULL",
        [user],
        |row| row.get::<_, bool>(0),
    )?;
    if confirmed == Some(true)
        && let Some(user) = accounts::with_id(connection, user)?
    {
        let entry = accounts::about(&user, Kind::SecondFactorOff, by.word());
        audit::log(connection, &entry)?;
    }
    Ok(confirmed.is_some())
}
