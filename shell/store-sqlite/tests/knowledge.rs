//! What is deleted of an organisation's knowledge leaves no word in the file, and nobody has more than may be.

#![allow(clippy::unwrap_used, missing_docs)]

use rusqlite::Connection;
use screen_agent_store::conformance::world::{self, NOW, id};
use screen_agent_store::knowledge::{
    ChunkBatch, KnowledgeKind, KnowledgeQuery, NewChunk, NewDocument, NewKnowledge,
};
use screen_agent_store::{Scoped, Store, StoreError, Stored};
use screen_agent_store_sqlite::{Options, SqliteStore};

fn source(number: u128) -> NewKnowledge {
    NewKnowledge {
        id: id(number),
        kind: KnowledgeKind::File,
        location: format!("{number}.md"),
        title: String::new(),
        domain: None,
        blob: None,
        size: 100,
        refresh_ms: None,
    }
}

async fn fill(rows: &dyn Scoped, number: u128, word: &str, chunks: u32) -> Stored<()> {
    rows.add_knowledge(source(number), NOW).await?;
    let (_, claim) = rows.take_knowledge(id(number), NOW).await?.unwrap();
    let chunk = |nth: u32| NewChunk {
        section: String::new(),
        page: None,
        text: format!("{word} {nth}"),
        heading_terms: String::new(),
        body_terms: format!("{word} {nth}"),
        vector: Some(vec![0; 8]),
    };
    let batch = ChunkBatch {
        document: NewDocument {
            location: format!("{number}.md"),
            title: String::new(),
            mime: "text/plain".to_owned(),
            language: None,
            digest: [0; 32],
        },
        from: 0,
        chunks: (0..chunks).map(chunk).collect(),
        last: true,
    };
    rows.add_chunks(claim, batch, NOW).await?;
    rows.finish_knowledge(claim, Ok(()), NOW).await
}

/// How many blocks of the index hold a word.
fn blocks(db: &Connection, word: &str) -> i64 {
    let sql = "SELECT count(*) FROM knowledge_index_data WHERE instr(block, CAST(?1 AS BLOB)) > 0";
    db.query_row(sql, [word], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn no_word_of_what_was_removed_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let store = SqliteStore::open(&path).unwrap();
    let owner = world::owner(&store, 1).await;
    let rows = store.scoped(owner);
    fill(&*rows, 1, "zanzibar", 450).await.unwrap();
    fill(&*rows, 2, "quokka", 3).await.unwrap();
    let db = Connection::open(&path).unwrap();
    assert!(blocks(&db, "zanzibar") > 0 && blocks(&db, "quokka") > 0);
    rows.remove_knowledge(id(1), NOW).await.unwrap().unwrap();
    let mut batches = 0;
    while rows.purge_knowledge(id(1)).await.unwrap() {
        batches += 1;
    }
    assert_eq!(batches, 3);
    assert_eq!(blocks(&db, "zanzibar"), 0);
    assert!(blocks(&db, "quokka") > 0);
    for table in ["knowledge_chunks", "knowledge_vectors"] {
        let sql = format!("SELECT count(*) FROM {table}");
        assert_eq!(
            db.query_row(&sql, [], |row| row.get::<_, i64>(0)).unwrap(),
            3,
            "{table}"
        );
    }
    let sql = "SELECT chunks, bytes FROM knowledge_tenants";
    let counted: (i64, i64) = db
        .query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    assert_eq!(counted, (3, 3 * (8 + 8 + 8)));
    db.execute(
        "INSERT INTO knowledge_index (knowledge_index) VALUES ('integrity-check')",
        [],
    )
    .unwrap();
}

#[tokio::test]
async fn knowledge_goes_with_its_tenant() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let store = SqliteStore::open(&path).unwrap();
    let owner = world::owner(&store, 1).await;
    fill(&*store.scoped(owner), 1, "zanzibar", 5).await.unwrap();
    let email = "user1@example.com".to_owned();
    let change = screen_agent_store::account::AccountChange::Removed;
    store
        .upkeep()
        .change_account(email, change, NOW)
        .await
        .unwrap();
    let db = Connection::open(&path).unwrap();
    assert_eq!(blocks(&db, "zanzibar"), 0);
    for table in [
        "knowledge_sources",
        "knowledge_documents",
        "knowledge_chunks",
        "knowledge_tenants",
    ] {
        let sql = format!("SELECT count(*) FROM {table}");
        assert_eq!(
            db.query_row(&sql, [], |row| row.get::<_, i64>(0)).unwrap(),
            0,
            "{table}"
        );
    }
}

#[tokio::test]
async fn what_is_beyond_the_quota_is_refused_whole() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        knowledge_bytes: Some(500),
        ..Options::default()
    };
    let store = SqliteStore::open_with(&folder.path().join("test.db"), options).unwrap();
    let owner = world::owner(&store, 1).await;
    let rows = store.scoped(owner);
    fill(&*rows, 1, "zanzibar", 5).await.unwrap();
    let refused = fill(&*rows, 2, "zanzibar", 50).await;
    assert!(
        matches!(refused, Err(StoreError::OverQuota { most: 500, .. })),
        "{refused:?}"
    );
    assert_eq!(
        rows.knowledge_scope("x".to_owned()).await.unwrap().chunks,
        5
    );
    let large = NewKnowledge {
        size: 1_000,
        ..source(3)
    };
    assert!(matches!(
        rows.add_knowledge(large, NOW).await,
        Err(StoreError::OverQuota { .. })
    ));
}

#[tokio::test]
async fn a_rare_term_is_found_among_common_ones_and_those_are_counted_by_their_share() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("test.db")).unwrap();
    let owner = world::owner(&store, 1).await;
    let rows = store.scoped(owner);
    fill(&*rows, 1, "zanzibar", 2_500).await.unwrap();
    fill(&*rows, 2, "quokka", 1_500).await.unwrap();
    let search = async |terms: &[&str]| {
        let terms = terms.iter().map(|term| vec![(*term).to_owned()]).collect();
        let query = KnowledgeQuery {
            host: "a.example".to_owned(),
            terms,
            most: 10,
            ..KnowledgeQuery::default()
        };
        let found = rows.search_knowledge(query).await.unwrap();
        let texts: Vec<String> = found.by_terms.into_iter().map(|hit| hit.text).collect();
        (found.counts, texts)
    };
    let (counts, texts) = search(&["zanzibar", "2499"]).await;
    assert_eq!(counts, [2_000, 1]);
    assert_eq!(texts, ["zanzibar 2499"]);
    // A thousand are counted up to chunk 3,500 of 4,000, so that there are an eighth more.
    let (counts, texts) = search(&["quokka"]).await;
    assert_eq!((counts, texts.len()), (vec![1_142], 100));
    let (_, texts) = search(&["zanzibar"]).await;
    assert_eq!(texts.len(), 100);
}
