//! The door to what has no owner.

use async_trait::async_trait;
use screen_agent_audit::Entry;
use screen_agent_store::file::DomainChange;
use screen_agent_store::ide::KeywordRecord;
use screen_agent_store::upkeep::{Admission, RateWindow, Recovered, Swept};
use screen_agent_store::{Duty, Peer, Peers, Stored, Upkeep};
use uuid::Uuid;

use crate::SqlStore;
use crate::db::{Db, DbAnswer, Lock};
use crate::rows::{audit, domains, keywords, rates, recover, sweep};
use crate::sql::Sql as _;
use crate::store::taken;

#[async_trait]
impl Peers for SqlStore {
    fn name(&self) -> Option<Peer> {
        self.backend.name()
    }

    async fn is_here(&self, peer: Peer) -> Stored<bool> {
        self.backend.is_here(peer).await
    }

    async fn takes(&self, duty: Duty) -> Stored<bool> {
        self.backend.takes(duty).await
    }

    async fn lets_go(&self, duty: Duty) -> Stored<()> {
        self.backend.lets_go(duty).await
    }

    async fn agrees(&self, name: String, mark: String) -> Stored<bool> {
        self.backend.agrees(name, mark).await
    }

    async fn time_ms(&self) -> Stored<Option<i64>> {
        self.backend.time_ms().await
    }

    async fn heard(&self) {
        self.backend.heard().await;
    }
}

#[async_trait]
impl Upkeep for SqlStore {
    async fn log(&self, entry: Entry) -> Stored<()> {
        self.write(Some(Lock::Audit), move |db| audit::log(db, &entry))
            .await
    }

    async fn ping(&self) -> Stored<()> {
        self.read(|db| db.get::<i64>("SELECT count(*) FROM tenants", &[]).map(drop))
            .await
    }

    async fn ping_write(&self) -> Stored<()> {
        // A transaction that changes nothing would not find out that the disk takes no more.
        self.write(None, rates::touch).await
    }

    async fn admit(&self, key: String, window: RateWindow, now_ms: i64) -> Stored<Admission> {
        let held = Some(rates::lock(&key));
        self.write(held, move |db| rates::admit(db, &key, window, now_ms))
            .await
    }

    async fn give_back(&self, key: String) -> Stored<()> {
        let held = Some(rates::lock(&key));
        self.write(held, move |db| rates::give_back(db, &key)).await
    }

    async fn forget_window(&self, key: String) -> Stored<()> {
        let sql = "DELETE FROM rate_windows WHERE key = ?1";
        self.write(None, move |db| db.make(sql, &[&key])).await
    }

    async fn set_domain(
        &self,
        tenant: String,
        pattern: String,
        wanted: bool,
        now_ms: i64,
    ) -> Stored<DomainChange> {
        self.write(Some(Lock::Upkeep), move |db| {
            domains::set(db, &tenant, &pattern, wanted, now_ms)
        })
        .await
    }

    async fn put_keyword(&self, keyword: KeywordRecord) -> Stored<bool> {
        self.write(Some(Lock::Upkeep), move |db| keywords::put(db, &keyword))
            .await
    }

    async fn has_file(&self, id: Uuid) -> Stored<bool> {
        let sql = "SELECT 1 FROM files WHERE id = ?1
            UNION ALL SELECT 1 FROM knowledge_sources WHERE blob = ?1
            UNION ALL SELECT 1 FROM objects WHERE blob_id = ?1";
        self.read(move |db| db.has(sql, &[&id])).await
    }

    async fn recover(&self, now_ms: i64) -> Stored<Recovered> {
        // Nobody else can hold a lease while no other process has the database open.
        let change = move |db: &dyn Db, alone: bool| {
            let before_ms = if alone { i64::MAX } else { now_ms };
            Ok(Box::new(recover::recover(db, before_ms, now_ms)?) as DbAnswer)
        };
        taken(self.backend.recover(Box::new(change)).await?)
    }

    async fn reclaim(&self, now_ms: i64) -> Stored<Recovered> {
        self.write(Some(Lock::Sweep), move |db| {
            recover::recover(db, now_ms, now_ms)
        })
        .await
    }

    async fn sweep(&self, now_ms: i64) -> Stored<Swept> {
        let keep = self.keeping.retention;
        self.write(Some(Lock::Sweep), move |db| sweep::sweep(db, keep, now_ms))
            .await
    }

    async fn due(&self, now_ms: i64) -> Stored<Swept> {
        let keep = self.keeping.retention;
        self.read(move |db| sweep::due(db, keep, now_ms)).await
    }
}
