//! Second factors and the codes that stand in for them.

use screen_agent_action::id::UserId;
use screen_agent_audit::Kind;
use screen_agent_store::Stored;
use screen_agent_store::account::{By, SecondFactor, SecondFactorChange, User};

use super::records::{self, Unowned, found, table};
use super::{accounts, audit};
use crate::db::Db;
use crate::sql::Sql as _;

/// Changes a second factor; false when it does not stand so that this can be done.
pub(crate) fn change(
    db: &dyn Db,
    user: UserId,
    change: &SecondFactorChange,
    now_ms: i64,
) -> Stored<bool> {
    use SecondFactorChange as C;
    let done = match change {
        C::Offer { sealed } => db.change(
            "INSERT INTO second_factors (user_id, sealed) VALUES (?1, ?2)
             ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed
             WHERE second_factors.confirmed_ms IS NULL",
            &[&user, sealed],
        )?,
        C::Confirm { step, .. } => db.change(
            "UPDATE second_factors SET confirmed_ms = ?2, last_step = ?3
             WHERE user_id = ?1 AND confirmed_ms IS NULL",
            &[&user, &now_ms, step],
        )?,
        // Those of all steps before it are used up, too.
        C::UseStep(step) => db.change(
            "UPDATE second_factors SET last_step = ?2
             WHERE user_id = ?1 AND last_step < ?2 AND confirmed_ms IS NOT NULL",
            &[&user, step],
        )?,
        C::UseRecoveryCode(hash) => {
            let sql = "DELETE FROM recovery_codes WHERE user_id = ?1 AND hash = ?2";
            db.change(sql, &[&user, hash])?
        }
        C::Remove(by) => return remove(db, user, *by),
    };
    if done == 0 {
        return Ok(false);
    }
    match change {
        C::Confirm { recovery, .. } => {
            for hash in recovery {
                db.insert("recovery_codes", &[("user_id", &user), ("hash", hash)])?;
            }
            accounts::log_own(db, user, Kind::SecondFactorOn)?;
        }
        C::UseRecoveryCode(_) => accounts::log_own(db, user, Kind::RecoveryCodeUsed)?,
        C::Offer { .. } | C::UseStep(_) | C::Remove(_) => {}
    }
    Ok(true)
}

/// Removes a second factor with its recovery codes. One that was never confirmed asked for nothing.
fn remove(db: &dyn Db, user: UserId, by: By) -> Stored<bool> {
    let sql = "DELETE FROM second_factors WHERE user_id = ?1 RETURNING confirmed_ms IS NOT NULL";
    let confirmed: Option<bool> = db.find(sql, &[&user])?;
    if confirmed == Some(true)
        && let Some(user) = records::find::<User>(db, &user)?
    {
        let entry = accounts::about(&user, Kind::SecondFactorOff, by.word());
        audit::log(db, &entry)?;
    }
    Ok(confirmed.is_some())
}

table!(SecondFactor, "second_factors own" =>
    sealed, confirmed "confirmed_ms IS NOT NULL",
    recovery_left "(SELECT count(*) FROM recovery_codes WHERE user_id = own.user_id)");

impl Unowned for SecondFactor {}
found!(SecondFactor, "user_id = ?1");
