//! What this process holds for as long as it uses the database: a connection of its own, and locks that end with it.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use screen_agent_store::Stored;
use screen_agent_store_sql::{Db as _, SqlValue, StateKey};

use crate::lock;
use crate::pool::Pool;
use crate::session::{Here, Session};

/// A machine that vanished is noticed within a minute, and what it held is free.
const KEEP_ALIVE: &str =
    "SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 4";

/// How long it is waited for the end of what was cut: it does nothing but hold, and ends at once.
const ENDED_MS: u32 = 1_000;

/// That this process uses the database, which others see, and its duties.
pub(crate) struct Presence(Mutex<Option<Held>>);

struct Held {
    session: Session,
    duties: HashSet<i64>,
}

impl Presence {
    /// Tells the others from now on.
    pub(crate) fn begin(pool: &Pool) -> Stored<Self> {
        Ok(Self(Mutex::new(Some(Held::begin(pool)?))))
    }

    /// Does something knowing whether any other process uses the database; none begins to meanwhile if none does.
    pub(crate) fn alone<T>(&self, pool: &Pool, act: impl FnOnce(bool) -> Stored<T>) -> Stored<T> {
        self.with(pool, |held| {
            let alone = held.lock("pg_try_advisory_lock", lock::PRESENCE)?;
            let acted = act(alone);
            if alone {
                held.lock("pg_advisory_unlock", lock::PRESENCE)?;
            }
            acted
        })
    }

    /// Takes a duty, unless another process has it.
    pub(crate) fn takes(&self, pool: &Pool, duty: i64) -> Stored<bool> {
        self.with(pool, |held| {
            if held.duties.contains(&duty) {
                return Ok(true);
            }
            let taken = held.lock("pg_try_advisory_lock", duty)?;
            if taken {
                held.duties.insert(duty);
            }
            Ok(taken)
        })
    }

    /// Leaves a duty to others.
    pub(crate) fn lets_go(&self, pool: &Pool, duty: i64) -> Stored<()> {
        self.with(pool, |held| {
            if held.duties.remove(&duty) {
                held.lock("pg_advisory_unlock", duty)?;
            }
            Ok(())
        })
    }

    /// Has the others see this process again, if it was cut off.
    pub(crate) fn stays(&self, pool: &Pool) -> Stored<()> {
        self.with(pool, |_| Ok(()))
    }

    fn with<T>(&self, pool: &Pool, act: impl FnOnce(&mut Held) -> Stored<T>) -> Stored<T> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let alive = |held: &Held| held.session.batch("SELECT 1").is_ok();
        let mut held = match kept.take().filter(alive) {
            Some(held) => held,
            // It was cut: this process was not seen for a while, and has no duties any more. The database may not have
            // noticed, and hold for nobody what was held.
            None => {
                let held = Held::begin(pool)?;
                held.ends_what_was_cut(pool)?;
                held
            }
        };
        let acted = act(&mut held);
        *kept = Some(held);
        acted
    }
}

impl Held {
    fn begin(pool: &Pool) -> Stored<Self> {
        let session = pool.one()?;
        session.batch(KEEP_ALIVE)?;
        // Held together, also the name: the connection that was cut may hold it still.
        session.batch(&format!(
            "SELECT pg_advisory_lock_shared({}), pg_advisory_lock_shared({})",
            lock::PRESENCE,
            lock::peer(pool.address().peer())
        ))?;
        Ok(Self {
            session,
            duties: HashSet::new(),
        })
    }

    /// Ends whatever else bears this name, and with it the duties that it had.
    fn ends_what_was_cut(&self, pool: &Pool) -> Stored<()> {
        self.session.batch(&format!(
            "SELECT pg_terminate_backend(pid, {ENDED_MS}) FROM pg_locks
             WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted AND pid <> pg_backend_pid()
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
               AND (classid::BIGINT << 32 | objid::BIGINT) = {} AND objsubid = 1",
            lock::peer(pool.address().peer())
        ))
    }

    /// Asks for a lock, or lets go of it.
    fn lock(&self, how: &str, number: i64) -> Stored<bool> {
        let (session, key) = (&self.session, &StateKey::none());
        let mut is = false;
        let sql = format!("SELECT {how}(?1)");
        Here { session, key }.query(&sql, &[SqlValue::Int(number)], &mut |row| {
            is = matches!(row.value(0)?, SqlValue::Bool(true));
            Ok(true)
        })?;
        Ok(is)
    }
}
