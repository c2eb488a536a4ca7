use screen_agent_action::id::SessionId;
use screen_agent_wire::extension::lease::{
    LeaseEnder, LeaseMode, LeaseOrder, LeaseState, LeaseStep, NewLease, OrderFault, OrderReport,
    OrderState,
};
use uuid::Uuid;

use super::world::*;
use crate::tab_lease::{ASKED_FOR_MS, LeaseRefusal, MOST_LEASES, TabLease};
use crate::{Owner, Store, StoreError};

const HOLDER: Uuid = Uuid::from_u128(77);

fn asked(number: u128, mode: LeaseMode) -> TabLease {
    asked_at(number, mode, NOW)
}

fn asked_at(number: u128, mode: LeaseMode, now_ms: i64) -> TabLease {
    let asked = NewLease {
        client: "Pilot".to_owned(),
        purpose: "Compare prices".to_owned(),
        sites: vec!["shop.example".to_owned()],
        mode,
        minutes: 10,
        url: None,
    };
    TabLease::new(id(number), SessionId::new(id(number + 500)), asked, now_ms)
}

async fn with(store: &dyn Store, mode: LeaseMode) -> Owner {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    rows.ask_for_tab(asked(1, mode), NOW).await.unwrap();
    owner
}

async fn step(
    store: &dyn Store,
    owner: Owner,
    number: u128,
    step: LeaseStep,
) -> Result<TabLease, LeaseRefusal> {
    let rows = store.scoped(owner);
    rows.step_tab_lease(id(number), step, NOW + 5)
        .await
        .unwrap()
}

fn allow(tab: i64) -> LeaseStep {
    LeaseStep::Allow {
        holder: HOLDER,
        tab,
    }
}

fn order() -> LeaseStep {
    LeaseStep::Order {
        order: LeaseOrder::Act {
            actions: vec!["click(4)".to_owned()],
        },
    }
}

fn take(holder: Uuid) -> LeaseStep {
    LeaseStep::Take { holder, no: 1 }
}

fn end() -> LeaseStep {
    LeaseStep::End {
        by: LeaseEnder::Person,
        why: None,
    }
}

pub async fn a_lease_is_asked_for_allowed_and_worked_under(store: &dyn Store) {
    let owner = with(store, LeaseMode::Autopilot).await;
    let rows = store.scoped(owner);
    let found = rows.tab_lease(id(1), NOW).await.unwrap();
    assert_eq!(found, Some(asked(1, LeaseMode::Autopilot)));
    let early = step(store, owner, 1, order()).await;
    assert_eq!(early, Err(LeaseRefusal::NotOpen));
    step(store, owner, 1, allow(3)).await.unwrap();
    step(store, owner, 1, order()).await.unwrap();
    assert_eq!(
        step(store, owner, 1, order()).await,
        Err(LeaseRefusal::Busy)
    );
    let foreign = step(store, owner, 1, take(id(9))).await;
    assert_eq!(foreign, Err(LeaseRefusal::HeldElsewhere));
    let taken = step(store, owner, 1, take(HOLDER)).await.unwrap();
    assert!(taken.under_way(HOLDER, 1).is_ok());
    assert_eq!(taken.under_way(HOLDER, 2), Err(LeaseRefusal::OutOfTurn));
    let report = OrderReport {
        task_id: Some(id(4)),
        ..OrderReport::default()
    };
    let reporting = LeaseStep::Report {
        holder: HOLDER,
        no: 1,
        report: report.clone(),
    };
    let done = step(store, owner, 1, reporting.clone()).await.unwrap();
    assert_eq!(done.seen, Some(report));
    assert_eq!(
        step(store, owner, 1, reporting).await,
        Err(LeaseRefusal::OutOfTurn)
    );
    assert_eq!(rows.tab_leases(NOW + 5).await.unwrap(), [done]);
}

pub async fn what_was_not_taken_up_when_a_lease_ends_was_not_done(store: &dyn Store) {
    let owner = with(store, LeaseMode::Autopilot).await;
    step(store, owner, 1, allow(3)).await.unwrap();
    step(store, owner, 1, order()).await.unwrap();
    let ended = step(store, owner, 1, end()).await.unwrap();
    assert_eq!(
        (ended.state, ended.ended_by),
        (LeaseState::Ended, Some(LeaseEnder::Person))
    );
    let order = ended.order.unwrap();
    let fault = order.report.unwrap().fault.unwrap();
    assert_eq!(
        (order.state, fault.code.as_str()),
        (OrderState::Done, "LEASE_ENDED")
    );
    for late in [take(HOLDER), end(), allow(3), self::order()] {
        assert_eq!(step(store, owner, 1, late).await, Err(LeaseRefusal::Ended));
    }
}

pub async fn what_is_under_way_when_a_lease_ends_is_told_later(store: &dyn Store) {
    let owner = with(store, LeaseMode::Autopilot).await;
    for each in [allow(3), order(), take(HOLDER), end()] {
        step(store, owner, 1, each).await.unwrap();
    }
    let rows = store.scoped(owner);
    let lease = rows.tab_lease(id(1), NOW).await.unwrap().unwrap();
    assert_eq!(lease.order.as_ref().unwrap().state, OrderState::Taken);
    assert_eq!(lease.under_way(HOLDER, 1), Err(LeaseRefusal::Ended));
    let fault = OrderFault {
        code: "LEASE_ENDED".to_owned(),
        message: "stopped".to_owned(),
    };
    let report = LeaseStep::Report {
        holder: HOLDER,
        no: 1,
        report: OrderReport {
            fault: Some(fault),
            ..OrderReport::default()
        },
    };
    let told = step(store, owner, 1, report).await.unwrap();
    assert_eq!(told.order.unwrap().state, OrderState::Done);
}

pub async fn one_lease_a_tab(store: &dyn Store) {
    let owner = with(store, LeaseMode::Observe).await;
    let rows = store.scoped(owner);
    rows.ask_for_tab(asked(2, LeaseMode::Observe), NOW)
        .await
        .unwrap();
    step(store, owner, 1, allow(3)).await.unwrap();
    assert_eq!(
        step(store, owner, 2, allow(3)).await,
        Err(LeaseRefusal::TabTaken)
    );
    step(store, owner, 2, allow(4)).await.unwrap();
    rows.ask_for_tab(asked(3, LeaseMode::Observe), NOW)
        .await
        .unwrap();
    step(store, owner, 1, end()).await.unwrap();
    step(store, owner, 3, allow(3)).await.unwrap();
}

pub async fn a_lease_ends_by_itself_and_an_observer_only_looks(store: &dyn Store) {
    let owner = with(store, LeaseMode::Observe).await;
    let rows = store.scoped(owner);
    let late = rows
        .tab_lease(id(1), NOW + ASKED_FOR_MS)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (late.state, late.ended_by),
        (LeaseState::Ended, Some(LeaseEnder::Time))
    );
    step(store, owner, 1, allow(3)).await.unwrap();
    assert_eq!(
        step(store, owner, 1, order()).await,
        Err(LeaseRefusal::ObservesOnly)
    );
    let minutes = 10 * 60_000;
    assert_eq!(rows.tab_leases(NOW + 4 + minutes).await.unwrap().len(), 1);
    assert_eq!(rows.tab_leases(NOW + 5 + minutes).await.unwrap(), []);
    // Its tab is free, though nobody has looked since.
    let later = NOW + 6 + minutes;
    rows.ask_for_tab(asked_at(2, LeaseMode::Observe, later), later)
        .await
        .unwrap();
    let allowed = rows.step_tab_lease(id(2), allow(3), later);
    assert!(allowed.await.unwrap().is_ok());
}

pub async fn a_paused_lease_does_nothing_until_it_is_given_back(store: &dyn Store) {
    let owner = with(store, LeaseMode::Autopilot).await;
    let (pause, resume) = (
        LeaseStep::Pause { holder: HOLDER },
        LeaseStep::Resume { holder: HOLDER },
    );
    for each in [allow(3), order(), pause] {
        step(store, owner, 1, each).await.unwrap();
    }
    assert_eq!(
        step(store, owner, 1, order()).await,
        Err(LeaseRefusal::Paused)
    );
    let back = step(store, owner, 1, resume).await.unwrap();
    let fault = back.order.unwrap().report.unwrap().fault.unwrap();
    assert_eq!(fault.code, "LEASE_PAUSED");
    let cancelled = step(store, owner, 1, order()).await.unwrap();
    let cancel = LeaseStep::Cancel { no: 2 };
    assert_eq!(cancelled.order.unwrap().no, 2);
    let cancelled = step(store, owner, 1, cancel.clone()).await.unwrap();
    assert_eq!(cancelled.order.unwrap().state, OrderState::Done);
    assert_eq!(
        step(store, owner, 1, cancel).await,
        Err(LeaseRefusal::OutOfTurn)
    );
}

pub async fn leases_are_their_owners_and_so_many(store: &dyn Store) {
    let owner = with(store, LeaseMode::Observe).await;
    let other = self::owner(store, 2).await;
    let theirs = store.scoped(other);
    assert_eq!(theirs.tab_lease(id(1), NOW).await.unwrap(), None);
    assert_eq!(theirs.tab_leases(NOW).await.unwrap(), []);
    let foreign = theirs.step_tab_lease(id(1), allow(3), NOW).await.unwrap();
    assert_eq!(foreign, Err(LeaseRefusal::Unknown));
    let rows = store.scoped(owner);
    for number in 2..=MOST_LEASES.into() {
        rows.ask_for_tab(asked(number, LeaseMode::Observe), NOW)
            .await
            .unwrap();
    }
    // Asked for again is the same one.
    rows.ask_for_tab(asked(1, LeaseMode::Observe), NOW)
        .await
        .unwrap();
    let beyond = rows.ask_for_tab(asked(99, LeaseMode::Observe), NOW).await;
    assert!(
        matches!(beyond, Err(StoreError::TooMany { .. })),
        "{beyond:?}"
    );
    let after = NOW + ASKED_FOR_MS;
    rows.ask_for_tab(asked(99, LeaseMode::Observe), after)
        .await
        .unwrap();
}
