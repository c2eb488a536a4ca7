//! What a user chose.

use rusqlite::Connection;
use screen_agent_audit::Kind;
use screen_agent_store::{Owner, StoreError};

use super::{audit, change, find, key};

/// The preferences, and when they were saved.
pub(crate) fn read(
    connection: &Connection,
    owner: Owner,
) -> Result<Option<(String, i64)>, StoreError> {
    find(
        connection,
        "SELECT body, saved_ms FROM preferences WHERE tenant_id = ?1 AND user_id = ?2",
        (key(owner.tenant.get()), key(owner.user.get())),
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Saves them.
pub(crate) fn save(
    connection: &Connection,
    owner: Owner,
    json: &str,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO preferences (tenant_id, user_id, body, saved_ms) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET body = excluded.body, saved_ms = excluded.saved_ms",
        (key(owner.tenant.get()), key(owner.user.get()), json, now_ms),
    )?;
    let entry = audit::entry(Kind::SettingsChanged, owner).with("what", "preferences");
    audit::log(connection, &entry.with("to", json))
}
