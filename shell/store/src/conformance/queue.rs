use screen_agent_wire::extension::run::{RunOutcome, RunStatus};

use super::world::*;
use crate::account::{AccountChange, TokenHash, TokenHolder};
use crate::queue::{
    LeaveRun, MOST_ATTEMPTS, MOST_OPEN_RUNS, MOST_WORK_LEASE_MS, NewQueuedRun, QueueFigures,
    QueuedRun, QueuedRunFilter, RunChange, RunChanged, RunHold, RunWatched, TakeRun, TakenRun,
    WatchRun,
};
use crate::upkeep::KEEP_FINISHED_MS;
use crate::{Owner, Packed, Store, StoreError};

const LEASE_MS: i64 = 10_000;

/// A run that begins on a site of its own.
pub fn run(number: u128) -> NewQueuedRun {
    NewQueuedRun {
        id: id(number),
        title: format!("Order number {number}"),
        url: format!("https://shop{number}.example/"),
        site: format!("shop{number}.example"),
        priority: 0,
        session: session_id(number),
        callback: None,
        profile: None,
        row: None,
        files: Vec::new(),
        order: Packed::bytes(format!("order {number}").as_bytes()),
        now_ms: NOW + number as i64,
    }
}

/// Takes with a token of its own, at a time.
pub fn take(token: u8, now_ms: i64) -> TakeRun {
    TakeRun {
        worker: "w".to_owned(),
        lease_ms: LEASE_MS,
        per_site: 100,
        site_delay_ms: 0,
        token: TokenHash([token; 32]),
        token_until_ms: now_ms + 1_000_000,
        now_ms,
    }
}

pub async fn submit(store: &dyn Store, owner: Owner, run: NewQueuedRun) {
    let id = run.id;
    let stands = store.scoped(owner).submit_run(run).await.unwrap();
    assert_eq!(stands, id);
}

pub async fn taken(store: &dyn Store, take: TakeRun) -> TakenRun {
    store.upkeep().take_queued(take).await.unwrap().unwrap()
}

/// Which runs are taken one after the other, each from `from_ms` on.
async fn order(store: &dyn Store, count: u8, from_ms: i64) -> Vec<u128> {
    let mut ids = Vec::new();
    for nth in 0..count {
        let taken = taken(store, take(nth + 100, from_ms + i64::from(nth))).await;
        ids.push(taken.hold.id.as_u128());
    }
    ids
}

async fn one(store: &dyn Store, owner: Owner, number: u128) -> QueuedRun {
    let rows = store.scoped(owner);
    rows.find::<QueuedRun>(id(number)).await.unwrap().unwrap()
}

fn left(status: RunStatus, now_ms: i64) -> LeaveRun {
    LeaveRun {
        status,
        outcome: status.is_over().then(|| Packed::bytes(b"{}")),
        found: None,
        question: (status == RunStatus::Waiting).then(|| "Which?".to_owned()),
        now_ms,
    }
}

pub async fn leave(store: &dyn Store, hold: RunHold, status: RunStatus) -> Result<(), StoreError> {
    let left = left(status, NOW + 50);
    store.upkeep().leave_run(hold, left).await
}

fn lost<T: std::fmt::Debug>(outcome: Result<T, StoreError>) {
    assert!(matches!(outcome, Err(StoreError::LeaseLost)), "{outcome:?}");
}

pub async fn a_run_goes_from_hand_to_hand_to_its_end(store: &dyn Store) {
    let owner = owner(store, 1).await;
    submit(store, owner, run(7)).await;
    let queued = one(store, owner, 7).await;
    let expected = QueuedRun {
        id: id(7),
        title: "Order number 7".to_owned(),
        url: "https://shop7.example/".to_owned(),
        status: RunStatus::Queued,
        priority: 0,
        attempt: 0,
        session: session_id(7),
        worker: None,
        question: None,
        lease_until_ms: None,
        outcome: None,
        callback: None,
        profile: None,
        batch: None,
        batch_row: None,
        created_ms: NOW + 7,
        claimed_ms: None,
        ended_ms: None,
    };
    assert_eq!(queued, expected);
    let held = taken(store, take(1, NOW + 9)).await;
    assert_eq!(held.owner, owner);
    assert_eq!((held.attempt, held.session), (1, session_id(7)));
    assert_eq!(held.order.open().unwrap(), b"order 7");
    let running = QueuedRun {
        status: RunStatus::Running,
        attempt: 1,
        worker: Some("w".to_owned()),
        lease_until_ms: Some(NOW + 9 + LEASE_MS),
        claimed_ms: Some(NOW + 9),
        ..expected
    };
    assert_eq!(one(store, owner, 7).await, running);
    assert_eq!(
        store.upkeep().take_queued(take(2, NOW + 10)).await.unwrap(),
        None
    );
    leave(store, held.hold, RunStatus::Done).await.unwrap();
    let done = QueuedRun {
        status: RunStatus::Done,
        lease_until_ms: None,
        outcome: Some(Packed::bytes(b"{}")),
        ended_ms: Some(NOW + 50),
        ..running
    };
    assert_eq!(one(store, owner, 7).await, done);
    lost(leave(store, held.hold, RunStatus::Failed).await);
    assert_eq!(one(store, owner, 7).await, done);
}

pub async fn the_queue_is_counted_whoevers_the_runs_are(store: &dyn Store) {
    let figures = async |now_ms| {
        let counted = store.upkeep().find::<QueueFigures>(now_ms).await;
        counted.unwrap().unwrap()
    };
    let nothing = QueueFigures {
        queued: 0,
        running: 0,
        waiting: 0,
        workers: 0,
        oldest_ms: None,
    };
    assert_eq!(figures(NOW).await, nothing);
    let (one, other) = (owner(store, 1).await, owner(store, 2).await);
    for number in 1..4 {
        submit(store, one, run(number)).await;
    }
    submit(store, other, run(9)).await;
    let done = taken(store, take(1, NOW + 20)).await;
    leave(store, done.hold, RunStatus::Done).await.unwrap();
    let asks = taken(store, take(2, NOW + 21)).await;
    let upkeep = store.upkeep();
    upkeep
        .ask_of_run(asks.hold, "?".to_owned(), NOW + 21)
        .await
        .unwrap();
    let given_back = taken(store, take(3, NOW + 22)).await;
    leave(store, given_back.hold, RunStatus::Queued)
        .await
        .unwrap();
    let expected = QueueFigures {
        queued: 2,
        waiting: 1,
        workers: 1,
        oldest_ms: Some(NOW + 3),
        ..nothing
    };
    assert_eq!(figures(NOW + 30).await, expected);
    // A worker that is lost holds nothing, and who was given back to the queue has been taken before.
    let lost = QueueFigures {
        workers: 0,
        ..expected
    };
    assert_eq!(figures(NOW + 21 + LEASE_MS).await, lost);
}

pub async fn a_lost_worker_loses_the_run_to_another(store: &dyn Store) {
    let owner = owner(store, 1).await;
    submit(store, owner, run(1)).await;
    let first = taken(store, take(1, NOW)).await;
    let upkeep = store.upkeep();
    let until_ms = NOW + 2 * LEASE_MS;
    assert_eq!(
        upkeep
            .renew_work(first.hold, until_ms, false)
            .await
            .unwrap(),
        None
    );
    assert_eq!(
        upkeep.take_queued(take(2, until_ms - 1)).await.unwrap(),
        None
    );
    let second = taken(store, take(2, until_ms)).await;
    assert_eq!((second.hold.id, second.attempt), (id(1), 2));
    assert!(second.hold.claim > first.hold.claim);
    lost(upkeep.renew_work(first.hold, until_ms + 9, false).await);
    lost(upkeep.ask_of_run(first.hold, "?".to_owned(), NOW).await);
    lost(upkeep.restart_run(first.hold, session_id(3)).await);
    lost(leave(store, first.hold, RunStatus::Done).await);
    upkeep
        .restart_run(second.hold, session_id(3))
        .await
        .unwrap();
    assert_eq!(one(store, owner, 1).await.session, session_id(3));
}

pub async fn what_lets_a_worker_in_counts_while_it_holds_the_run(store: &dyn Store) {
    let owner = owner(store, 1).await;
    submit(store, owner, run(1)).await;
    let counts = async |token: u8, now_ms| {
        let token = (TokenHash([token; 32]), now_ms);
        let holder = store.upkeep().find::<TokenHolder>(token).await.unwrap();
        holder.map(|holder| holder.user.id)
    };
    taken(store, take(1, NOW)).await;
    assert_eq!(counts(1, NOW).await, Some(owner.user));
    let second = taken(store, take(2, NOW + LEASE_MS)).await;
    assert_eq!(counts(1, NOW).await, None);
    assert_eq!(counts(2, NOW).await, Some(owner.user));
    leave(store, second.hold, RunStatus::Queued).await.unwrap();
    assert_eq!(counts(2, NOW).await, None);
    taken(store, take(3, NOW + LEASE_MS)).await;
    let rows = store.scoped(owner);
    rows.change_run(id(1), RunChange::Cancel, NOW)
        .await
        .unwrap();
    assert_eq!(counts(3, NOW).await, None);
}

pub async fn a_run_whose_workers_are_lost_again_and_again_fails(store: &dyn Store) {
    let owner = owner(store, 1).await;
    submit(store, owner, run(1)).await;
    // What is given back was not lost.
    for token in 10..20 {
        let held = taken(store, take(token, NOW)).await;
        leave(store, held.hold, RunStatus::Queued).await.unwrap();
    }
    let mut now_ms = NOW;
    for attempt in 1..=MOST_ATTEMPTS {
        let held = taken(store, take(attempt as u8, now_ms)).await;
        assert_eq!(held.attempt, attempt);
        now_ms += LEASE_MS;
    }
    assert_eq!(
        store.upkeep().take_queued(take(9, now_ms)).await.unwrap(),
        None
    );
    let failed = one(store, owner, 1).await;
    assert_eq!(
        (failed.status, failed.ended_ms),
        (RunStatus::Failed, Some(now_ms))
    );
    let outcome: RunOutcome = failed.outcome.unwrap().read().unwrap();
    assert_eq!(outcome.result, "its worker was lost 3 times");
}

pub async fn a_lease_of_a_wrong_clock_does_not_hold_a_run(store: &dyn Store) {
    let owner = owner(store, 1).await;
    submit(store, owner, run(1)).await;
    taken(store, take(1, NOW + 3 * MOST_WORK_LEASE_MS)).await;
    assert_eq!(taken(store, take(2, NOW)).await.attempt, 2);
}

pub async fn the_tenant_with_the_fewest_comes_first_and_then_the_longest_unserved(
    store: &dyn Store,
) {
    let (greedy, modest) = (owner(store, 1).await, owner(store, 2).await);
    for number in 1..=4 {
        submit(store, greedy, run(number)).await;
    }
    for number in 5..=6 {
        submit(store, modest, run(number)).await;
    }
    // While all are held, tenants take turns; then only the first has any left.
    assert_eq!(order(store, 6, NOW + 20).await, [1, 5, 2, 6, 3, 4]);
}

pub async fn tenants_take_turns_on_a_single_slot(store: &dyn Store) {
    let (greedy, modest) = (owner(store, 1).await, owner(store, 2).await);
    for number in 1..=3 {
        submit(store, greedy, run(number)).await;
    }
    submit(store, modest, run(4)).await;
    let mut served = Vec::new();
    for nth in 0..4 {
        let held = taken(store, take(nth + 1, NOW + 20 + i64::from(nth))).await;
        served.push(held.hold.id.as_u128());
        leave(store, held.hold, RunStatus::Done).await.unwrap();
    }
    assert_eq!(served, [1, 4, 2, 3]);
}

pub async fn the_urgent_come_first_within_their_tenant(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for (number, priority) in [(1, 0), (2, 5), (3, -1), (4, 5)] {
        submit(
            store,
            owner,
            NewQueuedRun {
                priority,
                ..run(number)
            },
        )
        .await;
    }
    assert_eq!(order(store, 4, NOW + 20).await, [2, 4, 1, 3]);
}

pub async fn a_site_has_so_many_runs_at_once_and_a_pause_between_them(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for number in 1..=2 {
        let site = "shop.example".to_owned();
        submit(
            store,
            owner,
            NewQueuedRun {
                site,
                ..run(number)
            },
        )
        .await;
    }
    submit(store, owner, run(3)).await;
    let polite = |token, now_ms| TakeRun {
        per_site: 1,
        site_delay_ms: 5_000,
        ..take(token, now_ms)
    };
    let first = taken(store, polite(1, NOW)).await;
    assert_eq!(first.hold.id, id(1));
    assert_eq!(taken(store, polite(2, NOW + 1)).await.hold.id, id(3));
    leave(store, first.hold, RunStatus::Done).await.unwrap();
    let upkeep = store.upkeep();
    assert_eq!(
        upkeep.take_queued(polite(3, NOW + 4_999)).await.unwrap(),
        None
    );
    assert_eq!(taken(store, polite(3, NOW + 5_000)).await.hold.id, id(2));
}

pub async fn what_is_asked_is_answered_once_while_somebody_waits_for_it(store: &dyn Store) {
    let owner = owner(store, 1).await;
    submit(store, owner, run(1)).await;
    let held = taken(store, take(1, NOW)).await.hold;
    let rows = store.scoped(owner);
    let answer = async |now_ms| {
        let answer = RunChange::Answer {
            words: "the blue one".to_owned(),
            to: Some("Which?".to_owned()),
        };
        rows.change_run(id(1), answer, now_ms).await.unwrap()
    };
    let unasked = RunChanged::OutOfTurn(RunStatus::Running);
    assert_eq!(answer(NOW).await, unasked);
    store
        .upkeep()
        .ask_of_run(held, "Which?".to_owned(), NOW)
        .await
        .unwrap();
    let waiting = one(store, owner, 1).await;
    assert_eq!(
        (waiting.status, waiting.question.as_deref()),
        (RunStatus::Waiting, Some("Which?"))
    );
    let other = RunChange::Answer {
        words: "yes".to_owned(),
        to: Some("Another question".to_owned()),
    };
    assert_eq!(
        rows.change_run(id(1), other, NOW + 1).await.unwrap(),
        RunChanged::OutOfTurn(RunStatus::Waiting)
    );
    // Nobody waits for it any more.
    let late = NOW + LEASE_MS;
    assert_eq!(
        answer(late).await,
        RunChanged::OutOfTurn(RunStatus::Waiting)
    );
    let RunChanged::Changed(running) = answer(NOW + 1).await else {
        panic!("not answered");
    };
    assert_eq!(
        (running.status, running.question),
        (RunStatus::Running, None)
    );
    let told = Some("the blue one".to_owned());
    let upkeep = store.upkeep();
    let renew = |again| upkeep.renew_work(held, late, again);
    assert_eq!(renew(true).await.unwrap(), told);
    assert_eq!(renew(false).await.unwrap(), told);
    assert_eq!(renew(false).await.unwrap(), None);
    // What was said to one question is no answer to the next.
    let ask = || upkeep.ask_of_run(held, "Which?".to_owned(), NOW);
    ask().await.unwrap();
    assert!(matches!(answer(NOW + 1).await, RunChanged::Changed(_)));
    ask().await.unwrap();
    assert_eq!(renew(true).await.unwrap(), None);
}

pub async fn a_cancelled_run_is_over_for_everybody(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for number in 1..=2 {
        submit(store, owner, run(number)).await;
    }
    let held = taken(store, take(1, NOW + 5)).await.hold;
    let rows = store.scoped(owner);
    for number in 1..=2 {
        let change = rows.change_run(id(number), RunChange::Cancel, NOW + 9);
        let RunChanged::Changed(run) = change.await.unwrap() else {
            panic!("not cancelled");
        };
        assert_eq!(
            (run.status, run.ended_ms),
            (RunStatus::Cancelled, Some(NOW + 9))
        );
    }
    lost(store.upkeep().renew_work(held, NOW + 9, false).await);
    assert_eq!(
        store.upkeep().take_queued(take(2, NOW + 9)).await.unwrap(),
        None
    );
    let again = rows.change_run(id(1), RunChange::Cancel, NOW).await;
    assert_eq!(again.unwrap(), RunChanged::OutOfTurn(RunStatus::Cancelled));
}

pub async fn the_run_of_a_conversation_is_cancelled_with_it(store: &dyn Store) {
    let (owner, other) = (owner(store, 1).await, owner(store, 2).await);
    submit(store, owner, run(1)).await;
    submit(store, owner, run(2)).await;
    let session = one(store, owner, 1).await.session;
    let cancel = |owner| {
        let rows = store.scoped(owner);
        async move { rows.cancel_run_in(session, NOW + 9).await.unwrap() }
    };
    assert!(!cancel(other).await);
    assert!(cancel(owner).await);
    let status = async |number| one(store, owner, number).await.status;
    assert_eq!(status(1).await, RunStatus::Cancelled);
    assert_eq!(status(2).await, RunStatus::Queued);
    assert!(!cancel(owner).await, "it is over");
}

pub async fn runs_of_a_closed_account_wait_until_it_is_opened(store: &dyn Store) {
    let (closed, open) = (owner(store, 1).await, owner(store, 2).await);
    submit(store, closed, run(1)).await;
    submit(store, open, run(2)).await;
    let upkeep = store.upkeep();
    let close = async |disabled| {
        let email = "user1@example.com".to_owned();
        let change = AccountChange::Disabled(disabled);
        assert!(upkeep.change_account(email, change, NOW).await.unwrap());
    };
    let queued = async || {
        let figures = upkeep.find::<QueueFigures>(NOW + 10).await.unwrap();
        figures.map_or(0, |figures| figures.queued)
    };
    close(true).await;
    assert_eq!(queued().await, 1);
    assert_eq!(taken(store, take(1, NOW + 20)).await.hold.id, id(2));
    assert_eq!(upkeep.take_queued(take(2, NOW + 20)).await.unwrap(), None);
    close(false).await;
    assert_eq!(queued().await, 1);
    let reopened = taken(store, take(9, NOW + 20)).await;
    assert_eq!(reopened.hold.id, id(1));
}

pub async fn what_is_over_or_waits_for_nobody_is_begun_again(store: &dyn Store) {
    let owner = owner(store, 1).await;
    submit(store, owner, run(1)).await;
    let rows = store.scoped(owner);
    let retry = async || {
        let session = session_id(77);
        let again = rows.change_run(id(1), RunChange::Retry { session }, NOW);
        again.await.unwrap()
    };
    let queued = RunChanged::OutOfTurn(RunStatus::Queued);
    assert_eq!(retry().await, queued);
    for (token, end) in [(1, RunStatus::Failed), (2, RunStatus::Waiting)] {
        let held = taken(store, take(token, NOW + 5)).await;
        let running = RunChanged::OutOfTurn(RunStatus::Running);
        assert_eq!(retry().await, running);
        leave(store, held.hold, end).await.unwrap();
        let RunChanged::Changed(run) = retry().await else {
            panic!("not begun again after {end:?}");
        };
        assert_eq!((run.status, run.attempt), (RunStatus::Queued, 0));
        assert_eq!((run.session, run.outcome), (session_id(77), None));
        assert_eq!((run.question, run.ended_ms), (None, None));
    }
}

pub async fn runs_are_listed_by_status_and_words_the_newest_first(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for number in 1..=3 {
        submit(store, owner, run(number)).await;
    }
    let held = taken(store, take(1, NOW + 9)).await.hold;
    leave(store, held, RunStatus::Done).await.unwrap();
    let list = async |status, search: &str, limit, offset| {
        let filter = QueuedRunFilter {
            status,
            search: search.to_owned(),
            batch: None,
            limit,
            offset,
        };
        let page = store.scoped(owner).page::<QueuedRun>(filter).await.unwrap();
        let ids: Vec<u128> = page.items.iter().map(|run| run.id.as_u128()).collect();
        (ids, page.total)
    };
    assert_eq!(list(None, "", 2, 0).await, (vec![3, 2], 3));
    assert_eq!(list(None, "", 2, 2).await, (vec![1], 3));
    assert_eq!(list(Some(RunStatus::Done), "", 9, 0).await, (vec![1], 1));
    assert_eq!(list(None, "NUMBER 2", 9, 0).await, (vec![2], 1));
    assert_eq!(list(None, "shop3.", 9, 0).await, (vec![3], 1));
    assert_eq!(list(None, "%", 9, 0).await, (vec![], 0));
}

pub async fn a_foreign_run_of_the_queue_is_one_that_never_was(store: &dyn Store) {
    let (alice, bob) = (owner(store, 1).await, owner(store, 2).await);
    submit(store, alice, run(1)).await;
    let rows = store.scoped(bob);
    assert_eq!(rows.find::<QueuedRun>(id(1)).await.unwrap(), None);
    let cancel = rows.change_run(id(1), RunChange::Cancel, NOW).await;
    assert_eq!(cancel.unwrap(), RunChanged::Unknown);
    assert_eq!(one(store, alice, 1).await.status, RunStatus::Queued);
}

pub async fn a_run_that_is_submitted_again_is_the_same_run(store: &dyn Store) {
    let one = owner(store, 1).await;
    for _ in 0..2 {
        submit(store, one, run(1)).await;
    }
    assert_eq!(order(store, 1, NOW).await, [id(1).as_u128()]);
    let more = store.upkeep().take_queued(take(2, NOW + 1)).await;
    assert_eq!(more.unwrap().map(|taken| taken.hold.id), None);
    // Another's run of that name is none of the caller's.
    let other = owner(store, 2).await;
    assert!(store.scoped(other).submit_run(run(1)).await.is_err());
}

pub async fn a_user_has_so_many_runs_that_are_not_over(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for number in 1..=u128::from(MOST_OPEN_RUNS) {
        submit(store, owner, run(number)).await;
    }
    let rows = store.scoped(owner);
    let beyond = rows.submit_run(run(5_000)).await;
    assert!(
        matches!(beyond, Err(StoreError::TooMany { most, .. }) if most == MOST_OPEN_RUNS),
        "{beyond:?}"
    );
    rows.change_run(id(1), RunChange::Cancel, NOW)
        .await
        .unwrap();
    submit(store, owner, run(5_000)).await;
    // Neither is there room for one that was over.
    let session = session_id(77);
    let again = rows.change_run(id(1), RunChange::Retry { session }, NOW);
    let again = again.await;
    assert!(
        matches!(again, Err(StoreError::TooMany { .. })),
        "{again:?}"
    );
    assert_eq!(one(store, owner, 1).await.status, RunStatus::Cancelled);
}

pub async fn runs_that_are_over_go_after_their_term(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for number in 1..=2 {
        submit(store, owner, run(number)).await;
    }
    let rows = store.scoped(owner);
    rows.change_run(id(1), RunChange::Cancel, NOW)
        .await
        .unwrap();
    let term = NOW + KEEP_FINISHED_MS;
    assert_eq!(store.upkeep().sweep(term).await.unwrap().runs, 0);
    assert_eq!(store.upkeep().due(term + 1).await.unwrap().runs, 1);
    assert_eq!(store.upkeep().sweep(term + 1).await.unwrap().runs, 1);
    assert_eq!(rows.find::<QueuedRun>(id(1)).await.unwrap(), None);
    assert!(rows.find::<QueuedRun>(id(2)).await.unwrap().is_some());
}

pub async fn a_run_that_is_held_is_watched_by_its_owner_alone_and_by_one_at_a_time(
    store: &dyn Store,
) {
    let (ada, bob) = (owner(store, 1).await, owner(store, 2).await);
    submit(store, ada, run(7)).await;
    let watch = |number: u128, again: bool| WatchRun {
        id: id(7),
        watch: id(number),
        again,
        until_ms: NOW + 1_000,
        now_ms: NOW + 100,
    };
    let watched = async |who, asked| store.scoped(who).watch_run(asked).await.unwrap();
    assert_eq!(watched(ada, watch(1, false)).await, RunWatched::NotHeld);
    let held = taken(store, take(1, NOW + 9)).await;
    let seen = async |now_ms| store.upkeep().run_watched(held.hold, now_ms).await;
    assert_eq!(seen(NOW + 100).await.unwrap(), None);
    assert_eq!(watched(bob, watch(1, false)).await, RunWatched::Unknown);
    assert_eq!(watched(ada, watch(1, false)).await, RunWatched::Watched);
    assert_eq!(seen(NOW + 100).await.unwrap(), Some(id(1)));
    assert_eq!(seen(NOW + 1_000).await.unwrap(), None);
    assert_eq!(watched(ada, watch(2, false)).await, RunWatched::Watched);
    assert_eq!(watched(ada, watch(1, true)).await, RunWatched::Elsewhere);
    assert_eq!(watched(ada, watch(2, true)).await, RunWatched::Watched);
    assert_eq!(seen(NOW + 100).await.unwrap(), Some(id(2)));
    leave(store, held.hold, RunStatus::Done).await.unwrap();
    assert_eq!(watched(ada, watch(2, true)).await, RunWatched::NotHeld);
    lost(seen(NOW + 100).await);
}

pub async fn what_a_person_did_on_a_page_is_remembered_until_the_run_begins_anew(
    store: &dyn Store,
) {
    let owner = owner(store, 1).await;
    submit(store, owner, run(7)).await;
    let held = taken(store, take(1, NOW + 9)).await;
    assert!(!held.touched);
    let upkeep = store.upkeep();
    let question = "Who are you?".to_owned();
    upkeep
        .ask_of_run(held.hold, question, NOW + 10)
        .await
        .unwrap();
    upkeep.take_over(held.hold, true, NOW + 11).await.unwrap();
    assert_eq!(one(store, owner, 7).await.status, RunStatus::Waiting);
    upkeep.take_over(held.hold, false, NOW + 12).await.unwrap();
    let back = one(store, owner, 7).await;
    assert_eq!((back.status, back.question), (RunStatus::Running, None));
    let after = NOW + 9 + LEASE_MS;
    let again = taken(store, take(2, after)).await;
    assert!(again.touched);
    lost(upkeep.take_over(held.hold, true, after).await);
    leave(store, again.hold, RunStatus::Waiting).await.unwrap();
    let retry = RunChange::Retry {
        session: session_id(8),
    };
    let rows = store.scoped(owner);
    rows.change_run(id(7), retry, after).await.unwrap();
    assert!(!taken(store, take(3, after + 1)).await.touched);
}

/// Leaves a run with what it brought.
pub async fn bring(store: &dyn Store, hold: RunHold, found: &[u8]) {
    let left = LeaveRun {
        found: Some(Packed::bytes(found)),
        ..left(RunStatus::Done, NOW + 50)
    };
    store.upkeep().leave_run(hold, left).await.unwrap();
}

pub async fn retry(store: &dyn Store, owner: Owner, number: u128) {
    let session = session_id(number + 1_000);
    let again = RunChange::Retry { session };
    let rows = store.scoped(owner);
    let changed = rows.change_run(id(number), again, NOW + 60).await;
    assert!(matches!(changed.unwrap(), RunChanged::Changed(_)));
}

async fn found(store: &dyn Store, owner: Owner, number: u128) -> Option<Vec<u8>> {
    let found = store.scoped(owner).found_in_run(id(number)).await.unwrap();
    found.map(|found| found.open().unwrap())
}

pub async fn what_a_run_brought_is_its_owners_until_it_is_wanted_again(store: &dyn Store) {
    let (owner, other) = (owner(store, 1).await, self::owner(store, 2).await);
    submit(store, owner, run(7)).await;
    assert_eq!(found(store, owner, 7).await, None);
    let held = taken(store, take(1, NOW + 9)).await;
    bring(store, held.hold, b"3 euros").await;
    assert_eq!(found(store, owner, 7).await, Some(b"3 euros".to_vec()));
    assert_eq!(found(store, other, 7).await, None);
    retry(store, owner, 7).await;
    assert_eq!(found(store, owner, 7).await, None);
    let held = taken(store, take(2, NOW + 70)).await;
    bring(store, held.hold, b"4 euros").await;
    assert_eq!(found(store, owner, 7).await, Some(b"4 euros".to_vec()));
}
