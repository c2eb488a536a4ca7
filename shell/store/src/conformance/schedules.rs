use screen_agent_wire::extension::run::RunStatus;

use super::queue::{leave, run, take, taken};
use super::world::*;
use crate::queue::{MOST_OPEN_RUNS, QueuedRun, QueuedRunFilter};
use crate::schedule::{
    BeginScheduled, BegunScheduled, DueSchedule, MOST_SCHEDULES, NewScheduleRecord, Schedule, When,
};
use crate::{Owner, Packed, Store, StoreError};

fn when(next_ms: Option<i64>) -> When {
    When {
        cron: "0 9 * * *".to_owned(),
        zone: "Europe/Berlin".to_owned(),
        paused: false,
        overlaps: false,
        next_ms,
    }
}

fn schedule(number: u128, next_ms: i64) -> NewScheduleRecord {
    NewScheduleRecord {
        id: id(number),
        title: format!("Do {number}"),
        url: "https://shop.example/".to_owned(),
        when: when(Some(next_ms)),
        order: Packed::bytes(format!("order {number}").as_bytes()),
        now_ms: NOW,
    }
}

/// Has run `number` begun by schedule 1, which was due then.
pub fn begin(due_ms: i64, number: u128) -> BeginScheduled {
    BeginScheduled {
        schedule: id(1),
        due_ms,
        next_ms: Some(due_ms + 100),
        run: Ok(run(number)),
    }
}

/// Schedule 1, due then.
pub async fn scheduled(store: &dyn Store, next_ms: i64) -> Owner {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    rows.add_schedule(schedule(1, next_ms)).await.unwrap();
    owner
}

async fn begun(store: &dyn Store, owner: Owner, begin: BeginScheduled) -> BegunScheduled {
    store.scoped(owner).begin_scheduled(begin).await.unwrap()
}

async fn one(store: &dyn Store, owner: Owner) -> Schedule {
    let rows = store.scoped(owner);
    rows.find::<Schedule>(id(1)).await.unwrap().unwrap()
}

async fn runs(store: &dyn Store, owner: Owner) -> u32 {
    let rows = store.scoped(owner);
    let page = rows.page::<QueuedRun>(QueuedRunFilter {
        limit: 1,
        ..QueuedRunFilter::default()
    });
    page.await.unwrap().total
}

pub async fn a_schedule_comes_back_as_it_is_and_is_due_at_its_time(store: &dyn Store) {
    let owner = scheduled(store, NOW + 100).await;
    let expected = Schedule {
        id: id(1),
        title: "Do 1".to_owned(),
        url: "https://shop.example/".to_owned(),
        when: when(Some(NOW + 100)),
        last_ms: None,
        last_run: None,
        trouble: None,
        created_ms: NOW,
    };
    assert_eq!(one(store, owner).await, expected);
    let upkeep = store.upkeep();
    assert_eq!(upkeep.due_schedule(NOW + 99).await.unwrap(), None);
    let due = DueSchedule {
        owner,
        schedule: expected,
        order: Packed::bytes(b"order 1"),
    };
    assert_eq!(upkeep.due_schedule(NOW + 100).await.unwrap(), Some(due));
    let other = self::owner(store, 2).await;
    let theirs = store.scoped(other);
    assert_eq!(theirs.find::<Schedule>(id(1)).await.unwrap(), None);
    assert_eq!(theirs.list::<Schedule>(()).await.unwrap(), []);
    assert!(!theirs.change_schedule(id(1), when(None)).await.unwrap());
    assert!(!theirs.remove::<Schedule>(id(1), NOW).await.unwrap());
    let foreign = theirs.begin_scheduled(begin(NOW + 100, 7)).await.unwrap();
    assert_eq!(foreign, BegunScheduled::Elsewhere);
}

pub async fn each_time_is_begun_once(store: &dyn Store) {
    let owner = scheduled(store, NOW).await;
    let first = begun(store, owner, begin(NOW, 7)).await;
    assert_eq!(first, BegunScheduled::Run(id(7)));
    let again = begun(store, owner, begin(NOW, 8)).await;
    assert_eq!(again, BegunScheduled::Elsewhere);
    assert_eq!(runs(store, owner).await, 1);
    let moved = one(store, owner).await;
    assert_eq!(
        (moved.when.next_ms, moved.last_ms, moved.last_run),
        (Some(NOW + 100), Some(NOW), Some(id(7)))
    );
}

pub async fn a_run_is_not_begun_beside_the_one_before_unless_told_so(store: &dyn Store) {
    let owner = scheduled(store, NOW).await;
    begun(store, owner, begin(NOW, 7)).await;
    let beside = begun(store, owner, begin(NOW + 100, 8)).await;
    assert_eq!(beside, BegunScheduled::PassedOver);
    assert!(one(store, owner).await.trouble.is_some());
    let held = taken(store, take(1, NOW + 150)).await.hold;
    leave(store, held, RunStatus::Failed).await.unwrap();
    let after = begun(store, owner, begin(NOW + 200, 9)).await;
    assert_eq!(after, BegunScheduled::Run(id(9)));
    assert_eq!(one(store, owner).await.trouble, None);
    let overlapping = When {
        overlaps: true,
        ..when(Some(NOW + 300))
    };
    let rows = store.scoped(owner);
    assert!(rows.change_schedule(id(1), overlapping).await.unwrap());
    let beside = begun(store, owner, begin(NOW + 300, 10)).await;
    assert_eq!(beside, BegunScheduled::Run(id(10)));
}

pub async fn what_cannot_be_begun_is_said_and_moves_on(store: &dyn Store) {
    let owner = scheduled(store, NOW).await;
    for number in 1..=MOST_OPEN_RUNS.into() {
        let rows = store.scoped(owner);
        rows.submit_run(run(1_000 + number)).await.unwrap();
    }
    let refused = store.scoped(owner).begin_scheduled(begin(NOW, 7)).await;
    assert!(
        matches!(refused, Err(StoreError::TooMany { .. })),
        "{refused:?}"
    );
    assert_eq!(one(store, owner).await.when.next_ms, Some(NOW));
    let none = BeginScheduled {
        run: Err("too many".to_owned()),
        ..begin(NOW, 7)
    };
    assert_eq!(begun(store, owner, none).await, BegunScheduled::PassedOver);
    let said = one(store, owner).await;
    assert_eq!(
        (said.when.next_ms, said.trouble.as_deref()),
        (Some(NOW + 100), Some("too many"))
    );
}

pub async fn a_paused_or_removed_schedule_begins_nothing(store: &dyn Store) {
    let owner = scheduled(store, NOW).await;
    let rows = store.scoped(owner);
    let paused = When {
        paused: true,
        ..when(None)
    };
    assert!(rows.change_schedule(id(1), paused).await.unwrap());
    let upkeep = store.upkeep();
    assert_eq!(upkeep.due_schedule(NOW + 1_000).await.unwrap(), None);
    let late = begun(store, owner, begin(NOW, 7)).await;
    assert_eq!(late, BegunScheduled::Elsewhere);
    assert!(rows.change_schedule(id(1), when(Some(NOW))).await.unwrap());
    assert!(upkeep.due_schedule(NOW).await.unwrap().is_some());
    assert!(rows.remove::<Schedule>(id(1), NOW).await.unwrap());
    assert_eq!(upkeep.due_schedule(NOW).await.unwrap(), None);
    assert_eq!(runs(store, owner).await, 0);
}

pub async fn a_user_has_so_many_schedules(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    for number in 1..=MOST_SCHEDULES.into() {
        rows.add_schedule(schedule(number, NOW)).await.unwrap();
    }
    // Added again is the same one.
    rows.add_schedule(schedule(1, NOW)).await.unwrap();
    let beyond = rows.add_schedule(schedule(5_000, NOW)).await;
    assert!(
        matches!(beyond, Err(StoreError::TooMany { .. })),
        "{beyond:?}"
    );
}
