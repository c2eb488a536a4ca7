//! Objects and jobs of IDEs, and their traces.

use async_trait::async_trait;
use screen_agent_store::ide::{
    IdeJob, IdeTrace, MOST_OBJECTS, ObjectFilter, ObjectName, ObjectPut, ObjectRecord, PendingJob,
    TraceFilter,
};
use screen_agent_store::{Objects, Stored};
use uuid::Uuid;

use super::owned::{Owned, ScopedStore};
use super::records::{Bound, Unowned, found, listed, table};
use crate::sql::{Sql as _, ToColumn, from_row};

#[async_trait]
impl Objects for ScopedStore<'_> {
    async fn put_object(&self, object: ObjectRecord, replace: bool) -> Stored<ObjectPut> {
        self.write(move |rows| rows.put_object(&object, replace))
            .await
    }

    async fn remove_object(&self, name: ObjectName) -> Stored<Option<Uuid>> {
        self.write(move |rows| {
            let gone = rows.blob_of(&name)?;
            if gone.is_some() {
                rows.make(
                    "DELETE FROM objects WHERE tenant_id = ?1 AND user_id = ?2 AND bucket = ?3 AND key = ?4",
                    &[&name.bucket, &name.key],
                )?;
                rows.log_deleted("object", &format!("{}/{}", name.bucket, name.key))?;
            }
            Ok(gone)
        })
        .await
    }

    async fn begin_job(&self, job: IdeJob) -> Stored<()> {
        // Whoever asks twice before it is under way means one job.
        let sql = "INSERT INTO ide_jobs (tenant_id, user_id, trace_id, body, created_ms)
                   VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (tenant_id, user_id, trace_id) DO NOTHING";
        self.write(move |rows| rows.make(sql, &[&job.trace, &job.body, &job.created_ms]))
            .await
    }

    async fn end_job(&self, trace: Uuid) -> Stored<()> {
        let sql = "DELETE FROM ide_jobs WHERE tenant_id = ?1 AND user_id = ?2 AND trace_id = ?3";
        self.write(move |rows| rows.make(sql, &[&trace])).await
    }
}

impl Owned<'_> {
    fn put_object(&self, object: &ObjectRecord, replace: bool) -> Stored<ObjectPut> {
        let ObjectName { bucket, key } = &object.name;
        let known = self.blob_of(&object.name)?;
        if known.is_some() {
            if !replace {
                return Ok(ObjectPut::Exists);
            }
            self.make(
                "UPDATE objects SET blob_id = ?5, mime = ?6, size = ?7, digest = ?8, trace_id = ?9,
                   updated_ms = max(updated_ms, ?10)
                 WHERE tenant_id = ?1 AND user_id = ?2 AND bucket = ?3 AND key = ?4",
                &[
                    bucket,
                    key,
                    &object.blob,
                    &object.mime,
                    &object.size,
                    &object.digest,
                    &object.trace,
                    &object.updated_ms,
                ],
            )?;
        } else {
            self.room_for_one("objects", MOST_OBJECTS)?;
            self.insert(
                "objects",
                &[
                    ("bucket", bucket),
                    ("key", key),
                    ("blob_id", &object.blob),
                    ("mime", &object.mime),
                    ("size", &object.size),
                    ("digest", &object.digest),
                    ("trace_id", &object.trace),
                    ("updated_ms", &object.updated_ms),
                ],
            )?;
        }
        Ok(ObjectPut::Kept { replaced: known })
    }

    fn blob_of(&self, name: &ObjectName) -> Stored<Option<Uuid>> {
        let sql = "SELECT blob_id FROM objects
                   WHERE tenant_id = ?1 AND user_id = ?2 AND bucket = ?3 AND key = ?4";
        self.find(sql, &[&name.bucket, &name.key])
    }
}

from_row!(ObjectName: bucket, key);
table!(ObjectRecord, "objects own" => name "own.bucket, own.key", blob "own.blob_id", mime, size, digest,
    trace "own.trace_id", updated_ms);
table!(PendingJob, "ide_jobs" => owner "tenant_id, user_id", job "trace_id, body, created_ms");
from_row!(IdeJob: trace, body, created_ms);
table!(IdeTrace, "topics own" => topic "own.name",
    kinds "(SELECT string_agg(kind, ' ' ORDER BY pk) FROM outbox WHERE topic = own.name AND body IS NOT NULL)",
    meta "(SELECT body FROM outbox WHERE topic = own.name AND body IS NOT NULL AND kind = 'meta' ORDER BY pk LIMIT 1)",
    began_ms "(SELECT at_ms FROM outbox WHERE topic = own.name AND body IS NOT NULL ORDER BY pk LIMIT 1)",
    told_ms "(SELECT at_ms FROM outbox WHERE topic = own.name AND body IS NOT NULL ORDER BY pk DESC LIMIT 1)");

impl Bound for ObjectName {
    fn values(&self) -> Vec<Box<dyn ToColumn + '_>> {
        vec![Box::new(&self.bucket), Box::new(&self.key)]
    }
}

found!(ObjectRecord, "own.bucket = ?3 AND own.key = ?4");

impl Bound for ObjectFilter {
    fn values(&self) -> Vec<Box<dyn ToColumn + '_>> {
        vec![
            Box::new(&self.bucket),
            Box::new(&self.prefix),
            Box::new(&self.part),
            Box::new(self.trace),
        ]
    }

    fn part(&self) -> Option<(u32, u32)> {
        Some((self.limit, self.offset))
    }
}

listed!(ObjectRecord, "(?3 IS NULL OR own.bucket = ?3) AND substr(own.key, 1, length(?4)) = ?4
         AND (?5 = '' OR instr(own.key, ?5) > 0) AND (?6 IS NULL OR own.trace_id = ?6)"
    by "own.updated_ms DESC, own.pk DESC");

impl Unowned for PendingJob {}

// The oldest, so many.
listed!(PendingJob by "pk LIMIT ?1");

impl Bound for TraceFilter {
    fn part(&self) -> Option<(u32, u32)> {
        Some((self.limit, self.offset))
    }
}

// The last that told something first.
listed!(IdeTrace, "own.name LIKE 'trace-%'"
    by "coalesce((SELECT max(pk) FROM outbox WHERE topic = own.name AND body IS NOT NULL), 0) DESC");
