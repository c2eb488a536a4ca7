//! Removing a person with everything that is theirs.

use rusqlite::Connection;
use screen_agent_audit::Kind;
use screen_agent_store::StoreError;

use super::{Key, accounts, audit, change, key, list};

/// Removes a person. What is theirs is found by the schema, so that no table is forgotten: every
/// row that hangs on a person says so by a foreign key.
pub(crate) fn remove(connection: &Connection, email: &str) -> Result<bool, StoreError> {
    let Some(found) = accounts::credentials(connection, email)? else {
        return Ok(false);
    };
    let tenant = key(found.user.tenant.id.get());
    let user = key(found.user.id.get());
    // Rows hang on each other in an order that is none of ours; what is left over fails the whole.
    change(connection, "PRAGMA defer_foreign_keys = ON", [])?;
    // A live task is never deleted.
    change(
        connection,
        "UPDATE tasks SET lease_id = NULL, lease_until_ms = NULL, status = 'interrupted'
         WHERE tenant_id = ?1 AND user_id = ?2 AND status NOT IN ('completed', 'failed', 'interrupted')",
        (tenant, user),
    )?;
    for table in hanging_on(connection, "users")? {
        let sql = format!("DELETE FROM \"{table}\" WHERE tenant_id = ?1 AND user_id = ?2");
        change(connection, &sql, (tenant, user))?;
    }
    change(connection, "DELETE FROM users WHERE id = ?1", [user])?;
    remove_empty(connection, tenant)?;
    let entry = accounts::about(&found.user, Kind::UserRemoved, "operator");
    audit::log(connection, &entry)?;
    Ok(true)
}

/// Removes a tenant that nobody belongs to any more, with what it knew.
fn remove_empty(connection: &Connection, tenant: Key) -> Result<(), StoreError> {
    let people = "SELECT 1 FROM users WHERE tenant_id = ?1";
    if super::find(connection, people, [tenant], |_| Ok(()))?.is_some() {
        return Ok(());
    }
    for table in hanging_on(connection, "tenants")? {
        let sql = format!("DELETE FROM \"{table}\" WHERE tenant_id = ?1");
        change(connection, &sql, [tenant])?;
    }
    change(connection, "DELETE FROM tenants WHERE id = ?1", [tenant]).map(drop)
}

/// Tables with a foreign key to this one that holds a row back.
fn hanging_on(connection: &Connection, table: &str) -> Result<Vec<String>, StoreError> {
    list(
        connection,
        "SELECT DISTINCT of.name FROM sqlite_schema AS of, pragma_foreign_key_list(of.name) AS to_
         WHERE of.type = 'table' AND to_.\"table\" = ?1 AND to_.on_delete = 'NO ACTION'
         ORDER BY of.name",
        [table],
        |row| row.get(0),
    )
}
