use screen_agent_wire::extension::run::RunStatus;

use super::queue::{bring, leave, retry, run, submit, take, taken};
use super::world::*;
use crate::audit::AuditFilter;
use crate::callback::{CallbackEnd, DueCallback, MOST_CALLBACK_PAUSE_MS, ToldOfRun};
use crate::queue::{BatchRow, NewQueuedRun, QueuedRun, QueuedRunFilter, RunChange};
use crate::upkeep::KEEP_FINISHED_MS;
use crate::{Owner, Store};

/// For how long whoever tells keeps it from others.
const PUT_OFF_MS: i64 = 1_000;

pub fn told(number: u128) -> NewQueuedRun {
    NewQueuedRun {
        callback: Some("https://hooks.example".to_owned()),
        ..run(number)
    }
}

async fn due(store: &dyn Store, now_ms: i64) -> Option<DueCallback> {
    let due = store.upkeep().take_callback(now_ms, PUT_OFF_MS, Vec::new());
    due.await.unwrap()
}

async fn end(store: &dyn Store, due: &DueCallback, end: CallbackEnd) {
    let ended = store
        .upkeep()
        .end_callback(due.number, due.tries, end, NOW + 900);
    ended.await.unwrap();
}

async fn standing(store: &dyn Store, owner: Owner, number: u128) -> Option<ToldOfRun> {
    let rows = store.scoped(owner);
    rows.find::<ToldOfRun>(id(number)).await.unwrap()
}

/// A run that asked something and was done.
async fn asked_and_done(store: &dyn Store, number: u128) -> Owner {
    let owner = owner(store, 1).await;
    submit(store, owner, told(number)).await;
    let held = taken(store, take(1, NOW)).await.hold;
    let asked = store
        .upkeep()
        .ask_of_run(held, "Which?".to_owned(), NOW + 5);
    asked.await.unwrap();
    leave(store, held, RunStatus::Done).await.unwrap();
    owner
}

pub async fn each_state_is_told_once_as_it_was_and_in_order(store: &dyn Store) {
    let owner = asked_and_done(store, 7).await;
    assert_eq!(due(store, NOW + 4).await, None);
    let first = due(store, NOW + 100).await.unwrap();
    assert_eq!((first.owner, first.tries, first.at_ms), (owner, 1, NOW + 5));
    assert_eq!(first.order.open().unwrap(), b"order 7");
    assert_eq!(
        (first.run.status, first.run.question.as_deref()),
        (RunStatus::Waiting, Some("Which?"))
    );
    assert_eq!((first.run.ended_ms, &first.run.outcome), (None, &None));
    // What came later waits for it.
    assert_eq!(due(store, NOW + 100).await, None);
    end(store, &first, CallbackEnd::Told).await;
    let second = due(store, NOW + 100).await.unwrap();
    assert!(second.number > first.number);
    assert_eq!(
        (second.run.status, second.run.ended_ms),
        (RunStatus::Done, Some(NOW + 50))
    );
    assert!(second.run.outcome.is_some());
    end(store, &second, CallbackEnd::Told).await;
    let heard = ToldOfRun {
        due_ms: None,
        told_ms: Some(NOW + 900),
        trouble: None,
    };
    assert_eq!(standing(store, owner, 7).await, Some(heard));
    assert_eq!(due(store, NOW + 1_000_000).await, None);
    let other = self::owner(store, 2).await;
    assert_eq!(standing(store, other, 7).await, None);
}

pub async fn what_nobody_says_the_end_of_is_told_again_by_others(store: &dyn Store) {
    let owner = asked_and_done(store, 1).await;
    let first = due(store, NOW + 100).await.unwrap();
    assert_eq!(due(store, NOW + 99 + PUT_OFF_MS).await, None);
    let again = due(store, NOW + 100 + PUT_OFF_MS).await.unwrap();
    assert_eq!((again.number, again.tries), (first.number, 2));
    // Who was thought to be gone says nothing any more.
    end(store, &first, CallbackEnd::Told).await;
    let later = CallbackEnd::Later {
        due_ms: NOW + 50_000,
        trouble: "status 500".to_owned(),
    };
    end(store, &again, later).await;
    assert_eq!(due(store, NOW + 49_999).await, None);
    let third = due(store, NOW + 50_000).await.unwrap();
    assert_eq!((third.number, third.tries), (first.number, 3));
    // A clock that was wrong put it off for good.
    let never = CallbackEnd::Later {
        due_ms: NOW + 10 * MOST_CALLBACK_PAUSE_MS,
        trouble: "status 500".to_owned(),
    };
    end(store, &third, never).await;
    assert_eq!(due(store, NOW + 50_001).await.unwrap().number, first.number);
    let pending = standing(store, owner, 1).await.unwrap();
    assert_eq!((pending.told_ms, pending.due_ms), (None, Some(NOW + 50)));
}

pub async fn what_is_given_up_is_not_tried_again_and_written_down(store: &dyn Store) {
    let owner = owner(store, 1).await;
    submit(store, owner, told(1)).await;
    let rows = store.scoped(owner);
    let cancelled = rows.change_run(id(1), RunChange::Cancel, NOW + 9);
    cancelled.await.unwrap();
    let due_now = due(store, NOW + 9).await.unwrap();
    assert_eq!(due_now.run.status, RunStatus::Cancelled);
    let given_up = CallbackEnd::GivenUp {
        trouble: "blocked".to_owned(),
    };
    end(store, &due_now, given_up).await;
    assert_eq!(due(store, NOW + 1_000_000_000).await, None);
    let left = ToldOfRun {
        due_ms: None,
        told_ms: None,
        trouble: Some("blocked".to_owned()),
    };
    assert_eq!(standing(store, owner, 1).await, Some(left));
    let all = AuditFilter::After { seq: 0, limit: 100 };
    let log = store.upkeep().list::<screen_agent_audit::LogRow>(all);
    let log = format!("{:?}", log.await.unwrap());
    assert!(log.contains("given up"), "{log}");
}

pub async fn of_a_run_without_a_callback_nothing_is_told(store: &dyn Store) {
    let owner = owner(store, 1).await;
    submit(store, owner, run(1)).await;
    let held = taken(store, take(1, NOW)).await.hold;
    leave(store, held, RunStatus::Failed).await.unwrap();
    assert_eq!(due(store, NOW + 1_000).await, None);
    assert_eq!(standing(store, owner, 1).await, None);
}

pub async fn callbacks_go_with_their_run(store: &dyn Store) {
    let owner = asked_and_done(store, 1).await;
    let gone_ms = NOW + 51 + KEEP_FINISHED_MS;
    store.upkeep().sweep(gone_ms).await.unwrap();
    assert_eq!(standing(store, owner, 1).await, None);
    assert_eq!(due(store, gone_ms).await, None);
}

pub async fn a_row_of_a_batch_is_submitted_once(store: &dyn Store) {
    let (owner, other) = (owner(store, 1).await, owner(store, 2).await);
    let row = |number, row| NewQueuedRun {
        row: Some(BatchRow {
            batch: "prices".to_owned(),
            row,
        }),
        ..run(number)
    };
    submit(store, owner, row(1, 1)).await;
    submit(store, owner, row(2, 0)).await;
    let again = store.scoped(owner).submit_run(row(3, 1)).await.unwrap();
    assert_eq!(again, id(1));
    submit(store, other, row(4, 1)).await;
    submit(store, owner, run(5)).await;
    let rows = store.scoped(owner);
    let page = rows.page::<QueuedRun>(QueuedRunFilter {
        batch: Some("prices".to_owned()),
        limit: 10,
        ..QueuedRunFilter::default()
    });
    let page = page.await.unwrap();
    let rows: Vec<_> = page
        .items
        .iter()
        .map(|run| (run.id, run.batch_row))
        .collect();
    assert_eq!(rows, [(id(2), Some(0)), (id(1), Some(1))]);
    assert_eq!(page.total, 2);
}

pub async fn what_was_brought_is_told_with_its_end_whatever_comes_after(store: &dyn Store) {
    let owner = owner(store, 1).await;
    submit(store, owner, told(7)).await;
    let held = taken(store, take(1, NOW)).await;
    bring(store, held.hold, b"3 euros").await;
    retry(store, owner, 7).await;
    let held = taken(store, take(2, NOW + 70)).await;
    bring(store, held.hold, b"4 euros").await;
    for expected in [b"3 euros", b"4 euros"] {
        let due = due(store, NOW + 100).await.unwrap();
        assert_eq!(due.found.as_ref().unwrap().open().unwrap(), expected);
        end(store, &due, CallbackEnd::Told).await;
    }
}
