//! What has happened to a request that is being answered.

use super::world::{ASKER, NOW, key, owner, response};
use crate::answer::{ASKED_LEASE_MS, Claimed, KeyedRequest};
use crate::run::{FinishRequest, RunEnd, UseApproval};
use crate::{Packed, Scoped, Store, StoreError};

fn question(body: u8) -> KeyedRequest {
    key("c-1", "r-1", body)
}

fn body(words: &str) -> Packed {
    Packed::bytes(words.as_bytes())
}

async fn ask(rows: &dyn Scoped) -> Claimed {
    rows.ask_once(question(1), (ASKER, ASKED_LEASE_MS), NOW)
        .await
        .unwrap()
}

async fn add(rows: &dyn Scoped, seq: u32, words: &str) -> Result<(), StoreError> {
    rows.add_history(question(1).key, (seq, body(words)), Vec::new())
        .await
}

async fn use_approval(rows: &dyn Scoped, seq: u32) -> Result<bool, StoreError> {
    let using = UseApproval {
        fingerprint: "print".to_owned(),
        first: body("first"),
        again: body("again"),
        audit: Vec::new(),
        now_ms: NOW,
    };
    rows.use_approval(question(1).key, seq, using).await
}

async fn finish(rows: &dyn Scoped, words: &str) -> Result<(), StoreError> {
    let finish = FinishRequest {
        request: question(1).key,
        lease: ASKER,
        answer: response(words),
        run: RunEnd::Nothing,
        audit: Vec::new(),
        now_ms: NOW,
    };
    rows.finish_request(finish).await
}

fn lost<T>(result: Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::LeaseLost))
}

pub async fn what_happened_comes_back_in_order_until_there_is_an_answer(store: &dyn Store) {
    let rows = store.scoped(owner(store, 1).await);
    let rows = rows.as_ref();
    assert!(lost(add(rows, 0, "nobody asked").await));
    assert!(matches!(ask(rows).await, Claimed::First));
    add(rows, 0, "one").await.unwrap();
    add(rows, 1, "two").await.unwrap();
    for seq in [0, 1, 3] {
        assert!(lost(add(rows, seq, "out of order").await), "{seq}");
        assert!(lost(use_approval(rows, seq).await), "{seq}");
    }
    // What was refused used nothing up.
    assert!(use_approval(rows, 2).await.unwrap());
    assert!(!use_approval(rows, 3).await.unwrap());
    let kept = rows.history(question(1).key).await.unwrap();
    assert_eq!(kept, ["one", "two", "first", "again"].map(body));
    finish(rows, "answer").await.unwrap();
    assert_eq!(rows.history(question(1).key).await.unwrap(), []);
    assert!(lost(add(rows, 0, "late").await));
    assert!(lost(finish(rows, "another").await));
    let answered = ask(rows).await;
    assert!(matches!(answered, Claimed::Answered(answer) if answer == response("answer")));
}

pub async fn a_foreign_history_is_one_that_never_was(store: &dyn Store) {
    let one = store.scoped(owner(store, 1).await);
    assert!(matches!(ask(one.as_ref()).await, Claimed::First));
    add(one.as_ref(), 0, "one").await.unwrap();
    let two = store.scoped(owner(store, 2).await);
    let two = two.as_ref();
    assert_eq!(two.history(question(1).key).await.unwrap(), []);
    assert!(lost(add(two, 1, "foreign").await));
    assert!(lost(use_approval(two, 1).await));
    assert!(lost(finish(two, "foreign").await));
    // The same names are another question of somebody else's.
    assert!(matches!(ask(two).await, Claimed::First));
    add(two, 0, "two").await.unwrap();
    finish(two, "theirs").await.unwrap();
    assert_eq!(one.history(question(1).key).await.unwrap(), [body("one")]);
    finish(one.as_ref(), "mine").await.unwrap();
}
