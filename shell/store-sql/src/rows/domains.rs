//! Which domains an organisation's knowledge is about.

use screen_agent_audit::{Entry, Kind};
use screen_agent_store::Stored;
use screen_agent_store::file::{AllowedDomain, DomainChange, TenantDomain};
use uuid::Uuid;

use super::audit;
use super::records::{Unowned, listed, table};
use crate::db::Db;
use crate::sql::Sql as _;

table!(TenantDomain, "allowed_domains JOIN tenants ON tenants.id = tenant_id" => tenant "name", pattern);

impl Unowned for TenantDomain {}
listed!(TenantDomain by "name, pattern");

// They are the tenant's, whoever of it asks.
table!(AllowedDomain, "(SELECT tenant_id, ?2 AS user_id, pattern FROM allowed_domains) own" => pattern);

listed!(AllowedDomain by "pattern");

/// Adds or takes away one of the tenant with this name.
pub(crate) fn set(
    db: &dyn Db,
    tenant: &str,
    pattern: &str,
    wanted: bool,
    now_ms: i64,
) -> Stored<DomainChange> {
    let named = "SELECT id FROM tenants WHERE name = ?1";
    let Some(tenant) = db.find::<Uuid>(named, &[&tenant])? else {
        return Ok(DomainChange::NoTenant);
    };
    let changed = if wanted {
        db.change(
            "INSERT INTO allowed_domains (tenant_id, pattern, created_ms) VALUES (?1, ?2, ?3)
             ON CONFLICT (tenant_id, pattern) DO NOTHING",
            &[&tenant, &pattern, &now_ms],
        )?
    } else {
        let sql = "DELETE FROM allowed_domains WHERE tenant_id = ?1 AND pattern = ?2";
        db.change(sql, &[&tenant, &pattern])?
    };
    if changed == 0 {
        return Ok(DomainChange::Unchanged);
    }
    let mut entry = Entry::new(Kind::SettingsChanged)
        .with("what", "allowed_domains")
        .with("domain", pattern)
        .with("allowed", wanted)
        .with("by", "operator");
    entry.tenant = Some(tenant);
    audit::log(db, &entry)?;
    Ok(DomainChange::Changed)
}
