//! Everything there and back again, also when it is broken off.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod kit;

use std::cell::Cell;
use std::path::Path;

use screen_agent_action::status::TaskStatus;
use screen_agent_store::conformance::world::{self, NOW, first};
use screen_agent_store::knowledge::{
    ChunkBatch, KnowledgeKind, KnowledgeQuery, NewChunk, NewDocument, NewKnowledge,
};
use screen_agent_store::outbox::{Publication, TopicName};
use screen_agent_store::{Owner, Store, StoreError, Stored};
use screen_agent_store_postgres::PostgresCopy;
use screen_agent_store_sql::StateKey;
use screen_agent_store_sql::copy::{Act, CopiedTable, CopySide, copy};
use screen_agent_store_sqlite::{SqliteCopy, SqliteStore};
use screen_agent_testkit::Cluster;

/// Something of every sort, with a sign in it that PostgreSQL has no place for.
async fn fill(store: &dyn Store) -> Owner {
    let owner = world::owner(store, 1).await;
    world::play(store, owner, first(1, 2, "buy\0it"), TaskStatus::Executing).await;
    world::play_step(store, owner, first(3, 4, "and this")).await;
    let rows = store.scoped(owner);
    let new = NewKnowledge {
        id: world::id(7),
        kind: KnowledgeKind::File,
        location: "7.md".to_owned(),
        title: String::new(),
        domain: None,
        blob: None,
        size: 100,
        refresh_ms: None,
    };
    rows.add_knowledge(new, NOW).await.unwrap();
    let (_, claim) = rows
        .take_knowledge(world::id(7), NOW)
        .await
        .unwrap()
        .unwrap();
    let chunk = |nth: u32| NewChunk {
        section: String::new(),
        page: None,
        text: format!("leave {nth}"),
        heading_terms: String::new(),
        body_terms: format!("leave {nth}"),
        vector: Some(vec![0; 8]),
    };
    let batch = ChunkBatch {
        document: NewDocument {
            location: "7.md".to_owned(),
            title: String::new(),
            mime: "text/plain".to_owned(),
            language: None,
            digest: [0; 32],
        },
        from: 0,
        chunks: (0..700).map(chunk).collect(),
        last: true,
    };
    rows.add_chunks(claim, batch, NOW).await.unwrap();
    rows.finish_knowledge(claim, Ok(()), NOW).await.unwrap();
    let publication = Publication {
        topic: TopicName("t".to_owned()),
        kind: "said".to_owned(),
        body: "{}".to_owned(),
    };
    let published = store.upkeep().publish(owner, vec![publication], NOW);
    published.await.unwrap();
    owner
}

/// It is all there, is found, and goes on.
async fn check(store: &dyn Store, owner: Owner, words: &str) {
    assert_eq!(world::words(store, owner, 2).await, [words]);
    let before = world::task(store, owner, 3).await;
    assert_eq!(before.steps.len(), 1);
    let query = KnowledgeQuery {
        host: "h".to_owned(),
        address: String::new(),
        terms: vec![vec!["leave".to_owned()], vec!["699".to_owned()]],
        vector: None,
        most: 5,
    };
    let found = store.scoped(owner).search_knowledge(query).await.unwrap();
    assert_eq!(found.counts, [700, 1]);
    assert!(found.by_terms.iter().any(|hit| hit.text == "leave 699"));
    world::play(store, owner, first(90, 91, "new"), TaskStatus::Executing).await;
    assert_eq!(world::words(store, owner, 91).await, ["new"]);
}

fn copied(from: &dyn CopySide, to: &dyn CopySide) -> Stored<Vec<CopiedTable>> {
    copy(from, to, &mut |_| {})
}

fn sqlite(path: &Path) -> SqliteCopy {
    SqliteCopy::from(path).unwrap()
}

#[tokio::test]
async fn everything_goes_there_and_back_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.db");
    let store = SqliteStore::open(&path).unwrap();
    let owner = fill(&store).await;
    drop(store);
    // What was opened by nobody yet.
    let cluster = Cluster::start();
    let back = folder.path().join("back.db");
    let (options, from) = (kit::options(&cluster), path.clone());
    let there = move || {
        let from = sqlite(&from);
        let to = PostgresCopy::into(&options, from.key()).unwrap();
        let there = copied(&from, &to).unwrap();
        let rows = |name: &str| there.iter().find(|table| table.name == name).unwrap().rows;
        assert_eq!((rows("knowledge_chunks"), rows("steps")), (700, 1));
        there
    };
    let there = tokio::task::spawn_blocking(there).await.unwrap();
    let (options, to) = (kit::options(&cluster), back.clone());
    let again = move || {
        let from = PostgresCopy::from(&options).unwrap();
        let to = SqliteCopy::into(&to, from.key()).unwrap();
        copied(&from, &to).unwrap()
    };
    let again = tokio::task::spawn_blocking(again).await.unwrap();
    assert_eq!(there, again);
    check(&kit::open(&cluster), owner, "buy\u{fffd}it").await;
    check(&SqliteStore::open(&back).unwrap(), owner, "buy\u{fffd}it").await;
}

/// A side that fails after so many transactions.
struct Failing<'a> {
    side: &'a dyn CopySide,
    left: Cell<u32>,
}

impl CopySide for Failing<'_> {
    fn act(&self, act: Act<'_>) -> Stored<()> {
        if self.left.get() == 0 {
            return Err(StoreError::Unavailable("broken off".into()));
        }
        self.left.set(self.left.get() - 1);
        self.side.act(act)
    }

    fn key(&self) -> &StateKey {
        self.side.key()
    }

    fn kinds(&self) -> &'static str {
        self.side.kinds()
    }

    fn is_begun(&self) -> Stored<bool> {
        self.side.is_begun()
    }

    fn begin(&self) -> Stored<()> {
        self.side.begin()
    }

    fn end(&self, numbered: i64) -> Stored<()> {
        self.side.end(numbered)
    }

    fn numbered(&self) -> Stored<i64> {
        self.side.numbered()
    }
}

#[tokio::test]
async fn what_was_broken_off_goes_on_and_is_used_by_nobody_before_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.db");
    let store = SqliteStore::open(&path).unwrap();
    let owner = fill(&store).await;
    drop(store);
    let cluster = Cluster::start();
    let options = kit::options(&cluster);
    let all = move || {
        let from = sqlite(&path);
        let to = PostgresCopy::into(&options, from.key()).unwrap();
        // That each table is empty is looked at first, and breaks off nothing.
        for left in [100, 20, 50, 80] {
            let failing = Failing {
                side: &to,
                left: Cell::new(left),
            };
            let broken = copied(&from, &failing);
            assert!(
                matches!(broken, Err(StoreError::Unavailable(_))),
                "{broken:?}"
            );
            let opened = screen_agent_store_postgres::open(options.clone());
            assert!(
                matches!(opened, Err(StoreError::Unavailable(_))),
                "{opened:?}"
            );
        }
        copied(&from, &to).unwrap();
        // What holds something already is no place for a copy.
        let twice = copied(&from, &to);
        assert!(matches!(twice, Err(StoreError::Refused(_))), "{twice:?}");
    };
    tokio::task::spawn_blocking(all).await.unwrap();
    check(&kit::open(&cluster), owner, "buy\u{fffd}it").await;
}
