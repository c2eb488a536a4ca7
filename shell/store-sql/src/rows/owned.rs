//! The door to one owner's rows.

use screen_agent_audit::{Entry, Kind};
use screen_agent_store::{Owner, Scoped, Store, StoreError, Stored, Upkeep};

use super::{audit, quota};
use crate::SqlStore;
use crate::db::{Db, Freshness, Lock};
use crate::sql::{FromRow, Key, Sql, ToColumn};

/// One owner's rows; each method of the port is one transaction. Those that change something hold the owner's lock:
/// what they read before they write is as it was.
pub(crate) struct ScopedStore<'a> {
    pub(crate) store: &'a SqlStore,
    pub(crate) owner: Owner,
}

impl ScopedStore<'_> {
    /// Reads in one snapshot.
    pub(crate) async fn read<T, F>(&self, query: F) -> Stored<T>
    where
        T: Send + 'static,
        F: FnOnce(&Owned<'_>) -> Stored<T> + Send + 'static,
    {
        self.read_as(Freshness::Fresh, query).await
    }

    /// Reads as fresh as it must be.
    pub(crate) async fn read_as<T, F>(&self, how: Freshness, query: F) -> Stored<T>
    where
        T: Send + 'static,
        F: FnOnce(&Owned<'_>) -> Stored<T> + Send + 'static,
    {
        let owner = self.owner;
        let read = move |db: &dyn Db| query(&Owned::new(db, owner));
        self.store.read_as(how, read).await
    }

    /// Changes something, if what is kept afterwards is within the owner's quota.
    pub(crate) async fn write<T, F>(&self, mut change: F) -> Stored<T>
    where
        T: Send + 'static,
        F: FnMut(&Owned<'_>) -> Stored<T> + Send + 'static,
    {
        let quota = self.store.keeping.quota;
        let within = move |rows: &Owned<'_>| quota::within(rows, quota, &mut change);
        self.write_beyond_quota(within).await
    }

    /// Changes something, whatever is kept afterwards.
    pub(crate) async fn write_beyond_quota<T, F>(&self, change: F) -> Stored<T>
    where
        T: Send + 'static,
        F: FnMut(&Owned<'_>) -> Stored<T> + Send + 'static,
    {
        self.write_holding(Lock::Owner(self.owner), change).await
    }

    /// Changes something of the tenant's knowledge, whatever is kept afterwards.
    pub(crate) async fn write_knowledge<T, F>(&self, change: F) -> Stored<T>
    where
        T: Send + 'static,
        F: FnMut(&Owned<'_>) -> Stored<T> + Send + 'static,
    {
        let tenant = self.owner.tenant.get();
        self.write_holding(Lock::Knowledge(tenant), change).await
    }

    async fn write_holding<T, F>(&self, held: Lock, mut change: F) -> Stored<T>
    where
        T: Send + 'static,
        F: FnMut(&Owned<'_>) -> Stored<T> + Send + 'static,
    {
        let owner = self.owner;
        let write = move |db: &dyn Db| change(&Owned::new(db, owner));
        self.store.write(Some(held), write).await
    }
}

impl Store for SqlStore {
    fn scoped(&self, owner: Owner) -> Box<dyn Scoped + '_> {
        Box::new(ScopedStore { store: self, owner })
    }

    fn upkeep(&self) -> &dyn Upkeep {
        self
    }
}

impl Scoped for ScopedStore<'_> {}

/// One owner's rows, inside a transaction. Every statement that names rows by a client's id names
/// their owner, too; rows that are named by their short key were found that way.
pub(crate) struct Owned<'a> {
    pub(crate) db: &'a dyn Db,
    pub(crate) owner: Owner,
    keys: [Key; 2],
}

impl Sql for Owned<'_> {
    fn connection(&self) -> &dyn Db {
        self.db
    }

    fn owner_keys(&self) -> &[Key] {
        &self.keys
    }
}

impl<'a> Owned<'a> {
    fn new(db: &'a dyn Db, owner: Owner) -> Self {
        let keys = [owner.tenant.get(), owner.user.get()].map(uuid::Uuid::into_bytes);
        Self { db, owner, keys }
    }

    /// Some columns of the row with this id, if it is there and the owner's.
    pub(crate) fn one<T: FromRow>(
        &self,
        table: &str,
        columns: &str,
        id: &dyn ToColumn,
    ) -> Stored<Option<T>> {
        let owned = "tenant_id = ?1 AND user_id = ?2 AND id = ?3";
        let sql = format!("SELECT {columns} FROM {table} WHERE {owned}");
        self.find(&sql, &[id])
    }

    /// The short key of the row with this id, if it is there and the owner's.
    pub(crate) fn pk(&self, table: &str, id: &dyn ToColumn) -> Stored<Option<i64>> {
        self.one(table, "pk", id)
    }

    /// Refuses one more row than there may be.
    pub(crate) fn room_for_one(&self, table: &'static str, most: u32) -> Stored<()> {
        let sql = format!("SELECT count(*) FROM {table} WHERE tenant_id = ?1 AND user_id = ?2");
        if self.get::<u32>(&sql, &[])? >= most {
            return Err(StoreError::TooMany { what: table, most });
        }
        Ok(())
    }

    /// Writes down that something of the owner's was deleted.
    pub(crate) fn log_deleted(&self, what: &str, id: &str) -> Stored<()> {
        let entry = self.entry(Kind::Deleted).with("what", what).with("id", id);
        audit::log(self.db, &entry)
    }

    /// Something that this owner did, or that was done to them.
    pub(crate) fn entry(&self, kind: Kind) -> Entry {
        Entry::of(kind, self.owner.tenant.get(), self.owner.user.get())
    }
}
