//! The schema itself refuses what must never happen, whatever a statement says.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use rusqlite::Connection;
use screen_agent_kernel::step::{Correction, Strategy};
use screen_agent_kernel::task::TaskStatus;
use screen_agent_store::Store;
use screen_agent_store::conformance::world::{self, NOW};
use screen_agent_store::session::Role;
use screen_agent_store::turn::{NewCorrection, TurnCommit};
use screen_agent_store::upkeep::KEEP_OUTBOX_MS;
use screen_agent_store_sqlite::SqliteStore;

/// Task 1 has a judged step and an outstanding one; task 2 has ended; both talk in session 1.
async fn database() -> (Connection, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let store = SqliteStore::open(&path).unwrap();
    fill(&store).await;
    let connection = Connection::open(&path).unwrap();
    connection
        .execute_batch("PRAGMA foreign_keys = ON")
        .unwrap();
    (connection, folder)
}

async fn fill(store: &SqliteStore) {
    let owner = world::owner(store, 1).await;
    world::play_step(store, owner, world::first(1, 1, "one")).await;
    world::play_step(store, owner, world::later(1, "one", 1)).await;
    let begin = world::first(2, 1, "two");
    world::open(store, owner, begin.clone()).await;
    let mut task = world::task(store, owner, 2).await;
    task.status = TaskStatus::Completed;
    let correction = NewCorrection {
        index: 0,
        correction: Correction {
            failed_step: 0,
            strategy: Strategy::AlternativeTool,
            reason: "it did nothing".to_owned(),
        },
        action: "goBack()".to_owned(),
    };
    let closing = TurnCommit {
        corrections: vec![correction],
        said: Some(world::message(Role::Assistant, "Done.")),
        ..world::commit(&begin, &mut task)
    };
    store.scoped(owner).commit_turn(closing).await.unwrap();
}

/// A statement, and what the refusal says.
const FORBIDDEN: &[(&str, &str)] = &[
    (
        "INSERT INTO steps VALUES (1, 3, 'a', 0, x'00', 0, NULL)",
        "next number of its task",
    ),
    (
        "INSERT INTO steps VALUES (1, 1, 'a', 0, x'00', 0, NULL)",
        "next number of its task",
    ),
    (
        "INSERT INTO steps VALUES (1, 2, 'a', 1, x'00', 0, NULL)",
        "steps.task_pk",
    ),
    (
        "INSERT INTO steps VALUES (2, 0, 'a', 0, x'00', 0, NULL)",
        "a terminal task never changes",
    ),
    (
        "INSERT INTO steps VALUES (9, 0, 'a', 0, x'00', 0, NULL)",
        "next number of its task",
    ),
    (
        "UPDATE steps SET action = 'b' WHERE task_pk = 1 AND step_index = 1",
        "keeps its number and action",
    ),
    (
        "UPDATE steps SET body = x'01' WHERE step_index = 0",
        "a judged step never changes",
    ),
    ("DELETE FROM steps", "deleted with its task only"),
    (
        "UPDATE verification_records SET met = 0",
        "a verdict never changes",
    ),
    (
        "UPDATE correction_records SET reason = 'x'",
        "a correction never changes",
    ),
    (
        "INSERT INTO skills VALUES (9, (SELECT id FROM tenants), 'd', 'g', 'f', 'x', 1, 2, 0)",
        "wins BETWEEN 0 AND tries",
    ),
    (
        "UPDATE tasks SET status = 'active' WHERE pk = 2",
        "a terminal task never changes",
    ),
    (
        "UPDATE tasks SET result = 'x' WHERE pk = 2",
        "a terminal task never changes",
    ),
    (
        "UPDATE task_states SET body = x'01' WHERE task_pk = 2",
        "a terminal task never changes",
    ),
    (
        "UPDATE tasks SET status = 'dreaming' WHERE pk = 1",
        "CHECK constraint",
    ),
    (
        "UPDATE tasks SET step_count = 51 WHERE pk = 1",
        "CHECK constraint",
    ),
    (
        "UPDATE tasks SET query = 'x' WHERE pk = 1",
        "keeps its owner, session and words",
    ),
    (
        "UPDATE tasks SET lease_id = x'00112233445566778899aabbccddeeff' WHERE pk = 1",
        "CHECK constraint",
    ),
    ("DELETE FROM tasks WHERE pk = 1", "never deleted"),
    ("DELETE FROM sessions", "never deleted"),
    (
        "UPDATE task_statuses SET status = 'failed'",
        "the history of a task never changes",
    ),
    (
        "INSERT INTO messages (session_pk, sequence, id, role, content, at_ms)
         VALUES (1, 9, zeroblob(16), 'user', 'x', 0)",
        "next number of its session",
    ),
    (
        "INSERT INTO messages (session_pk, sequence, id, role, content, at_ms)
         VALUES (1, 0, zeroblob(16), 'user', 'x', 0)",
        "next number of its session",
    ),
    ("UPDATE messages SET content = 'x'", "never changes"),
    (
        "DELETE FROM messages WHERE sequence = 2",
        "deleted with its session only",
    ),
    ("DELETE FROM users", "FOREIGN KEY"),
    ("DELETE FROM tenants", "FOREIGN KEY"),
];

#[tokio::test]
async fn what_must_never_happen_is_refused() {
    let (connection, _folder) = database().await;
    for (sql, why) in FORBIDDEN {
        let refused = connection.execute(sql, []).unwrap_err().to_string();
        assert!(refused.contains(why), "{sql}: {refused}");
    }
}

#[tokio::test]
async fn every_message_and_turn_has_its_one_row_in_the_outbox() {
    let (connection, _folder) = database().await;
    let rows: Vec<String> = connection
        .prepare(
            "SELECT kind || ' ' || coalesce(sequence, task_pk || '.' || turn) FROM outbox ORDER BY pk",
        )
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(
        rows,
        [
            "new_message 0",
            "interact_response 1.0",
            "interact_response 1.1",
            "new_message 1",
            "new_message 2",
            "interact_response 2.0",
        ]
    );
}

#[tokio::test]
async fn the_history_of_a_task_is_its_path() {
    let (connection, _folder) = database().await;
    let rows: Vec<(i64, String)> = connection
        .prepare("SELECT task_pk, status FROM task_statuses ORDER BY pk")
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let path = |task, status: &str| (task, status.to_owned());
    assert_eq!(
        rows,
        [
            path(1, "active"),
            path(1, "executing"),
            path(2, "active"),
            path(2, "completed"),
        ]
    );
}

/// A task goes whole: nothing of it stays behind.
#[tokio::test]
async fn a_deleted_task_leaves_no_row() {
    let (connection, _folder) = database().await;
    let tables: Vec<String> = connection
        .prepare(
            "SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
             WHERE m.type = 'table' AND c.name = 'task_pk'",
        )
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert!(tables.len() > 6, "{tables:?}");
    connection
        .execute("UPDATE tasks SET status = 'interrupted' WHERE pk = 1", [])
        .unwrap();
    connection.execute("DELETE FROM tasks", []).unwrap();
    for table in tables {
        let sql = format!("SELECT count(*) FROM {table} WHERE task_pk IS NOT NULL");
        let left: i64 = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
        assert_eq!(left, 0, "{table}");
    }
}

#[tokio::test]
async fn the_outbox_is_emptied_after_its_term() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("test.db")).unwrap();
    fill(&store).await;
    let sweep = |now_ms| store.upkeep().sweep(now_ms);
    let term = NOW + KEEP_OUTBOX_MS;
    assert_eq!(sweep(term).await.unwrap().outbox, 0);
    assert_eq!(sweep(term + 3).await.unwrap().outbox, 6);
}
