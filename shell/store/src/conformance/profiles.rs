use screen_agent_wire::extension::run::RunStatus;

use super::queue::{leave, run, submit, take, taken};
use super::world::*;
use crate::account::AccountChange;
use crate::audit::AuditFilter;
use crate::profile::{MOST_PROFILES, Profile};
use crate::queue::{MOST_WORK_LEASE_MS, NewQueuedRun, RunHold};
use crate::{Owner, Packed, Store, StoreError};

fn with(number: u128, profile: &str) -> NewQueuedRun {
    NewQueuedRun {
        profile: Some(profile.to_owned()),
        ..run(number)
    }
}

async fn listed(store: &dyn Store, owner: Owner) -> Vec<(String, Option<i64>)> {
    let all = store.scoped(owner).list::<Profile>(()).await.unwrap();
    all.into_iter()
        .map(|one| (one.name, one.saved_ms))
        .collect()
}

async fn save(
    store: &dyn Store,
    owner: Owner,
    hold: RunHold,
    state: &str,
) -> Result<bool, StoreError> {
    let state = Packed::bytes(state.as_bytes());
    store
        .scoped(owner)
        .save_profile(hold, state, NOW + 60)
        .await
}

async fn held(store: &dyn Store, hold: RunHold) -> Result<Option<String>, StoreError> {
    let state = store.upkeep().profile_of_run(hold).await?;
    Ok(state.map(|state| String::from_utf8(state.open().unwrap()).unwrap()))
}

/// Which run is taken next, if one is.
async fn next(store: &dyn Store, token: u8, now_ms: i64) -> Option<u128> {
    let next = store
        .upkeep()
        .take_queued(take(token, now_ms))
        .await
        .unwrap();
    next.map(|taken| taken.hold.id.as_u128())
}

pub async fn what_a_run_leaves_in_its_profile_the_next_begins_with(store: &dyn Store) {
    let owner = owner(store, 1).await;
    submit(store, owner, with(7, "shop")).await;
    assert_eq!(listed(store, owner).await, [("shop".to_owned(), None)]);
    let first = taken(store, take(1, NOW + 50)).await.hold;
    assert_eq!(held(store, first).await.unwrap(), None);
    assert!(save(store, owner, first, "signed in").await.unwrap());
    leave(store, first, RunStatus::Done).await.unwrap();
    submit(store, owner, with(8, "shop")).await;
    let second = taken(store, take(2, NOW + 70)).await.hold;
    assert_eq!(
        held(store, second).await.unwrap().as_deref(),
        Some("signed in")
    );
    let saved = ("shop".to_owned(), Some(NOW + 60));
    assert_eq!(listed(store, owner).await, [saved]);
    // Each time that it was given or saved is in the log, and nothing of what it holds.
    let all = AuditFilter::After { seq: 0, limit: 100 };
    let log = store.upkeep().page::<screen_agent_audit::LogRow>(all);
    let log = log.await.unwrap().items;
    let told = log.iter().filter(|row| row.details.contains("\"shop\""));
    let told: Vec<&str> = told.map(|row| &*row.details).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    for (row, what) in told.iter().zip(["saved", "given"]) {
        assert!(row.contains(what) && !row.contains("signed in"), "{row}");
    }
}

pub async fn one_run_at_a_time_has_a_profile(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, colleague(store).await);
    for (owner, run) in [
        (one, with(1, "shop")),
        (one, with(2, "shop")),
        (one, with(3, "bank")),
        (one, run(4)),
        (two, with(5, "shop")),
    ] {
        submit(store, owner, run).await;
    }
    let first = taken(store, take(1, NOW + 50)).await.hold;
    assert_eq!(first.id, id(1));
    let mut others = Vec::new();
    for token in 2..6 {
        others.extend(next(store, token, NOW + 50).await);
    }
    others.sort_unstable();
    assert_eq!(others, [3, 4, 5]);
    // What a lost worker had is taken up before another run gets its profile.
    let later = NOW + 50 + MOST_WORK_LEASE_MS;
    let mut again = Vec::new();
    for token in 6..12 {
        again.extend(next(store, token, later).await);
    }
    again.sort_unstable();
    assert_eq!(again, [1, 3, 4, 5]);
    let lost = save(store, one, first, "of a lost worker").await;
    assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
    let now_held = RunHold {
        claim: first.claim + 1,
        ..first
    };
    leave(store, now_held, RunStatus::Done).await.unwrap();
    assert_eq!(next(store, 12, later + 1).await, Some(2));
}

pub async fn a_profile_is_its_owners_alone_and_for_who_holds_its_run(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, colleague(store).await);
    submit(store, one, with(7, "shop")).await;
    let first = taken(store, take(1, NOW + 50)).await.hold;
    let foreign = save(store, two, first, "theirs").await;
    assert!(matches!(foreign, Err(StoreError::LeaseLost)), "{foreign:?}");
    assert!(save(store, one, first, "mine").await.unwrap());
    leave(store, first, RunStatus::Done).await.unwrap();
    for outcome in [
        save(store, one, first, "late").await.map(|_| None),
        held(store, first).await,
    ] {
        assert!(matches!(outcome, Err(StoreError::LeaseLost)), "{outcome:?}");
    }
    submit(store, two, with(8, "shop")).await;
    let other = taken(store, take(2, NOW + 70)).await.hold;
    assert_eq!(held(store, other).await.unwrap(), None);
    assert_eq!(listed(store, two).await, [("shop".to_owned(), None)]);
    submit(store, one, run(9)).await;
    let without = taken(store, take(3, NOW + 80)).await.hold;
    assert_eq!(held(store, without).await.unwrap(), None);
    assert!(!save(store, one, without, "nowhere").await.unwrap());
}

pub async fn a_profile_that_is_removed_stays_so_and_another_may_be_begun(store: &dyn Store) {
    let one = owner(store, 1).await;
    submit(store, one, with(7, "shop")).await;
    let hold = taken(store, take(1, NOW + 50)).await.hold;
    let rows = store.scoped(one);
    assert!(
        rows.remove::<Profile>("shop".to_owned(), NOW)
            .await
            .unwrap()
    );
    assert!(
        !rows
            .remove::<Profile>("shop".to_owned(), NOW)
            .await
            .unwrap()
    );
    assert!(!save(store, one, hold, "too late").await.unwrap());
    assert_eq!(listed(store, one).await, []);
    leave(store, hold, RunStatus::Done).await.unwrap();
    submit(store, one, with(8, "shop")).await;
    let hold = taken(store, take(2, NOW + 60)).await.hold;
    assert_eq!(held(store, hold).await.unwrap(), None);
}

pub async fn profiles_are_so_many_and_go_with_the_account(store: &dyn Store) {
    let one = owner(store, 1).await;
    for number in 0..u128::from(MOST_PROFILES) {
        submit(store, one, with(number + 1, &format!("p{number}"))).await;
    }
    let beyond = store.scoped(one).submit_run(with(900, "beyond")).await;
    assert!(
        matches!(beyond, Err(StoreError::TooMany { .. })),
        "{beyond:?}"
    );
    submit(store, one, with(901, "p0")).await;
    let removed =
        store
            .upkeep()
            .change_account("user1@example.com".to_owned(), AccountChange::Removed, NOW);
    removed.await.unwrap();
    assert_eq!(next(store, 1, NOW + 50).await, None);
}
