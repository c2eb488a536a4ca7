//! The audit log: a row follows from the last one, in the transaction of what it tells of.

use std::time::{SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use rusqlite::Connection;
use screen_agent_audit::{Entry, Hash, KeyId, Kind, LogRow, Mark, PublicKey};
use screen_agent_store::Stored;
use screen_agent_store::audit::{AuditFilter, AuditLog};

use crate::SqliteStore;
use crate::sql::{Columns, FromRow, Sql as _, from_row};

const COLUMNS: &str = "seq, at_ms, tenant_id, user_id, kind, details, previous, hash";
const MARK: &str = "seq, hash, at_ms, key_id, signature";
const KEYS: &str =
    "SELECT id, public, at_ms, endorsed_by, endorsement FROM audit_keys ORDER BY at_ms, id";

#[async_trait]
impl AuditLog for SqliteStore {
    async fn log(&self, entry: Entry) -> Stored<()> {
        self.write(move |db| log(db, &entry)).await
    }

    async fn audit_rows(&self, after: u64, limit: u32) -> Stored<Vec<LogRow>> {
        let sql = format!("SELECT {COLUMNS} FROM audit WHERE seq > ?1 ORDER BY seq LIMIT ?2");
        self.read(move |db| db.list(&sql, &[&after, &limit])).await
    }

    async fn audit_page(&self, filter: AuditFilter) -> Stored<Vec<LogRow>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM audit
             WHERE tenant_id = ?1 AND (?2 IS NULL OR user_id = ?2)
               AND (?3 IS NULL OR kind = ?3) AND (?4 IS NULL OR seq < ?4)
             ORDER BY seq DESC LIMIT ?5"
        );
        self.read(move |db| {
            let AuditFilter {
                tenant,
                user,
                kind,
                before,
                limit,
            } = &filter;
            db.list(&sql, &[tenant, user, kind, before, limit])
        })
        .await
    }

    async fn audit_head(&self) -> Stored<Option<(u64, Hash)>> {
        let head = |db: &_| Ok(last(db)?.map(|(seq, hash, _)| (seq, hash)));
        self.read(head).await
    }

    async fn add_mark(&self, mark: Mark) -> Stored<()> {
        let sql = format!(
            "INSERT INTO audit_marks ({MARK}) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING"
        );
        self.write(move |db| {
            let Mark {
                seq,
                hash,
                at_ms,
                key,
                signature,
            } = &mark;
            db.make(&sql, &[seq, &hash.0, at_ms, &key.0, signature])
        })
        .await
    }

    async fn marks(&self) -> Stored<Vec<Mark>> {
        let sql = format!("SELECT {MARK} FROM audit_marks ORDER BY seq, at_ms");
        self.read(move |db| db.list(&sql, &[])).await
    }

    async fn last_mark(&self) -> Stored<Option<Mark>> {
        let sql = format!("SELECT {MARK} FROM audit_marks ORDER BY seq DESC, at_ms DESC LIMIT 1");
        self.read(move |db| db.find(&sql, &[])).await
    }

    async fn add_audit_key(&self, key: PublicKey) -> Stored<()> {
        self.write(move |db| add_key(db, &key)).await
    }

    async fn audit_keys(&self) -> Stored<Vec<PublicKey>> {
        self.read(move |db| db.list(KEYS, &[])).await
    }
}

/// Writes something down. The time is that of this moment, unless the last row claims a later one.
pub(crate) fn log(db: &Connection, entry: &Entry) -> Stored<()> {
    let last = last(db)?;
    let at_ms = now_ms().max(last.map_or(0, |last| last.2));
    let row = LogRow::after(last.map(|(seq, hash, _)| (seq, hash)), entry, at_ms);
    db.insert(
        "audit",
        &[
            ("seq", &row.seq),
            ("at_ms", &row.at_ms),
            ("tenant_id", &row.tenant),
            ("user_id", &row.user),
            ("kind", &row.kind),
            ("details", &row.details),
            ("previous", &row.previous.0),
            ("hash", &row.hash.0),
        ],
    )
    .map(drop)
}

/// Writes several things down, in order.
pub(crate) fn log_all(db: &Connection, entries: &[Entry]) -> Stored<()> {
    entries.iter().try_for_each(|entry| log(db, entry))
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}

fn last(db: &Connection) -> Stored<Option<(u64, Hash, i64)>> {
    let sql = "SELECT seq, hash, at_ms FROM audit ORDER BY seq DESC LIMIT 1";
    db.find(sql, &[])
}

fn add_key(db: &Connection, new: &PublicKey) -> Stored<()> {
    let by = new.endorsed_by.as_ref().map(|by| by.0.as_str());
    let added = db.change(
        "INSERT INTO audit_keys (id, public, at_ms, endorsed_by, endorsement)
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO NOTHING",
        &[&new.id.0, &new.public, &new.at_ms, &by, &new.endorsement],
    )?;
    let first = db.list::<PublicKey>(KEYS, &[])?.len() == 1;
    if added == 0 || first {
        return Ok(());
    }
    let entry = Entry::new(Kind::KeyRotated)
        .with("key", new.id.0.as_str())
        .with("endorsed_by", by);
    log(db, &entry)
}

impl FromRow for Hash {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        row.take().map(Self)
    }
}

impl FromRow for KeyId {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        row.take().map(Self)
    }
}

from_row!(LogRow: seq, at_ms, tenant, user, kind, details, previous, hash);

from_row!(Mark: seq, hash, at_ms, key, signature);

from_row!(PublicKey: id, public, at_ms, endorsed_by, endorsement);
