//! How a PostgreSQL is opened, lost and found again.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod kit;

use std::time::Duration;

use screen_agent_store::conformance::world::{self, NOW};
use screen_agent_store::turn::{BeginRefusal, Begun};
use screen_agent_store::{Store, StoreError};
use screen_agent_store_postgres::{PostgresCopy, PostgresOptions, open};
use screen_agent_testkit::{Cluster, Wire};

#[tokio::test]
async fn what_is_in_a_database_is_there_after_a_restart_and_a_cut_connection() {
    let cluster = kit::cluster();
    let store = kit::open(&cluster);
    let owner = world::owner(&store, 1).await;
    world::open(&store, owner, world::first(1, 2, "a")).await;
    // Connections are cut, and the next request does not notice.
    cluster.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
    assert_eq!(world::words(&store, owner, 2).await, ["a"]);
    let cluster = cluster.restart();
    let again = kit::open(&cluster);
    assert_eq!(world::words(&again, owner, 2).await, ["a"]);
}

#[tokio::test]
async fn only_the_sole_holder_frees_leases_that_have_not_ended() {
    let cluster = kit::cluster();
    let first = kit::open(&cluster);
    let owner = world::owner(&first, 1).await;
    world::open(&first, owner, world::first(1, 2, "a")).await;
    let second = kit::open(&cluster);
    second.upkeep().recover(NOW).await.unwrap();
    let begin = world::later(1, "a", 1);
    let begun = second.scoped(owner).begin_turn(begin).await.unwrap();
    assert!(
        matches!(begun, Begun::Refused(BeginRefusal::Busy)),
        "{begun:?}"
    );
    drop(first);
    // Its connections are closed beside; what waits for that is the lock that tells of it.
    let held = "SELECT count(DISTINCT pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'";
    while cluster.ask(held) != "1" {
        tokio::task::yield_now().await;
    }
    let recovered = second.upkeep().recover(NOW).await.unwrap();
    assert_eq!(recovered.interrupted, 1);
}

#[test]
fn a_database_is_opened_with_its_own_key_alone() {
    let cluster = kit::cluster();
    drop(kit::open(&cluster));
    let elsewhere = tempfile::tempdir().unwrap();
    let key = elsewhere.path().join("store-key");
    let refused = |key: &std::path::Path| {
        let options = PostgresOptions {
            key: key.to_owned(),
            ..kit::options(&cluster)
        };
        match open(options) {
            Err(StoreError::Unavailable(cause)) => cause.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert!(refused(&key).contains("bring it from where"));
    assert!(!key.exists());
    std::fs::write(&key, [7; 32]).unwrap();
    assert!(refused(&key).contains("another database"));
}

#[test]
fn another_programs_database_and_a_newer_schema_are_left_alone() {
    let cluster = Cluster::start();
    cluster.ask("CREATE TABLE theirs (x INTEGER)");
    let opened = open(kit::options(&cluster));
    assert!(matches!(opened, Err(StoreError::Corrupt(_))), "{opened:?}");
    let cluster = kit::cluster();
    drop(kit::open(&cluster));
    cluster.ask("UPDATE about SET schema = 999, works_from = 998");
    let opened = open(kit::options(&cluster));
    let newer = |known| matches!(known, Err(StoreError::NewerSchema { found: 999, .. }));
    assert!(newer(opened));
}

#[tokio::test]
async fn what_a_newer_program_only_added_to_is_worked_with() {
    let cluster = kit::cluster();
    drop(kit::open(&cluster));
    cluster.ask(
        "UPDATE about SET schema = 999;
         ALTER TABLE sessions ADD COLUMN mood TEXT;
         CREATE TABLE moods (pk BIGINT PRIMARY KEY)",
    );
    let store = kit::open(&cluster);
    let owner = world::owner(&store, 1).await;
    world::open(&store, owner, world::first(1, 2, "a")).await;
    assert_eq!(world::words(&store, owner, 2).await, ["a"]);
    assert_eq!(cluster.ask("SELECT schema FROM about"), "999");
    let options = kit::options(&cluster);
    let copied = tokio::task::spawn_blocking(move || PostgresCopy::from(&options).map(drop));
    let copied = copied.await.unwrap();
    assert!(matches!(copied, Err(StoreError::NewerSchema { .. })));
}

#[test]
fn who_is_not_there_is_unavailable_and_no_password_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let options = PostgresOptions {
        url: format!("postgres://u:hunter2@/d?host={}", folder.path().display()),
        replica: None,
        password: Some("hunter2".to_owned()),
        connections: 2,
        patience: Duration::from_secs(5),
        key: folder.path().join("store-key"),
        keeping: kit::keeping(),
    };
    let Err(error) = open(options) else {
        panic!("nobody is there");
    };
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert!(!format!("{error:?}").contains("hunter2"), "{error:?}");
}

/// What is held for too long by somebody else is an error of its own, and nothing was changed.
#[tokio::test]
async fn who_waits_too_long_is_told_so() {
    let cluster = kit::cluster();
    let usual = kit::open(&cluster);
    let owner = world::owner(&usual, 1).await;
    let options = PostgresOptions {
        patience: Duration::from_millis(200),
        ..kit::options(&cluster)
    };
    let hasty = open(options).unwrap();
    let holder = std::process::Command::new("psql")
        .args(["-X", "-q", "-d", &cluster.url(), "-c"])
        .arg("BEGIN; LOCK TABLE sessions; SELECT pg_sleep(600)")
        .spawn();
    let mut holder = holder.unwrap();
    let locked = "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted
                  AND relation = 'sessions'::regclass";
    while cluster.ask(locked) != "1" {
        tokio::task::yield_now().await;
    }
    let begun = hasty
        .scoped(owner)
        .begin_turn(world::first(1, 2, "a"))
        .await;
    assert!(matches!(begun, Err(StoreError::TimedOut(_))), "{begun:?}");
    holder.kill().unwrap();
    holder.wait().unwrap();
}

/// The database does all that it is asked, and keeps to its time-outs; its answers do not arrive, and nothing says so.
#[tokio::test]
async fn who_hears_nothing_from_the_database_is_told_so_and_goes_on_when_it_answers() {
    let cluster = kit::cluster();
    let wire = Wire::to(cluster.folder());
    let options = PostgresOptions {
        url: wire.url(),
        patience: Duration::from_millis(100),
        ..kit::options(&cluster)
    };
    let store = open(options.clone()).unwrap();
    let owner = world::owner(&store, 1).await;
    wire.answers(false);
    let opened = open(options);
    assert!(matches!(opened, Err(StoreError::TimedOut(_))), "{opened:?}");
    let begun = store
        .scoped(owner)
        .begin_turn(world::first(1, 2, "a"))
        .await;
    assert!(matches!(begun, Err(StoreError::TimedOut(_))), "{begun:?}");
    wire.answers(true);
    world::open(&store, owner, world::first(3, 4, "b")).await;
    assert_eq!(world::words(&store, owner, 4).await, ["b"]);
}

/// What need not be fresh is asked of the replica, and of the database itself while that is away.
#[tokio::test]
async fn what_may_lag_is_read_from_the_replica_while_that_is_there() {
    let (cluster, other) = (kit::cluster(), kit::cluster());
    let there = kit::open(&other);
    let theirs = world::owner(&there, 1).await;
    let options = PostgresOptions {
        replica: Some(other.url()),
        ..kit::options(&cluster)
    };
    let store = open(options).unwrap();
    let ours = world::owner(&store, 1).await;
    assert_eq!(theirs, ours);
    let span = screen_agent_store::usage::UsageSpan {
        since_ms: 0,
        until_ms: i64::MAX,
        ahead_ms: 0,
    };
    world::play(&there, theirs, world::first(1, 2, "a"), Executing).await;
    let days = || async {
        let rows = store.scoped(ours);
        let days = rows.list::<screen_agent_store::usage::TasksDay>(span);
        days.await.unwrap().len()
    };
    assert_eq!(days().await, 1, "as the replica has it");
    assert!(world::words(&store, ours, 2).await.is_empty());
    drop(other);
    assert_eq!(days().await, 0, "as the database has it");
}

use screen_agent_action::status::TaskStatus::Executing;
