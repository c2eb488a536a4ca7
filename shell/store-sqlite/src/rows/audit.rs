//! The audit log: a row follows from the last one, in the transaction of what it tells of.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, named_params};
use screen_agent_audit::{Entry, Hash, KeyId, Kind, Mark, PublicKey, Row};
use screen_agent_store::audit::AuditFilter;
use screen_agent_store::{Owner, StoreError};
use uuid::Uuid;

use super::{Key, change, find, key, list};

/// The columns of a [`Row`], in the order in which [`read`] takes them.
const COLUMNS: &str = "seq, at_ms, tenant_id, user_id, kind, details, previous, hash";

/// Something that this owner did, or that was done to them.
pub(crate) fn entry(kind: Kind, owner: Owner) -> Entry {
    Entry::of(kind, owner.tenant.get(), owner.user.get())
}

/// Writes something down. The time is that of this moment, unless the last row claims a later one.
pub(crate) fn log(connection: &Connection, entry: &Entry) -> Result<(), StoreError> {
    let last = last(connection)?;
    let at_ms = now_ms().max(last.map_or(0, |last| last.2));
    let row = Row::after(last.map(|(seq, hash, _)| (seq, hash)), entry, at_ms);
    change(
        connection,
        "INSERT INTO audit (seq, at_ms, tenant_id, user_id, kind, details, previous, hash)
         VALUES (:seq, :at, :tenant, :user, :kind, :details, :previous, :hash)",
        named_params! {
            ":seq": stored(row.seq),
            ":at": row.at_ms,
            ":tenant": row.tenant.map(key),
            ":user": row.user.map(key),
            ":kind": row.kind,
            ":details": row.details,
            ":previous": row.previous.0,
            ":hash": row.hash.0,
        },
    )
    .map(drop)
}

/// Writes down that something of an owner's was deleted, if it was.
pub(crate) fn log_deleted(
    connection: &Connection,
    owner: Owner,
    (what, id): (&str, &str),
    gone: bool,
) -> Result<bool, StoreError> {
    if gone {
        let entry = entry(Kind::Deleted, owner)
            .with("what", what)
            .with("id", id);
        log(connection, &entry)?;
    }
    Ok(gone)
}

/// Writes several things down, in order.
pub(crate) fn log_all(connection: &Connection, entries: &[Entry]) -> Result<(), StoreError> {
    entries.iter().try_for_each(|entry| log(connection, entry))
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}

fn last(connection: &Connection) -> Result<Option<(u64, Hash, i64)>, StoreError> {
    find(
        connection,
        "SELECT seq, hash, at_ms FROM audit ORDER BY seq DESC LIMIT 1",
        [],
        |row| Ok((seq(row)?, Hash(row.get(1)?), row.get(2)?)),
    )
}

/// The last row.
pub(crate) fn head(connection: &Connection) -> Result<Option<(u64, Hash)>, StoreError> {
    Ok(last(connection)?.map(|(seq, hash, _)| (seq, hash)))
}

/// The first rows after a number, in order.
pub(crate) fn after(
    connection: &Connection,
    after: u64,
    limit: u32,
) -> Result<Vec<Row>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM audit WHERE seq > ?1 ORDER BY seq LIMIT ?2");
    list(connection, &sql, (stored(after), limit), read)
}

/// Rows that somebody may see, the newest first.
pub(crate) fn page(connection: &Connection, filter: &AuditFilter) -> Result<Vec<Row>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM audit
         WHERE tenant_id = :tenant AND (:user IS NULL OR user_id = :user)
           AND (:kind IS NULL OR kind = :kind) AND (:before IS NULL OR seq < :before)
         ORDER BY seq DESC LIMIT :limit"
    );
    let values = named_params! {
        ":tenant": key(filter.tenant.get()),
        ":user": filter.user.map(|user| key(user.get())),
        ":kind": filter.kind,
        ":before": filter.before.map(stored),
        ":limit": filter.limit,
    };
    list(connection, &sql, values, read)
}

fn stored(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

fn seq(row: &rusqlite::Row<'_>) -> rusqlite::Result<u64> {
    Ok(row.get::<_, i64>(0)?.unsigned_abs())
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let id = |column| {
        let id: Option<Key> = row.get(column)?;
        Ok::<_, rusqlite::Error>(id.map(Uuid::from_bytes))
    };
    Ok(Row {
        seq: seq(row)?,
        at_ms: row.get(1)?,
        tenant: id(2)?,
        user: id(3)?,
        kind: row.get(4)?,
        details: row.get(5)?,
        previous: Hash(row.get(6)?),
        hash: Hash(row.get(7)?),
    })
}

/// Keeps a mark.
pub(crate) fn add_mark(connection: &Connection, mark: &Mark) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO audit_marks (seq, hash, at_ms, key_id, signature)
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
        (
            stored(mark.seq),
            mark.hash.0,
            mark.at_ms,
            &mark.key.0,
            mark.signature,
        ),
    )
    .map(drop)
}

/// Every mark, in the order of their rows.
pub(crate) fn marks(connection: &Connection) -> Result<Vec<Mark>, StoreError> {
    let sql = "SELECT seq, hash, at_ms, key_id, signature FROM audit_marks ORDER BY seq, at_ms";
    list(connection, sql, [], read_mark)
}

/// The mark on the latest row.
pub(crate) fn last_mark(connection: &Connection) -> Result<Option<Mark>, StoreError> {
    let sql = "SELECT seq, hash, at_ms, key_id, signature FROM audit_marks
               ORDER BY seq DESC, at_ms DESC LIMIT 1";
    find(connection, sql, [], read_mark)
}

fn read_mark(row: &rusqlite::Row<'_>) -> rusqlite::Result<Mark> {
    Ok(Mark {
        seq: seq(row)?,
        hash: Hash(row.get(1)?),
        at_ms: row.get(2)?,
        key: KeyId(row.get(3)?),
        signature: row.get(4)?,
    })
}

/// Publishes a key.
pub(crate) fn add_key(connection: &Connection, new: &PublicKey) -> Result<(), StoreError> {
    let added = change(
        connection,
        "INSERT INTO audit_keys (id, public, at_ms, endorsed_by, endorsement)
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO NOTHING",
        (
            &new.id.0,
            new.public,
            new.at_ms,
            new.endorsed_by.as_ref().map(|by| &by.0),
            new.endorsement,
        ),
    )?;
    let first = keys(connection)?.len() == 1;
    if added == 0 || first {
        return Ok(());
    }
    let by = new.endorsed_by.as_ref().map(|by| by.0.as_str());
    let entry = Entry::new(Kind::KeyRotated)
        .with("key", new.id.0.as_str())
        .with("endorsed_by", by);
    log(connection, &entry)
}

/// Every key, the first one first.
pub(crate) fn keys(connection: &Connection) -> Result<Vec<PublicKey>, StoreError> {
    list(
        connection,
        "SELECT id, public, at_ms, endorsed_by, endorsement FROM audit_keys
         ORDER BY at_ms, id",
        [],
        |row| {
            Ok(PublicKey {
                id: KeyId(row.get(0)?),
                public: row.get(1)?,
                at_ms: row.get(2)?,
                endorsed_by: row.get::<_, Option<String>>(3)?.map(KeyId),
                endorsement: row.get(4)?,
            })
        },
    )
}
