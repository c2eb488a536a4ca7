use crate::task::StoredStep;
use screen_agent_action::status::TaskStatus;
use screen_agent_turn::task::Task;

use super::world::*;
use crate::outbox::{Announced, OutboxPosition};
use crate::turn::{
    BeginRefusal, BeginTurn, Begun, LEASE_MS, Lease, LeaseId, TakenFrom, TurnCommit,
};
use crate::upkeep::Recovered;
use crate::{Store, StoreError};

fn at(begin: BeginTurn, now_ms: i64) -> BeginTurn {
    BeginTurn { now_ms, ..begin }
}

pub async fn a_second_turn_is_busy_until_the_first_closes(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let mut task = play(store, owner, first(1, 2, "a"), TaskStatus::Executing).await;
    let begin = later(1, "a", 1);
    open(store, owner, begin.clone()).await;
    let refusal = refused(store, owner, later(1, "b", 2)).await;
    assert_eq!(refusal, BeginRefusal::Busy);
    let closing = commit(&begin, &mut task);
    store.scoped(owner).commit_turn(closing).await.unwrap();
    open(store, owner, later(1, "b", 2)).await;
    assert_eq!(words(store, owner, 2).await, ["a", "b"]);
}

pub async fn of_many_turns_at_once_one_opens(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play(store, owner, first(1, 2, "a"), TaskStatus::Executing).await;
    let rows = store.scoped(owner);
    let turns = (0..20).map(|lease| rows.begin_turn(later(1, "a", 1 + lease)));
    let mut outcomes = Vec::new();
    for begun in all_at_once(turns.collect()).await {
        outcomes.push(match begun.unwrap() {
            Begun::Open(_) => "open",
            Begun::Refused(BeginRefusal::Busy) => "busy",
            other => panic!("{other:?}"),
        });
    }
    outcomes.sort_unstable();
    let mut expected = vec!["busy"; 19];
    expected.push("open");
    assert_eq!(outcomes, expected);
}

pub async fn a_dead_turn_holds_its_task_for_a_minute(store: &dyn Store) {
    let owner = owner(store, 1).await;
    open(store, owner, first(1, 2, "a")).await;
    let early = at(later(1, "a", 1), NOW + LEASE_MS - 1);
    assert_eq!(refused(store, owner, early).await, BeginRefusal::Busy);
    open(store, owner, at(later(1, "a", 1), NOW + LEASE_MS)).await;
}

pub async fn a_turn_that_lost_its_lease_keeps_nothing(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let slow = first(1, 2, "a");
    open(store, owner, slow.clone()).await;
    open(store, owner, at(later(1, "a", 1), NOW + LEASE_MS)).await;
    let mut task = Task::new(task_id(1), "a".to_owned());
    let closing = TurnCommit {
        steps: vec![new_step(&click(0))],
        ..commit(&slow, &mut task)
    };
    let rows = store.scoped(owner);
    let lost = rows.commit_turn(closing).await;
    assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
    let lost = rows.renew(Lease::Task(task_id(1), slow.lease), NOW).await;
    assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
    rows.release(Lease::Task(task_id(1), slow.lease))
        .await
        .unwrap();
    assert_eq!(rows.list::<StoredStep>(task_id(1)).await.unwrap(), []);
    let third = at(later(1, "a", 2), NOW + LEASE_MS);
    assert_eq!(refused(store, owner, third).await, BeginRefusal::Busy);
}

pub async fn a_renewed_lease_holds_on(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let begin = first(1, 2, "a");
    open(store, owner, begin.clone()).await;
    let rows = store.scoped(owner);
    rows.renew(Lease::Task(task_id(1), begin.lease), NOW + 50_000)
        .await
        .unwrap();
    let other = at(later(1, "a", 1), NOW + LEASE_MS + 1);
    assert_eq!(refused(store, owner, other).await, BeginRefusal::Busy);
}

pub async fn an_abandoned_turn_frees_its_task(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let task_before = play(store, owner, first(1, 2, "a"), TaskStatus::Executing).await;
    let begin = later(1, "b", 1);
    open(store, owner, begin.clone()).await;
    let rows = store.scoped(owner);
    rows.release(Lease::Task(task_id(1), begin.lease))
        .await
        .unwrap();
    let opened = open(store, owner, later(1, "b", 2)).await;
    assert_eq!(opened.task.unwrap().open().unwrap(), task_before);
    assert_eq!(words(store, owner, 2).await, ["a", "b"]);
}

pub async fn an_abandoned_first_turn_leaves_no_words_without_a_task(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let begin = first(1, 2, "a");
    open(store, owner, begin.clone()).await;
    let rows = store.scoped(owner);
    rows.release(Lease::Task(task_id(1), begin.lease))
        .await
        .unwrap();
    assert_eq!(words(store, owner, 2).await, ["a"]);
    let left = task(store, owner, 1).await;
    assert_eq!(left.status, TaskStatus::Interrupted);
    // Listeners hear of it as of any other that was interrupted.
    let told = store
        .upkeep()
        .list::<Announced>((OutboxPosition::default(), 9))
        .await
        .unwrap();
    assert_eq!(told.len(), 2);
    // The same words begin a task of their own and no second message.
    open(store, owner, first(3, 2, "a")).await;
    assert_eq!(words(store, owner, 2).await, ["a"]);
}

/// The clock went back by an hour: a lease that nobody can have taken holds nobody up.
pub async fn a_lease_of_a_clock_that_was_wrong_does_not_hold(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let wrong = NOW + 60 * LEASE_MS;
    open(store, owner, at(first(1, 2, "a"), wrong)).await;
    let before = at(later(1, "a", 1), wrong - 1);
    assert_eq!(refused(store, owner, before).await, BeginRefusal::Busy);
    open(store, owner, at(later(1, "a", 1), NOW)).await;
}

pub async fn a_task_is_leased_without_words(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let mut task = play(store, owner, first(1, 2, "a"), TaskStatus::Executing).await;
    let begin = later(1, "", 1);
    let rows = store.scoped(owner);
    let lease = |lease: LeaseId| rows.lease_task(task_id(1), lease, TakenFrom::Nobody, NOW);
    let opened = lease(begin.lease).await.unwrap().unwrap();
    assert_eq!(opened.task.unwrap().open().unwrap(), task);
    let second = lease(LeaseId(id(77))).await.unwrap();
    assert!(matches!(second, Err(BeginRefusal::Busy)));
    task.status = TaskStatus::Interrupted;
    let closing = commit(&begin, &mut task);
    rows.commit_turn(closing).await.unwrap();
    assert_eq!(words(store, owner, 2).await, ["a"]);
}

pub async fn what_comes_of_a_task_that_was_seized_counts_no_more(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let mut task = play(store, owner, first(1, 2, "a"), TaskStatus::Executing).await;
    let (begin, seizing) = (later(1, "b", 1), later(1, "", 2));
    open(store, owner, begin.clone()).await;
    let rows = store.scoped(owner);
    let seized = rows.lease_task(task_id(1), seizing.lease, TakenFrom::Anybody, NOW);
    let seized = seized.await;
    assert!(seized.unwrap().is_ok());
    let late = rows.commit_turn(commit(&begin, &mut task.clone())).await;
    assert!(matches!(late, Err(StoreError::LeaseLost)), "{late:?}");
    task.status = TaskStatus::Interrupted;
    rows.commit_turn(commit(&seizing, &mut task)).await.unwrap();
}

/// The task that a client knows goes on; the one that none knows is interrupted.
pub async fn recovery_frees_what_a_dead_turn_held(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play(store, owner, first(1, 2, "a"), TaskStatus::Executing).await;
    open(store, owner, later(1, "a", 1)).await;
    let unknown = BeginTurn {
        key: Some(key("interact", "k", 1)),
        ..first(3, 4, "b")
    };
    open(store, owner, unknown).await;
    let recovered = store.upkeep().recover(NOW + LEASE_MS).await.unwrap();
    assert_eq!(
        recovered,
        Recovered {
            resumable: 1,
            interrupted: 1,
            claims_dropped: 1,
            artifacts: 0,
            alone: recovered.alone,
        }
    );
    open(store, owner, at(later(1, "a", 2), NOW + LEASE_MS)).await;
    let found = task(store, owner, 3).await;
    assert_eq!(found.status, TaskStatus::Interrupted);
}

pub async fn recovery_happens_once(store: &dyn Store) {
    let owner = owner(store, 1).await;
    open(store, owner, first(1, 2, "a")).await;
    store.upkeep().recover(NOW + LEASE_MS).await.unwrap();
    let again = store.upkeep().recover(NOW + LEASE_MS).await.unwrap();
    let nothing = Recovered {
        alone: again.alone,
        ..Recovered::default()
    };
    assert_eq!(again, nothing);
}
