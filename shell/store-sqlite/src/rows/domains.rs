//! Which domains an organisation's knowledge is about.

use rusqlite::Connection;
use screen_agent_audit::{Entry, Kind};
use screen_agent_kernel::TenantId;
use screen_agent_store::StoreError;
use screen_agent_store::file::DomainChange;
use uuid::Uuid;

use super::{Key, audit, change, find, key, list};

/// A tenant's, in order.
pub(crate) fn of_tenant(
    connection: &Connection,
    tenant: TenantId,
) -> Result<Vec<String>, StoreError> {
    list(
        connection,
        "SELECT pattern FROM allowed_domains WHERE tenant_id = ?1 ORDER BY pattern",
        [key(tenant.get())],
        |row| row.get(0),
    )
}

/// Those of every tenant, by its name.
pub(crate) fn everybodys(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    list(
        connection,
        "SELECT name, pattern FROM allowed_domains JOIN tenants ON tenants.id = tenant_id
         ORDER BY name, pattern",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Adds or takes away one of the tenant with this name.
pub(crate) fn set(
    connection: &Connection,
    tenant: &str,
    pattern: &str,
    wanted: bool,
    now_ms: i64,
) -> Result<DomainChange, StoreError> {
    let Some(tenant) = named(connection, tenant)? else {
        return Ok(DomainChange::NoTenant);
    };
    let tenant = key(tenant.get());
    let changed = if wanted {
        change(
            connection,
            "INSERT INTO allowed_domains (tenant_id, pattern, created_ms) VALUES (?1, ?2, ?3)
             ON CONFLICT DO NOTHING",
            (tenant, pattern, now_ms),
        )?
    } else {
        change(
            connection,
            "DELETE FROM allowed_domains WHERE tenant_id = ?1 AND pattern = ?2",
            (tenant, pattern),
        )?
    };
    Ok(if changed > 0 {
        let mut entry = Entry::new(Kind::SettingsChanged)
            .with("what", "allowed_domains")
            .with("domain", pattern)
            .with("allowed", wanted)
            .with("by", "operator");
        entry.tenant = Some(Uuid::from_bytes(tenant));
        audit::log(connection, &entry)?;
        DomainChange::Changed
    } else {
        DomainChange::Unchanged
    })
}

fn named(connection: &Connection, tenant: &str) -> Result<Option<TenantId>, StoreError> {
    find(
        connection,
        "SELECT id FROM tenants WHERE name = ?1",
        [tenant],
        |row| row.get::<_, Key>(0),
    )
    .map(|id| id.map(|id| TenantId::new(Uuid::from_bytes(id))))
}
