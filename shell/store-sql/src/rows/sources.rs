//! Sources of a collection.

use screen_agent_store::collection::{MOST_SOURCES, NewSourceRecord, SourceRecord};
use screen_agent_store::{StoreError, Stored};

use super::owned::Owned;
use super::records::{Removed, found, listed, select, table};
use crate::sql::Sql as _;

impl Owned<'_> {
    /// Adds sources, and says what stands for each.
    pub(crate) fn add_sources(
        &self,
        collection: &str,
        new: &[NewSourceRecord],
        now_ms: i64,
    ) -> Stored<Option<Vec<SourceRecord>>> {
        let found = self.one("collections", "pk, source_count", &collection)?;
        let Some((collection_pk, before)) = found else {
            return Ok(None);
        };
        let mut count: u32 = before;
        let mut standing = Vec::with_capacity(new.len());
        for source in new {
            let pk = match self.known_source(collection_pk, source)? {
                Some(pk) => pk,
                None if count >= MOST_SOURCES => {
                    let (what, most) = ("sources", MOST_SOURCES);
                    return Err(StoreError::TooMany { what, most });
                }
                None => {
                    count += 1;
                    self.insert_source(collection_pk, source, now_ms)?
                }
            };
            standing.push(pk);
        }
        if count > before {
            self.touch("collections", collection_pk, now_ms)?;
        }
        let standing = standing.into_iter().map(|pk| self.source(pk));
        standing.collect::<Stored<_>>().map(Some)
    }

    /// The source that stands for this one already. The same id in another collection is no such: the
    /// schema refuses it.
    fn known_source(&self, collection_pk: i64, source: &NewSourceRecord) -> Stored<Option<i64>> {
        self.find(
            "SELECT pk FROM sources WHERE collection_pk = ?3 AND kind = 'url' AND normalized_url = ?5
             UNION ALL
             SELECT pk FROM sources
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?4 AND collection_pk = ?3
             LIMIT 1",
            &[&collection_pk, &source.id, &source.normalized_url],
        )
    }

    fn insert_source(
        &self,
        collection_pk: i64,
        source: &NewSourceRecord,
        now_ms: i64,
    ) -> Stored<i64> {
        let pk = self.insert_keyed(
            "sources",
            &[
                ("collection_pk", &collection_pk),
                ("id", &source.id),
                ("kind", &source.kind),
                ("url", &source.url),
                ("normalized_url", &source.normalized_url),
                ("title", &source.title),
                ("created_ms", &now_ms),
                ("updated_ms", &now_ms),
            ],
        )?;
        if let Some(capture) = &source.capture {
            self.keep_capture(pk, capture, now_ms)?;
        }
        Ok(pk)
    }

    /// One source that is there.
    pub(crate) fn source(&self, pk: i64) -> Stored<SourceRecord> {
        self.db.get(&select::<SourceRecord>("own.pk = ?1"), &[&pk])
    }
}

table!(SourceRecord, "sources own JOIN collections c ON c.pk = own.collection_pk" =>
    id "own.id", collection_id "c.id", kind, url, normalized_url, title "own.title",
    status "capture_status", error "capture_error", capture_version, content_hash, captured_ms,
    published, characters, preview, created_ms "own.created_ms", updated_ms "own.updated_ms");

found!(SourceRecord);
listed!(SourceRecord, "c.tenant_id = ?1 AND c.user_id = ?2 AND c.id = ?3" by "own.pk");

impl Removed for SourceRecord {
    const TABLE: &'static str = "sources";
    const WHAT: &'static str = "source";

    /// Its collection has changed.
    fn goes(rows: &Owned<'_>, id: &String, now_ms: i64) -> Stored<()> {
        match rows.one("sources", "collection_pk", id)? {
            Some(pk) => rows.touch("collections", pk, now_ms),
            None => Ok(()),
        }
    }
}
