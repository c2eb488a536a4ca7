//! Documents that an IDE keeps.

use async_trait::async_trait;
use screen_agent_store::ide::{
    IdeDocument, IdeDocumentEntry, IdeDocumentFilter, IdeDocumentName, MOST_DOCUMENTS,
};
use screen_agent_store::{Documents, Stored};

use super::owned::{Owned, ScopedStore};
use super::records::{Bound, found, listed, table};
use crate::sql::{Sql as _, ToColumn, from_row};

#[async_trait]
impl Documents for ScopedStore<'_> {
    async fn put_document(&self, document: IdeDocument) -> Stored<bool> {
        self.write(move |rows| rows.put_document(&document)).await
    }
}

impl Owned<'_> {
    fn put_document(&self, document: &IdeDocument) -> Stored<bool> {
        let IdeDocumentName { project, path } = &document.name;
        if document.version > 1 {
            let changed = self.change(
                "UPDATE ide_documents SET version = ?5, body = ?6, updated_ms = max(updated_ms, ?7)
                 WHERE tenant_id = ?1 AND user_id = ?2 AND project = ?3 AND path = ?4
                   AND version = ?5 - 1",
                &[
                    project,
                    path,
                    &document.version,
                    &document.body,
                    &document.updated_ms,
                ],
            )?;
            return Ok(changed == 1);
        }
        let known = "SELECT 1 FROM ide_documents
                     WHERE tenant_id = ?1 AND user_id = ?2 AND project = ?3 AND path = ?4";
        if self.has(known, &[project, path])? {
            return Ok(false);
        }
        self.room_for_one("ide_documents", MOST_DOCUMENTS)?;
        self.insert(
            "ide_documents",
            &[
                ("project", project),
                ("path", path),
                ("version", &document.version),
                ("body", &document.body),
                ("updated_ms", &document.updated_ms),
            ],
        )?;
        Ok(true)
    }
}

from_row!(IdeDocumentName: project, path);
table!(IdeDocument, "ide_documents own" => name "own.project, own.path", version, body, updated_ms);
table!(IdeDocumentEntry, "ide_documents own" => name "own.project, own.path", version, updated_ms);

impl Bound for IdeDocumentName {
    fn values(&self) -> Vec<Box<dyn ToColumn + '_>> {
        vec![Box::new(&self.project), Box::new(&self.path)]
    }
}

found!(IdeDocument, "own.project = ?3 AND own.path = ?4");

impl Bound for IdeDocumentFilter {
    fn values(&self) -> Vec<Box<dyn ToColumn + '_>> {
        vec![
            Box::new(&self.project),
            Box::new(&self.prefix),
            Box::new(self.after_ms),
        ]
    }

    fn part(&self) -> Option<(u32, u32)> {
        Some((self.limit, self.offset))
    }
}

listed!(IdeDocumentEntry, "own.project = ?3 AND substr(own.path, 1, length(?4)) = ?4
         AND (?5 IS NULL OR own.updated_ms > ?5)" by "own.path");
