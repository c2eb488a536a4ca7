use screen_agent_action::status::TaskStatus;

use super::world::*;
use crate::session::SessionFacts;
use crate::task::TaskSummary;
use crate::turn::BeginTurn;
use crate::upkeep::IDLE_MS;
use crate::{Owner, Store};

/// A task that was seen last on an address.
async fn task_on(store: &dyn Store, owner: Owner, number: u128, url: &str, now_ms: i64) {
    let begin = BeginTurn {
        facts: SessionFacts {
            url: url.to_owned(),
            ..facts()
        },
        now_ms,
        ..first(number, 2, "a")
    };
    open(store, owner, begin.clone()).await;
    let mut state = task(store, owner, number).await;
    state.status = TaskStatus::Executing;
    let mut closing = commit(&begin, &mut state);
    url.clone_into(&mut closing.state.url);
    store.scoped(owner).commit_turn(closing).await.unwrap();
}

async fn active(store: &dyn Store, owner: Owner, url: Option<&str>, now_ms: i64) -> Option<u128> {
    let rows = store.scoped(owner);
    let found = rows
        .active_task(session_id(2), url.map(str::to_owned), now_ms)
        .await
        .unwrap();
    found.map(|task| task.id.get().as_u128())
}

pub async fn a_task_of_the_same_address_is_gone_on_with_first(store: &dyn Store) {
    let owner = owner(store, 1).await;
    task_on(store, owner, 1, "https://a.example/x", NOW).await;
    task_on(store, owner, 2, "https://a.example/y", NOW + 1).await;
    task_on(store, owner, 3, "https://b.example/", NOW + 2).await;
    for (url, expected) in [
        (Some("https://a.example/x"), 1),
        (Some("https://a.example/z"), 2),
        (Some("https://a.example"), 2),
        (Some("https://a.example.evil/"), 3),
        (Some("https://c.example/"), 3),
        (None, 3),
    ] {
        let found = active(store, owner, url, NOW + 3).await;
        assert_eq!(found, Some(expected), "{url:?}");
    }
}

pub async fn a_task_left_lying_is_interrupted(store: &dyn Store) {
    let owner = owner(store, 1).await;
    task_on(store, owner, 1, URL, NOW).await;
    let late = NOW + IDLE_MS;
    assert_eq!(active(store, owner, None, late).await, Some(1));
    assert_eq!(active(store, owner, None, late + 1).await, None);
    let found = task(store, owner, 1).await;
    assert_eq!(found.status, TaskStatus::Interrupted);
}

pub async fn a_task_that_waits_for_the_person_may_wait(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play(store, owner, first(1, 2, "a"), TaskStatus::AwaitingUser).await;
    let late = NOW + 10 * IDLE_MS;
    assert_eq!(active(store, owner, None, late).await, Some(1));
}

pub async fn an_interrupted_task_is_taken_up_as_interrupted(store: &dyn Store) {
    let owner = owner(store, 1).await;
    task_on(store, owner, 1, URL, NOW).await;
    active(store, owner, None, NOW + IDLE_MS + 1).await;
    let opened = open(store, owner, later(1, "a", 1)).await;
    let found = opened.task.unwrap().open().unwrap();
    assert_eq!(found.status, TaskStatus::Interrupted);
}

pub async fn the_active_task_is_one_of_the_session(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play(store, owner, first(1, 7, "a"), TaskStatus::Executing).await;
    play(store, owner, first(2, 2, "a"), TaskStatus::Completed).await;
    assert_eq!(active(store, owner, Some(URL), NOW).await, None);
}

pub async fn tasks_of_a_session_are_listed_oldest_first(store: &dyn Store) {
    let owner = owner(store, 1).await;
    task_on(store, owner, 5, URL, NOW).await;
    task_on(store, owner, 4, URL, NOW + 1).await;
    task_on(store, owner, 6, URL, NOW + 2).await;
    let listed = store.scoped(owner).list::<TaskSummary>(session_id(2)).await;
    let ids: Vec<_> = listed
        .unwrap()
        .iter()
        .map(|task| task.id.get().as_u128())
        .collect();
    assert_eq!(ids, [5, 4, 6]);
}
