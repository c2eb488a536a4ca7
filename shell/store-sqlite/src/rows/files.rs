//! Files that people gave, and how much is kept for them.

use async_trait::async_trait;
use screen_agent_store::file::{FileRecord, Kept, Quota};
use screen_agent_store::{Files, Stored};

use super::owned::ScopedStore;
use super::quota;
use crate::sql::{Sql as _, from_row};

#[async_trait]
impl Files for ScopedStore<'_> {
    async fn add_file(&self, file: FileRecord) -> Stored<()> {
        self.write(move |rows| {
            rows.insert(
                "files",
                &[
                    ("id", &file.id),
                    ("key", &file.key),
                    ("name", &file.name),
                    ("mime", &file.mime),
                    ("size", &file.size),
                    ("reading", &file.reading),
                    ("created_ms", &file.created_ms),
                ],
            )
            .map(drop)
        })
        .await
    }

    async fn kept(&self) -> Stored<(Kept, Quota)> {
        Ok((self.read(quota::kept).await?, self.store.quota))
    }

    async fn file(&self, key: String) -> Stored<Option<FileRecord>> {
        let sql = "SELECT id, key, name, mime, size, reading, created_ms FROM files
                   WHERE tenant_id = ?1 AND user_id = ?2 AND key = ?3";
        self.read(move |rows| rows.find(sql, &[&key])).await
    }

    async fn allowed_domains(&self) -> Stored<Vec<String>> {
        let sql = "SELECT pattern FROM allowed_domains WHERE tenant_id = ?1 ORDER BY pattern";
        self.read(move |rows| rows.list(sql, &[])).await
    }
}

from_row!(FileRecord: id, key, name, mime, size, reading, created_ms);
