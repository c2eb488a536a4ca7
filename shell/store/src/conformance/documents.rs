use super::world::*;
use crate::ide::{
    IdeDocument, IdeDocumentEntry, IdeDocumentFilter, IdeDocumentName, KeywordRecord,
};
use crate::{Owner, Store};

fn name(path: &str) -> IdeDocumentName {
    IdeDocumentName {
        project: "demo".to_owned(),
        path: path.to_owned(),
    }
}

fn document(path: &str, version: u32, body: &str) -> IdeDocument {
    IdeDocument {
        name: name(path),
        version,
        body: body.to_owned(),
        updated_ms: NOW + i64::from(version),
    }
}

async fn put(store: &dyn Store, owner: Owner, document: &IdeDocument) -> bool {
    let rows = store.scoped(owner);
    rows.put_document(document.clone()).await.unwrap()
}

pub async fn a_document_follows_its_own_version_alone(store: &dyn Store) {
    let (alice, bob) = (owner(store, 1).await, owner(store, 2).await);
    let (first, second) = (document("a.json", 1, "{}"), document("a.json", 2, "[1]"));
    assert!(!put(store, alice, &second).await);
    assert!(put(store, alice, &first).await);
    assert!(!put(store, alice, &first).await);
    assert!(put(store, alice, &second).await);
    assert!(!put(store, alice, &second).await);
    let find = async |owner| {
        let rows = store.scoped(owner);
        rows.find::<IdeDocument>(name("a.json")).await.unwrap()
    };
    assert_eq!(find(alice).await, Some(second));
    assert_eq!(find(bob).await, None);
    assert!(put(store, bob, &first).await);
    assert_eq!(find(bob).await, Some(first));
}

pub async fn documents_are_listed_by_path_prefix_and_change(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for path in ["b/2", "a_1", "b/1", "b%3"] {
        assert!(put(store, owner, &document(path, 1, "{}")).await);
    }
    assert!(put(store, owner, &document("b/1", 2, "{}")).await);
    let list = async |prefix: &str, after_ms, offset| {
        let filter = IdeDocumentFilter {
            project: "demo".to_owned(),
            prefix: prefix.to_owned(),
            after_ms,
            limit: 2,
            offset,
        };
        let page = store.scoped(owner).page::<IdeDocumentEntry>(filter).await;
        let page = page.unwrap();
        let path = |entry: IdeDocumentEntry| format!("{} {}", entry.name.path, entry.version);
        let paths: Vec<String> = page.items.into_iter().map(path).collect();
        (paths.join(", "), page.total)
    };
    assert_eq!(list("", None, 0).await, ("a_1 1, b%3 1".to_owned(), 4));
    assert_eq!(list("", None, 2).await, ("b/1 2, b/2 1".to_owned(), 4));
    assert_eq!(list("b/", None, 0).await, ("b/1 2, b/2 1".to_owned(), 2));
    assert_eq!(list("", Some(NOW + 1), 0).await, ("b/1 2".to_owned(), 1));
    assert_eq!(list("%", None, 0).await, (String::new(), 0));
}

pub async fn a_keyword_follows_its_own_version_alone(store: &dyn Store) {
    let upkeep = store.upkeep();
    let record = |keyword: &str, version: u32| KeywordRecord {
        keyword: keyword.to_owned(),
        version,
        body: format!("{{\"v\":{version}}}"),
        updated_ms: NOW + i64::from(version),
    };
    for (keyword, version, expected) in [
        ("b.two", 2, false),
        ("b.two", 1, true),
        ("b.two", 1, false),
        ("b.two", 2, true),
        ("b.two", 4, false),
        ("a.one", 1, true),
    ] {
        let put = upkeep.put_keyword(record(keyword, version)).await.unwrap();
        assert_eq!(put, expected, "{keyword} {version}");
    }
    let listed = upkeep.list::<KeywordRecord>(()).await.unwrap();
    assert_eq!(listed, [record("a.one", 1), record("b.two", 2)]);
}
