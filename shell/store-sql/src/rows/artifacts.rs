//! Artifacts.

use screen_agent_store::Stored;
use screen_agent_store::artifact::{
    Artifact, ArtifactAdded, ArtifactChange, ArtifactChanged, ArtifactRecord, MOST_ARTIFACTS,
    may_follow,
};
use screen_agent_store::upkeep::PendingArtifact;

use super::owned::Owned;
use super::records::{Unowned, found, listed, removed, select, table};
use crate::sql::Sql as _;

impl Owned<'_> {
    /// Adds one, unless it is there.
    pub(crate) fn add_artifact(&self, artifact: &Artifact) -> Stored<ArtifactAdded> {
        let new = &artifact.record;
        if let Some(known) = self.known_artifact(new)? {
            return Ok(ArtifactAdded::Known(known));
        }
        self.room_for_one("artifacts", MOST_ARTIFACTS)?;
        let pk = self.insert_artifact(new)?;
        self.insert(
            "artifact_contents",
            &[("artifact_pk", &pk), ("body", &artifact.content)],
        )?;
        self.artifact(pk).map(ArtifactAdded::Added)
    }

    /// Takes a step, if it follows from where the artifact stands.
    pub(crate) fn update_artifact(
        &self,
        id: &str,
        step: &ArtifactChange,
    ) -> Stored<ArtifactChanged> {
        let Some((pk, status)) = self.one("artifacts", "pk, status", &id)? else {
            return Ok(ArtifactChanged::Unknown);
        };
        if !may_follow(status, step.status) {
            return Ok(ArtifactChanged::OutOfTurn(status));
        }
        if let Some(content) = &step.content {
            let sql = "UPDATE artifact_contents SET body = ?2 WHERE artifact_pk = ?1";
            self.db.make(sql, &[&pk, content])?;
        }
        self.db.make(
            "UPDATE artifacts SET status = ?2, error = ?3, updated_ms = max(updated_ms, ?4)
             WHERE pk = ?1",
            &[&pk, &step.status, &step.error, &step.now_ms],
        )?;
        self.artifact(pk).map(ArtifactChanged::Changed)
    }

    /// The one with its id, or that is made of the same in the same way.
    fn known_artifact(&self, new: &ArtifactRecord) -> Stored<Option<ArtifactRecord>> {
        let sql = select::<ArtifactRecord>(
            "own.tenant_id = ?1 AND own.user_id = ?2 AND (own.id = ?3 OR dedupe_key = ?4)
             ORDER BY own.id = ?3 DESC LIMIT 1",
        );
        self.find(&sql, &[&new.id, &new.dedupe_key])
    }

    /// A collection that is gone by now, or was never the owner's, is none.
    fn insert_artifact(&self, new: &ArtifactRecord) -> Stored<i64> {
        let collection = match &new.collection_id {
            Some(id) => self.pk("collections", id)?,
            None => None,
        };
        self.insert_keyed(
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
        self.db
            .get(&select::<ArtifactRecord>("own.pk = ?1"), &[&pk])
    }
}

table!(PendingArtifact, "artifacts" => owner "tenant_id, user_id", id);

impl Unowned for PendingArtifact {}

// The oldest first, so many.
listed!(PendingArtifact, "status = 'pending'" by "created_ms, pk LIMIT ?1");

table!(ArtifactRecord, "artifacts own LEFT JOIN collections c ON c.pk = own.collection_pk" =>
    id "own.id", collection_id "c.id", kind, title "own.title", tags "own.tags", status, error,
    dedupe_key, created_ms "own.created_ms", updated_ms "own.updated_ms");

table!(Artifact, "artifacts own JOIN artifact_contents said ON said.artifact_pk = own.pk
                  LEFT JOIN collections c ON c.pk = own.collection_pk" =>
    record "own.id, c.id, kind, own.title, own.tags, status, error, dedupe_key, own.created_ms,
            own.updated_ms", content "said.body");

found!(Artifact);
listed!(ArtifactRecord, "(?3 IS NULL OR c.id = ?3)" by "own.created_ms DESC, own.pk DESC");
removed!(ArtifactRecord, "artifacts", "artifact");
