//! The schema itself refuses what must never happen, whatever a statement says.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use rusqlite::Connection;
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::{Correction, Strategy};
use screen_agent_store::artifact::{Artifact, ArtifactRecord};
use screen_agent_store::collection::{Capture, NewSourceRecord};
use screen_agent_store::conformance::collections::collection;
use screen_agent_store::conformance::conversations::{asked, conversation};
use screen_agent_store::conformance::world::{self, NOW};
use screen_agent_store::conversation::ConversationRecord;
use screen_agent_store::run::SaveRun;
use screen_agent_store::session::MessageSender;
use screen_agent_store::turn::{NewCorrection, TurnCommit};
use screen_agent_store::upkeep::KEEP_OUTBOX_MS;
use screen_agent_store::{Packed, Store};
use screen_agent_store_sqlite::SqliteStore;
use screen_agent_wire::packet::collection::{ArtifactStatus, SourceKind};

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
        said: Some(world::message(MessageSender::Assistant, "Done.")),
        ..world::commit(&begin, &mut task)
    };
    store.scoped(owner).commit_turn(closing).await.unwrap();
}

/// A conversation of two packets, a run that was taken, a used approval, a source that was captured
/// and an artifact that is completed.
async fn fill_packets(store: &SqliteStore) {
    let rows = store.scoped(world::first_owner(store).await);
    let packets = vec![asked("q1", 1, "blue"), asked("q2", 2, "green")];
    let sent = rows.add_packets(conversation("c"), packets, NOW);
    sent.await.unwrap();
    let run = SaveRun {
        id: "r".to_owned(),
        conversation_id: "c".to_owned(),
        state: Packed::bytes(b"{}"),
        claim: None,
        expires_ms: NOW + 1_000,
        now_ms: NOW,
    };
    world::save_run(rows.as_ref(), run).await.unwrap();
    rows.take_run("r".to_owned(), NOW).await.unwrap();
    world::use_approval(rows.as_ref(), "f", NOW).await.unwrap();
    rows.add_collection(collection("a"), NOW).await.unwrap();
    let source = NewSourceRecord {
        id: "src_1".to_owned(),
        kind: SourceKind::Url,
        url: "https://a.example/".to_owned(),
        normalized_url: "https://a.example/".to_owned(),
        title: String::new(),
        capture: Some(Capture::default()),
    };
    let added = rows.add_sources("a".to_owned(), vec![source], NOW);
    added.await.unwrap();
    let record = ArtifactRecord {
        id: "art_1".to_owned(),
        collection_id: None,
        kind: "note".to_owned(),
        title: "t".to_owned(),
        tags: vec![],
        status: ArtifactStatus::Completed,
        error: None,
        dedupe_key: None,
        created_ms: NOW,
        updated_ms: NOW,
    };
    let content = Packed::bytes(b"{}");
    let added = rows.add_artifact(Artifact { record, content });
    added.await.unwrap();
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
        "INSERT INTO skills VALUES (9, (SELECT id FROM tenants), 'd', 'g', 'f', 'x', 1, 2, 0, NULL)",
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
    ("UPDATE packets SET preview = 'x'", "a packet never changes"),
    (
        "UPDATE packets SET packet_json = x'00'",
        "a packet never changes",
    ),
    (
        "DELETE FROM packets WHERE pk = 1",
        "deleted with its conversation only",
    ),
    (
        "INSERT INTO packets (tenant_id, user_id, conversation_pk, id, turn, created_ms,
                              sender_role, packet_type, preview, packet_json)
         SELECT tenant_id, user_id, pk, 'q', 0, 0, 'user', 'request', '', x'00' FROM conversations",
        "never run back",
    ),
    (
        "INSERT INTO packets (tenant_id, user_id, conversation_pk, id, turn, created_ms,
                              sender_role, packet_type, preview, packet_json)
         SELECT tenant_id, user_id, pk, 'q1', 3, 0, 'user', 'request', '', x'00' FROM conversations",
        "packets.id",
    ),
    (
        "INSERT INTO packets (tenant_id, user_id, conversation_pk, id, turn, created_ms,
                              sender_role, packet_type, preview, packet_json)
         SELECT tenant_id, zeroblob(16), pk, 'q', 3, 0, 'user', 'request', '', x'00'
         FROM conversations",
        "FOREIGN KEY",
    ),
    (
        "UPDATE conversations SET title = 'x'",
        "keeps its owner and title",
    ),
    ("UPDATE runs SET claim = 0", "never given twice"),
    (
        "UPDATE runs SET conversation_id = 'x'",
        "keeps its owner and conversation",
    ),
    (
        "UPDATE used_approvals SET used_ms = 0",
        "a used approval never changes",
    ),
    (
        "INSERT INTO used_approvals SELECT * FROM used_approvals",
        "UNIQUE",
    ),
    (
        "UPDATE collections SET source_count = 501",
        "CHECK constraint",
    ),
    (
        "UPDATE sources SET normalized_url = 'https://b.example/'",
        "keeps its collection and address",
    ),
    (
        "UPDATE sources SET capture_version = 9",
        "counted one by one",
    ),
    (
        "UPDATE sources SET capture_status = 'failed'",
        "CHECK constraint",
    ),
    (
        "INSERT INTO sources (tenant_id, user_id, collection_pk, id, kind, url, normalized_url,
                              title, created_ms, updated_ms)
         SELECT tenant_id, user_id, collection_pk, 'x', kind, url, normalized_url, title, 0, 0
         FROM sources",
        "sources.collection_pk",
    ),
    (
        "INSERT INTO captures SELECT source_pk, tenant_id, user_id, 1, body FROM captures",
        "captures.source_pk",
    ),
    (
        "UPDATE captures SET body = x'00'",
        "replaced by a later one only",
    ),
    (
        "UPDATE captures SET version = 2",
        "replaced by a later one only",
    ),
    (
        "UPDATE artifacts SET status = 'running'",
        "no step out of turn",
    ),
    (
        "UPDATE artifacts SET status = 'pending'",
        "no step out of turn",
    ),
    (
        "UPDATE artifacts SET collection_pk = 1",
        "made of one collection",
    ),
    (
        "UPDATE artifact_contents SET body = x'00'",
        "a completed artifact never changes",
    ),
    (
        "INSERT INTO artifacts (tenant_id, user_id, id, kind, title, tags, status, created_ms,
                                updated_ms)
         SELECT tenant_id, user_id, 'x', 'note', 't', '[]', 'running', 0, 0 FROM artifacts",
        "begins pending or completed",
    ),
    ("DELETE FROM users", "FOREIGN KEY"),
    ("DELETE FROM tenants", "FOREIGN KEY"),
];

#[tokio::test]
async fn what_must_never_happen_is_refused() {
    let (connection, folder) = database().await;
    fill_packets(&SqliteStore::open(&folder.path().join("test.db")).unwrap()).await;
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
async fn a_correction_is_kept_with_its_task() {
    let (connection, _folder) = database().await;
    let kept: (String, String, String, i64) = connection
        .query_row(
            "SELECT strategy, reason, action, correction_records.at_ms FROM correction_records
             JOIN tasks ON tasks.pk = task_pk
             WHERE tasks.id = ?1 AND step_index = 0 AND failed_step = 0",
            [world::task_id(2).get().as_bytes()],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )
        .unwrap();
    let (strategy, reason, action, at_ms) = kept;
    let said = [strategy, reason, action];
    assert_eq!(said, ["ALTERNATIVE_TOOL", "it did nothing", "goBack()"]);
    assert_eq!(at_ms, NOW);
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

/// Neither the rows nor the index keep a word of a conversation that was forgotten.
#[tokio::test]
async fn a_forgotten_conversation_leaves_no_row_and_no_word() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let store = SqliteStore::open(&path).unwrap();
    let owner = world::owner(&store, 1).await;
    let rows = store.scoped(owner);
    for id in ["c", "d"] {
        let packets = vec![asked("q1", 1, &format!("hush{id} word"))];
        let sent = rows.add_packets(conversation(id), packets, NOW);
        sent.await.unwrap();
    }
    rows.remove::<ConversationRecord>("c".to_owned(), NOW)
        .await
        .unwrap();
    let connection = Connection::open(&path).unwrap();
    let pages = |word: &str| -> i64 {
        let sql = "SELECT count(*) FROM packet_words_data WHERE instr(block, CAST(?1 AS BLOB)) > 0";
        connection.query_row(sql, [word], |row| row.get(0)).unwrap()
    };
    assert_eq!(pages("hushc"), 0);
    assert!(
        pages("hushd") > 0,
        "the other's words are seen where they are"
    );
    for sql in [
        "INSERT INTO packet_words (packet_words) VALUES ('integrity-check')",
        "INSERT INTO packet_words (packet_words, rank) VALUES ('integrity-check', 1)",
    ] {
        connection.execute(sql, []).unwrap();
    }
    let packets: i64 = connection
        .query_row("SELECT count(*) FROM packets", [], |row| row.get(0))
        .unwrap();
    assert_eq!(packets, 1);
}

/// Listings and searches are answered by indexes: none reads everybody's rows.
#[tokio::test]
async fn listings_go_through_indexes() {
    let (connection, _folder) = database().await;
    for (sql, index) in [
        (
            "SELECT * FROM conversations WHERE tenant_id = x'00' AND user_id = x'00'
             ORDER BY updated_ms DESC, pk DESC LIMIT 9",
            "conversations_by_change",
        ),
        (
            "SELECT * FROM packets WHERE conversation_pk = 1 ORDER BY turn, pk",
            "packets_by_turn",
        ),
        (
            "SELECT * FROM collections WHERE tenant_id = x'00' AND user_id = x'00'
             ORDER BY updated_ms DESC, pk DESC",
            "collections_by_change",
        ),
        (
            "SELECT * FROM sources WHERE collection_pk = 1 ORDER BY pk",
            "sources_by_collection",
        ),
        (
            "SELECT * FROM artifacts WHERE tenant_id = x'00' AND user_id = x'00'
             ORDER BY created_ms DESC, pk DESC",
            "artifacts_by_age",
        ),
        (
            "SELECT * FROM artifacts WHERE status = 'pending' ORDER BY created_ms, pk LIMIT 9",
            "artifacts_pending",
        ),
        (
            "SELECT pk FROM conversations WHERE updated_ms < 1 LIMIT 9",
            "conversations_by_age",
        ),
        (
            "SELECT pk FROM runs WHERE expires_ms < 1
               AND (claimed_until_ms IS NULL OR claimed_until_ms < 1) LIMIT 9",
            "runs_by_expiry",
        ),
        (
            "SELECT fingerprint FROM used_approvals WHERE used_ms < 1 LIMIT 9",
            "used_approvals_by_age",
        ),
    ] {
        let plan: Vec<String> = connection
            .prepare(&format!("EXPLAIN QUERY PLAN {sql}"))
            .unwrap()
            .query_map([], |row| row.get(3))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        let plan = plan.join("; ");
        assert!(plan.contains(index), "{sql}: {plan}");
        assert!(!plan.contains("TEMP B-TREE"), "{sql}: {plan}");
    }
}
