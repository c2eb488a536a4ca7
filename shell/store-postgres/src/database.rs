//! Transactions on the database, and on a copy of it that lags behind.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use screen_agent_store::{StoreError, Stored};
use screen_agent_store_sql::{
    Backend, Change, Db as _, DbAnswer, Freshness, Lock, Query, RecoveryChange, SqlValue, StateKey,
};

use crate::error::{is_cut, is_in_the_way};
use crate::lock;
use crate::pool::Pool;
use crate::session::{Here, Session};

/// How often a transaction is tried that another is in the way of.
const TRIES: u32 = 6;
/// How long it waits before the second time; twice as long before the third.
const PAUSE: Duration = Duration::from_millis(4);
/// So many times as long may a statement take that reads what may be much.
const LARGE: u128 = 20;
/// Reads what belongs together as it stood at one moment.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

pub(crate) struct Database {
    pub(crate) pool: Pool,
    /// Where reading may be done that need not be fresh.
    pub(crate) replica: Option<Pool>,
    pub(crate) key: StateKey,
    pub(crate) presence: Arc<Presence>,
}

#[async_trait]
impl Backend for Database {
    async fn read(&self, how: Freshness, query: Query) -> Stored<DbAnswer> {
        let key = self.key.clone();
        let begin = match how {
            Freshness::Fresh => SNAPSHOT.to_owned(),
            // Whoever takes out everything is as slow as where they take it.
            Freshness::Lagging => {
                let ms = LARGE * self.pool.patience().as_millis();
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
            let read = replica.run(begin.clone(), move |session| asked(&asking, session, &key));
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
            .run(begin, move |session| asked(&query, session, &key));
        read.await
    }

    async fn write(&self, held: Option<Lock>, change: Change) -> Stored<DbAnswer> {
        let key = self.key.clone();
        let begin = beginning(held);
        let again = begin.clone();
        let write = move |session: &Session| changed(session, &key, &again, change);
        self.pool.run(begin, write).await
    }

    async fn recover(&self, mut change: RecoveryChange) -> Stored<DbAnswer> {
        let (key, presence, pool) = (self.key.clone(), self.presence.clone(), self.pool.clone());
        let begin = beginning(Some(Lock::Sweep));
        let again = begin.clone();
        let write = move |session: &Session| {
            presence.alone(&pool, &key, |alone| {
                let change: Change = Box::new(move |db| change(db, alone));
                changed(session, &key, &again, change)
            })
        };
        self.pool.run(begin, write).await
    }

    /// What was deleted is overwritten when PostgreSQL cleans up, which it does by itself.
    async fn forget_deleted(&self) {}
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

/// That this process uses the database: a lock that all who do hold together, and that ends with the connection.
pub(crate) struct Presence(Mutex<Option<Session>>);

impl Presence {
    /// Tells the others from now on.
    pub(crate) fn begin(pool: &Pool) -> Stored<Self> {
        Ok(Self(Mutex::new(Some(present(pool)?))))
    }

    /// Does something knowing whether any other process uses the database; none begins to meanwhile if none does.
    fn alone<T>(
        &self,
        pool: &Pool,
        key: &StateKey,
        act: impl FnOnce(bool) -> Stored<T>,
    ) -> Stored<T> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let session = match held
            .take()
            .filter(|session| session.batch("SELECT 1").is_ok())
        {
            Some(session) => session,
            // It was cut, and this process was not seen for a while.
            None => present(pool)?,
        };
        let one = |sql: &str| -> Stored<bool> {
            let session = &session;
            let here = Here { session, key };
            let mut is = false;
            here.query(sql, &[SqlValue::Int(lock::PRESENCE)], &mut |row| {
                is = matches!(row.value(0)?, SqlValue::Bool(true));
                Ok(true)
            })?;
            Ok(is)
        };
        let alone = one("SELECT pg_try_advisory_lock(?1)")?;
        let acted = act(alone);
        if alone {
            one("SELECT pg_advisory_unlock(?1)")?;
        }
        *held = Some(session);
        acted
    }
}

fn present(pool: &Pool) -> Stored<Session> {
    let session = pool.one()?;
    session.batch(&format!(
        "SELECT pg_advisory_lock_shared({})",
        lock::PRESENCE
    ))?;
    Ok(session)
}
