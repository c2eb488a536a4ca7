//! The door to the audit log.

use async_trait::async_trait;
use screen_agent_audit::{Entry, Hash, Mark, PublicKey, Row};
use screen_agent_store::Stored;
use screen_agent_store::audit::{AuditFilter, AuditLog};

use crate::SqliteStore;
use crate::rows::audit;

#[async_trait]
impl AuditLog for SqliteStore {
    async fn log(&self, entry: Entry) -> Stored<()> {
        let write = move |connection: &_| audit::log(connection, &entry);
        self.writer.write(write).await
    }

    async fn audit_rows(&self, after: u64, limit: u32) -> Stored<Vec<Row>> {
        let read = move |connection: &_| audit::after(connection, after, limit);
        self.readers.read(read).await
    }

    async fn audit_page(&self, filter: AuditFilter) -> Stored<Vec<Row>> {
        let read = move |connection: &_| audit::page(connection, &filter);
        self.readers.read(read).await
    }

    async fn audit_head(&self) -> Stored<Option<(u64, Hash)>> {
        self.readers.read(audit::head).await
    }

    async fn add_mark(&self, mark: Mark) -> Stored<()> {
        let write = move |connection: &_| audit::add_mark(connection, &mark);
        self.writer.write(write).await
    }

    async fn marks(&self) -> Stored<Vec<Mark>> {
        self.readers.read(audit::marks).await
    }

    async fn last_mark(&self) -> Stored<Option<Mark>> {
        self.readers.read(audit::last_mark).await
    }

    async fn add_audit_key(&self, key: PublicKey) -> Stored<()> {
        let write = move |connection: &_| audit::add_key(connection, &key);
        self.writer.write(write).await
    }

    async fn audit_keys(&self) -> Stored<Vec<PublicKey>> {
        self.readers.read(audit::keys).await
    }
}
