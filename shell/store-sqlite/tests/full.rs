//! A disk that is full is a typed error, and nothing is half-written.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use screen_agent_action::status::TaskStatus;
use screen_agent_store::conformance::world::{self, NOW};
use screen_agent_store::task::StoredStep;
use screen_agent_store::turn::{BeginTurn, TurnCommit};
use screen_agent_store::{Packed, Store, StoreError};
use screen_agent_store_sqlite::{Options, SqliteStore};

/// Room for the schema and little more.
fn tight() -> Options {
    Options {
        max_pages: Some(240),
        ..Options::default()
    }
}

#[tokio::test]
async fn a_turn_that_does_not_fit_is_refused_whole_and_can_be_closed_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let store = SqliteStore::open_with(&path, tight()).unwrap();
    let owner = world::owner(&store, 1).await;
    let begin = world::first(1, 2, "a");
    world::open(&store, owner, begin.clone()).await;
    let mut task = world::task(&store, owner, 1).await;
    task.status = TaskStatus::Executing;
    task.steps.push(world::click(0));
    let closing = TurnCommit {
        steps: vec![world::new_step(&world::click(0))],
        record: incompressible(1_000_000),
        ..world::commit(&begin, &mut task)
    };
    let full = store.scoped(owner).commit_turn(closing.clone()).await;
    assert!(matches!(full, Err(StoreError::Full(_))), "{full:?}");
    let rows = store.scoped(owner);
    let steps = rows.list::<StoredStep>(world::task_id(1)).await.unwrap();
    assert_eq!(steps, []);
    drop(rows);
    drop(store);

    let store = SqliteStore::open(&path).unwrap();
    store.scoped(owner).commit_turn(closing).await.unwrap();
    task.rest();
    assert_eq!(world::task(&store, owner, 1).await, task);
}

#[tokio::test]
async fn one_that_does_not_fit_takes_no_other_down_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open_with(&folder.path().join("test.db"), tight()).unwrap();
    let owner = world::owner(&store, 1).await;
    let huge = "x".repeat(2_000_000);
    let turns: Vec<_> = (1..=12)
        .map(|number| {
            let words = if number % 4 == 0 { &huge } else { "small" };
            let begin: BeginTurn = world::first(number, number, words);
            let store = store.clone();
            tokio::spawn(async move { store.scoped(owner).begin_turn(begin).await })
        })
        .collect();
    for (number, turn) in (1..).zip(turns) {
        let begun = turn.await.unwrap();
        let fits = number % 4 != 0;
        match begun {
            Ok(_) => assert!(fits, "{number}"),
            Err(StoreError::Full(_)) => assert!(!fits, "{number}"),
            Err(other) => panic!("{number}: {other:?}"),
        }
        let rows = store.scoped(owner);
        let task = rows.task(world::task_id(number)).await.unwrap();
        assert_eq!(task.is_some(), fits, "{number}");
    }
    store.upkeep().ping_write().await.unwrap();
    store.upkeep().recover(NOW).await.unwrap();
}

/// Bytes that do not shrink.
fn incompressible(size: u32) -> Packed {
    let mut state = 1_u32;
    let bytes: Vec<u8> = (0..size)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state.to_le_bytes()[0]
        })
        .collect();
    Packed::bytes(&bytes)
}
