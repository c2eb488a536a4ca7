use screen_agent_wire::packet::collection::{CaptureStatus, SourceKind};

use super::world::*;
use crate::collection::{
    CAPTURE_CHARS, CAPTURE_LEASE_MS, Capture, CaptureBegun, CollectionRecord, MOST_COLLECTIONS,
    MOST_SOURCES, NewCollection, NewSourceRecord, SourceRecord,
};
use crate::{Owner, Store, StoreError};

fn named(id: &str, title: &str) -> NewCollection {
    NewCollection {
        id: id.to_owned(),
        title: title.to_owned(),
        tags: vec![],
    }
}

pub fn collection(id: &str) -> NewCollection {
    NewCollection {
        id: id.to_owned(),
        title: format!("Title of {id}"),
        tags: vec!["one".to_owned(), "two".to_owned()],
    }
}

fn page(id: &str, path: &str) -> NewSourceRecord {
    NewSourceRecord {
        id: id.to_owned(),
        kind: SourceKind::Url,
        url: format!("https://Shop.example/{path}#part"),
        normalized_url: format!("https://shop.example/{path}"),
        title: String::new(),
        capture: None,
    }
}

fn note(id: &str, text: &str) -> NewSourceRecord {
    NewSourceRecord {
        id: id.to_owned(),
        kind: SourceKind::Note,
        url: String::new(),
        normalized_url: String::new(),
        title: "A note".to_owned(),
        capture: Some(capture(text, None)),
    }
}

fn capture(text: &str, title: Option<&str>) -> Capture {
    Capture {
        title: title.map(str::to_owned),
        published: Some("2026-03-04".to_owned()),
        text: text.to_owned(),
        preview: text.chars().take(20).collect(),
        outline_json: r#"["H1"]"#.to_owned(),
        links_json: "[]".to_owned(),
        hash: format!("hash of {text:.20}"),
    }
}

async fn with_collection(store: &dyn Store, owner: Owner, id: &str) -> CollectionRecord {
    let rows = store.scoped(owner);
    rows.add_collection(collection(id), NOW).await.unwrap()
}

async fn add(
    store: &dyn Store,
    owner: Owner,
    id: &str,
    new: Vec<NewSourceRecord>,
) -> Vec<SourceRecord> {
    let rows = store.scoped(owner);
    let added = rows.add_sources(id.to_owned(), new, NOW + 1);
    added.await.unwrap().unwrap()
}

async fn captured(
    store: &dyn Store,
    owner: Owner,
    id: &str,
    capture: Result<Capture, String>,
    now_ms: i64,
) -> SourceRecord {
    let rows = store.scoped(owner);
    let noted = rows.captured(id.to_owned(), capture, now_ms);
    noted.await.unwrap().unwrap()
}

pub async fn a_collection_comes_back_as_it_was(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let added = with_collection(store, owner, "col_1").await;
    let expected = CollectionRecord {
        id: "col_1".to_owned(),
        title: "Title of col_1".to_owned(),
        tags: vec!["one".to_owned(), "two".to_owned()],
        created_ms: NOW,
        updated_ms: NOW,
        sources: 0,
    };
    assert_eq!(added, expected);
    let rows = store.scoped(owner);
    let found = rows
        .find::<CollectionRecord>("col_1".to_owned())
        .await
        .unwrap();
    assert_eq!(found, Some(expected.clone()));
    assert_eq!(
        rows.find::<CollectionRecord>("col_2".to_owned())
            .await
            .unwrap(),
        None
    );
    let again = NewCollection {
        title: "Another".to_owned(),
        ..collection("col_1")
    };
    let again = rows.add_collection(again, NOW + 9).await.unwrap();
    assert_eq!(again, expected);
}

pub async fn a_collection_is_renamed(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let before = with_collection(store, owner, "col_1").await;
    let rows = store.scoped(owner);
    let rename = |id: &str| rows.rename_collection(named(id, "New"), NOW + 5);
    let expected = CollectionRecord {
        title: "New".to_owned(),
        tags: vec![],
        updated_ms: NOW + 5,
        ..before
    };
    assert_eq!(rename("col_1").await.unwrap(), Some(expected));
    assert_eq!(rename("col_2").await.unwrap(), None);
}

pub async fn collections_are_listed_by_their_latest_change(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for id in ["a", "b", "c"] {
        with_collection(store, owner, id).await;
    }
    let listed = async || {
        let all = store
            .scoped(owner)
            .list::<CollectionRecord>(())
            .await
            .unwrap();
        let ids: Vec<_> = all.into_iter().map(|one| one.id).collect();
        ids.join(" ")
    };
    assert_eq!(listed().await, "c b a");
    add(store, owner, "a", vec![page("src_1", "x")]).await;
    assert_eq!(listed().await, "a c b");
    captured(store, owner, "src_1", Err("no".to_owned()), NOW + 2).await;
    let rows = store.scoped(owner);
    let renamed = rows.rename_collection(named("b", "B"), NOW + 3);
    renamed.await.unwrap();
    assert_eq!(listed().await, "b a c");
    let removed = rows
        .remove::<SourceRecord>("src_1".to_owned(), NOW + 4)
        .await;
    assert!(removed.unwrap());
    assert_eq!(listed().await, "a b c");
}

pub async fn a_user_has_so_many_collections(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    for number in 0..MOST_COLLECTIONS {
        with_collection(store, one, &format!("col_{number}")).await;
    }
    let rows = store.scoped(one);
    let refused = rows.add_collection(collection("more"), NOW).await;
    let expected = MOST_COLLECTIONS;
    assert!(
        matches!(&refused, Err(StoreError::TooMany { what: "collections", most }) if *most == expected),
        "{refused:?}"
    );
    with_collection(store, two, "more").await;
    with_collection(store, one, "col_7").await;
    assert!(
        rows.remove::<CollectionRecord>("col_7".to_owned(), NOW)
            .await
            .unwrap()
    );
    with_collection(store, one, "more").await;
}

pub async fn an_address_stands_once_in_a_collection(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for id in ["a", "b"] {
        with_collection(store, owner, id).await;
    }
    let first = add(
        store,
        owner,
        "a",
        vec![page("src_1", "x"), page("src_2", "y")],
    )
    .await;
    let ids = |sources: &[SourceRecord]| -> Vec<String> {
        sources.iter().map(|source| source.id.clone()).collect()
    };
    assert_eq!(ids(&first), ["src_1", "src_2"]);
    let more = vec![page("src_3", "x"), page("src_4", "z"), page("src_5", "z")];
    let second = add(store, owner, "a", more).await;
    assert_eq!(ids(&second), ["src_1", "src_4", "src_4"]);
    let elsewhere = add(store, owner, "b", vec![page("src_6", "x")]).await;
    assert_eq!(ids(&elsewhere), ["src_6"]);
    let rows = store.scoped(owner);
    let all = rows.list::<SourceRecord>("a".to_owned()).await.unwrap();
    assert_eq!(ids(&all), ["src_1", "src_2", "src_4"]);
    let found = rows
        .find::<CollectionRecord>("a".to_owned())
        .await
        .unwrap()
        .unwrap();
    assert_eq!((found.sources, found.updated_ms), (3, NOW + 1));
    let expected = SourceRecord {
        id: "src_1".to_owned(),
        collection_id: "a".to_owned(),
        kind: SourceKind::Url,
        url: "https://Shop.example/x#part".to_owned(),
        normalized_url: "https://shop.example/x".to_owned(),
        title: String::new(),
        status: CaptureStatus::Pending,
        error: None,
        capture_version: 0,
        content_hash: None,
        captured_ms: None,
        published: None,
        characters: 0,
        preview: String::new(),
        created_ms: NOW + 1,
        updated_ms: NOW + 1,
    };
    assert_eq!(first[0], expected);
    assert_eq!(
        rows.find::<SourceRecord>("src_1".to_owned()).await.unwrap(),
        Some(expected)
    );
}

pub async fn of_sources_that_come_at_once_each_address_stands_once(store: &dyn Store) {
    let owner = owner(store, 1).await;
    with_collection(store, owner, "a").await;
    let rows = store.scoped(owner);
    let adding = (0..20).map(|number| {
        let new = page(&format!("src_{number}"), &format!("{}", number % 4));
        rows.add_sources("a".to_owned(), vec![new], NOW)
    });
    for added in all_at_once(adding.collect()).await {
        assert_eq!(added.unwrap().unwrap().len(), 1);
    }
    let all = rows.list::<SourceRecord>("a".to_owned()).await.unwrap();
    assert_eq!(all.len(), 4);
}

pub async fn notes_stand_beside_each_other_with_their_text(store: &dyn Store) {
    let owner = owner(store, 1).await;
    with_collection(store, owner, "a").await;
    let notes = vec![note("src_1", "same"), note("src_2", "same")];
    let added = add(store, owner, "a", notes.clone()).await;
    assert_eq!(added.len(), 2);
    assert_eq!(added[0].status, CaptureStatus::Captured);
    assert_eq!((added[1].characters, added[1].capture_version), (4, 1));
    let again = add(store, owner, "a", notes).await;
    assert_eq!(again, added);
    let rows = store.scoped(owner);
    let kept = rows.find::<Capture>("src_2".to_owned()).await.unwrap();
    assert_eq!(kept, Some(capture("same", None)));
}

pub async fn a_collection_has_so_many_sources(store: &dyn Store) {
    let owner = owner(store, 1).await;
    with_collection(store, owner, "a").await;
    let some = |from: u32, to: u32| -> Vec<NewSourceRecord> {
        let new = |number| page(&format!("src_{number}"), &format!("{number}"));
        (from..to).map(new).collect()
    };
    add(store, owner, "a", some(0, MOST_SOURCES - 1)).await;
    let rows = store.scoped(owner);
    let refused = rows.add_sources(
        "a".to_owned(),
        some(MOST_SOURCES - 2, MOST_SOURCES + 1),
        NOW,
    );
    let refused = refused.await;
    assert!(
        matches!(
            refused,
            Err(StoreError::TooMany {
                what: "sources",
                most: MOST_SOURCES
            })
        ),
        "{refused:?}"
    );
    let count = async || {
        rows.list::<SourceRecord>("a".to_owned())
            .await
            .unwrap()
            .len()
    };
    assert_eq!(count().await, MOST_SOURCES as usize - 1, "none of them");
    add(store, owner, "a", some(MOST_SOURCES - 2, MOST_SOURCES)).await;
    assert_eq!(count().await, MOST_SOURCES as usize);
    add(store, owner, "a", some(0, 3)).await;
}

pub async fn a_capture_comes_back_as_it_was(store: &dyn Store) {
    let owner = owner(store, 1).await;
    with_collection(store, owner, "a").await;
    add(store, owner, "a", vec![page("src_1", "x")]).await;
    let text = "ä line of the page\n".repeat(CAPTURE_CHARS / 19);
    let taken = capture(&text, Some("Its title"));
    let source = captured(store, owner, "src_1", Ok(taken.clone()), NOW + 7).await;
    assert_eq!(source.status, CaptureStatus::Captured);
    assert_eq!(source.title, "Its title");
    assert_eq!(source.capture_version, 1);
    assert_eq!(source.captured_ms, Some(NOW + 7));
    assert_eq!(source.content_hash, Some(taken.hash.clone()));
    assert_eq!(source.published, taken.published);
    assert_eq!(source.characters, text.chars().count() as u64);
    assert_eq!(source.preview, taken.preview);
    let rows = store.scoped(owner);
    let kept = rows.find::<Capture>("src_1".to_owned()).await.unwrap();
    assert_eq!(kept, Some(taken));
}

/// What the original got wrong: a refresh that failed hid what was there.
pub async fn a_failed_capture_hides_no_earlier_one(store: &dyn Store) {
    let owner = owner(store, 1).await;
    with_collection(store, owner, "a").await;
    add(store, owner, "a", vec![page("src_1", "x")]).await;
    let rows = store.scoped(owner);
    let failed = captured(store, owner, "src_1", Err("No answer.".to_owned()), NOW + 2).await;
    assert_eq!(failed.status, CaptureStatus::Failed);
    assert_eq!(failed.error.as_deref(), Some("No answer."));
    assert_eq!(
        rows.find::<Capture>("src_1".to_owned()).await.unwrap(),
        None
    );
    let good = capture("good", Some("T"));
    captured(store, owner, "src_1", Ok(good.clone()), NOW + 3).await;
    let failed = captured(store, owner, "src_1", Err("Gone.".to_owned()), NOW + 4).await;
    assert_eq!(failed.status, CaptureStatus::Failed);
    assert_eq!((failed.capture_version, failed.characters), (1, 4));
    assert_eq!(failed.captured_ms, Some(NOW + 3));
    assert_eq!(failed.title, "T");
    let kept = rows.find::<Capture>("src_1".to_owned()).await.unwrap();
    assert_eq!(kept, Some(good));
    let better = capture("better", None);
    let source = captured(store, owner, "src_1", Ok(better.clone()), NOW + 5).await;
    assert_eq!((source.error, source.capture_version), (None, 2));
    assert_eq!(
        source.title, "T",
        "a page without a title keeps the old one"
    );
    let kept = rows.find::<Capture>("src_1".to_owned()).await.unwrap();
    assert_eq!(kept, Some(better));
}

pub async fn a_capture_that_is_too_long_is_refused_whole(store: &dyn Store) {
    let owner = owner(store, 1).await;
    with_collection(store, owner, "a").await;
    add(store, owner, "a", vec![page("src_1", "x")]).await;
    let long = capture(&"x".repeat(CAPTURE_CHARS + 1), None);
    let rows = store.scoped(owner);
    let refused = rows.captured("src_1".to_owned(), Ok(long), NOW).await;
    assert!(matches!(refused, Err(StoreError::Refused(_))));
    let source = rows
        .find::<SourceRecord>("src_1".to_owned())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(source.status, CaptureStatus::Pending);
}

pub async fn a_source_is_captured_by_one_at_a_time(store: &dyn Store) {
    let owner = owner(store, 1).await;
    with_collection(store, owner, "a").await;
    add(store, owner, "a", vec![page("src_1", "x")]).await;
    let rows = store.scoped(owner);
    let begin = |now| rows.begin_capture("src_1".to_owned(), now);
    let all = all_at_once((0..9).map(|_| begin(NOW)).collect()).await;
    let begun = all.into_iter().map(Result::unwrap);
    let begun = begun.filter(|begun| matches!(begun, CaptureBegun::Begun(_)));
    assert_eq!(begun.count(), 1);
    let busy = begin(NOW + CAPTURE_LEASE_MS - 1).await.unwrap();
    assert_eq!(busy, CaptureBegun::Busy);
    let dead = begin(NOW + CAPTURE_LEASE_MS).await.unwrap();
    assert!(matches!(dead, CaptureBegun::Begun(_)));
    captured(store, owner, "src_1", Err("no".to_owned()), NOW).await;
    assert!(matches!(begin(NOW).await.unwrap(), CaptureBegun::Begun(_)));
    captured(store, owner, "src_1", Ok(capture("x", None)), NOW).await;
    assert!(matches!(begin(NOW).await.unwrap(), CaptureBegun::Begun(_)));
    let unknown = rows.begin_capture("src_2".to_owned(), NOW).await;
    assert_eq!(unknown.unwrap(), CaptureBegun::Unknown);
}

pub async fn a_removed_collection_takes_its_sources_along(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for id in ["a", "b"] {
        with_collection(store, owner, id).await;
        add(store, owner, id, vec![note(&format!("src_{id}"), "text")]).await;
    }
    let rows = store.scoped(owner);
    assert!(
        rows.remove::<CollectionRecord>("a".to_owned(), NOW)
            .await
            .unwrap()
    );
    assert!(
        !rows
            .remove::<CollectionRecord>("a".to_owned(), NOW)
            .await
            .unwrap()
    );
    assert_eq!(rows.list::<SourceRecord>("a".to_owned()).await.unwrap(), []);
    assert_eq!(
        rows.find::<SourceRecord>("src_a".to_owned()).await.unwrap(),
        None
    );
    assert_eq!(
        rows.find::<Capture>("src_a".to_owned()).await.unwrap(),
        None
    );
    assert!(
        rows.find::<SourceRecord>("src_b".to_owned())
            .await
            .unwrap()
            .is_some()
    );
}

pub async fn a_removed_source_makes_room(store: &dyn Store) {
    let owner = owner(store, 1).await;
    with_collection(store, owner, "a").await;
    add(
        store,
        owner,
        "a",
        vec![page("src_1", "x"), page("src_2", "y")],
    )
    .await;
    let rows = store.scoped(owner);
    let remove = |id: &str| rows.remove::<SourceRecord>(id.to_owned(), NOW + 5);
    assert!(remove("src_1").await.unwrap());
    assert!(!remove("src_1").await.unwrap());
    let found = rows
        .find::<CollectionRecord>("a".to_owned())
        .await
        .unwrap()
        .unwrap();
    assert_eq!((found.sources, found.updated_ms), (1, NOW + 5));
    let again = add(store, owner, "a", vec![page("src_3", "x")]).await;
    assert_eq!(again[0].id, "src_3");
}

pub async fn a_foreign_collection_is_one_that_never_was(store: &dyn Store) {
    let one = owner(store, 1).await;
    with_collection(store, one, "a").await;
    add(store, one, "a", vec![note("src_1", "mine")]).await;
    let before = store
        .scoped(one)
        .list::<SourceRecord>("a".to_owned())
        .await
        .unwrap();
    for other in [owner(store, 2).await, colleague(store).await] {
        let rows = store.scoped(other);
        let (a, src) = (|| "a".to_owned(), || "src_1".to_owned());
        assert_eq!(rows.find::<CollectionRecord>(a()).await.unwrap(), None);
        assert_eq!(rows.list::<CollectionRecord>(()).await.unwrap(), []);
        assert_eq!(rows.list::<SourceRecord>(a()).await.unwrap(), []);
        assert_eq!(rows.find::<SourceRecord>(src()).await.unwrap(), None);
        assert_eq!(rows.find::<Capture>(src()).await.unwrap(), None);
        let renamed = rows.rename_collection(named("a", "x"), NOW);
        assert_eq!(renamed.await.unwrap(), None);
        let added = rows.add_sources(a(), vec![page("src_9", "x")], NOW);
        assert_eq!(added.await.unwrap(), None);
        let noted = rows.captured(src(), Ok(capture("theirs", None)), NOW);
        assert_eq!(noted.await.unwrap(), None);
        let begun = rows.begin_capture(src(), NOW).await.unwrap();
        assert_eq!(begun, CaptureBegun::Unknown);
        assert!(!rows.remove::<SourceRecord>(src(), NOW).await.unwrap());
        assert!(!rows.remove::<CollectionRecord>(a(), NOW).await.unwrap());
        with_collection(store, other, "a").await;
        add(store, other, "a", vec![note("src_1", "theirs")]).await;
    }
    let after = store
        .scoped(one)
        .list::<SourceRecord>("a".to_owned())
        .await
        .unwrap();
    assert_eq!(after, before);
}
