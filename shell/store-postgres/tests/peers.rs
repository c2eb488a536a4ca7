//! Several processes on one database: what one has another has not, and each hears of the other.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod kit;

use std::time::Duration;

use screen_agent_store::account::TokenHash;
use screen_agent_store::answer::{ASKED_LEASE_MS, Claimed};
use screen_agent_store::conformance::world::{self, NOW};
use screen_agent_store::outbox::{Publication, TopicName};
use screen_agent_store::queue::TakeRun;
use screen_agent_store::turn::{BeginRefusal, BeginTurn, Begun, LeaseId};
use screen_agent_store::{Duty, Owner, Store, StoreError, Upkeep};
use screen_agent_store_postgres::PostgresOptions;
use screen_agent_testkit::Wire;
use uuid::Uuid;

const DEADLINE: Duration = Duration::from_secs(60);

async fn publish(store: &dyn Store, owner: Owner) {
    let publication = Publication {
        topic: TopicName("t".to_owned()),
        kind: "said".to_owned(),
        body: "{}".to_owned(),
    };
    let published = store.upkeep().publish(owner, vec![publication], NOW);
    published.await.unwrap();
}

async fn hears(store: &dyn Store) -> bool {
    let heard = tokio::time::timeout(DEADLINE, store.upkeep().heard());
    heard.await.is_ok()
}

#[tokio::test]
async fn a_duty_is_one_processs_until_it_lets_go_or_ends() {
    let cluster = kit::cluster();
    let (one, two) = (kit::open(&cluster), kit::open(&cluster));
    let (first, second) = (one.upkeep(), two.upkeep());
    let job = Duty::Job(Uuid::from_u128(7));
    assert!(first.takes(Duty::Background).await.unwrap());
    assert!(first.takes(Duty::Background).await.unwrap());
    assert!(!second.takes(Duty::Background).await.unwrap());
    assert!(second.takes(job).await.unwrap());
    assert!(!first.takes(job).await.unwrap());
    first.lets_go(job).await.unwrap();
    assert!(!first.takes(job).await.unwrap());
    second.lets_go(job).await.unwrap();
    assert!(first.takes(job).await.unwrap());
    // Whoever is cut off has nothing any more, and may take what is free.
    let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_locks
               WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted";
    cluster.ask(cut);
    takes_in_time(second).await;
    assert!(!first.takes(Duty::Background).await.unwrap());
    drop(two);
    takes_in_time(first).await;
}

/// The server lets go of what a connection held when it has ended it, which is a moment after it was told to.
async fn takes_in_time(peer: &dyn Upkeep) {
    let taken = async {
        while !peer.takes(Duty::Background).await.unwrap() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(DEADLINE, taken).await.unwrap();
}

/// A turn under a key, by the process of this store.
fn turn(of: &dyn Store, task: u128, lease: u128) -> BeginTurn {
    let begin = world::first(task, 2, "a");
    BeginTurn {
        lease: LeaseId::of(of.upkeep().name(), Uuid::from_u128(lease)),
        key: Some(world::key("interact", "k", 1)),
        ..begin
    }
}

/// Begins it as soon as nobody else is seen to be at it.
async fn opens_in_time(store: &dyn Store, owner: Owner, begin: &BeginTurn) {
    let opened = async {
        loop {
            let begun = store.scoped(owner).begin_turn(begin.clone()).await;
            match begun.unwrap() {
                Begun::Open(_) => return,
                Begun::Refused(BeginRefusal::KeyInFlight | BeginRefusal::Busy) => {
                    tokio::task::yield_now().await;
                }
                other => panic!("{other:?}"),
            }
        }
    };
    tokio::time::timeout(DEADLINE, opened).await.unwrap();
}

/// No time passes here: what a process held ends with it.
#[tokio::test]
async fn what_a_process_held_that_is_gone_is_free_at_once() {
    let cluster = kit::cluster();
    let (one, two) = (kit::open(&cluster), kit::open(&cluster));
    let owner = world::owner(&one, 1).await;
    let first = turn(&one, 1, 1);
    opens_in_time(&one, owner, &first).await;
    let second = turn(&two, 3, 2);
    let busy = two.scoped(owner).begin_turn(second.clone()).await.unwrap();
    let expected = Begun::Refused(BeginRefusal::KeyInFlight);
    assert_eq!(format!("{busy:?}"), format!("{expected:?}"));
    let asked = |of: &dyn Store| {
        let lease = LeaseId::of(of.upkeep().name(), Uuid::from_u128(9));
        (world::key("design", "k", 1), (lease, ASKED_LEASE_MS))
    };
    let (key, claim) = asked(&one);
    let first = one.scoped(owner).ask_once(key, claim, NOW).await.unwrap();
    assert_eq!(first, Claimed::First);
    drop(one);
    opens_in_time(&two, owner, &second).await;
    let (key, claim) = asked(&two);
    let next = two.scoped(owner).ask_once(key, claim, NOW).await.unwrap();
    assert_eq!(next, Claimed::First);
    let known = BeginTurn {
        lease: LeaseId::of(two.upkeep().name(), Uuid::from_u128(3)),
        ..world::later(1, "a", 3)
    };
    opens_in_time(&two, owner, &known).await;
}

/// A process that was cut off is taken for dead, though it goes on: what it comes to is refused, and it is seen again.
#[tokio::test]
async fn who_was_taken_for_dead_keeps_nothing() {
    let cluster = kit::cluster();
    let (one, two) = (kit::open(&cluster), kit::open(&cluster));
    let owner = world::owner(&one, 1).await;
    let slow = turn(&one, 1, 1);
    opens_in_time(&one, owner, &slow).await;
    cluster.ask(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    let second = turn(&two, 3, 2);
    opens_in_time(&two, owner, &second).await;
    // Seen again, it has not what it had.
    assert!(one.upkeep().takes(Duty::Job(Uuid::nil())).await.unwrap());
    for _ in 0..2 {
        let lost = one
            .scoped(owner)
            .commit_turn(world::answering(&slow, 1, "slow"))
            .await;
        assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
    }
    let kept = world::answering(&second, 3, "second");
    two.scoped(owner).commit_turn(kept).await.unwrap();
    // What it takes now it holds.
    let third = BeginTurn {
        key: None,
        ..turn(&one, 5, 4)
    };
    opens_in_time(&one, owner, &third).await;
    let later = world::later(5, "a", 6);
    let busy = two.scoped(owner).begin_turn(later).await.unwrap();
    let expected = Begun::Refused(BeginRefusal::Busy);
    assert_eq!(format!("{busy:?}"), format!("{expected:?}"));
}

/// A duty is held for good, and a lock for a transaction: whoever has the one is never in the way of the other.
#[tokio::test]
async fn the_queue_goes_on_while_somebody_has_a_duty() {
    let cluster = kit::cluster();
    let store = kit::open(&cluster);
    let upkeep = store.upkeep();
    assert!(upkeep.takes(Duty::Background).await.unwrap());
    let take = TakeRun {
        worker: "w".to_owned(),
        lease_ms: 10_000,
        per_site: 1,
        site_delay_ms: 0,
        token: TokenHash([1; 32]),
        token_until_ms: NOW + 1_000,
        now_ms: NOW,
    };
    let taken = tokio::time::timeout(DEADLINE, upkeep.take_queued(take));
    assert_eq!(taken.await.unwrap().unwrap(), None);
}

#[tokio::test]
async fn what_all_mean_the_same_by_is_said_by_the_first() {
    let cluster = kit::cluster();
    let (one, two) = (kit::open(&cluster), kit::open(&cluster));
    for (store, name, mark, expected) in [
        (&one, "key", "a", true),
        (&two, "key", "a", true),
        (&two, "key", "b", false),
        (&two, "other", "b", true),
        (&one, "other", "a", false),
    ] {
        let agreed = store.upkeep().agrees(name.to_owned(), mark.to_owned());
        assert_eq!(agreed.await.unwrap(), expected, "{name} {mark}");
    }
}

#[tokio::test]
async fn who_writes_is_heard_by_the_others_also_after_the_database_was_away() {
    let cluster = kit::cluster();
    let (one, two) = (kit::open(&cluster), kit::open(&cluster));
    let owner = world::owner(&one, 1).await;
    // What was written before anybody listened counts as heard.
    assert!(hears(&two).await);
    publish(&one, owner).await;
    assert!(hears(&two).await);
    // Its own writing it does not hear.
    assert!(hears(&one).await);
    publish(&one, owner).await;
    assert!(hears(&two).await);
    let own = tokio::time::timeout(Duration::from_millis(200), one.upkeep().heard());
    assert!(own.await.is_err());
    let cut =
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'";
    assert_eq!(cluster.ask(cut), "2");
    publish(&one, owner).await;
    assert!(hears(&two).await);
    publish(&two, owner).await;
    assert!(hears(&one).await);
}

/// On one machine both clocks are the same.
#[tokio::test]
async fn the_time_is_told_in_milliseconds() {
    let cluster = kit::cluster();
    let store = kit::open(&cluster);
    let own = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
    let told = store.upkeep().time_ms().await.unwrap().unwrap();
    let off = Duration::from_millis(told.unsigned_abs()).abs_diff(own);
    assert!(off < DEADLINE, "{off:?}");
}

/// What stands between hangs up on a process, and the database hears nothing of it: what it goes on holding for nobody
/// the process takes back, and is seen once.
#[tokio::test]
async fn who_was_cut_off_and_not_missed_has_its_duties_again_and_is_one() {
    let cluster = kit::cluster();
    let wire = Wire::to(cluster.folder());
    let options = PostgresOptions {
        url: wire.url(),
        ..kit::options(&cluster)
    };
    let one = screen_agent_store_postgres::open(options).unwrap();
    let two = kit::open(&cluster);
    assert!(one.upkeep().takes(Duty::Background).await.unwrap());
    wire.hangs_up_unnoticed();
    assert!(!two.upkeep().takes(Duty::Background).await.unwrap());
    takes_in_time(one.upkeep()).await;
    assert!(!two.upkeep().takes(Duty::Background).await.unwrap());
    // Each holds that it is there, and its name.
    let seen = "SELECT count(*) FROM pg_locks
                WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted";
    assert_eq!(cluster.ask(seen), "4");
    wire.tells();
    drop(one);
    takes_in_time(two.upkeep()).await;
    assert_eq!(cluster.ask(seen), "2");
}

/// Whoever starts in the meantime must not take itself to be alone.
#[tokio::test]
async fn a_process_that_was_cut_off_is_seen_again_by_itself() {
    let cluster = kit::cluster();
    let store = kit::open(&cluster);
    hears(&store).await;
    let seen = "SELECT max(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted";
    let before = cluster.ask(seen);
    cluster.ask(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    let is_seen_anew = move || {
        let now = cluster.ask(seen);
        !now.is_empty() && now != before
    };
    let again = tokio::task::spawn_blocking(move || while !is_seen_anew() {});
    let again = tokio::time::timeout(DEADLINE, again);
    again.await.unwrap().unwrap();
}
