//! What is kept is counted where it is written, by triggers: whatever is written and deleted, the count is what
//! counting again comes to.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use rusqlite::Connection;
use screen_agent_action::status::TaskStatus;
use screen_agent_store::account::AccountChange;
use screen_agent_store::conformance::world::{self, NOW, first, later};
use screen_agent_store::file::{FileRecord, Quota};
use screen_agent_store::ide::{IdeDocument, IdeDocumentName};
use screen_agent_store::outbox::{Publication, TopicName};
use screen_agent_store::task::StepPicture;
use screen_agent_store::turn::TurnCommit;
use screen_agent_store::{Owner, Packed, Store, StoreError};
use screen_agent_store_sqlite::{Options, SqliteStore};
use tempfile::TempDir;

const YEAR_MS: i64 = 366 * 24 * 60 * 60 * 1000;

fn open(user: u64) -> (SqliteStore, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        quota: Quota {
            user,
            tenant: 10 * user,
        },
        ..Options::default()
    };
    let store = SqliteStore::open_with(&folder.path().join("test.db"), options).unwrap();
    (store, folder)
}

/// What is counted for everybody, and what counting again comes to.
fn counted(folder: &TempDir) -> (i64, i64) {
    let rows = Connection::open(folder.path().join("test.db")).unwrap();
    let one = |sql: &str| rows.query_row(sql, [], |row| row.get(0)).unwrap();
    (
        one("SELECT coalesce(sum(bytes), 0) FROM kept_bytes"),
        one("SELECT coalesce(sum(size), 0) FROM weights"),
    )
}

fn file(number: u32, size: u32) -> FileRecord {
    FileRecord {
        id: world::id(number.into()),
        key: format!("k{number}"),
        name: "a.csv".to_owned(),
        mime: "text/csv".to_owned(),
        size,
        reading: Packed::bytes(b"{}"),
        created_ms: NOW,
    }
}

#[tokio::test]
async fn the_count_is_what_counting_again_comes_to() {
    let (store, folder) = open(1 << 30);
    let (one, other) = (world::owner(&store, 1).await, world::owner(&store, 2).await);
    let same = |folder: &TempDir| {
        let (count, again) = counted(folder);
        assert_eq!(count, again);
        count
    };
    assert_eq!(same(&folder), 0);
    for owner in [one, other] {
        let rows = store.scoped(owner);
        let task = if owner == one { 1 } else { 2 };
        world::play_step(&store, owner, first(task, task + 4, "buy the blue one")).await;
        for (lease, size) in [(1, 5_000), (2, 6_000)] {
            let begin = later(task, "and now", lease);
            world::open(&store, owner, begin.clone()).await;
            let mut playing = world::task(&store, owner, task).await;
            let commit = TurnCommit {
                snapshot: Some((0, picture(size))),
                ..world::commit(&begin, &mut playing)
            };
            rows.commit_turn(commit).await.unwrap();
            same(&folder);
        }
        world::play_step(&store, owner, later(task, "and on", 3)).await;
        world::play(
            &store,
            owner,
            later(task, "to the end", 4),
            TaskStatus::Completed,
        )
        .await;
        rows.add(file(u32::try_from(task).unwrap(), 700))
            .await
            .unwrap();
        let publication = Publication {
            topic: TopicName::of_trace(world::id(task)),
            kind: "done".to_owned(),
            body: format!("{:?}", "x".repeat(300)),
        };
        store
            .upkeep()
            .publish(owner, vec![publication], NOW)
            .await
            .unwrap();
        for version in [1, 2] {
            assert!(rows.put_document(document(version)).await.unwrap());
        }
        for json in ["{\"a\":1}", "{}"] {
            rows.save_preferences(json.to_owned(), NOW).await.unwrap();
        }
        assert!(same(&folder) > 5_000);
    }
    let before = same(&folder);
    assert!(
        store
            .upkeep()
            .change_account("user2@example.com".to_owned(), AccountChange::Removed, NOW)
            .await
            .unwrap()
    );
    let left = same(&folder);
    assert!(left < before && left > 5_000, "{left} of {before}");
    for _ in 0..5 {
        store.upkeep().sweep(NOW + YEAR_MS).await.unwrap();
        same(&folder);
    }
    let (kept, _) = store.scoped(one).kept().await.unwrap();
    assert_eq!(i64::try_from(kept.user).unwrap(), same(&folder));
    assert!(
        kept.user < 1_000,
        "files and preferences are left: {kept:?}"
    );
}

fn document(version: u32) -> IdeDocument {
    IdeDocument {
        name: IdeDocumentName {
            project: "demo".to_owned(),
            path: "a.json".to_owned(),
        },
        version,
        body: format!("{:?}", "y".repeat(100 * version as usize)),
        updated_ms: NOW,
    }
}

fn picture(size: usize) -> StepPicture {
    StepPicture {
        mime: "image/png".to_owned(),
        image: vec![7; size],
    }
}

/// Whatever grows is refused when there is no room, and leaves nothing; what makes room is let through.
#[tokio::test]
async fn nothing_grows_beyond_the_quota() {
    let (store, folder) = open(1_000);
    let owner = world::owner(&store, 1).await;
    let rows = store.scoped(owner);
    let long = format!("{:?}", "x".repeat(900));
    rows.save_preferences(long.clone(), NOW).await.unwrap();
    let full = counted(&folder);
    let over = |refused: Result<(), StoreError>| {
        assert!(
            matches!(
                refused,
                Err(StoreError::OverQuota {
                    whose: "you",
                    most: 1_000
                })
            ),
            "{refused:?}"
        );
        assert_eq!(counted(&folder), full, "it leaves nothing");
    };
    over(rows.add(file(1, 200)).await);
    over(begun(&store, owner, &"long words ".repeat(40)).await);
    over(
        rows.save_preferences(format!("{:?}", "x".repeat(1_200)), NOW)
            .await,
    );
    rows.save_preferences("{}".to_owned(), NOW).await.unwrap();
    rows.add(file(2, 200)).await.unwrap();
}

async fn begun(store: &SqliteStore, owner: Owner, words: &str) -> Result<(), StoreError> {
    store
        .scoped(owner)
        .begin_turn(first(9, 9, words))
        .await
        .map(drop)
}
