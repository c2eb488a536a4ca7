//! Artifacts.

use rusqlite::{Connection, Row, named_params};
use screen_agent_kernel::{TenantId, UserId};
use screen_agent_store::artifact::{
    Artifact, ArtifactAdded, ArtifactChange, ArtifactChanged, ArtifactRecord, MOST_ARTIFACTS,
    may_follow,
};
use screen_agent_store::{Owner, Packed, StoreError};
use screen_agent_wire::packet::collection::ArtifactStatus;
use uuid::Uuid;

use super::words::Word;
use super::{Key, audit, change, collections, find, get, key, list, list_json, read_list};

/// The columns of an [`ArtifactRecord`], in the order in which [`read`] takes them, of `a` and the
/// collection `c` that it may have.
macro_rules! columns {
    () => {
        "a.id, c.id, a.kind, a.title, a.tags, a.status, a.error, a.dedupe_key, a.created_ms,
         a.updated_ms"
    };
}

/// Adds one, unless one with its id or its key is there.
pub(crate) fn add(
    connection: &Connection,
    owner: Owner,
    artifact: &Artifact,
) -> Result<ArtifactAdded, StoreError> {
    let new = &artifact.record;
    if let Some(known) = known(connection, owner, new)? {
        return Ok(ArtifactAdded::Known(known));
    }
    let count: u32 = get(
        connection,
        "SELECT count(*) FROM artifacts WHERE tenant_id = ?1 AND user_id = ?2",
        (key(owner.tenant.get()), key(owner.user.get())),
        |row| row.get(0),
    )?;
    if count >= MOST_ARTIFACTS {
        return Err(StoreError::TooMany {
            what: "artifacts",
            most: MOST_ARTIFACTS,
        });
    }
    let pk = insert(connection, owner, new)?;
    change(
        connection,
        "INSERT INTO artifact_contents (artifact_pk, tenant_id, user_id, body)
         VALUES (?1, ?2, ?3, ?4)",
        (
            pk,
            key(owner.tenant.get()),
            key(owner.user.get()),
            artifact.content.as_stored(),
        ),
    )?;
    by_pk(connection, pk).map(ArtifactAdded::Added)
}

fn known(
    connection: &Connection,
    owner: Owner,
    new: &ArtifactRecord,
) -> Result<Option<ArtifactRecord>, StoreError> {
    if let Some((pk, _)) = place(connection, owner, &new.id)? {
        return by_pk(connection, pk).map(Some);
    }
    match &new.dedupe_key {
        Some(dedupe) => by_key(connection, owner, dedupe),
        None => Ok(None),
    }
}

/// A collection that is gone by now, or was never the owner's, is none.
fn insert(connection: &Connection, owner: Owner, new: &ArtifactRecord) -> Result<i64, StoreError> {
    let collection = match &new.collection_id {
        Some(id) => collections::place(connection, owner, id)?.map(|(pk, _)| pk),
        None => None,
    };
    change(
        connection,
        "INSERT INTO artifacts (tenant_id, user_id, id, collection_pk, kind, title, tags, status,
                                error, dedupe_key, created_ms, updated_ms)
         VALUES (:tenant, :user, :id, :collection, :kind, :title, :tags, :status, :error, :dedupe,
                 :created, :updated)",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":id": new.id,
            ":collection": collection,
            ":kind": new.kind,
            ":title": new.title,
            ":tags": list_json(&new.tags)?,
            ":status": new.status.word(),
            ":error": new.error,
            ":dedupe": new.dedupe_key,
            ":created": new.created_ms,
            ":updated": new.updated_ms,
        },
    )?;
    Ok(connection.last_insert_rowid())
}

/// Takes a step, if it follows from where the artifact stands.
pub(crate) fn update(
    connection: &Connection,
    owner: Owner,
    id: &str,
    step: &ArtifactChange,
) -> Result<ArtifactChanged, StoreError> {
    let Some((pk, status)) = place(connection, owner, id)? else {
        return Ok(ArtifactChanged::Unknown);
    };
    if !may_follow(status, step.status) {
        return Ok(ArtifactChanged::OutOfTurn(status));
    }
    if let Some(content) = &step.content {
        change(
            connection,
            "UPDATE artifact_contents SET body = ?2 WHERE artifact_pk = ?1",
            (pk, content.as_stored()),
        )?;
    }
    change(
        connection,
        "UPDATE artifacts SET status = ?2, error = ?3, updated_ms = max(updated_ms, ?4)
         WHERE pk = ?1",
        (pk, step.status.word(), &step.error, step.now_ms),
    )?;
    by_pk(connection, pk).map(ArtifactChanged::Changed)
}

/// One artifact with what it says.
pub(crate) fn one(
    connection: &Connection,
    owner: Owner,
    id: &str,
) -> Result<Option<Artifact>, StoreError> {
    let Some((pk, _)) = place(connection, owner, id)? else {
        return Ok(None);
    };
    let content = get(
        connection,
        "SELECT body FROM artifact_contents WHERE artifact_pk = ?1",
        [pk],
        |row| row.get(0).map(Packed::stored),
    )?;
    let record = by_pk(connection, pk)?;
    Ok(Some(Artifact { record, content }))
}

/// Artifacts, of one collection if one is named, the latest first.
pub(crate) fn all(
    connection: &Connection,
    owner: Owner,
    collection: Option<&str>,
) -> Result<Vec<ArtifactRecord>, StoreError> {
    list(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM artifacts a LEFT JOIN collections c ON c.pk = a.collection_pk
              WHERE a.tenant_id = ?1 AND a.user_id = ?2 AND (?3 IS NULL OR c.id = ?3)
              ORDER BY a.created_ms DESC, a.pk DESC"
        ),
        (key(owner.tenant.get()), key(owner.user.get()), collection),
        read,
    )
}

/// The artifact that is made of the same in the same way.
pub(crate) fn by_key(
    connection: &Connection,
    owner: Owner,
    dedupe: &str,
) -> Result<Option<ArtifactRecord>, StoreError> {
    find(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM artifacts a LEFT JOIN collections c ON c.pk = a.collection_pk
              WHERE a.tenant_id = ?1 AND a.user_id = ?2 AND a.dedupe_key = ?3"
        ),
        (key(owner.tenant.get()), key(owner.user.get()), dedupe),
        read,
    )
}

/// Removes one.
pub(crate) fn remove(connection: &Connection, owner: Owner, id: &str) -> Result<bool, StoreError> {
    let gone = change(
        connection,
        "DELETE FROM artifacts WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
        (key(owner.tenant.get()), key(owner.user.get()), id),
    )?;
    audit::log_deleted(connection, owner, ("artifact", id), gone > 0)
}

/// Artifacts that wait to be made, whoever's.
pub(crate) fn pending(
    connection: &Connection,
    limit: u32,
) -> Result<Vec<(Owner, String)>, StoreError> {
    list(
        connection,
        "SELECT tenant_id, user_id, id FROM artifacts
         WHERE status = 'pending' ORDER BY created_ms, pk LIMIT ?1",
        [limit],
        |row| {
            let owner = Owner {
                tenant: TenantId::new(Uuid::from_bytes(row.get::<_, Key>(0)?)),
                user: UserId::new(Uuid::from_bytes(row.get::<_, Key>(1)?)),
            };
            Ok((owner, row.get(2)?))
        },
    )
}

fn place(
    connection: &Connection,
    owner: Owner,
    id: &str,
) -> Result<Option<(i64, ArtifactStatus)>, StoreError> {
    find(
        connection,
        "SELECT pk, status FROM artifacts WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
        (key(owner.tenant.get()), key(owner.user.get()), id),
        |row| {
            let status = ArtifactStatus::from_word(&row.get::<_, String>(1)?)?;
            Ok((row.get(0)?, status))
        },
    )
}

fn by_pk(connection: &Connection, pk: i64) -> Result<ArtifactRecord, StoreError> {
    get(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM artifacts a LEFT JOIN collections c ON c.pk = a.collection_pk WHERE a.pk = ?1"
        ),
        [pk],
        read,
    )
}

fn read(row: &Row<'_>) -> rusqlite::Result<ArtifactRecord> {
    Ok(ArtifactRecord {
        id: row.get(0)?,
        collection_id: row.get(1)?,
        kind: row.get(2)?,
        title: row.get(3)?,
        tags: read_list(row, 4)?,
        status: ArtifactStatus::from_word(&row.get::<_, String>(5)?)?,
        error: row.get(6)?,
        dedupe_key: row.get(7)?,
        created_ms: row.get(8)?,
        updated_ms: row.get(9)?,
    })
}
