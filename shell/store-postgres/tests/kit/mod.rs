//! Stores on a PostgreSQL of the test's own.

#![allow(
    clippy::unwrap_used,
    dead_code,
    missing_docs,
    reason = "each test needs some of it"
)]

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;
use std::time::Duration;

use screen_agent_store::file::Quota;
use screen_agent_store::knowledge::KNOWLEDGE_BYTES;
use screen_agent_store::upkeep::Retention;
use screen_agent_store_postgres::PostgresOptions;
use screen_agent_store_sql::{Keeping, SqlStore};
use screen_agent_testkit::Cluster;

/// What the schema is made of: who changes it tests what they made of it.
const SCHEMA: [&str; 4] = [
    include_str!("../../migrations/0001_init.sql"),
    include_str!("../../migrations/0003_peers.sql"),
    include_str!("../../src/weigh.rs"),
    include_str!("../../../store-sql/src/weigh.rs"),
];

pub fn keeping() -> Keeping {
    Keeping {
        retention: Retention::default(),
        quota: Quota::default(),
        knowledge_bytes: KNOWLEDGE_BYTES,
    }
}

pub fn key(cluster: &Cluster) -> PathBuf {
    cluster.folder().join("store.key")
}

pub fn options(cluster: &Cluster) -> PostgresOptions {
    PostgresOptions {
        url: cluster.url(),
        replica: None,
        password: None,
        connections: 6,
        patience: Duration::from_secs(300),
        key: key(cluster),
        keeping: keeping(),
    }
}

/// A server with our schema and nothing in it.
pub fn cluster() -> Cluster {
    let mut hasher = DefaultHasher::new();
    SCHEMA.hash(&mut hasher);
    let name = format!("{:016x}", hasher.finish());
    Cluster::prepared(&name, |cluster| drop(open(cluster)))
}

pub fn open(cluster: &Cluster) -> SqlStore {
    screen_agent_store_postgres::open(options(cluster)).unwrap()
}
