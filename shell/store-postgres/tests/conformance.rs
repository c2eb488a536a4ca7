//! What every adapter must do.

#![allow(clippy::unwrap_used, reason = "a test without a store cannot go on")]

mod kit;

use screen_agent_store::file::Quota;
use screen_agent_store_postgres::PostgresOptions;
use screen_agent_store_sql::{Keeping, SqlStore};
use screen_agent_testkit::Cluster;

fn open() -> (SqlStore, Cluster) {
    let cluster = kit::cluster();
    (kit::open(&cluster), cluster)
}

screen_agent_store::conformance!(open);

fn open_two(quota: Quota) -> ([SqlStore; 2], Cluster) {
    let cluster = kit::cluster();
    let options = || PostgresOptions {
        keeping: Keeping {
            quota,
            ..kit::keeping()
        },
        ..kit::options(&cluster)
    };
    let open = || screen_agent_store_postgres::open(options()).unwrap();
    ([open(), open()], cluster)
}

screen_agent_store::races!(open_two);
