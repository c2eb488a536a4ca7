//! Artifacts.

use async_trait::async_trait;
use rusqlite::Connection;
use screen_agent_store::artifact::{
    Artifact, ArtifactAdded, ArtifactChange, ArtifactChanged, ArtifactRecord, MOST_ARTIFACTS,
    may_follow,
};
use screen_agent_store::{Artifacts, Owner, Stored};

use super::owned::{Owned, ScopedStore};
use crate::sql::{Sql as _, from_row};

#[async_trait]
impl Artifacts for ScopedStore<'_> {
    async fn add_artifact(&self, artifact: Artifact) -> Stored<ArtifactAdded> {
        self.write(move |rows| {
            let new = &artifact.record;
            if let Some(known) = rows.known_artifact(new)? {
                return Ok(ArtifactAdded::Known(known));
            }
            rows.room_for_one("artifacts", MOST_ARTIFACTS)?;
            let pk = rows.insert_artifact(new)?;
            let content = &artifact.content;
            rows.insert(
                "artifact_contents",
                &[("artifact_pk", &pk), ("body", content)],
            )?;
            rows.artifact(pk).map(ArtifactAdded::Added)
        })
        .await
    }

    async fn artifact(&self, id: String) -> Stored<Option<Artifact>> {
        self.read(move |rows| {
            let Some(pk) = rows.pk("artifacts", &id)? else {
                return Ok(None);
            };
            let sql = "SELECT body FROM artifact_contents WHERE artifact_pk = ?1";
            let content = rows.db.get(sql, &[&pk])?;
            let record = rows.artifact(pk)?;
            Ok(Some(Artifact { record, content }))
        })
        .await
    }

    async fn artifacts(&self, collection: Option<String>) -> Stored<Vec<ArtifactRecord>> {
        let sql = select(
            "a.tenant_id = ?1 AND a.user_id = ?2 AND (?3 IS NULL OR c.id = ?3)
             ORDER BY a.created_ms DESC, a.pk DESC",
        );
        self.read(move |rows| rows.list(&sql, &[&collection])).await
    }

    async fn update_artifact(&self, id: String, step: ArtifactChange) -> Stored<ArtifactChanged> {
        self.write(move |rows| {
            let Some((pk, status)) = rows.one("artifacts", "pk, status", &id)? else {
                return Ok(ArtifactChanged::Unknown);
            };
            if !may_follow(status, step.status) {
                return Ok(ArtifactChanged::OutOfTurn(status));
            }
            if let Some(content) = &step.content {
                let sql = "UPDATE artifact_contents SET body = ?2 WHERE artifact_pk = ?1";
                rows.db.make(sql, &[&pk, content])?;
            }
            rows.db.make(
                "UPDATE artifacts SET status = ?2, error = ?3, updated_ms = max(updated_ms, ?4)
                 WHERE pk = ?1",
                &[&pk, &step.status, &step.error, &step.now_ms],
            )?;
            rows.artifact(pk).map(ArtifactChanged::Changed)
        })
        .await
    }

    async fn remove_artifact(&self, id: String) -> Stored<bool> {
        self.write(move |rows| rows.remove("artifacts", "artifact", &id))
            .await
    }
}

impl Owned<'_> {
    /// The one with its id, or that is made of the same in the same way.
    fn known_artifact(&self, new: &ArtifactRecord) -> Stored<Option<ArtifactRecord>> {
        let sql = select(
            "a.tenant_id = ?1 AND a.user_id = ?2 AND (a.id = ?3 OR a.dedupe_key = ?4)
             ORDER BY a.id = ?3 DESC LIMIT 1",
        );
        self.find(&sql, &[&new.id, &new.dedupe_key])
    }

    /// A collection that is gone by now, or was never the owner's, is none.
    fn insert_artifact(&self, new: &ArtifactRecord) -> Stored<i64> {
        let collection = match &new.collection_id {
            Some(id) => self.pk("collections", id)?,
            None => None,
        };
        self.insert(
            "artifacts",
            &[
                ("id", &new.id),
                ("collection_pk", &collection),
                ("kind", &new.kind),
                ("title", &new.title),
                ("tags", &new.tags),
                ("status", &new.status),
                ("error", &new.error),
                ("dedupe_key", &new.dedupe_key),
                ("created_ms", &new.created_ms),
                ("updated_ms", &new.updated_ms),
            ],
        )
    }

    /// One that is there.
    fn artifact(&self, pk: i64) -> Stored<ArtifactRecord> {
        self.db.get(&select("a.pk = ?1"), &[&pk])
    }
}

/// Artifacts that wait to be made, whoever's.
pub(crate) fn pending(db: &Connection, limit: u32) -> Stored<Vec<(Owner, String)>> {
    db.list(
        "SELECT tenant_id, user_id, id FROM artifacts
         WHERE status = 'pending' ORDER BY created_ms, pk LIMIT ?1",
        &[&limit],
    )
}

fn select(which: &str) -> String {
    format!(
        "SELECT a.id, c.id, a.kind, a.title, a.tags, a.status, a.error, a.dedupe_key, a.created_ms,
                a.updated_ms
         FROM artifacts a LEFT JOIN collections c ON c.pk = a.collection_pk WHERE {which}"
    )
}

from_row!(ArtifactRecord:
    id, collection_id, kind, title, tags, status, error, dedupe_key, created_ms, updated_ms);
