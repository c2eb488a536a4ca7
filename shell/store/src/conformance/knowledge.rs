use super::world::*;
use crate::knowledge::{
    ChunkBatch, KNOWLEDGE_LEASE_MS, KnowledgeAdded, KnowledgeClaim, KnowledgeDocument,
    KnowledgeKind, KnowledgeQuery, KnowledgeSource, KnowledgeState, KnowledgeWork, NewChunk,
    NewDocument, NewKnowledge, pack_vector,
};
use crate::{Owner, Scoped, Store, StoreError};

fn new(number: u128, location: &str) -> NewKnowledge {
    NewKnowledge {
        id: id(number),
        kind: KnowledgeKind::File,
        location: location.to_owned(),
        title: "Handbook".to_owned(),
        domain: None,
        blob: Some(id(number + 100)),
        size: 12,
        refresh_ms: None,
    }
}

fn chunk(words: &str) -> NewChunk {
    NewChunk {
        section: "Leave".to_owned(),
        page: Some(3),
        text: words.to_owned(),
        heading_terms: "leave".to_owned(),
        body_terms: words.to_owned(),
        vector: None,
    }
}

fn batch(location: &str, from: u32, words: &[&str], last: bool) -> ChunkBatch {
    ChunkBatch {
        document: NewDocument {
            location: location.to_owned(),
            title: "Handbook".to_owned(),
            mime: "text/plain".to_owned(),
            language: Some("eng".to_owned()),
            digest: [7; 32],
        },
        from,
        chunks: words.iter().copied().map(chunk).collect(),
        last,
    }
}

async fn take(rows: &dyn Scoped, number: u128, now_ms: i64) -> Option<KnowledgeClaim> {
    let taken = rows.take_knowledge(id(number), now_ms).await.unwrap();
    taken.map(|(source, claim)| {
        assert_eq!(source.state, KnowledgeState::Running);
        claim
    })
}

/// A source with one document of these chunks, ready.
async fn indexed(
    store: &dyn Store,
    owner: Owner,
    new: NewKnowledge,
    words: &[&str],
) -> KnowledgeClaim {
    let rows = store.scoped(owner);
    let number = new.id.as_u128();
    let location = new.location.clone();
    rows.add_knowledge(new, NOW).await.unwrap();
    let claim = take(&*rows, number, NOW).await.unwrap();
    rows.add_chunks(claim, batch(&location, 0, words, true), NOW)
        .await
        .unwrap();
    rows.finish_knowledge(claim, Ok(()), NOW).await.unwrap();
    claim
}

async fn found(rows: &dyn Scoped, host: &str, terms: &[&str]) -> Vec<String> {
    let query = KnowledgeQuery {
        host: host.to_owned(),
        terms: terms.iter().map(|term| vec![(*term).to_owned()]).collect(),
        most: 10,
        ..KnowledgeQuery::default()
    };
    let found = rows.search_knowledge(query).await.unwrap();
    found.by_terms.into_iter().map(|hit| hit.text).collect()
}

pub async fn knowledge_comes_back_as_it_was_added(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    let added = rows.add_knowledge(new(1, "a.md"), NOW).await.unwrap();
    let expected = KnowledgeSource {
        id: id(1),
        kind: KnowledgeKind::File,
        location: "a.md".to_owned(),
        title: "Handbook".to_owned(),
        domain: None,
        state: KnowledgeState::Pending,
        error: None,
        done: 0,
        total: 0,
        documents: 0,
        chunks: 0,
        blob: Some(id(101)),
        size: 12,
        refresh_ms: None,
        due_ms: None,
        created_ms: NOW,
        updated_ms: NOW,
    };
    let first = KnowledgeAdded {
        source: expected.clone(),
        replaced: None,
    };
    assert_eq!(added, first);
    assert!(store.upkeep().has_file(id(101)).await.unwrap());
    let again = NewKnowledge {
        blob: Some(id(102)),
        ..new(2, "a.md")
    };
    let again = rows.add_knowledge(again, NOW + 1).await.unwrap();
    assert_eq!((again.source.id, again.replaced), (id(1), Some(id(101))));
    assert!(!store.upkeep().has_file(id(101)).await.unwrap());
    let colleague = store.scoped(colleague(store).await);
    let listed = colleague.list::<KnowledgeSource>(()).await.unwrap();
    assert_eq!(listed, [again.source]);
}

pub async fn knowledge_is_read_by_one_holder_at_a_time(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    rows.add_knowledge(new(1, "a.md"), NOW).await.unwrap();
    let work = async |now: i64| {
        store
            .upkeep()
            .list::<KnowledgeWork>((now, now - KNOWLEDGE_LEASE_MS))
            .await
            .unwrap()
    };
    assert_eq!(work(NOW).await, [KnowledgeWork { owner, id: id(1) }]);
    let first = take(&*rows, 1, NOW).await.unwrap();
    assert_eq!(take(&*rows, 1, NOW + 1).await, None);
    assert!(work(NOW + 1).await.is_empty());
    rows.knowledge_progress(first, (1, 2), NOW + 5)
        .await
        .unwrap();
    let late = NOW + 5 + KNOWLEDGE_LEASE_MS;
    assert_eq!(work(late).await.len(), 1);
    let second = take(&*rows, 1, late).await.unwrap();
    for lost in [
        rows.knowledge_progress(first, (2, 2), late).await,
        rows.add_chunks(first, batch("a.md", 0, &["x"], true), late)
            .await,
        rows.keep_document(first, "a.md".to_owned()).await.map(drop),
        rows.finish_knowledge(first, Ok(()), late).await,
    ] {
        assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
    }
    rows.finish_knowledge(second, Err("no".to_owned()), late)
        .await
        .unwrap();
    let failed = rows.find::<KnowledgeSource>(id(1)).await.unwrap().unwrap();
    assert_eq!(
        (failed.state, failed.error.as_deref()),
        (KnowledgeState::Failed, Some("no"))
    );
    let renewed = rows.renew_knowledge(id(1), late).await.unwrap().unwrap();
    assert_eq!(
        (renewed.state, renewed.error),
        (KnowledgeState::Pending, None)
    );
    take(&*rows, 1, late).await.unwrap();
    store.upkeep().recover(late + 1).await.unwrap();
    assert!(take(&*rows, 1, late + 1).await.is_some());
}

pub async fn a_source_is_read_again_when_it_is_due(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    let hourly = NewKnowledge {
        refresh_ms: Some(1_000),
        ..new(1, "a.md")
    };
    indexed(store, owner, hourly, &["refund"]).await;
    assert_eq!(take(&*rows, 1, NOW + 999).await, None);
    let due = (NOW + 1_000, NOW + 1_000 - KNOWLEDGE_LEASE_MS);
    assert_eq!(
        store
            .upkeep()
            .list::<KnowledgeWork>(due)
            .await
            .unwrap()
            .len(),
        1
    );
    assert!(take(&*rows, 1, NOW + 1_000).await.is_some());
}

pub async fn chunks_are_found_by_their_terms_once_the_document_is_whole(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    rows.add_knowledge(new(1, "a.md"), NOW).await.unwrap();
    let claim = take(&*rows, 1, NOW).await.unwrap();
    rows.add_chunks(claim, batch("a.md", 0, &["refund order"], false), NOW)
        .await
        .unwrap();
    assert!(found(&*rows, "a.example", &["refund"]).await.is_empty());
    rows.add_chunks(claim, batch("a.md", 1, &["refund late"], true), NOW)
        .await
        .unwrap();
    rows.finish_knowledge(claim, Ok(()), NOW).await.unwrap();
    assert_eq!(
        found(&*rows, "a.example", &["late", "refund"]).await,
        ["refund late", "refund order"]
    );
    assert_eq!(found(&*rows, "a.example", &[]).await, ["refund order"]);
    assert_eq!(found(&*rows, "a.example", &["leave"]).await.len(), 2);
    assert!(found(&*rows, "a.example", &["nothing"]).await.is_empty());
    let query = KnowledgeQuery {
        host: "a.example".to_owned(),
        terms: vec![
            vec!["late".to_owned(), "spat".to_owned()],
            vec!["refund".to_owned()],
        ],
        most: 10,
        ..KnowledgeQuery::default()
    };
    let told = rows.search_knowledge(query).await.unwrap();
    assert_eq!(told.counts, [1, 2]);
    let hit = &told.by_terms[0];
    assert_eq!(
        (
            hit.title.as_str(),
            hit.location.as_str(),
            hit.section.as_str(),
            hit.page
        ),
        ("Handbook", "a.md", "Leave", Some(3))
    );
    let scope = rows.knowledge_scope("a.example".to_owned()).await.unwrap();
    assert_eq!((scope.chunks, scope.terms, scope.documents), (2, 4, 1));
    assert_eq!(scope.languages, ["eng"]);
}

pub async fn a_new_version_takes_the_place_of_the_old_one_as_a_whole(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    indexed(store, owner, new(1, "a.md"), &["refund", "order"]).await;
    rows.renew_knowledge(id(1), NOW).await.unwrap();
    let claim = take(&*rows, 1, NOW).await.unwrap();
    // Somebody began and did not come to the end.
    rows.add_chunks(claim, batch("a.md", 0, &["broken"], false), NOW)
        .await
        .unwrap();
    rows.add_chunks(claim, batch("a.md", 0, &["voucher"], false), NOW)
        .await
        .unwrap();
    assert_eq!(found(&*rows, "x", &["refund"]).await, ["refund"]);
    assert!(found(&*rows, "x", &["broken"]).await.is_empty());
    rows.add_chunks(claim, batch("a.md", 1, &["credit"], true), NOW)
        .await
        .unwrap();
    assert!(found(&*rows, "x", &["refund"]).await.is_empty());
    assert_eq!(found(&*rows, "x", &["credit"]).await, ["credit"]);
    rows.finish_knowledge(claim, Ok(()), NOW).await.unwrap();
    while rows.purge_knowledge(id(1)).await.unwrap() {}
    let scope = rows.knowledge_scope("x".to_owned()).await.unwrap();
    assert_eq!((scope.chunks, scope.terms), (2, 2));
    let documents = rows.list::<KnowledgeDocument>((id(1), 10)).await.unwrap();
    assert_eq!(
        (documents.len(), documents[0].version, documents[0].chunks),
        (1, 2, 2)
    );
}

pub async fn documents_that_are_not_there_any_more_go(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    rows.add_knowledge(new(1, "a.zip"), NOW).await.unwrap();
    let claim = take(&*rows, 1, NOW).await.unwrap();
    for location in ["one", "two"] {
        rows.add_chunks(claim, batch(location, 0, &[location], true), NOW)
            .await
            .unwrap();
    }
    rows.finish_knowledge(claim, Ok(()), NOW).await.unwrap();
    rows.renew_knowledge(id(1), NOW).await.unwrap();
    let claim = take(&*rows, 1, NOW).await.unwrap();
    let kept = rows
        .keep_document(claim, "one".to_owned())
        .await
        .unwrap()
        .unwrap();
    assert_eq!((kept.digest, kept.version), ([7; 32], 1));
    assert_eq!(
        rows.keep_document(claim, "three".to_owned()).await.unwrap(),
        None
    );
    rows.finish_knowledge(claim, Ok(()), NOW).await.unwrap();
    while rows.purge_knowledge(id(1)).await.unwrap() {}
    assert_eq!(found(&*rows, "x", &["one"]).await, ["one"]);
    assert!(found(&*rows, "x", &["two"]).await.is_empty());
    let source = rows.find::<KnowledgeSource>(id(1)).await.unwrap().unwrap();
    assert_eq!((source.documents, source.chunks), (1, 1));
    assert_eq!(
        rows.knowledge_scope("x".to_owned()).await.unwrap().chunks,
        1
    );
}

pub async fn removed_knowledge_is_gone_at_once_and_then_for_good(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    indexed(store, owner, new(1, "a.md"), &["refund"]).await;
    indexed(store, owner, new(2, "b.md"), &["refund too"]).await;
    let removed = rows.remove_knowledge(id(1), NOW).await.unwrap().unwrap();
    assert_eq!(removed.blob, Some(id(101)));
    assert_eq!(found(&*rows, "x", &["refund"]).await, ["refund too"]);
    assert_eq!(rows.find::<KnowledgeSource>(id(1)).await.unwrap(), None);
    assert!(
        rows.list::<KnowledgeDocument>((id(1), 10))
            .await
            .unwrap()
            .is_empty()
    );
    assert_eq!(rows.remove_knowledge(id(1), NOW).await.unwrap(), None);
    assert_eq!(rows.renew_knowledge(id(1), NOW).await.unwrap(), None);
    assert_eq!(take(&*rows, 1, NOW).await, None);
    assert!(!store.upkeep().has_file(id(101)).await.unwrap());
    let left = store
        .upkeep()
        .list::<KnowledgeWork>((NOW, NOW))
        .await
        .unwrap();
    assert_eq!(left.len(), 1);
    while rows.purge_knowledge(id(1)).await.unwrap() {}
    assert!(
        store
            .upkeep()
            .list::<KnowledgeWork>((NOW, NOW))
            .await
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        rows.knowledge_scope("x".to_owned()).await.unwrap().chunks,
        1
    );
    // Its name is free for another.
    indexed(store, owner, new(3, "a.md"), &["voucher"]).await;
    assert_eq!(found(&*rows, "x", &["voucher"]).await, ["voucher"]);
}

pub async fn foreign_knowledge_is_what_never_was(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    let claim = indexed(store, one, new(1, "a.md"), &["refund"]).await;
    indexed(store, two, new(2, "a.md"), &["voucher"]).await;
    let other = store.scoped(two);
    assert!(found(&*other, "x", &["refund"]).await.is_empty());
    assert_eq!(found(&*other, "x", &[]).await, ["voucher"]);
    assert_eq!(other.find::<KnowledgeSource>(id(1)).await.unwrap(), None);
    assert!(
        other
            .list::<KnowledgeDocument>((id(1), 10))
            .await
            .unwrap()
            .is_empty()
    );
    assert_eq!(other.remove_knowledge(id(1), NOW).await.unwrap(), None);
    assert_eq!(other.renew_knowledge(id(1), NOW).await.unwrap(), None);
    assert!(!other.purge_knowledge(id(1)).await.unwrap());
    store.scoped(one).renew_knowledge(id(1), NOW).await.unwrap();
    assert_eq!(take(&*other, 1, NOW).await, None);
    let foreign = other
        .add_chunks(claim, batch("a.md", 0, &["poison"], true), NOW)
        .await;
    assert!(matches!(foreign, Err(StoreError::LeaseLost)));
    assert_eq!(
        found(&*store.scoped(colleague(store).await), "x", &["refund"]).await,
        ["refund"]
    );
}

pub async fn knowledge_is_found_for_the_hosts_that_it_is_for(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    for (number, domain) in [
        (1, None),
        (2, Some("acme.com")),
        (3, Some("*.shop.example")),
    ] {
        let new = NewKnowledge {
            domain: domain.map(str::to_owned),
            ..new(number, &format!("{number}.md"))
        };
        indexed(
            store,
            owner,
            new,
            &[&format!("refund {}", domain.unwrap_or("all"))],
        )
        .await;
    }
    for (host, expected) in [
        ("acme.com", vec!["refund acme.com", "refund all"]),
        ("app.acme.com", vec!["refund all"]),
        ("shop.example", vec!["refund *.shop.example", "refund all"]),
        (
            "eu.shop.example",
            vec!["refund *.shop.example", "refund all"],
        ),
        ("evilshop.example", vec!["refund all"]),
    ] {
        let mut texts = found(&*rows, host, &["refund"]).await;
        texts.sort();
        assert_eq!(texts, expected, "{host}");
        let scope = rows.knowledge_scope(host.to_owned()).await.unwrap();
        assert_eq!(scope.documents as usize, expected.len(), "{host}");
    }
}

pub async fn chunks_are_found_by_vectors(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    rows.add_knowledge(new(1, "a.md"), NOW).await.unwrap();
    let claim = take(&*rows, 1, NOW).await.unwrap();
    let mut batch = batch("a.md", 0, &["north", "east", "none"], true);
    batch.chunks[0].vector = Some(pack_vector(&[0.0, 2.0]));
    batch.chunks[1].vector = Some(pack_vector(&[0.5, 0.0]));
    rows.add_chunks(claim, batch, NOW).await.unwrap();
    rows.finish_knowledge(claim, Ok(()), NOW).await.unwrap();
    let query = KnowledgeQuery {
        vector: Some(pack_vector(&[0.9, 0.1])),
        host: "x".to_owned(),
        most: 5,
        ..KnowledgeQuery::default()
    };
    let hits = rows.search_knowledge(query).await.unwrap().by_vector;
    let texts: Vec<&str> = hits.iter().map(|hit| hit.text.as_str()).collect();
    assert_eq!(texts, ["east", "north"]);
}
