//! Two who use one database at once, as two processes do: what may be done once is done once.
//!
//! An adapter's tests are one line: `screen_agent_store::races!(open);`, where `open(quota)` gives two stores on one empty
//! database and whatever keeps it alive.

use super::world::*;
use super::{callbacks, queue, schedules};
use crate::account::UserAdded;
use crate::answer::{ASKED_LEASE_MS, Claimed};
use crate::audit::AuditFilter;
use crate::debug::DebugLog;
use crate::file::{FileRecord, Quota};
use crate::ide::KeywordRecord;
use crate::outbox::{Announced, Happened, OutboxPosition, Publication, TopicName};
use crate::queue::RunChange;
use crate::run::{SaveRun, Taken};
use crate::schedule::BegunScheduled;
use crate::turn::{BeginRefusal, Begun, LeaseId};
use crate::upkeep::{KEEP_DEBUG_LOGS_MS, RateWindow};
use crate::{AddRecord, Owner, Packed, Store, StoreError};
use screen_agent_action::status::TaskStatus;
use screen_agent_audit::{Entry, Kind, LogRow};

/// What is kept in these cases.
pub const QUOTA: Quota = Quota {
    user: 100_000,
    tenant: 170_000,
};

/// Two stores on one database.
pub type Two<'a> = [&'a dyn Store; 2];

/// How often each is tried: who is first changes from time to time.
const ROUNDS: u128 = 12;

/// Makes a test of each case, for two stores that `open` makes.
#[macro_export]
macro_rules! races {
    ($open:ident) => {
        $crate::races_cases! { $open
            of_two_turns_on_a_task_one_opens,
            of_two_that_ask_the_same_one_answers,
            of_two_one_takes_a_run_and_uses_an_approval,
            colleagues_together_keep_what_their_tenant_may,
            a_window_admits_its_limit_to_both_together,
            an_email_is_one_users_whoever_asks,
            a_keyword_follows_its_own_version_whoever_asks,
            what_both_write_down_is_one_chain,
            who_follows_the_outbox_meets_everything_once_and_in_order,
            what_has_grown_old_is_deleted_once,
            workers_that_come_at_once_get_a_run_each,
            of_two_that_tell_of_runs_one_tells_of_each,
            of_two_that_look_at_a_schedule_one_begins_its_run,
        }
    };
}

/// Spells the cases of [`races!`] out as tests.
#[doc(hidden)]
#[macro_export]
macro_rules! races_cases {
    ($open:ident $($case:ident,)*) => {
        mod races {
            $(#[tokio::test]
            async fn $case() {
                let (stores, _keep) = super::$open($crate::conformance::races::QUOTA);
                $crate::conformance::races::$case([&stores[0], &stores[1]]).await;
            })*
        }
    };
}

pub async fn of_two_turns_on_a_task_one_opens(two: Two<'_>) {
    let owner = owner(two[0], 1).await;
    play(two[0], owner, first(1, 2, "a"), TaskStatus::Executing).await;
    for round in 0..ROUNDS {
        let rows = two.map(|store| store.scoped(owner));
        let turn = |of: usize| {
            let begin = later(1, "a", 2 * round + 1 + of as u128);
            (begin.lease, rows[of].begin_turn(begin))
        };
        let ((lease, one), (other_lease, other)) = (turn(0), turn(1));
        let begun = all_at_once(vec![one, other]).await;
        let open: Vec<bool> = begun
            .into_iter()
            .map(|begun| match begun.unwrap() {
                Begun::Open(_) => true,
                Begun::Refused(BeginRefusal::Busy) => false,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(open.iter().filter(|open| **open).count(), 1, "{round}");
        let held = if open[0] { lease } else { other_lease };
        let lease = crate::turn::Lease::Task(task_id(1), held);
        rows[0].release(lease).await.unwrap();
    }
}

pub async fn of_two_that_ask_the_same_one_answers(two: Two<'_>) {
    let owner = owner(two[0], 1).await;
    for round in 0..ROUNDS {
        let rows = two.map(|store| store.scoped(owner));
        let ask = |of: usize| {
            let asker = LeaseId(id(of as u128 + 1));
            let asked = key("route", &format!("k{round}"), 1);
            rows[of].ask_once(asked, (asker, ASKED_LEASE_MS), NOW)
        };
        let mut claimed = Vec::new();
        for each in all_at_once(vec![ask(0), ask(1)]).await {
            claimed.push(each.unwrap());
        }
        // The other is told under which right.
        let second = claimed.iter().position(|each| *each != Claimed::First);
        let first = LeaseId(id(2 - second.unwrap() as u128));
        let other = Claimed::InFlight(Some(first));
        assert_eq!(claimed[second.unwrap()], other, "{round}");
        assert!(claimed.contains(&Claimed::First), "{round}: {claimed:?}");
    }
}

pub async fn of_two_one_takes_a_run_and_uses_an_approval(two: Two<'_>) {
    let owner = owner(two[0], 1).await;
    for round in 0..ROUNDS {
        let id = format!("r{round}");
        let run = SaveRun {
            id: id.clone(),
            conversation_id: "c".to_owned(),
            state: Packed::bytes(b"{}"),
            claim: None,
            expires_ms: NOW + 1_000,
            now_ms: NOW,
        };
        let rows = two.map(|store| store.scoped(owner));
        save_run(rows[0].as_ref(), run).await.unwrap();
        let take = |of: usize| rows[of].take_run(id.clone(), NOW);
        let taken = all_at_once(vec![take(0), take(1)]).await;
        let taken = taken.into_iter().map(Result::unwrap);
        let open = taken.filter(|taken| matches!(taken, Taken::Open { .. }));
        assert_eq!(open.count(), 1, "{id}");
        let used = all_at_once(vec![
            Box::pin(use_approval(rows[0].as_ref(), &id, NOW)),
            Box::pin(use_approval(rows[1].as_ref(), &id, NOW)) as Pending<'_, _>,
        ]);
        let used: Vec<bool> = used.await.into_iter().map(Result::unwrap).collect();
        assert_ne!(used[0], used[1], "{id}");
    }
}

pub async fn colleagues_together_keep_what_their_tenant_may(two: Two<'_>) {
    let owners = [owner(two[0], 1).await, colleague(two[0]).await];
    let rows = [two[0].scoped(owners[0]), two[1].scoped(owners[1])];
    let file = |number: u32| FileRecord {
        id: id(number.into()),
        key: format!("k{number}"),
        name: "a.csv".to_owned(),
        mime: "text/csv".to_owned(),
        size: 30_000,
        reading: Packed::bytes(b"{}"),
        created_ms: NOW,
    };
    let uploads = (0..8).map(|number: u32| {
        let rows = &rows[number as usize % 2];
        AddRecord::add_record(&**rows, file(number))
    });
    let mut kept = 0;
    for added in all_at_once(uploads.collect()).await {
        match added {
            Ok(()) => kept += 1,
            Err(StoreError::OverQuota { .. }) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!(kept, 5);
}

pub async fn a_window_admits_its_limit_to_both_together(two: Two<'_>) {
    let window = RateWindow {
        limit: 7,
        length_ms: 60_000,
    };
    let asks = (0..20).map(|nth| two[nth % 2].upkeep().admit("k".to_owned(), window, NOW));
    let asked = all_at_once(asks.collect()).await;
    let admitted = asked
        .into_iter()
        .filter(|each| each.as_ref().unwrap().admitted);
    assert_eq!(admitted.count(), 7);
}

pub async fn an_email_is_one_users_whoever_asks(two: Two<'_>) {
    for round in 0..ROUNDS {
        let user = |of: usize| {
            let mut user = new_user(10 * round + of as u128);
            user.email = format!("same{round}@example.com");
            two[of].upkeep().add_user(user)
        };
        let added = all_at_once(vec![user(0), user(1)]).await;
        let added = added.into_iter().map(Result::unwrap);
        let new = added.filter(|each| matches!(each, UserAdded::Added(_)));
        assert_eq!(new.count(), 1, "{round}");
    }
}

pub async fn a_keyword_follows_its_own_version_whoever_asks(two: Two<'_>) {
    for version in 1..=8 {
        let put = |of: usize| {
            two[of].upkeep().put_keyword(KeywordRecord {
                keyword: "k".to_owned(),
                version,
                body: format!("{of}"),
                updated_ms: NOW,
            })
        };
        let put = all_at_once(vec![put(0), put(1)]).await;
        let kept = put.into_iter().filter(|kept| *kept.as_ref().unwrap());
        assert_eq!(kept.count(), 1, "{version}");
    }
}

pub async fn what_both_write_down_is_one_chain(two: Two<'_>) {
    let entry = |number: usize| Entry::new(Kind::Tool).with("number", number);
    let logged = (0..20).map(|nth| two[nth % 2].upkeep().log(entry(nth)));
    let logged = all_at_once(logged.collect()).await;
    assert!(logged.iter().all(Result::is_ok), "{logged:?}");
    let all = AuditFilter::After { seq: 0, limit: 100 };
    let rows = two[0].upkeep().list::<LogRow>(all).await.unwrap();
    assert_eq!(rows.len(), 20);
    for (one, next) in rows.iter().zip(&rows[1..]) {
        assert_eq!((one.seq + 1, one.hash), (next.seq, next.previous));
    }
}

/// Two write for many owners while a third reads on from the last that it saw: it misses nothing, though numbers are
/// given in one order and transactions end in another.
pub async fn who_follows_the_outbox_meets_everything_once_and_in_order(two: Two<'_>) {
    const WRITERS: u128 = 6;
    const EACH: u32 = 15;
    let mut owners = Vec::new();
    for number in 1..=WRITERS {
        owners.push(owner(two[0], number).await);
    }
    let write = |nth: usize, owner: Owner| -> Pending<'_, Vec<String>> {
        let upkeep = two[nth % 2].upkeep();
        Box::pin(async move {
            for number in 0..EACH {
                let publication = |half: &str| Publication {
                    topic: TopicName(format!("t{nth}")),
                    kind: format!("{nth}-{number}{half}"),
                    body: "{}".to_owned(),
                };
                let both = vec![publication("a"), publication("b")];
                upkeep.publish(owner, both, NOW).await.unwrap();
            }
            Vec::new()
        })
    };
    let all = 2 * owners.len() * EACH as usize;
    let mut work: Vec<_> = owners
        .iter()
        .enumerate()
        .map(|(nth, owner)| write(nth, *owner))
        .collect();
    work.push(Box::pin(async move {
        let mut after = OutboxPosition::default();
        let mut met = Vec::new();
        while met.len() < all {
            let next = two[0].upkeep().list::<Announced>((after, 7)).await.unwrap();
            for row in next {
                assert!(row.place > after);
                after = row.place;
                if let Happened::Published { kind, .. } = row.what {
                    met.push(kind);
                }
            }
        }
        met
    }));
    let met = all_at_once(work).await.pop().unwrap();
    for nth in 0..owners.len() {
        let of_one: Vec<&String> = met
            .iter()
            .filter(|kind| kind.starts_with(&format!("{nth}-")))
            .collect();
        let told: Vec<String> = (0..EACH)
            .flat_map(|number| ["a", "b"].map(|half| format!("{nth}-{number}{half}")))
            .collect();
        assert_eq!(of_one, told.iter().collect::<Vec<_>>());
    }
}

pub async fn what_has_grown_old_is_deleted_once(two: Two<'_>) {
    let owner = owner(two[0], 1).await;
    let rows = two[0].scoped(owner);
    for _ in 0..30 {
        let log = DebugLog {
            at_ms: NOW,
            task: None,
            endpoint: "GET /".to_owned(),
            status: 200,
            duration_ms: 1,
            notes: Vec::new(),
            error: None,
        };
        rows.add(log).await.unwrap();
    }
    let late = NOW + KEEP_DEBUG_LOGS_MS + 1;
    let sweeps = two.map(|store| store.upkeep().sweep(late));
    let swept = all_at_once(sweeps.into_iter().collect()).await;
    let gone: u64 = swept
        .into_iter()
        .map(|swept| swept.unwrap().debug_logs)
        .sum();
    assert_eq!(gone, 30);
}

pub async fn workers_that_come_at_once_get_a_run_each(two: Two<'_>) {
    let owner = owner(two[0], 1).await;
    for number in 1..=2 * ROUNDS {
        queue::submit(two[0], owner, queue::run(number)).await;
    }
    let mut got = Vec::new();
    for round in 0..ROUNDS {
        let takes = [0, 1].map(|of: usize| {
            let token = (2 * round) as u8 + of as u8;
            two[of].upkeep().take_queued(queue::take(token, NOW + 100))
        });
        for taken in all_at_once(takes.into_iter().collect()).await {
            got.push(taken.unwrap().unwrap().hold.id.as_u128());
        }
    }
    got.sort_unstable();
    assert_eq!(got, (1..=2 * ROUNDS).collect::<Vec<_>>());
}

pub async fn of_two_that_tell_of_runs_one_tells_of_each(two: Two<'_>) {
    let owner = owner(two[0], 1).await;
    let mut told = Vec::new();
    for number in 1..=ROUNDS {
        queue::submit(two[0], owner, callbacks::told(number)).await;
        let rows = two[0].scoped(owner);
        let cancelled = rows.change_run(id(number), RunChange::Cancel, NOW);
        cancelled.await.unwrap();
        let takes = two.map(|store| store.upkeep().take_callback(NOW, 1_000, Vec::new()));
        for taken in all_at_once(takes.into_iter().collect()).await {
            told.extend(taken.unwrap().map(|due| due.run.id.as_u128()));
        }
    }
    told.sort_unstable();
    assert_eq!(told, (1..=ROUNDS).collect::<Vec<_>>());
}

pub async fn of_two_that_look_at_a_schedule_one_begins_its_run(two: Two<'_>) {
    let owner = schedules::scheduled(two[0], NOW).await;
    let rows = two.map(|store| store.scoped(owner));
    for round in 0..ROUNDS {
        let due_ms = NOW + 100 * round as i64;
        let number = 10 + 2 * round;
        let begins = [0, 1].map(|of: usize| {
            rows[of].begin_scheduled(schedules::begin(due_ms, number + of as u128))
        });
        let mut elsewhere = 0;
        for begun in all_at_once(begins.into_iter().collect()).await {
            match begun.unwrap() {
                BegunScheduled::Elsewhere => elsewhere += 1,
                BegunScheduled::Run(run) => {
                    let cancelled = rows[0].change_run(run, RunChange::Cancel, NOW);
                    cancelled.await.unwrap();
                }
                BegunScheduled::PassedOver => panic!("the run before was cancelled"),
            }
        }
        assert_eq!(elsewhere, 1);
    }
}
