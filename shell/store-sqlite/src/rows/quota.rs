//! How many bytes are kept, as the triggers of `0009_quota.sql` count them.

use rusqlite::Connection;
use screen_agent_store::file::{Kept, Quota};
use screen_agent_store::{Owner, StoreError};

use super::{get, key};

/// Changes something of an owner's. What would grow beyond the quota is refused, and with it the whole change;
/// what makes room is let through, however much there is.
pub(crate) fn within<T>(
    connection: &Connection,
    owner: Owner,
    quota: Quota,
    change: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let before = kept(connection, owner)?;
    let done = change(connection)?;
    let after = kept(connection, owner)?;
    for (whose, before, after, most) in [
        ("you", before.user, after.user, quota.user),
        (
            "your organisation",
            before.tenant,
            after.tenant,
            quota.tenant,
        ),
    ] {
        if after > before && after > most {
            return Err(StoreError::OverQuota { whose, most });
        }
    }
    Ok(done)
}

/// What is kept for the owner, and for the owner's tenant.
pub(crate) fn kept(connection: &Connection, owner: Owner) -> Result<Kept, StoreError> {
    get(
        connection,
        "SELECT coalesce(sum(bytes) FILTER (WHERE user_id = ?2), 0), coalesce(sum(bytes), 0)
         FROM kept_bytes WHERE tenant_id = ?1",
        (key(owner.tenant.get()), key(owner.user.get())),
        |row| {
            let (user, tenant): (i64, i64) = (row.get(0)?, row.get(1)?);
            Ok(Kept {
                user: user.unsigned_abs(),
                tenant: tenant.unsigned_abs(),
            })
        },
    )
}
