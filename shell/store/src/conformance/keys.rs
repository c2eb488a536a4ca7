use screen_agent_turn::task::Task;

use super::world::*;
use crate::answer::{IDEMPOTENCY_MS, KeyedRequest, StoredResponse};
use crate::session::SessionRecord;
use crate::turn::{BeginRefusal, BeginTurn, Begun, LEASE_MS, Lease};
use crate::{Owner, Store, StoreError};

fn keyed(begin: BeginTurn, key: KeyedRequest) -> BeginTurn {
    BeginTurn {
        key: Some(key),
        ..begin
    }
}

/// Plays a first turn that answers its key.
async fn answered(store: &dyn Store, owner: Owner, begin: &BeginTurn, body: &str) {
    open(store, owner, begin.clone()).await;
    let closing = answering(begin, 1, body);
    store.scoped(owner).commit_turn(closing).await.unwrap();
}

async fn repeated(store: &dyn Store, owner: Owner, begin: BeginTurn) -> StoredResponse {
    match store.scoped(owner).begin_turn(begin).await.unwrap() {
        Begun::Answered(response) => response,
        other => panic!("not answered before: {other:?}"),
    }
}

pub async fn the_same_request_gets_the_same_answer_and_no_rows(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let body = "{\"action\":\"click(1)\"}".repeat(100);
    let begin = keyed(first(1, 2, "a"), key("interact", "k", 1));
    answered(store, owner, &begin, &body).await;
    let again = keyed(first(7, 8, "a"), key("interact", "k", 1));
    assert_eq!(repeated(store, owner, again).await, response(&body));
    let rows = store.scoped(owner);
    assert_eq!(
        rows.find::<SessionRecord>(session_id(8)).await.unwrap(),
        None
    );
    assert_eq!(rows.task(task_id(7)).await.unwrap(), None);
}

pub async fn another_body_under_a_used_key_is_refused(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let begin = keyed(first(1, 2, "a"), key("interact", "k", 1));
    let other = keyed(first(3, 4, "b"), key("interact", "k", 2));
    open(store, owner, begin.clone()).await;
    let refusal = refused(store, owner, other.clone()).await;
    assert_eq!(refusal, BeginRefusal::KeyReused);
    let closing = answering(&begin, 1, "{}");
    store.scoped(owner).commit_turn(closing).await.unwrap();
    assert_eq!(refused(store, owner, other).await, BeginRefusal::KeyReused);
}

pub async fn a_key_whose_turn_is_open_is_in_flight(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let claim = key("interact", "k", 1);
    open(store, owner, keyed(first(1, 2, "a"), claim.clone())).await;
    let again = keyed(first(3, 2, "a"), claim);
    let refusal = refused(store, owner, again).await;
    assert_eq!(refusal, BeginRefusal::KeyInFlight);
}

pub async fn an_abandoned_key_is_free_again(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let begin = keyed(first(1, 2, "a"), key("interact", "k", 1));
    open(store, owner, begin.clone()).await;
    let rows = store.scoped(owner);
    rows.release(Lease::Task(task_id(1), begin.lease))
        .await
        .unwrap();
    open(
        store,
        owner,
        keyed(first(3, 2, "b"), key("interact", "k", 2)),
    )
    .await;
}

pub async fn a_key_of_a_dead_turn_is_free_again(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let claim = key("interact", "k", 1);
    open(store, owner, keyed(first(1, 2, "a"), claim.clone())).await;
    let again = BeginTurn {
        now_ms: NOW + LEASE_MS,
        ..keyed(first(3, 2, "a"), claim)
    };
    open(store, owner, again).await;
}

/// Its task is its own still, but another answers what was asked: of the two one is kept.
pub async fn a_turn_that_lost_its_key_keeps_nothing(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let claim = key("interact", "k", 1);
    let slow = keyed(first(1, 2, "a"), claim.clone());
    open(store, owner, slow.clone()).await;
    let second = BeginTurn {
        now_ms: NOW + LEASE_MS,
        ..keyed(first(3, 2, "a"), claim.clone())
    };
    open(store, owner, second.clone()).await;
    let rows = store.scoped(owner);
    let lost = rows.commit_turn(answering(&slow, 1, "slow")).await;
    assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
    let second = answering(&second, 3, "second");
    rows.commit_turn(second).await.unwrap();
    let lost = rows.commit_turn(answering(&slow, 1, "slow")).await;
    assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
    let again = keyed(first(7, 8, "a"), claim.clone());
    assert_eq!(repeated(store, owner, again).await, response("second"));
}

pub async fn a_turn_closed_without_an_answer_frees_its_key(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let claim = key("interact", "k", 1);
    let begin = keyed(first(1, 2, "a"), claim.clone());
    open(store, owner, begin.clone()).await;
    let closing = commit(&begin, &mut Task::new(task_id(1), "a".to_owned()));
    store.scoped(owner).commit_turn(closing).await.unwrap();
    open(store, owner, keyed(later(1, "a", 1), claim)).await;
}

pub async fn keys_are_apart_by_owner_and_endpoint(store: &dyn Store) {
    let one = owner(store, 1).await;
    let two = owner(store, 2).await;
    let begin = keyed(first(1, 2, "a"), key("interact", "k", 1));
    answered(store, one, &begin, "{}").await;
    open(store, one, keyed(first(3, 2, "a"), key("upload", "k", 2))).await;
    open(store, two, keyed(first(4, 2, "a"), key("interact", "k", 2))).await;
}

pub async fn an_answer_is_kept_for_a_day(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let claim = key("interact", "k", 1);
    let begin = keyed(first(1, 2, "a"), claim.clone());
    answered(store, owner, &begin, "{}").await;
    let at = |now_ms| BeginTurn {
        now_ms,
        ..keyed(first(3, 2, "a"), claim.clone())
    };
    let late = NOW + IDEMPOTENCY_MS;
    assert_eq!(repeated(store, owner, at(late - 1)).await, response("{}"));
    open(store, owner, at(late)).await;
}
