//! Collections.

use rusqlite::{Connection, Row, named_params};
use screen_agent_store::collection::{CollectionRecord, MOST_COLLECTIONS, NewCollection};
use screen_agent_store::{Owner, StoreError};

use super::{audit, change, find, get, key, list, list_json, read_list};

/// The columns of a [`CollectionRecord`], in the order in which [`read`] takes them.
macro_rules! columns {
    () => {
        "id, title, tags, created_ms, updated_ms, source_count"
    };
}

/// Adds one, unless it is there.
pub(crate) fn add(
    connection: &Connection,
    owner: Owner,
    new: &NewCollection,
    now_ms: i64,
) -> Result<CollectionRecord, StoreError> {
    if let Some(known) = one(connection, owner, &new.id)? {
        return Ok(known);
    }
    let count: u32 = get(
        connection,
        "SELECT count(*) FROM collections WHERE tenant_id = ?1 AND user_id = ?2",
        (key(owner.tenant.get()), key(owner.user.get())),
        |row| row.get(0),
    )?;
    if count >= MOST_COLLECTIONS {
        return Err(StoreError::TooMany {
            what: "collections",
            most: MOST_COLLECTIONS,
        });
    }
    get(
        connection,
        concat!(
            "INSERT INTO collections (tenant_id, user_id, id, title, tags, created_ms, updated_ms)
             VALUES (:tenant, :user, :id, :title, :tags, :now, :now) RETURNING ",
            columns!()
        ),
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":id": new.id,
            ":title": new.title,
            ":tags": list_json(&new.tags)?,
            ":now": now_ms,
        },
        read,
    )
}

/// Gives another title and other tags.
pub(crate) fn rename(
    connection: &Connection,
    owner: Owner,
    id: &str,
    (title, tags): (&str, &[String]),
    now_ms: i64,
) -> Result<Option<CollectionRecord>, StoreError> {
    find(
        connection,
        concat!(
            "UPDATE collections SET title = :title, tags = :tags, updated_ms = max(updated_ms, :now)
             WHERE tenant_id = :tenant AND user_id = :user AND id = :id RETURNING ",
            columns!()
        ),
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":id": id,
            ":title": title,
            ":tags": list_json(tags)?,
            ":now": now_ms,
        },
        read,
    )
}

/// Marks a collection as changed.
pub(crate) fn touch(connection: &Connection, pk: i64, now_ms: i64) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE collections SET updated_ms = max(updated_ms, ?2) WHERE pk = ?1",
        (pk, now_ms),
    )
    .map(drop)
}

/// A collection's short key, and how many sources it has.
pub(crate) fn place(
    connection: &Connection,
    owner: Owner,
    id: &str,
) -> Result<Option<(i64, u32)>, StoreError> {
    find(
        connection,
        "SELECT pk, source_count FROM collections
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
        (key(owner.tenant.get()), key(owner.user.get()), id),
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// One collection.
pub(crate) fn one(
    connection: &Connection,
    owner: Owner,
    id: &str,
) -> Result<Option<CollectionRecord>, StoreError> {
    find(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM collections WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3"
        ),
        (key(owner.tenant.get()), key(owner.user.get()), id),
        read,
    )
}

/// Every collection, the latest change first.
pub(crate) fn all(
    connection: &Connection,
    owner: Owner,
) -> Result<Vec<CollectionRecord>, StoreError> {
    list(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM collections WHERE tenant_id = ?1 AND user_id = ?2
              ORDER BY updated_ms DESC, pk DESC"
        ),
        (key(owner.tenant.get()), key(owner.user.get())),
        read,
    )
}

/// Removes one with its sources.
pub(crate) fn remove(connection: &Connection, owner: Owner, id: &str) -> Result<bool, StoreError> {
    let gone = change(
        connection,
        "DELETE FROM collections WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
        (key(owner.tenant.get()), key(owner.user.get()), id),
    )?;
    audit::log_deleted(connection, owner, ("collection", id), gone > 0)
}

fn read(row: &Row<'_>) -> rusqlite::Result<CollectionRecord> {
    Ok(CollectionRecord {
        id: row.get(0)?,
        title: row.get(1)?,
        tags: read_list(row, 2)?,
        created_ms: row.get(3)?,
        updated_ms: row.get(4)?,
        sources: row.get::<_, u32>(5)?.into(),
    })
}
