//! How many bytes are kept, as the triggers of the schema count them.

use screen_agent_store::file::{Kept, Quota};
use screen_agent_store::{StoreError, Stored};

use super::owned::Owned;
use crate::db::Lock;
use crate::sql::Sql as _;

/// Changes something of an owner's. What would grow beyond the quota is refused, and with it the whole change;
/// what makes room is let through, however much there is.
pub(crate) fn within<T>(
    rows: &Owned<'_>,
    quota: Quota,
    change: impl FnOnce(&Owned<'_>) -> Stored<T>,
) -> Stored<T> {
    let before = kept(rows)?;
    let done = change(rows)?;
    let after = kept(rows)?;
    if after.user <= before.user {
        return Ok(done);
    }
    // Colleagues who write at the same time count each other's bytes, or all of them together would keep too much.
    rows.db.lock(Lock::Quota(rows.owner.tenant.get()))?;
    let after = kept(rows)?;
    let user = ("you", after.user, quota.user);
    let tenant = ("your organisation", after.tenant, quota.tenant);
    for (whose, kept, most) in [user, tenant] {
        if kept > most {
            return Err(StoreError::OverQuota { whose, most });
        }
    }
    Ok(done)
}

/// What is kept for the owner, and for the owner's tenant.
pub(crate) fn kept(rows: &Owned<'_>) -> Stored<Kept> {
    let (user, tenant) = rows.get(
        "SELECT coalesce(sum(bytes) FILTER (WHERE user_id = ?2), 0), coalesce(sum(bytes), 0)
         FROM kept_bytes WHERE tenant_id = ?1",
        &[],
    )?;
    Ok(Kept { user, tenant })
}
