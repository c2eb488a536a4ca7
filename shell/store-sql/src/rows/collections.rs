//! Collections, and the doors to all that is in them and is made of them.

use async_trait::async_trait;
use screen_agent_store::artifact::{Artifact, ArtifactAdded, ArtifactChange, ArtifactChanged};
use screen_agent_store::collection::{
    Capture, CaptureBegun, CollectionRecord, MOST_COLLECTIONS, NewCollection, NewSourceRecord,
    SourceRecord,
};
use screen_agent_store::{Library, Stored};

use super::owned::ScopedStore;
use super::records::{self, Table as _, found, listed, removed, table};
use crate::sql::Sql as _;

const COLUMNS: &str = CollectionRecord::COLUMNS;

#[async_trait]
impl Library for ScopedStore<'_> {
    async fn add_collection(&self, new: NewCollection, now_ms: i64) -> Stored<CollectionRecord> {
        self.write(move |rows| {
            if let Some(known) = records::find(rows, &new.id)? {
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

    async fn add_sources(
        &self,
        collection: String,
        new: Vec<NewSourceRecord>,
        now_ms: i64,
    ) -> Stored<Option<Vec<SourceRecord>>> {
        self.write(move |rows| rows.add_sources(&collection, &new, now_ms))
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

    async fn add_artifact(&self, artifact: Artifact) -> Stored<ArtifactAdded> {
        self.write(move |rows| rows.add_artifact(&artifact)).await
    }

    async fn update_artifact(&self, id: String, step: ArtifactChange) -> Stored<ArtifactChanged> {
        self.write(move |rows| rows.update_artifact(&id, &step))
            .await
    }
}

table!(CollectionRecord, "collections own" =>
    id, title, tags, created_ms, updated_ms, sources "source_count");

found!(CollectionRecord);
listed!(CollectionRecord by "updated_ms DESC, pk DESC");
removed!(CollectionRecord, "collections", "collection");
