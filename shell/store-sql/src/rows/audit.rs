//! The audit log: a row follows from the last one, in the transaction of what it tells of.

use std::time::{SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use screen_agent_audit::{Entry, Hash, Kind, LogRow, Mark, PublicKey};
use screen_agent_store::audit::{AuditFilter, VisibleRows};
use screen_agent_store::session::Page;
use screen_agent_store::{AddRecord, ListRecords, Stored};

use super::records::{Unowned, found, listed, select, table};
use crate::SqlStore;
use crate::db::{Db, Lock};
use crate::sql::Sql as _;

table!(LogRow, "audit" =>
    seq, at_ms, tenant "tenant_id", user "user_id", kind, details, previous, hash);

impl Unowned for LogRow {}
found!(LogRow, "TRUE ORDER BY seq DESC LIMIT 1");

#[async_trait]
impl ListRecords<LogRow> for SqlStore {
    async fn page_of_records(&self, filter: AuditFilter) -> Stored<Page<LogRow>> {
        let items = self.read(move |db| match &filter {
            AuditFilter::After { seq, limit } => db.list(
                &select::<LogRow>("seq > ?1 ORDER BY seq LIMIT ?2"),
                &[seq, limit],
            ),
            AuditFilter::Visible(VisibleRows {
                tenant,
                user,
                kind,
                before,
                limit,
            }) => {
                let sql = select::<LogRow>(
                    "tenant_id = ?1 AND (?2 IS NULL OR user_id = ?2) AND (?3 IS NULL OR kind = ?3)
                     AND (?4 IS NULL OR seq < ?4) ORDER BY seq DESC LIMIT ?5",
                );
                db.list(&sql, &[tenant, user, kind, before, limit])
            }
        });
        let items = items.await?;
        let total = u32::try_from(items.len()).unwrap_or(u32::MAX);
        Ok(Page { items, total })
    }
}

table!(Mark, "audit_marks" => seq, hash, at_ms, key "key_id", signature);

impl Unowned for Mark {}
found!(Mark, "TRUE ORDER BY seq DESC, at_ms DESC LIMIT 1");
listed!(Mark by "seq, at_ms");

/// One on the same row by the same key is left as it is.
#[async_trait]
impl AddRecord<Mark> for SqlStore {
    async fn add_record(&self, mark: Mark) -> Stored<()> {
        let sql = "INSERT INTO audit_marks (seq, hash, at_ms, key_id, signature)
                   VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (seq, key_id) DO NOTHING";
        self.write(None, move |db| {
            let Mark {
                seq,
                hash,
                at_ms,
                key,
                signature,
            } = &mark;
            db.make(sql, &[seq, hash, at_ms, key, signature])
        })
        .await
    }
}

table!(PublicKey, "audit_keys" => id, public, at_ms, endorsed_by, endorsement);

impl Unowned for PublicKey {}
listed!(PublicKey by "at_ms, id");

/// Publishes it, and writes that down where it is not the first. One that is there is left as it is.
#[async_trait]
impl AddRecord<PublicKey> for SqlStore {
    async fn add_record(&self, key: PublicKey) -> Stored<()> {
        self.write(Some(Lock::Upkeep), move |db| add_key(db, &key))
            .await
    }
}

/// Writes something down. The time is that of this moment, unless the last row claims a later one.
pub(crate) fn log(db: &dyn Db, entry: &Entry) -> Stored<()> {
    db.lock(Lock::Audit)?;
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
            ("previous", &row.previous),
            ("hash", &row.hash),
        ],
    )
}

/// Writes several things down, in order.
pub(crate) fn log_all(db: &dyn Db, entries: &[Entry]) -> Stored<()> {
    entries.iter().try_for_each(|entry| log(db, entry))
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}

fn last(db: &dyn Db) -> Stored<Option<(u64, Hash, i64)>> {
    let sql = "SELECT seq, hash, at_ms FROM audit ORDER BY seq DESC LIMIT 1";
    db.find(sql, &[])
}

fn add_key(db: &dyn Db, new: &PublicKey) -> Stored<()> {
    let PublicKey {
        id,
        public,
        at_ms,
        endorsed_by,
        endorsement,
    } = new;
    let added = db.change(
        "INSERT INTO audit_keys (id, public, at_ms, endorsed_by, endorsement)
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO NOTHING",
        &[id, public, at_ms, endorsed_by, endorsement],
    )?;
    let first = db.get::<u32>("SELECT count(*) FROM audit_keys", &[])? == 1;
    if added == 0 || first {
        return Ok(());
    }
    let entry = Entry::new(Kind::KeyRotated)
        .with("key", id.0.as_str())
        .with("endorsed_by", endorsed_by.as_ref().map(|by| by.0.as_str()));
    log(db, &entry)
}
