//! So many connections and no more.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use screen_agent_store::{StoreError, Stored};
use tokio::sync::Semaphore;

use crate::address::Address;
use crate::error::is_cut;
use crate::session::{Session, WHOLE};

/// Connections to one server; opened when first needed, then kept.
#[derive(Clone)]
pub(crate) struct Pool {
    address: Arc<Address>,
    patience: Duration,
    idle: Arc<Mutex<Vec<Session>>>,
    permits: Arc<Semaphore>,
}

impl Pool {
    /// At most so many connections. Nobody waits longer than this for one.
    pub(crate) fn new(address: Address, most: u32, patience: Duration) -> Self {
        Self {
            address: Arc::new(address),
            patience,
            idle: Arc::default(),
            permits: Arc::new(Semaphore::new(most as usize)),
        }
    }

    /// Where they lead.
    pub(crate) fn address(&self) -> &Address {
        &self.address
    }

    /// How long a statement may take.
    pub(crate) const fn patience(&self) -> Duration {
        self.patience
    }

    /// A connection of its own, beside the others.
    pub(crate) fn one(&self) -> Stored<Session> {
        Session::open(&self.address, self.patience)
    }

    /// Runs a transaction on a connection of its own, off the async threads: `begin` is said to it first. It has its time,
    /// and so much more if a statement of it is `large`.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        begin: String,
        large: Duration,
        job: impl FnOnce(&Session) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let permit = tokio::time::timeout(self.patience, self.permits.clone().acquire_owned());
        let permit = permit.await.map_err(|_| {
            StoreError::TimedOut("every connection to the database is in use".into())
        })?;
        let permit = permit.map_err(|cause| StoreError::Unavailable(cause.into()))?;
        let (pool, whole) = (self.clone(), WHOLE * self.patience + large);
        let run = tokio::task::spawn_blocking(move || {
            let session = pool.begun(&begin)?;
            let done = job(&session);
            let cut = done.as_ref().err().is_some_and(is_cut);
            if !cut && session.is_open() {
                pool.idle().push(session);
            }
            drop(permit);
            done
        });
        // Who is given up keeps its place among the connections until it is broken off.
        let run = tokio::time::timeout(whole, run).await;
        let run = run.map_err(|_| StoreError::TimedOut("the database does not answer".into()))?;
        run.map_err(|cause| StoreError::Unavailable(cause.into()))?
    }

    /// A connection that has begun. One that was cut while nobody used it tells so only then, and so will the others.
    fn begun(&self, begin: &str) -> Stored<Session> {
        let kept = self.idle().pop();
        if let Some(session) = kept {
            match session.batch(begin) {
                Ok(()) => return Ok(session),
                Err(error) if is_cut(&error) => self.idle().clear(),
                Err(error) => return Err(error),
            }
        }
        let session = self.one()?;
        session.batch(begin)?;
        Ok(session)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Session>> {
        // A panic while pushing or popping leaves the list whole.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
