use screen_agent_action::status::TaskStatus;

use super::world::*;
use crate::session::{MessageFilter, SessionFilter, SessionRecord, SessionStatus};
use crate::task::{StepPicture, StoredStep, TaskSummary};
use crate::turn::{BeginRefusal, Lease, LeaseId, TakenFrom};
use crate::{Store, StoreError};

pub async fn a_foreign_task_is_one_that_never_was(store: &dyn Store) {
    let one = owner(store, 1).await;
    let two = owner(store, 2).await;
    play_step(store, one, first(1, 2, "a")).await;
    let refusal = refused(store, two, later(1, "a", 1)).await;
    assert_eq!(refusal, BeginRefusal::UnknownTask);
    let rows = store.scoped(two);
    let leased = rows
        .lease_task(task_id(1), LeaseId(id(5)), TakenFrom::Anybody, NOW)
        .await
        .unwrap();
    assert!(matches!(leased, Err(BeginRefusal::UnknownTask)));
    assert_eq!(rows.task(task_id(1)).await.unwrap(), None);
    assert_eq!(rows.list::<StoredStep>(task_id(1)).await.unwrap(), []);
    assert_eq!(rows.turn_records(task_id(1)).await.unwrap(), None);
    assert_eq!(
        rows.find::<StepPicture>((task_id(1), 0)).await.unwrap(),
        None
    );
    let active = rows.active_task(session_id(2), None, NOW).await.unwrap();
    assert_eq!(active, None);
    assert_eq!(
        rows.list::<TaskSummary>(session_id(2)).await.unwrap(),
        vec![]
    );
}

pub async fn a_foreign_session_is_one_that_never_was(store: &dyn Store) {
    let one = owner(store, 1).await;
    let two = owner(store, 2).await;
    play(store, one, first(1, 2, "a"), TaskStatus::Executing).await;
    let rows = store.scoped(two);
    assert_eq!(
        rows.find::<SessionRecord>(session_id(2)).await.unwrap(),
        None
    );
    let page = rows.messages(session_id(2), MessageFilter::default()).await;
    assert_eq!(page.unwrap(), None);
    let filter = SessionFilter {
        limit: 9,
        ..SessionFilter::default()
    };
    assert_eq!(rows.page::<SessionRecord>(filter).await.unwrap().total, 0);
    let on_its_domain = SessionFilter {
        domain: Some("shop.example".to_owned()),
        ..SessionFilter::latest(vec![SessionStatus::Active])
    };
    assert_eq!(
        rows.page::<SessionRecord>(on_its_domain)
            .await
            .unwrap()
            .total,
        0
    );
    let renamed = rows
        .rename_session(session_id(2), "x".to_owned(), NOW)
        .await;
    assert_eq!(renamed.unwrap(), None);
    let archived = rows.archive_session(session_id(2), NOW).await.unwrap();
    assert_eq!(archived, None);
    assert_eq!(words(store, one, 2).await, ["a"]);
}

/// Clients make session ids, so another's may turn up by chance or by guessing: either way the
/// caller gets a session of their own.
pub async fn a_session_id_is_unique_for_its_owner_only(store: &dyn Store) {
    let one = owner(store, 1).await;
    let two = owner(store, 2).await;
    open(store, one, first(1, 2, "mine")).await;
    open(store, two, first(3, 2, "yours")).await;
    assert_eq!(words(store, one, 2).await, ["mine"]);
    assert_eq!(words(store, two, 2).await, ["yours"]);
}

pub async fn a_foreign_lease_cannot_be_used(store: &dyn Store) {
    let one = owner(store, 1).await;
    let two = owner(store, 2).await;
    let begin = first(1, 2, "a");
    open(store, one, begin.clone()).await;
    let mut state = task(store, one, 1).await;
    let rows = store.scoped(two);
    let stolen = rows.commit_turn(commit(&begin, &mut state)).await;
    assert!(matches!(stolen, Err(StoreError::LeaseLost)), "{stolen:?}");
    rows.release(Lease::Task(task_id(1), begin.lease))
        .await
        .unwrap();
    let busy = refused(store, one, later(1, "a", 1)).await;
    assert_eq!(busy, BeginRefusal::Busy);
}
