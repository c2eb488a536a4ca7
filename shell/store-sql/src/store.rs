//! The store: the port's methods over whatever database stands behind it.

use std::sync::Arc;

use screen_agent_store::file::Quota;
use screen_agent_store::upkeep::Retention;
use screen_agent_store::{StoreError, Stored};

use crate::db::{Backend, Db, DbAnswer, Freshness, Lock};

/// How far a database is that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looked {
    /// Migrations that it has had; none where there is nothing in it yet.
    pub found: Option<i64>,
    /// How many this program knows.
    pub known: i64,
}

/// What is kept, how long and how much of it.
#[derive(Clone, Copy, Debug)]
pub struct Keeping {
    /// How long what grows old is kept.
    pub retention: Retention,
    /// How many bytes are kept.
    pub quota: Quota,
    /// And of a tenant's knowledge.
    pub knowledge_bytes: u64,
}

/// A database as storage.
#[derive(Clone)]
pub struct SqlStore {
    pub(crate) backend: Arc<dyn Backend>,
    pub(crate) keeping: Keeping,
}

/// What stands behind it may hold keys and addresses.
impl std::fmt::Debug for SqlStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqlStore")
            .field("keeping", &self.keeping)
            .finish_non_exhaustive()
    }
}

impl SqlStore {
    /// Storage in a database whose schema is up to date.
    pub fn new(backend: Arc<dyn Backend>, keeping: Keeping) -> Self {
        Self { backend, keeping }
    }

    /// The database.
    pub fn backend(&self) -> &dyn Backend {
        &*self.backend
    }

    pub(crate) async fn read<T, F>(&self, query: F) -> Stored<T>
    where
        T: Send + 'static,
        F: FnOnce(&dyn Db) -> Stored<T> + Send + 'static,
    {
        self.read_as(Freshness::Fresh, query).await
    }

    pub(crate) async fn read_as<T, F>(&self, how: Freshness, query: F) -> Stored<T>
    where
        T: Send + 'static,
        F: FnOnce(&dyn Db) -> Stored<T> + Send + 'static,
    {
        let query = move |db: &dyn Db| Ok(Box::new(query(db)?) as DbAnswer);
        taken(self.backend.read(how, Box::new(query)).await?)
    }

    pub(crate) async fn write<T, F>(&self, held: Option<Lock>, mut change: F) -> Stored<T>
    where
        T: Send + 'static,
        F: FnMut(&dyn Db) -> Stored<T> + Send + 'static,
    {
        let change = move |db: &dyn Db| Ok(Box::new(change(db)?) as DbAnswer);
        taken(self.backend.write(held, Box::new(change)).await?)
    }
}

/// What the transaction came to, as what it was.
pub(crate) fn taken<T: 'static>(answer: DbAnswer) -> Stored<T> {
    let answer = answer.downcast::<T>();
    answer.map_or_else(
        |_| Err(StoreError::Unavailable("an answer of another kind".into())),
        |answer| Ok(*answer),
    )
}
