//! Removing everything that is a person's, with the account or without.

use std::collections::BTreeSet;

use screen_agent_action::id::{TenantId, UserId};
use screen_agent_audit::Kind;
use screen_agent_store::Stored;
use screen_agent_store::account::{By, User};
use uuid::Uuid;

use super::owned::Owned;
use super::{accounts, audit};
use crate::db::Db;
use crate::sql::Sql as _;

/// What stays of a person whose rows are erased: who they are, how much they use and used, and hashes of approvals,
/// which would be good for a second time otherwise.
const STAYS: [&str; 3] = ["kept_bytes", "model_usage", "used_approvals"];

/// Removes a person. What is theirs is found by the schema, so that no table is forgotten: every
/// row that hangs on a person says so by a foreign key.
pub(crate) fn remove(db: &dyn Db, person: &User) -> Stored<()> {
    let (tenant, user) = (person.tenant.id, person.id);
    remove_rows(db, (tenant, user), &hanging_on(db, "users")?)?;
    db.make("DELETE FROM users WHERE id = ?1", &[&user])?;
    remove_empty(db, tenant)?;
    audit::log(db, &accounts::about(person, Kind::UserRemoved, "operator"))
}

impl Owned<'_> {
    /// Removes everything that is the owner's and keeps the account. Tells whose bytes are kept elsewhere of the files
    /// that are gone.
    pub(crate) fn erase(&self, by: By) -> Stored<Vec<Uuid>> {
        let of_owner = "SELECT id FROM files WHERE tenant_id = ?1 AND user_id = ?2
            UNION ALL SELECT blob_id FROM objects WHERE tenant_id = ?1 AND user_id = ?2";
        let files = self.list(of_owner, &[])?;
        let tables = referring(self.db, "users", |column, _| column == "tenant_id")?;
        let stays = |table: &String| STAYS.contains(&table.as_str());
        let tables: Vec<String> = tables.into_iter().filter(|table| !stays(table)).collect();
        remove_rows(self.db, (self.owner.tenant, self.owner.user), &tables)?;
        let entry = self.entry(Kind::Deleted).with("what", "everything");
        audit::log(self.db, &entry.with("by", by.word()))?;
        Ok(files)
    }
}

/// Removes a person's rows of these tables, and the fixes that their tasks learned.
fn remove_rows(db: &dyn Db, (tenant, user): (TenantId, UserId), tables: &[String]) -> Stored<()> {
    // Rows hang on each other in an order that is none of ours; what is left over fails the whole.
    db.make(db.dialect().any_order(), &[])?;
    // A live task is never deleted.
    db.make(
        "UPDATE tasks SET lease_id = NULL, lease_until_ms = NULL, status = 'interrupted'
         WHERE tenant_id = ?1 AND user_id = ?2 AND status NOT IN ('completed', 'failed', 'interrupted')",
        &[&tenant, &user],
    )?;
    for table in tables.iter().map(String::as_str).chain(["skills"]) {
        let sql = format!("DELETE FROM \"{table}\" WHERE tenant_id = ?1 AND user_id = ?2");
        db.make(&sql, &[&tenant, &user])?;
    }
    Ok(())
}

/// Removes a tenant that nobody belongs to any more, with what it knew.
fn remove_empty(db: &dyn Db, tenant: TenantId) -> Stored<()> {
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
fn hanging_on(db: &dyn Db, table: &str) -> Stored<Vec<String>> {
    referring(db, table, |_, rule| rule == "NO ACTION")
}

/// Tables with such a foreign key to this one, by its column and what it does when the other row goes.
fn referring(db: &dyn Db, table: &str, which: impl Fn(&str, &str) -> bool) -> Stored<Vec<String>> {
    let all: Vec<(String, String, String)> = db.list(db.dialect().references(), &[&table])?;
    let which = all
        .into_iter()
        .filter(|(_, column, rule)| which(column, rule));
    let tables: BTreeSet<String> = which.map(|(table, ..)| table).collect();
    Ok(tables.into_iter().collect())
}
