//! Collections, their sources and what was captured of those.

use async_trait::async_trait;
use screen_agent_store::collection::{
    Capture, CaptureBegun, CollectionRecord, MOST_COLLECTIONS, NewCollection, NewSourceRecord,
    SourceRecord,
};
use screen_agent_store::{Collections, Stored};

use super::owned::ScopedStore;
use crate::sql::{Sql as _, from_row};

const COLUMNS: &str = "id, title, tags, created_ms, updated_ms, source_count";

#[async_trait]
impl Collections for ScopedStore<'_> {
    async fn add_collection(&self, new: NewCollection, now_ms: i64) -> Stored<CollectionRecord> {
        self.write(move |rows| {
            if let Some(known) = rows.one("collections", COLUMNS, &new.id)? {
                return Ok(known);
            }
            rows.room_for_one("collections", MOST_COLLECTIONS)?;
            let sql = format!(
                "INSERT INTO collections (tenant_id, user_id, id, title, tags, created_ms, updated_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6) RETURNING {COLUMNS}"
            );
            rows.get(&sql, &[&new.id, &new.title, &new.tags, &now_ms])
        })
        .await
    }

    async fn rename_collection(
        &self,
        new: NewCollection,
        now_ms: i64,
    ) -> Stored<Option<CollectionRecord>> {
        let sql = format!(
            "UPDATE collections SET title = ?4, tags = ?5, updated_ms = max(updated_ms, ?6)
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 RETURNING {COLUMNS}"
        );
        self.write(move |rows| rows.find(&sql, &[&new.id, &new.title, &new.tags, &now_ms]))
            .await
    }

    async fn collection(&self, id: String) -> Stored<Option<CollectionRecord>> {
        self.read(move |rows| rows.one("collections", COLUMNS, &id))
            .await
    }

    async fn collections(&self) -> Stored<Vec<CollectionRecord>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM collections WHERE tenant_id = ?1 AND user_id = ?2
             ORDER BY updated_ms DESC, pk DESC"
        );
        self.read(move |rows| rows.list(&sql, &[])).await
    }

    async fn remove_collection(&self, id: String) -> Stored<bool> {
        self.write(move |rows| rows.remove("collections", "collection", &id))
            .await
    }

    async fn add_sources(
        &self,
        collection: String,
        new: Vec<NewSourceRecord>,
        now_ms: i64,
    ) -> Stored<Option<Vec<SourceRecord>>> {
        self.write(move |rows| rows.add_sources(&collection, &new, now_ms))
            .await
    }

    async fn sources(&self, collection: String) -> Stored<Option<Vec<SourceRecord>>> {
        self.read(move |rows| {
            let pk = rows.pk("collections", &collection)?;
            pk.map(|pk| rows.sources_where("s.collection_pk = ?1 ORDER BY s.pk", pk))
                .transpose()
        })
        .await
    }

    async fn source(&self, id: String) -> Stored<Option<SourceRecord>> {
        self.read(move |rows| {
            let pk = rows.pk("sources", &id)?;
            pk.map(|pk| rows.source(pk)).transpose()
        })
        .await
    }

    async fn begin_capture(&self, source: String, now_ms: i64) -> Stored<CaptureBegun> {
        self.write(move |rows| rows.begin_capture(&source, now_ms))
            .await
    }

    async fn captured(
        &self,
        source: String,
        capture: Result<Capture, String>,
        now_ms: i64,
    ) -> Stored<Option<SourceRecord>> {
        self.write(move |rows| rows.captured(&source, &capture, now_ms))
            .await
    }

    async fn capture(&self, source: String) -> Stored<Option<Capture>> {
        self.read(move |rows| rows.capture(&source)).await
    }

    async fn remove_source(&self, id: String, now_ms: i64) -> Stored<bool> {
        self.write(move |rows| {
            let Some(collection_pk) = rows.one("sources", "collection_pk", &id)? else {
                return Ok(false);
            };
            rows.touch("collections", collection_pk, now_ms)?;
            rows.remove("sources", "source", &id)
        })
        .await
    }
}

from_row!(CollectionRecord: id, title, tags, created_ms, updated_ms, sources);
