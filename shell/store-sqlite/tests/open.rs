//! What is opened, and what is not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use rusqlite::Connection;
use screen_agent_store::account::Account;
use screen_agent_store::artifact::{Artifact, ArtifactChange, ArtifactRecord};
use screen_agent_store::conformance::conversations::{asked, conversation};
use screen_agent_store::conformance::world::{self, NOW};
use screen_agent_store::debug::DebugLog;
use screen_agent_store::file::{FileRecord, Quota};
use screen_agent_store::outbox::{Announced, OutboxPosition};
use screen_agent_store::run::{SaveRun, Taken};
use screen_agent_store::turn::{BeginRefusal, Begun};
use screen_agent_store::upkeep::Retention;
use screen_agent_store::usage::UsageLine;
use screen_agent_store::{AddRecord, Packed, Store, StoreError};
use screen_agent_store_sqlite::{Options, Serving, SqliteStore};
use screen_agent_wire::packet::collection::ArtifactStatus;

fn in_folder(test: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().unwrap();
    test(&folder.path().join("test.db"));
}

#[test]
fn a_new_database_is_durable_and_private() {
    in_folder(|path| {
        let _store = SqliteStore::open(path).unwrap();
        let connection = Connection::open(path).unwrap();
        let mode: String = connection
            .pragma_query_value(None, "journal_mode", |row| row.get(0))
            .unwrap();
        assert_eq!(mode, "wal");
        #[cfg(unix)]
        for name in ["test.db", "test.db-wal", "test.db.lock"] {
            use std::os::unix::fs::PermissionsExt;
            let file = path.with_file_name(name).metadata().unwrap();
            assert_eq!(file.permissions().mode() & 0o777, 0o600, "{name}");
        }
    });
}

#[test]
fn a_database_is_opened_again_as_it_is() {
    in_folder(|path| {
        drop(SqliteStore::open(path).unwrap());
        SqliteStore::open(path).unwrap();
    });
}

#[test]
fn what_is_no_database_is_damaged() {
    in_folder(|path| {
        std::fs::write(
            path,
            "no database, but longer than its header would be".repeat(9),
        )
        .unwrap();
        let opened = SqliteStore::open(path);
        assert!(matches!(opened, Err(StoreError::Corrupt(_))), "{opened:?}");
    });
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    in_folder(|path| {
        let other = Connection::open(path).unwrap();
        other.execute_batch("CREATE TABLE notes (text)").unwrap();
        let opened = SqliteStore::open(path);
        assert!(matches!(opened, Err(StoreError::Corrupt(_))), "{opened:?}");
        let tables: i64 = other
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
            .unwrap();
        assert_eq!(tables, 1);
    });
}

#[test]
fn a_newer_schema_is_refused_by_number() {
    in_folder(|path| {
        drop(SqliteStore::open(path).unwrap());
        let connection = Connection::open(path).unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        match SqliteStore::open(path) {
            Err(StoreError::NewerSchema { found: 99, known }) => assert!(known < 99),
            other => panic!("{other:?}"),
        }
    });
}

/// What the first version of the program wrote is still there after the second has opened it.
#[tokio::test]
async fn an_older_database_is_brought_up_with_all_that_it_holds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let old = Connection::open(&path).unwrap();
    old.execute_batch(concat!(
        include_str!("../migrations/0001_init.sql"),
        "PRAGMA application_id = 0x53634167;
         PRAGMA user_version = 1;
         INSERT INTO tenants VALUES (zeroblob(16), 't', 0);
         INSERT INTO users VALUES (zeroblob(16), zeroblob(16), 'a@b.example', 'A', 'h', 0);
         INSERT INTO model_usage VALUES
           (1, zeroblob(16), zeroblob(16), zeroblob(16), 'm', 10, 2, 5, 1, 7);
         INSERT INTO sessions (tenant_id, user_id, id, url, domain, title, initial_url,
                               initial_domain, created_ms, updated_ms)
         VALUES (zeroblob(16), zeroblob(16), zeroblob(16), '', '', 't', '', '', 7, 7);
         INSERT INTO messages (session_pk, sequence, id, role, content, at_ms)
         VALUES (1, 0, zeroblob(16), 'user', 'long ago', 7);"
    ))
    .unwrap();
    drop(old);
    let store = SqliteStore::open(&path).unwrap();
    let users = store.upkeep().list::<Account>(()).await.unwrap();
    let owner = users[0].user.owner();
    let kept = UsageLine {
        topic: String::new(),
        model: "m".to_owned(),
        prompt_tokens: 10,
        completion_tokens: 2,
        micros: 0,
        duration_ms: 5,
        succeeded: true,
        at_ms: 7,
        turn: None,
    };
    let task = world::task_id(0);
    assert_eq!(
        store.scoped(owner).list::<UsageLine>(task).await.unwrap(),
        [kept]
    );
    // What was said before there was a relay is kept, and nobody waits for it.
    let upkeep = store.upkeep();
    let sent = upkeep.sent_up_to().await.unwrap();
    let old = upkeep
        .list::<Announced>((OutboxPosition::default(), 9))
        .await
        .unwrap();
    assert_eq!((old.len(), old[0].place), (1, sent));
    world::play_step(&store, owner, world::first(1, 0, "go on")).await;
    let fresh = upkeep.list::<Announced>((sent, 9)).await.unwrap();
    assert_eq!(fresh.len(), 2);
}

#[test]
fn a_folder_that_is_not_there_is_unavailable() {
    in_folder(|path| {
        let opened = SqliteStore::open(&path.join("deeper"));
        assert!(
            matches!(opened, Err(StoreError::Unavailable(_))),
            "{opened:?}"
        );
    });
}

#[test]
fn pages_that_are_damaged_are_an_error_and_not_a_panic() {
    in_folder(|path| {
        drop(SqliteStore::open(path).unwrap());
        let connection = Connection::open(path).unwrap();
        connection
            .pragma_update(None, "wal_checkpoint", "TRUNCATE")
            .ok();
        drop(connection);
        let mut bytes = std::fs::read(path).unwrap();
        let size = bytes.len();
        bytes[4096..size].fill(0xa5);
        std::fs::write(path, bytes).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let outcome = SqliteStore::open(path)
            .and_then(|store| runtime.block_on(async { store.upkeep().list::<Account>(()).await }));
        assert!(
            matches!(outcome, Err(StoreError::Corrupt(_))),
            "{outcome:?}"
        );
    });
}

/// A second process may add a user while the first serves; it must not free the first's leases.
#[tokio::test]
async fn only_the_sole_holder_frees_leases_that_have_not_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let first = SqliteStore::open(&path).unwrap();
    let owner = world::owner(&first, 1).await;
    world::open(&first, owner, world::first(1, 2, "a")).await;
    let second = SqliteStore::open(&path).unwrap();
    second.upkeep().recover(NOW).await.unwrap();
    let begun = second
        .scoped(owner)
        .begin_turn(world::later(1, "a", 1))
        .await;
    assert!(
        matches!(begun, Ok(Begun::Refused(BeginRefusal::Busy))),
        "{begun:?}"
    );
    drop(first);
    drop(second);
    let alone = SqliteStore::open(&path).unwrap();
    let recovered = alone.upkeep().recover(NOW).await.unwrap();
    assert_eq!(recovered.interrupted, 1);
}

/// The process that began first restarts while the second one still serves: it is not alone any more.
#[tokio::test]
async fn who_comes_back_frees_no_leases_of_who_stayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let first = SqliteStore::open(&path).unwrap();
    let owner = world::owner(&first, 1).await;
    let stays = SqliteStore::open(&path).unwrap();
    drop(first);
    let first = SqliteStore::open(&path).unwrap();
    world::open(&stays, owner, world::first(1, 2, "a")).await;
    let recovered = first.upkeep().recover(NOW).await.unwrap();
    assert_eq!(recovered.interrupted, 0);
    drop(stays);
    let recovered = first.upkeep().recover(NOW).await.unwrap();
    assert_eq!(recovered.interrupted, 1);
}

#[test]
fn a_database_has_one_server() {
    in_folder(|path| {
        let one = Serving::begin(path).unwrap();
        let other = Serving::begin(path);
        assert!(
            matches!(other, Err(StoreError::Unavailable(_))),
            "{other:?}"
        );
        // Commands may use it all the same.
        SqliteStore::open(path).unwrap();
        drop(one);
        Serving::begin(path).unwrap();
    });
}

/// Two processes serve one database: what may be done once is done once.
#[tokio::test]
async fn of_two_processes_one_takes_a_run_and_uses_an_approval() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let stores = [(); 2].map(|()| SqliteStore::open(&path).unwrap());
    let owner = world::owner(&stores[0], 1).await;
    for round in 0..20 {
        let id = format!("r{round}");
        let run = SaveRun {
            id: id.clone(),
            conversation_id: "c".to_owned(),
            state: Packed::bytes(b"{}"),
            claim: None,
            expires_ms: NOW + 1_000,
            now_ms: NOW,
        };
        let rows = [stores[0].scoped(owner), stores[1].scoped(owner)];
        world::save_run(rows[round % 2].as_ref(), run)
            .await
            .unwrap();
        let (one, two) = tokio::join!(
            rows[0].take_run(id.clone(), NOW),
            rows[1].take_run(id.clone(), NOW),
        );
        let open = [one.unwrap(), two.unwrap()];
        let open = open.iter().filter(|run| matches!(run, Taken::Open { .. }));
        assert_eq!(open.count(), 1, "{id}");
        let (one, two) = tokio::join!(
            world::use_approval(rows[0].as_ref(), &id, NOW),
            world::use_approval(rows[1].as_ref(), &id, NOW),
        );
        assert_ne!(one.unwrap(), two.unwrap(), "{id}");
    }
}

/// A second process that starts must not have made again what the first one is making.
#[tokio::test]
async fn only_the_sole_holder_has_artifacts_made_again_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let first = SqliteStore::open(&path).unwrap();
    let owner = world::owner(&first, 1).await;
    let record = ArtifactRecord {
        id: "art_1".to_owned(),
        collection_id: None,
        kind: "brief".to_owned(),
        title: "t".to_owned(),
        tags: vec![],
        status: ArtifactStatus::Pending,
        error: None,
        dedupe_key: None,
        created_ms: NOW,
        updated_ms: NOW,
    };
    let content = Packed::bytes(b"{}");
    let rows = first.scoped(owner);
    let added = rows.add_artifact(Artifact { record, content });
    added.await.unwrap();
    let running = ArtifactChange {
        status: ArtifactStatus::Running,
        error: None,
        content: None,
        now_ms: NOW,
    };
    let taken = rows.update_artifact("art_1".to_owned(), running).await;
    taken.unwrap();
    drop(rows);
    let second = SqliteStore::open(&path).unwrap();
    let recovered = second.upkeep().recover(NOW + 1).await.unwrap();
    assert_eq!(recovered.artifacts, 0);
    drop(first);
    drop(second);
    let alone = SqliteStore::open(&path).unwrap();
    let recovered = alone.upkeep().recover(NOW + 1).await.unwrap();
    assert_eq!(recovered.artifacts, 1);
}

/// Who runs a server says how long history is kept.
#[tokio::test]
async fn what_grows_old_is_kept_as_long_as_the_options_say() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        retention: Retention {
            conversations_ms: 1_000,
            debug_logs_ms: 2_000,
            ..Retention::default()
        },
        ..Options::default()
    };
    let store = SqliteStore::open_with(&folder.path().join("test.db"), options).unwrap();
    let owner = world::owner(&store, 1).await;
    let rows = store.scoped(owner);
    let sent = rows.add_packets(conversation("c"), vec![asked("q", 1, "a")], NOW);
    sent.await.unwrap();
    let note = DebugLog {
        at_ms: NOW,
        ..DebugLog::default()
    };
    rows.add(note).await.unwrap();
    let swept = async |now_ms| {
        let swept = store.upkeep().sweep(now_ms).await.unwrap();
        (swept.conversations, swept.debug_logs)
    };
    assert_eq!(swept(NOW + 1_000).await, (0, 0));
    assert_eq!(swept(NOW + 1_001).await, (1, 0));
    assert_eq!(swept(NOW + 2_001).await, (0, 1));
}

/// However much is written, the log stays short: it is moved into the database again and again.
#[tokio::test]
async fn the_log_does_not_grow_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let store = SqliteStore::open(&path).unwrap();
    let owner = world::owner(&store, 1).await;
    let rows = store.scoped(owner);
    for letter in ["x", "y"].repeat(300) {
        let long = format!("{:?}", letter.repeat(50_000));
        rows.save_preferences(long, NOW).await.unwrap();
    }
    let log = path.with_file_name("test.db-wal").metadata().unwrap().len();
    assert!(log < 24_000_000, "32 MB were written, {log} bytes are kept");
}

/// What is kept is counted where the row is written: of uploads that come at once none slips through.
#[tokio::test]
async fn a_person_and_a_tenant_keep_so_many_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        quota: Quota {
            user: 100,
            tenant: 170,
        },
        ..Options::default()
    };
    let store = SqliteStore::open_with(&folder.path().join("test.db"), options).unwrap();
    let (one, other) = (
        world::owner(&store, 1).await,
        world::colleague(&store).await,
    );
    let file = |number: u32| FileRecord {
        id: world::id(number.into()),
        key: format!("k{number}"),
        name: "a.csv".to_owned(),
        mime: "text/csv".to_owned(),
        // Three more are what was read of it.
        size: 30,
        reading: Packed::bytes(b"{}"),
        created_ms: NOW,
    };
    let rows = store.scoped(one);
    let uploads = (0..9).map(|number| AddRecord::add_record(&*rows, file(number)));
    let mut kept = 0;
    for added in world::all_at_once(uploads.collect()).await {
        match added {
            Ok(()) => kept += 1,
            Err(StoreError::OverQuota { whose, most }) => {
                assert_eq!((whose, most), ("you", 100));
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!(kept, 3);
    let rows = store.scoped(other);
    rows.add(file(20)).await.unwrap();
    rows.add(file(21)).await.unwrap();
    let over = rows.add(file(22)).await;
    assert!(
        matches!(over, Err(StoreError::OverQuota { most: 170, .. })),
        "{over:?}"
    );
}
