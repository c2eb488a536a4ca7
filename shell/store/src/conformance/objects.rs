use uuid::Uuid;

use super::world::*;
use crate::ide::{
    IdeJob, IdeTrace, ObjectFilter, ObjectName, ObjectPut, ObjectRecord, PendingJob, TraceFilter,
};
use crate::outbox::{Publication, TopicName};
use crate::{Owner, Store};

fn name(key: &str) -> ObjectName {
    ObjectName {
        bucket: "artifacts".to_owned(),
        key: key.to_owned(),
    }
}

fn object(key: &str, blob: u128, trace: Option<Uuid>) -> ObjectRecord {
    ObjectRecord {
        name: name(key),
        blob: id(blob),
        mime: "application/json".to_owned(),
        size: 9,
        digest: [blob as u8; 32],
        trace,
        updated_ms: NOW + blob as i64,
    }
}

pub async fn an_object_is_replaced_where_that_is_wanted(store: &dyn Store) {
    let (alice, bob) = (owner(store, 1).await, owner(store, 2).await);
    let put = async |owner: Owner, object: &ObjectRecord, replace| {
        let rows = store.scoped(owner);
        rows.put_object(object.clone(), replace).await.unwrap()
    };
    let kept = |replaced| ObjectPut::Kept { replaced };
    let (first, second) = (object("a", 11, None), object("a", 12, Some(id(1))));
    assert_eq!(put(alice, &first, false).await, kept(None));
    assert_eq!(put(alice, &second, false).await, ObjectPut::Exists);
    assert!(store.upkeep().has_file(id(11)).await.unwrap());
    assert_eq!(put(alice, &second, true).await, kept(Some(id(11))));
    assert!(!store.upkeep().has_file(id(11)).await.unwrap());
    let find = async |owner| {
        let rows = store.scoped(owner);
        rows.find::<ObjectRecord>(name("a")).await.unwrap()
    };
    assert_eq!(find(alice).await, Some(second));
    assert_eq!(find(bob).await, None);
    assert_eq!(put(bob, &object("a", 13, None), false).await, kept(None));
    for gone in [Some(id(12)), None] {
        let rows = store.scoped(alice);
        assert_eq!(rows.remove_object(name("a")).await.unwrap(), gone);
    }
    assert!(find(bob).await.is_some());
}

pub async fn objects_are_listed_by_key_and_trace(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for (key, blob, trace) in [("x/1", 1, Some(id(7))), ("x/2", 2, None), ("y%", 3, None)] {
        let rows = store.scoped(owner);
        rows.put_object(object(key, blob, trace), false)
            .await
            .unwrap();
    }
    let list = async |prefix: &str, part: &str, trace| {
        let filter = ObjectFilter {
            bucket: Some("artifacts".to_owned()),
            prefix: prefix.to_owned(),
            part: part.to_owned(),
            trace,
            limit: 2,
            offset: 0,
        };
        let page = store.scoped(owner).page::<ObjectRecord>(filter).await;
        let page = page.unwrap();
        let keys: Vec<String> = page.items.into_iter().map(|one| one.name.key).collect();
        (keys.join(" "), page.total)
    };
    assert_eq!(list("", "", None).await, ("y% x/2".to_owned(), 3));
    assert_eq!(list("x/", "", None).await, ("x/2 x/1".to_owned(), 2));
    assert_eq!(list("", "%", None).await, ("y%".to_owned(), 1));
    assert_eq!(list("", "", Some(id(7))).await, ("x/1".to_owned(), 1));
}

pub async fn jobs_wait_until_they_are_ended(store: &dyn Store) {
    let (alice, bob) = (owner(store, 1).await, owner(store, 2).await);
    let job = |trace| IdeJob {
        trace: id(trace),
        body: "{}".to_owned(),
        created_ms: NOW,
    };
    for (owner, trace) in [(alice, 1), (bob, 2)] {
        store.scoped(owner).begin_job(job(trace)).await.unwrap();
    }
    store.scoped(bob).end_job(id(1)).await.unwrap();
    store.scoped(bob).end_job(id(2)).await.unwrap();
    let waiting = store.upkeep().list::<PendingJob>(10).await.unwrap();
    let expected = PendingJob {
        owner: alice,
        job: job(1),
    };
    assert_eq!(waiting, [expected]);
}

pub async fn traces_are_listed_with_what_they_told(store: &dyn Store) {
    let (alice, bob) = (owner(store, 1).await, owner(store, 2).await);
    for (owner, trace, kinds) in [
        (alice, 1, "ready meta done"),
        (alice, 2, "ready"),
        (bob, 3, "ready"),
    ] {
        for (kind, later) in kinds.split(' ').zip(0..) {
            let publication = Publication {
                topic: TopicName::of_trace(id(trace)),
                kind: kind.to_owned(),
                body: format!("{{\"n\":{later}}}"),
            };
            let told = store
                .upkeep()
                .publish(owner, vec![publication], NOW + later);
            told.await.unwrap();
        }
    }
    let filter = TraceFilter {
        limit: 9,
        offset: 0,
    };
    let page = store.scoped(alice).page::<IdeTrace>(filter).await.unwrap();
    let last = IdeTrace {
        topic: TopicName::of_trace(id(1)),
        kinds: "ready meta done".to_owned(),
        meta: Some("{\"n\":1}".to_owned()),
        began_ms: NOW,
        told_ms: NOW + 2,
    };
    assert_eq!(page.total, 2);
    assert_eq!(page.items[1], last);
    assert_eq!(page.items[0].meta, None);
}
