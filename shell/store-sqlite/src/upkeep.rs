//! The door to what has no owner.

use async_trait::async_trait;
use screen_agent_kernel::SessionId;
use screen_agent_store::file::DomainChange;
use screen_agent_store::outbox::{Announced, Place};
use screen_agent_store::upkeep::{Admission, RateWindow, Recovered, Swept};
use screen_agent_store::{Outbox, Owner, Stored, Upkeep};
use uuid::Uuid;

use crate::SqliteStore;
use crate::rows::{artifacts, domains, files, get, outbox, rates, recover, sweep};

#[async_trait]
impl Outbox for SqliteStore {
    async fn sent_up_to(&self) -> Stored<Place> {
        self.readers.read(outbox::sent_up_to).await
    }

    async fn announced(&self, after: Place, limit: u32) -> Stored<Vec<Announced>> {
        let read = move |connection: &_| outbox::announced(connection, after, limit);
        self.readers.read(read).await
    }

    async fn mark_sent(&self, up_to: Place, now_ms: i64) -> Stored<()> {
        let write = move |connection: &_| outbox::mark_sent(connection, up_to, now_ms);
        self.writer.write(write).await
    }

    async fn first_owner(&self, session: SessionId) -> Stored<Option<Owner>> {
        let read = move |connection: &_| outbox::first_owner(connection, session);
        self.readers.read(read).await
    }
}

#[async_trait]
impl Upkeep for SqliteStore {
    async fn ping(&self) -> Stored<()> {
        let ask = |connection: &_| get(connection, "SELECT count(*) FROM tenants", [], |_| Ok(()));
        self.readers.read(ask).await
    }

    async fn ping_write(&self) -> Stored<()> {
        // A transaction that changes nothing would not find out that the disk takes no more.
        self.writer.write(rates::touch).await
    }

    async fn admit(&self, key: String, window: RateWindow, now_ms: i64) -> Stored<Admission> {
        let write = move |connection: &_| rates::admit(connection, &key, window, now_ms);
        self.writer.write(write).await
    }

    async fn give_back(&self, key: String) -> Stored<()> {
        let write = move |connection: &_| rates::give_back(connection, &key);
        self.writer.write(write).await
    }

    async fn forget_window(&self, key: String) -> Stored<()> {
        let write = move |connection: &_| rates::forget(connection, &key);
        self.writer.write(write).await
    }

    async fn set_domain(
        &self,
        tenant: String,
        pattern: String,
        wanted: bool,
        now_ms: i64,
    ) -> Stored<DomainChange> {
        let write =
            move |connection: &_| domains::set(connection, &tenant, &pattern, wanted, now_ms);
        self.writer.write(write).await
    }

    async fn domains(&self) -> Stored<Vec<(String, String)>> {
        self.readers.read(domains::everybodys).await
    }

    async fn has_file(&self, id: Uuid) -> Stored<bool> {
        let read = move |connection: &_| files::is_known(connection, id);
        self.readers.read(read).await
    }

    async fn pending_artifacts(&self, limit: u32) -> Stored<Vec<(Owner, String)>> {
        let read = move |connection: &_| artifacts::pending(connection, limit);
        self.readers.read(read).await
    }

    async fn recover(&self, now_ms: i64) -> Stored<Recovered> {
        // Nobody else can hold a lease while no other process has the database open.
        let alone = self.open.alone();
        let before_ms = if alone.is_some() { i64::MAX } else { now_ms };
        let write = move |connection: &_| recover::recover(connection, before_ms, now_ms);
        let recovered = self.writer.write(write).await;
        drop(alone);
        recovered
    }

    async fn sweep(&self, now_ms: i64) -> Stored<Swept> {
        let keep_ms = self.keep_conversations_ms;
        let write = move |connection: &_| sweep::sweep(connection, keep_ms, now_ms);
        self.writer.write(write).await
    }
}
