//! Kept workflows and their versions.

use async_trait::async_trait;
use screen_agent_store::workflow::{
    KeptWorkflow, MOST_VERSIONS, MOST_WORKFLOWS, NewWorkflowVersion, VersionKept, WorkflowVersion,
    Workflows,
};
use screen_agent_store::{StoreError, Stored};

use super::owned::{Owned, ScopedStore};
use super::records::{found, listed, removed, table};
use crate::sql::Sql as _;

table!(KeptWorkflow, "workflows own JOIN workflow_versions last ON last.workflow_pk = own.pk AND last.version = own.version" =>
    id, name, version "own.version", cause, body, created_ms, updated_ms "last.at_ms");

found!(KeptWorkflow);
listed!(KeptWorkflow by "name");
removed!(KeptWorkflow, "workflows", "workflow");

table!(WorkflowVersion, "workflows own JOIN workflow_versions had ON had.workflow_pk = own.pk" =>
    version "had.version", cause, what, body, at_ms);

found!(WorkflowVersion, "own.id = ?3 AND had.version = ?4");

// The latest first.
listed!(WorkflowVersion, "own.id = ?3" by "had.version DESC");

#[async_trait]
impl Workflows for ScopedStore<'_> {
    async fn keep_workflow(&self, new: NewWorkflowVersion) -> Stored<VersionKept> {
        self.write(move |rows| rows.keep_workflow(&new)).await
    }
}

impl Owned<'_> {
    fn keep_workflow(&self, new: &NewWorkflowVersion) -> Stored<VersionKept> {
        let taken: u32 = self.get(
            "SELECT count(*) FROM workflows WHERE tenant_id = ?1 AND user_id = ?2 AND name = ?3 AND id <> ?4",
            &[&new.name, &new.id],
        )?;
        let known: Option<(i64, u32)> = self.one("workflows", "pk, version", &new.id)?;
        let pk = match known {
            _ if taken > 0 => return Ok(VersionKept::NameTaken),
            None if new.version > 1 => return Ok(VersionKept::Unknown),
            None => {
                self.room_for_one("workflows", MOST_WORKFLOWS)?;
                self.insert_keyed(
                    "workflows",
                    &[
                        ("id", &new.id),
                        ("name", &new.name),
                        ("version", &new.version),
                        ("created_ms", &new.now_ms),
                    ],
                )?
            }
            // It was made, and who made it did not hear of it.
            Some(_) if new.version == 1 => return Ok(VersionKept::Kept),
            Some((_, last)) if new.version != last + 1 => return Ok(VersionKept::Overtaken),
            Some(_) if new.version > MOST_VERSIONS => {
                return Err(StoreError::TooMany {
                    what: "versions of the workflow",
                    most: MOST_VERSIONS,
                });
            }
            Some((pk, _)) => {
                let sql = "UPDATE workflows SET version = ?2, name = ?3 WHERE pk = ?1";
                self.db.make(sql, &[&pk, &new.version, &new.name])?;
                pk
            }
        };
        self.insert(
            "workflow_versions",
            &[
                ("workflow_pk", &pk),
                ("version", &new.version),
                ("cause", &new.cause),
                ("what", &new.what),
                ("body", &new.body),
                ("at_ms", &new.now_ms),
            ],
        )?;
        Ok(VersionKept::Kept)
    }
}
