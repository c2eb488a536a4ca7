//! The storage port on PostgreSQL.
//!
//! A pool of connections, each of which blocks a thread beside the async ones for as long as a transaction takes. What
//! must never happen the schema itself refuses; what is read before it is written is read under a lock; and a
//! transaction that another is in the way of is made again. A success is reported only once it is on the disk.

mod address;
mod copy;
mod database;
mod dialect;
mod ear;
mod error;
mod lock;
mod migrate;
mod pool;
mod presence;
mod session;
mod value;
mod weigh;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use screen_agent_store::{StoreError, Stored};
use screen_agent_store_sql::{Keeping, Looked, SqlStore};

pub use copy::PostgresCopy;

use address::Address;
use database::Database;
use ear::Ear;
use pool::Pool;
use presence::Presence;
use session::Session;

/// How a database is opened.
#[derive(Clone)]
pub struct PostgresOptions {
    /// Where it is: `postgres://USER:PASSWORD@HOST/DATABASE`.
    pub url: String,
    /// Where a copy of it is that lags behind, for what need not be fresh.
    pub replica: Option<String>,
    /// The password, where it does not stand in the addresses.
    pub password: Option<String>,
    /// Most connections to each.
    pub connections: u32,
    /// How long a statement may take, or wait for a lock or a connection.
    pub patience: Duration,
    /// The file of the key that states are sealed with, made where the database has none.
    pub key: PathBuf,
    /// What is kept.
    pub keeping: Keeping,
}

/// Opens a database, making our tables where there are none. Blocks; meant for the start of a program.
pub fn open(options: PostgresOptions) -> Stored<SqlStore> {
    // Whoever blocks for the database must not be a thread that tasks run on.
    let opening = std::thread::Builder::new()
        .name("store-open".into())
        .spawn(move || opened(&options))
        .map_err(|cause| StoreError::Unavailable(cause.into()))?;
    let panicked = |_| {
        Err(StoreError::Unavailable(
            "opening the database panicked".into(),
        ))
    };
    opening.join().unwrap_or_else(panicked)
}

/// Says what there is, and changes nothing: whether the database can be used as it is, with the key, and its replica
/// read. Blocks.
pub fn look(options: &PostgresOptions) -> Stored<Looked> {
    let session = |url: &str| {
        let address = Address::read(url, options.password.as_deref())?;
        Session::open(&address, options.patience)
    };
    let main = session(&options.url)?;
    let looked = migrate::look(&main)?;
    if looked.found.is_some() {
        migrate::fits(&main, &options.key)?;
    }
    if let Some(replica) = &options.replica {
        migrate::look(&session(replica)?)?;
    }
    Ok(looked)
}

fn opened(options: &PostgresOptions) -> Stored<SqlStore> {
    let pool = |url: &str| -> Stored<Pool> {
        Ok(Pool::new(
            Address::read(url, options.password.as_deref())?,
            options.connections,
            options.patience,
        ))
    };
    let replica = options.replica.as_deref().map(pool).transpose()?;
    let pool = pool(&options.url)?;
    let session = pool.one()?;
    migrate::migrate(&session)?;
    let key = migrate::key(&session, &options.key)?;
    let presence = Arc::new(Presence::begin(&pool)?);
    let database = Database {
        ear: Ear::new(pool.clone(), presence.clone()),
        pool,
        replica,
        key,
        presence,
    };
    Ok(SqlStore::new(Arc::new(database), options.keeping))
}
