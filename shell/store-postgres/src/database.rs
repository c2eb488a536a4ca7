//! Transactions on the database, and on a copy of it that lags behind.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use screen_agent_store::{Duty, Peer, Peers, StoreError, Stored};
use screen_agent_store_sql::{
    Backend, Change, Db, DbAnswer, Freshness, Lock, Query, RecoveryChange, Sql as _, StateKey,
};

use crate::ear::Ear;
use crate::error::{is_cut, is_in_the_way};
use crate::lock;
use crate::pool::Pool;
use crate::presence::Presence;
use crate::session::{Here, Session};

/// How often a transaction is tried that another is in the way of.
const TRIES: u32 = 6;
/// How long it waits before the second time; twice as long before the third.
const PAUSE: Duration = Duration::from_millis(4);
/// So many times as long may a statement take that reads what may be much.
const LARGE: u32 = 20;
/// Reads what belongs together as it stood at one moment.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

pub(crate) struct Database {
    pub(crate) pool: Pool,
    /// Where reading may be done that need not be fresh.
    pub(crate) replica: Option<Pool>,
    pub(crate) key: StateKey,
    pub(crate) presence: Arc<Presence>,
    pub(crate) ear: Ear,
}

#[async_trait]
impl Backend for Database {
    async fn read(&self, how: Freshness, query: Query) -> Stored<DbAnswer> {
        let key = self.key.clone();
        let large = match how {
            // Whoever takes out everything is as slow as where they take it.
            Freshness::Lagging => LARGE * self.pool.patience(),
            Freshness::Fresh | Freshness::Settled => Duration::ZERO,
        };
        let begin = match how {
            Freshness::Fresh => SNAPSHOT.to_owned(),
            Freshness::Lagging => {
                let ms = large.as_millis();
                format!("{SNAPSHOT}; SET LOCAL statement_timeout = {ms}")
            }
            Freshness::Settled => {
                format!(
                    "BEGIN READ ONLY; SELECT pg_advisory_xact_lock({})",
                    lock::OUTBOX
                )
            }
        };
        let query = Arc::new(Mutex::new(Some(query)));
        if let (Freshness::Lagging, Some(replica)) = (how, &self.replica) {
            let (asking, key) = (query.clone(), key.clone());
            let read = replica.run(begin.clone(), large, move |session| {
                asked(&asking, session, &key)
            });
            match read.await {
                // It was not asked yet: who lags behind may also be away.
                Err(StoreError::Unavailable(error)) if is_left(&query) => {
                    tracing::warn!(%error, "the replica cannot be read; the database itself is");
                }
                read => return read,
            }
        }
        let read = self
            .pool
            .run(begin, large, move |session| asked(&query, session, &key));
        read.await
    }

    async fn write(&self, held: Option<Lock>, change: Change) -> Stored<DbAnswer> {
        let key = self.key.clone();
        let begin = beginning(held);
        let again = begin.clone();
        let write = move |session: &Session| changed(session, &key, &again, change);
        self.pool.run(begin, Duration::ZERO, write).await
    }

    async fn recover(&self, mut change: RecoveryChange) -> Stored<DbAnswer> {
        let (key, presence, pool) = (self.key.clone(), self.presence.clone(), self.pool.clone());
        let begin = beginning(Some(Lock::Sweep));
        let again = begin.clone();
        let write = move |session: &Session| {
            presence.alone(&pool, |alone| {
                let change: Change = Box::new(move |db| change(db, alone));
                changed(session, &key, &again, change)
            })
        };
        self.pool.run(begin, Duration::ZERO, write).await
    }

    /// What was deleted is overwritten when PostgreSQL cleans up, which it does by itself.
    async fn forget_deleted(&self) {}
}

#[async_trait]
impl Peers for Database {
    fn name(&self) -> Option<Peer> {
        Some(self.pool.address().peer())
    }

    async fn is_here(&self, peer: Peer) -> Stored<bool> {
        let asked = move |db: &dyn Db| Ok(Box::new(!db.is_gone(peer)?) as DbAnswer);
        let here = self.write(None, Box::new(asked)).await?;
        Ok(here.downcast::<bool>().is_ok_and(|here| *here))
    }

    async fn takes(&self, duty: Duty) -> Stored<bool> {
        let number = lock::duty(duty);
        self.present(move |presence, pool| presence.takes(pool, number))
            .await
    }

    async fn lets_go(&self, duty: Duty) -> Stored<()> {
        let number = lock::duty(duty);
        self.present(move |presence, pool| presence.lets_go(pool, number))
            .await
    }

    async fn agrees(&self, name: String, mark: String) -> Stored<bool> {
        let agreed = move |db: &dyn Db| {
            let said = "UPDATE about SET agreed = agreed || jsonb_build_object(?1, ?2)
                        WHERE NOT jsonb_exists(agreed, ?1)";
            db.make(said, &[&name, &mark])?;
            let all: String = db.get("SELECT agreed ->> ?1 FROM about", &[&name])?;
            Ok(Box::new(all == mark) as DbAnswer)
        };
        let agrees = self.write(None, Box::new(agreed)).await?;
        Ok(agrees.downcast::<bool>().is_ok_and(|agrees| *agrees))
    }

    async fn time_ms(&self) -> Stored<Option<i64>> {
        let now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        let asked = move |db: &dyn Db| Ok(Box::new(db.get::<i64>(now, &[])?) as DbAnswer);
        let told = self.write(None, Box::new(asked)).await?;
        Ok(told.downcast().ok().map(|told| *told))
    }

    async fn heard(&self) {
        self.ear.heard().await;
    }
}

impl Database {
    /// Does something with what this process holds, off the async threads.
    async fn present<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Presence, &Pool) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let (presence, pool) = (self.presence.clone(), self.pool.clone());
        let acted = tokio::task::spawn_blocking(move || act(&presence, &pool)).await;
        acted.map_err(|cause| StoreError::Unavailable(cause.into()))?
    }
}

type Asked = Mutex<Option<Query>>;

fn is_left(query: &Asked) -> bool {
    query
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .is_some()
}

fn asked(query: &Asked, session: &Session, key: &StateKey) -> Stored<DbAnswer> {
    let query = query.lock().unwrap_or_else(PoisonError::into_inner).take();
    let query = query.ok_or_else(|| StoreError::Unavailable("a query was asked twice".into()))?;
    let found = query(&Here { session, key });
    let ended = session.batch("ROLLBACK");
    let found = found?;
    ended.map(|()| found)
}

fn beginning(held: Option<Lock>) -> String {
    match held {
        None => "BEGIN".to_owned(),
        Some(what) => format!(
            "BEGIN; SELECT pg_advisory_xact_lock({})",
            lock::number(what)
        ),
    }
}

/// Makes a change in a transaction that has begun; once more from its beginning when another is in the way.
fn changed(session: &Session, key: &StateKey, begin: &str, mut change: Change) -> Stored<DbAnswer> {
    let mut tries = 1;
    loop {
        let made = change(&Here { session, key });
        let settled = match made {
            Ok(answer) => session.commit().map(|()| answer),
            Err(error) => {
                // Where this fails, too, the connection is gone, and the transaction with it.
                let rolled_back = session.batch("ROLLBACK");
                if rolled_back.is_err() && !is_cut(&error) {
                    tracing::warn!("a transaction was left for the database to end");
                }
                Err(error)
            }
        };
        match settled {
            Err(error) if is_in_the_way(&error) && tries < TRIES => {
                std::thread::sleep(PAUSE * (1 << tries));
                tries += 1;
                if let Err(error) = session.batch(begin) {
                    // Nothing has begun: the connection is whole again, or gone.
                    let _whole = session.batch("ROLLBACK");
                    return Err(error);
                }
            }
            settled => return settled,
        }
    }
}
