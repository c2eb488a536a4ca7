//! Sources of a collection.

use rusqlite::{Connection, Row, named_params};
use screen_agent_store::collection::{MOST_SOURCES, NewSourceRecord, SourceRecord};
use screen_agent_store::{Owner, StoreError};
use screen_agent_wire::packet::collection::{CaptureStatus, SourceKind};

use super::words::Word;
use super::{audit, captures, change, collections, find, key, list};

/// The columns of a [`SourceRecord`], in the order in which [`read`] takes them, of `s` in `c`.
macro_rules! columns {
    () => {
        "s.id, c.id, s.kind, s.url, s.normalized_url, s.title, s.capture_status, s.capture_error,
         s.capture_version, s.content_hash, s.captured_ms, s.published, s.characters, s.preview,
         s.created_ms, s.updated_ms"
    };
}

/// Adds sources, and says what stands for each.
pub(crate) fn add(
    connection: &Connection,
    owner: Owner,
    collection: &str,
    new: &[NewSourceRecord],
    now_ms: i64,
) -> Result<Option<Vec<SourceRecord>>, StoreError> {
    let Some((collection_pk, mut count)) = collections::place(connection, owner, collection)?
    else {
        return Ok(None);
    };
    let mut standing = Vec::with_capacity(new.len());
    let mut changed = false;
    for source in new {
        let pk = match known(connection, owner, collection_pk, source)? {
            Some(pk) => pk,
            None if count >= MOST_SOURCES => {
                return Err(StoreError::TooMany {
                    what: "sources",
                    most: MOST_SOURCES,
                });
            }
            None => {
                count += 1;
                changed = true;
                insert(connection, owner, collection_pk, source, now_ms)?
            }
        };
        standing.push(pk);
    }
    if changed {
        collections::touch(connection, collection_pk, now_ms)?;
    }
    let read = |pk| by_pk(connection, pk);
    standing
        .into_iter()
        .map(read)
        .collect::<Result<_, _>>()
        .map(Some)
}

/// The source that stands for this one already. The same id in another collection is no such: the
/// schema refuses it.
fn known(
    connection: &Connection,
    owner: Owner,
    collection_pk: i64,
    source: &NewSourceRecord,
) -> Result<Option<i64>, StoreError> {
    find(
        connection,
        "SELECT pk FROM sources WHERE collection_pk = ?3 AND kind = 'url' AND normalized_url = ?5
         UNION ALL
         SELECT pk FROM sources
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?4 AND collection_pk = ?3
         LIMIT 1",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            collection_pk,
            &source.id,
            &source.normalized_url,
        ),
        |row| row.get(0),
    )
}

fn insert(
    connection: &Connection,
    owner: Owner,
    collection_pk: i64,
    source: &NewSourceRecord,
    now_ms: i64,
) -> Result<i64, StoreError> {
    change(
        connection,
        "INSERT INTO sources (tenant_id, user_id, collection_pk, id, kind, url, normalized_url,
                              title, created_ms, updated_ms)
         VALUES (:tenant, :user, :collection, :id, :kind, :url, :normalized, :title, :now, :now)",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":collection": collection_pk,
            ":id": source.id,
            ":kind": source.kind.word(),
            ":url": source.url,
            ":normalized": source.normalized_url,
            ":title": source.title,
            ":now": now_ms,
        },
    )?;
    let pk = connection.last_insert_rowid();
    if let Some(capture) = &source.capture {
        captures::succeeded(connection, owner, pk, capture, now_ms)?;
    }
    Ok(pk)
}

/// A source's short key, and its collection's.
pub(crate) fn place(
    connection: &Connection,
    owner: Owner,
    id: &str,
) -> Result<Option<(i64, i64)>, StoreError> {
    find(
        connection,
        "SELECT pk, collection_pk FROM sources
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
        (key(owner.tenant.get()), key(owner.user.get()), id),
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// The sources of a collection, as they came.
pub(crate) fn of_collection(
    connection: &Connection,
    owner: Owner,
    collection: &str,
) -> Result<Option<Vec<SourceRecord>>, StoreError> {
    let Some((collection_pk, _)) = collections::place(connection, owner, collection)? else {
        return Ok(None);
    };
    list(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM sources s JOIN collections c ON c.pk = s.collection_pk
              WHERE s.collection_pk = ?1 ORDER BY s.pk"
        ),
        [collection_pk],
        read,
    )
    .map(Some)
}

/// One source.
pub(crate) fn one(
    connection: &Connection,
    owner: Owner,
    id: &str,
) -> Result<Option<SourceRecord>, StoreError> {
    place(connection, owner, id)?
        .map(|(pk, _)| by_pk(connection, pk))
        .transpose()
}

/// One source that is there.
pub(crate) fn by_pk(connection: &Connection, pk: i64) -> Result<SourceRecord, StoreError> {
    super::get(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM sources s JOIN collections c ON c.pk = s.collection_pk WHERE s.pk = ?1"
        ),
        [pk],
        read,
    )
}

/// Removes one.
pub(crate) fn remove(
    connection: &Connection,
    owner: Owner,
    id: &str,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let Some((pk, collection_pk)) = place(connection, owner, id)? else {
        return Ok(false);
    };
    change(connection, "DELETE FROM sources WHERE pk = ?1", [pk])?;
    collections::touch(connection, collection_pk, now_ms)?;
    audit::log_deleted(connection, owner, ("source", id), true)
}

fn read(row: &Row<'_>) -> rusqlite::Result<SourceRecord> {
    Ok(SourceRecord {
        id: row.get(0)?,
        collection_id: row.get(1)?,
        kind: SourceKind::from_word(&row.get::<_, String>(2)?)?,
        url: row.get(3)?,
        normalized_url: row.get(4)?,
        title: row.get(5)?,
        status: CaptureStatus::from_word(&row.get::<_, String>(6)?)?,
        error: row.get(7)?,
        capture_version: row.get(8)?,
        content_hash: row.get(9)?,
        captured_ms: row.get(10)?,
        published: row.get(11)?,
        characters: row.get::<_, u32>(12)?.into(),
        preview: row.get(13)?,
        created_ms: row.get(14)?,
        updated_ms: row.get(15)?,
    })
}
