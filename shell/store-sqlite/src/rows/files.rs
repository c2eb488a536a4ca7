//! Files that people gave.

use rusqlite::{Connection, Row, named_params};
use screen_agent_store::file::FileRecord;
use screen_agent_store::{Owner, Packed, StoreError};
use uuid::Uuid;

use super::{Key, change, find, key};

/// Keeps one.
pub(crate) fn add(
    connection: &Connection,
    owner: Owner,
    file: &FileRecord,
) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO files (id, tenant_id, user_id, key, name, mime, size, reading, created_ms)
         VALUES (:id, :tenant, :user, :key, :name, :mime, :size, :reading, :at)",
        named_params! {
            ":id": key(file.id),
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":key": file.key,
            ":name": file.name,
            ":mime": file.mime,
            ":size": file.size,
            ":reading": file.reading.as_stored(),
            ":at": file.created_ms,
        },
    )
    .map(drop)
}

/// The one that its owner calls so.
pub(crate) fn by_key(
    connection: &Connection,
    owner: Owner,
    name: &str,
) -> Result<Option<FileRecord>, StoreError> {
    find(
        connection,
        "SELECT id, key, name, mime, size, reading, created_ms FROM files
         WHERE tenant_id = ?1 AND user_id = ?2 AND key = ?3",
        (key(owner.tenant.get()), key(owner.user.get()), name),
        read,
    )
}

/// Whether the bytes under an id still belong to something.
pub(crate) fn is_known(connection: &Connection, id: Uuid) -> Result<bool, StoreError> {
    find(
        connection,
        "SELECT 1 FROM files WHERE id = ?1",
        [key(id)],
        |_| Ok(()),
    )
    .map(|found| found.is_some())
}

fn read(row: &Row<'_>) -> rusqlite::Result<FileRecord> {
    let id: Key = row.get(0)?;
    Ok(FileRecord {
        id: Uuid::from_bytes(id),
        key: row.get(1)?,
        name: row.get(2)?,
        mime: row.get(3)?,
        size: row.get(4)?,
        reading: Packed::stored(row.get(5)?),
        created_ms: row.get(6)?,
    })
}
