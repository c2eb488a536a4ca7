//! Removing a person with everything that is theirs.

use rusqlite::Connection;
use screen_agent_action::id::TenantId;
use screen_agent_audit::Kind;
use screen_agent_store::Stored;
use screen_agent_store::account::User;

use super::{accounts, audit};
use crate::sql::Sql as _;

/// Removes a person. What is theirs is found by the schema, so that no table is forgotten: every
/// row that hangs on a person says so by a foreign key.
pub(crate) fn remove(db: &Connection, person: &User) -> Stored<()> {
    let (tenant, user) = (person.tenant.id, person.id);
    // Rows hang on each other in an order that is none of ours; what is left over fails the whole.
    db.make("PRAGMA defer_foreign_keys = ON", &[])?;
    // A live task is never deleted.
    db.make(
        "UPDATE tasks SET lease_id = NULL, lease_until_ms = NULL, status = 'interrupted'
         WHERE tenant_id = ?1 AND user_id = ?2 AND status NOT IN ('completed', 'failed', 'interrupted')",
        &[&tenant, &user],
    )?;
    for table in hanging_on(db, "users")? {
        let sql = format!("DELETE FROM \"{table}\" WHERE tenant_id = ?1 AND user_id = ?2");
        db.make(&sql, &[&tenant, &user])?;
    }
    db.make("DELETE FROM users WHERE id = ?1", &[&user])?;
    remove_empty(db, tenant)?;
    audit::log(db, &accounts::about(person, Kind::UserRemoved, "operator"))
}

/// Removes a tenant that nobody belongs to any more, with what it knew.
fn remove_empty(db: &Connection, tenant: TenantId) -> Stored<()> {
    if db.has("SELECT 1 FROM users WHERE tenant_id = ?1", &[&tenant])? {
        return Ok(());
    }
    for table in hanging_on(db, "tenants")? {
        let sql = format!("DELETE FROM \"{table}\" WHERE tenant_id = ?1");
        db.make(&sql, &[&tenant])?;
    }
    db.make("DELETE FROM tenants WHERE id = ?1", &[&tenant])
}

/// Tables with a foreign key to this one that holds a row back.
fn hanging_on(db: &Connection, table: &str) -> Stored<Vec<String>> {
    db.list(
        "SELECT DISTINCT of.name FROM sqlite_schema AS of, pragma_foreign_key_list(of.name) AS to_
         WHERE of.type = 'table' AND to_.\"table\" = ?1 AND to_.on_delete = 'NO ACTION'
         ORDER BY of.name",
        &[&table],
    )
}
