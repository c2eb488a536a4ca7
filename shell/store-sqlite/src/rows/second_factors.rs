//! Second factors and the codes that stand in for them.

use rusqlite::Connection;
use screen_agent_action::id::UserId;
use screen_agent_audit::Kind;
use screen_agent_store::Stored;
use screen_agent_store::account::{By, SecondFactor};

use super::{accounts, audit};
use crate::sql::{Sql as _, from_row};

/// A person's second factor, confirmed or not.
pub(crate) fn of_user(db: &Connection, user: UserId) -> Stored<Option<SecondFactor>> {
    db.find(
        "SELECT sealed, confirmed_ms IS NOT NULL,
                (SELECT count(*) FROM recovery_codes WHERE user_id = ?1)
         FROM second_factors WHERE user_id = ?1",
        &[&user],
    )
}

/// Keeps one that is to be confirmed, unless there is a confirmed one.
pub(crate) fn offer(db: &Connection, user: UserId, sealed: &[u8]) -> Stored<bool> {
    let kept = db.change(
        "INSERT INTO second_factors (user_id, sealed) VALUES (?1, ?2)
         ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed
         WHERE confirmed_ms IS NULL",
        &[&user, &sealed],
    )?;
    Ok(kept == 1)
}

/// Confirms what was offered.
pub(crate) fn confirm(
    db: &Connection,
    user: UserId,
    step: i64,
    recovery: &[[u8; 32]],
    now_ms: i64,
) -> Stored<bool> {
    let confirmed = db.change(
        "UPDATE second_factors SET confirmed_ms = ?2, last_step = ?3
         WHERE user_id = ?1 AND confirmed_ms IS NULL",
        &[&user, &now_ms, &step],
    )?;
    if confirmed == 0 {
        return Ok(false);
    }
    for hash in recovery {
        db.insert("recovery_codes", &[("user_id", &user), ("hash", hash)])?;
    }
    accounts::log_own(db, user, Kind::SecondFactorOn)?;
    Ok(true)
}

/// Uses the code of a time step up, and those of all steps before it.
pub(crate) fn use_step(db: &Connection, user: UserId, step: i64) -> Stored<bool> {
    let used = db.change(
        "UPDATE second_factors SET last_step = ?2
         WHERE user_id = ?1 AND last_step < ?2 AND confirmed_ms IS NOT NULL",
        &[&user, &step],
    )?;
    Ok(used == 1)
}

/// Uses a recovery code up.
pub(crate) fn use_recovery(db: &Connection, user: UserId, hash: [u8; 32]) -> Stored<bool> {
    let sql = "DELETE FROM recovery_codes WHERE user_id = ?1 AND hash = ?2";
    let used = db.change(sql, &[&user, &hash])? == 1;
    if used {
        accounts::log_own(db, user, Kind::RecoveryCodeUsed)?;
    }
    Ok(used)
}

/// Removes a second factor with its recovery codes. One that was never confirmed asked for nothing.
pub(crate) fn remove(db: &Connection, user: UserId, by: By) -> Stored<bool> {
    let sql = "DELETE FROM second_factors WHERE user_id = ?1 RETURNING confirmed_ms IS NOT NULL";
    let confirmed: Option<bool> = db.find(sql, &[&user])?;
    if confirmed == Some(true)
        && let Some(user) = accounts::with_id(db, user)?
    {
        let entry = accounts::about(&user, Kind::SecondFactorOff, by.word());
        audit::log(db, &entry)?;
    }
    Ok(confirmed.is_some())
}

from_row!(SecondFactor: sealed, confirmed, recovery_left);
