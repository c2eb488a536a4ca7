use super::conversations::{asked, conversation};
use super::world::*;
use crate::answer::{ASKED_LEASE_MS, Claimed, IDEMPOTENCY_MS, KeyedRequest};
use crate::conversation::ConversationRecord;
use crate::run::{KEEP_APPROVALS_MS, MOST_RUNS, RUN_LEASE_MS, RunClaim, SaveRun, Taken};
use crate::turn::{Lease, LeaseId};
use crate::{Owner, Packed, Store, StoreError, Stored};

const LATER: i64 = NOW + 10 * RUN_LEASE_MS;

fn run(id: &str, state: &str, claim: Option<RunClaim>) -> SaveRun {
    SaveRun {
        id: id.to_owned(),
        conversation_id: "c".to_owned(),
        state: Packed::bytes(state.as_bytes()),
        claim,
        expires_ms: LATER,
        now_ms: NOW,
    }
}

async fn save(store: &dyn Store, owner: Owner, run: SaveRun) {
    let rows = store.scoped(owner);
    save_run(rows.as_ref(), run).await.unwrap();
}

async fn take(store: &dyn Store, owner: Owner, id: &str, now_ms: i64) -> Taken {
    let taken = store.scoped(owner).take_run(id.to_owned(), now_ms).await;
    taken.unwrap()
}

/// Takes a run that must be open.
async fn taken(store: &dyn Store, owner: Owner, id: &str, now_ms: i64) -> (String, RunClaim) {
    match take(store, owner, id, now_ms).await {
        Taken::Open { state, claim } => (String::from_utf8(state.open().unwrap()).unwrap(), claim),
        other => panic!("not open: {other:?}"),
    }
}

pub async fn a_run_comes_back_as_it_was_however_large(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let large = "a document of the page; ".repeat(200_000);
    save(store, owner, run("r", &large, None)).await;
    let (state, claim) = taken(store, owner, "r", NOW).await;
    assert!(state == large);
    save(store, owner, run("r", "smaller", Some(claim))).await;
    let (state, again) = taken(store, owner, "r", NOW).await;
    assert_eq!(state, "smaller");
    assert_ne!(again, claim);
}

pub async fn of_many_that_go_on_with_a_run_one_does(store: &dyn Store) {
    let owner = owner(store, 1).await;
    save(store, owner, run("r", "s", None)).await;
    let rows = store.scoped(owner);
    let taking = (0..20).map(|_| rows.take_run("r".to_owned(), NOW));
    let mut open = 0;
    for taken in all_at_once(taking.collect()).await {
        match taken.unwrap() {
            Taken::Open { .. } => open += 1,
            Taken::Busy => {}
            Taken::Unknown => panic!("it is there"),
        }
    }
    assert_eq!(open, 1);
}

pub async fn a_run_that_is_let_go_is_as_it_was(store: &dyn Store) {
    let owner = owner(store, 1).await;
    save(store, owner, run("r", "s", None)).await;
    let (_, claim) = taken(store, owner, "r", NOW).await;
    assert_eq!(take(store, owner, "r", NOW).await, Taken::Busy);
    let rows = store.scoped(owner);
    rows.release(Lease::Run("r".to_owned(), claim))
        .await
        .unwrap();
    assert_eq!(taken(store, owner, "r", NOW).await.0, "s");
}

pub async fn a_dead_request_holds_its_run_for_a_lease(store: &dyn Store) {
    let owner = owner(store, 1).await;
    save(store, owner, run("r", "s", None)).await;
    let (_, dead) = taken(store, owner, "r", NOW).await;
    let last = NOW + RUN_LEASE_MS - 1;
    assert_eq!(take(store, owner, "r", last).await, Taken::Busy);
    let (_, alive) = taken(store, owner, "r", last + 1).await;
    let rows = store.scoped(owner);
    let lost = save_run(rows.as_ref(), run("r", "stale", Some(dead))).await;
    assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
    let lost = rows.renew(Lease::Run("r".to_owned(), dead), last).await;
    assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
    rows.release(Lease::Run("r".to_owned(), dead))
        .await
        .unwrap();
    end_run(rows.as_ref(), "r", dead).await.unwrap();
    assert_eq!(take(store, owner, "r", last + 2).await, Taken::Busy);
    save(store, owner, run("r", "fresh", Some(alive))).await;
    assert_eq!(taken(store, owner, "r", last + 2).await.0, "fresh");
}

pub async fn a_renewed_run_is_held_on(store: &dyn Store) {
    let owner = owner(store, 1).await;
    save(store, owner, run("r", "s", None)).await;
    let (_, claim) = taken(store, owner, "r", NOW).await;
    let later = NOW + RUN_LEASE_MS - 1;
    let rows = store.scoped(owner);
    rows.renew(Lease::Run("r".to_owned(), claim), later)
        .await
        .unwrap();
    let busy = take(store, owner, "r", later + RUN_LEASE_MS - 1).await;
    assert_eq!(busy, Taken::Busy);
    let free = take(store, owner, "r", later + RUN_LEASE_MS).await;
    assert!(matches!(free, Taken::Open { .. }));
}

pub async fn a_run_that_was_let_go_cannot_be_saved(store: &dyn Store) {
    let owner = owner(store, 1).await;
    save(store, owner, run("r", "s", None)).await;
    let (_, claim) = taken(store, owner, "r", NOW).await;
    save(store, owner, run("r", "t", Some(claim))).await;
    let rows = store.scoped(owner);
    let again = save_run(rows.as_ref(), run("r", "u", Some(claim))).await;
    assert!(matches!(again, Err(StoreError::LeaseLost)), "{again:?}");
    assert_eq!(taken(store, owner, "r", NOW).await.0, "t");
}

pub async fn an_ended_or_expired_run_is_unknown(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for id in ["r", "s"] {
        save(store, owner, run(id, "s", None)).await;
    }
    let (_, claim) = taken(store, owner, "r", NOW).await;
    let rows = store.scoped(owner);
    end_run(rows.as_ref(), "r", claim).await.unwrap();
    assert_eq!(take(store, owner, "r", NOW).await, Taken::Unknown);
    let lost = save_run(rows.as_ref(), run("r", "t", Some(claim))).await;
    assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
    assert_eq!(take(store, owner, "s", LATER).await, Taken::Unknown);
    assert_eq!(take(store, owner, "never", NOW).await, Taken::Unknown);
}

pub async fn a_sweep_takes_expired_runs_that_nobody_holds(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for id in ["held", "free"] {
        save(store, owner, run(id, "s", None)).await;
    }
    let (_, claim) = taken(store, owner, "held", LATER - 1).await;
    let upkeep = store.upkeep();
    assert_eq!(upkeep.sweep(LATER).await.unwrap().runs, 0);
    assert_eq!(upkeep.sweep(LATER + 1).await.unwrap().runs, 1);
    let kept = SaveRun {
        expires_ms: LATER + 100,
        ..run("held", "t", Some(claim))
    };
    save(store, owner, kept).await;
    assert_eq!(taken(store, owner, "held", LATER + 1).await.0, "t");
}

pub async fn of_too_many_runs_the_first_to_expire_make_room(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let expiring = |number: u32| SaveRun {
        expires_ms: LATER + i64::from(number),
        ..run(&format!("r{number}"), "s", None)
    };
    for number in 0..MOST_RUNS {
        save(store, owner, expiring(number)).await;
    }
    taken(store, owner, "r0", NOW).await;
    save(store, owner, expiring(MOST_RUNS)).await;
    assert_eq!(take(store, owner, "r0", NOW).await, Taken::Busy, "held");
    for (id, there) in [("r1", true), ("r2", true)] {
        let found = take(store, owner, id, NOW).await;
        assert_eq!(matches!(found, Taken::Open { .. }), there, "{id}");
    }
    let rows = store.scoped(owner);
    for id in ["r1", "r2"] {
        let released = rows.release(Lease::Run(id.to_owned(), RunClaim(1))).await;
        released.unwrap();
    }
    save(store, owner, expiring(MOST_RUNS + 1)).await;
    assert_eq!(take(store, owner, "r1", NOW).await, Taken::Unknown);
    assert!(matches!(
        take(store, owner, "r2", NOW).await,
        Taken::Open { .. }
    ));
}

pub async fn recovery_frees_runs_that_a_dead_process_held(store: &dyn Store) {
    let owner = owner(store, 1).await;
    save(store, owner, run("r", "s", None)).await;
    let (_, dead) = taken(store, owner, "r", NOW).await;
    store.upkeep().recover(NOW + RUN_LEASE_MS).await.unwrap();
    let rows = store.scoped(owner);
    let lost = save_run(rows.as_ref(), run("r", "t", Some(dead))).await;
    assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
    assert_eq!(taken(store, owner, "r", NOW).await.0, "s");
}

pub async fn a_forgotten_conversation_takes_its_runs_along(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    let sent = rows.add_packets(conversation("c"), vec![asked("q", 1, "a")], NOW);
    sent.await.unwrap();
    save(store, owner, run("r", "s", None)).await;
    let other = SaveRun {
        conversation_id: "d".to_owned(),
        ..run("q", "s", None)
    };
    save(store, owner, other).await;
    assert!(
        rows.remove::<ConversationRecord>("c".to_owned(), NOW)
            .await
            .unwrap()
    );
    assert_eq!(take(store, owner, "r", NOW).await, Taken::Unknown);
    assert_eq!(taken(store, owner, "q", NOW).await.0, "s");
}

pub async fn an_approval_counts_once(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    let using = (0..20)
        .map(|_| -> Pending<'_, Stored<bool>> { Box::pin(use_approval(rows.as_ref(), "f", NOW)) });
    let used = all_at_once(using.collect()).await;
    let first = used.into_iter().filter(|used| *used.as_ref().unwrap());
    assert_eq!(first.count(), 1);
    assert!(use_approval(rows.as_ref(), "g", NOW).await.unwrap());
    let expired = async |now| store.upkeep().sweep(now).await.unwrap().expired;
    assert_eq!(expired(NOW + KEEP_APPROVALS_MS).await, 0);
    let again = use_approval(rows.as_ref(), "f", NOW + KEEP_APPROVALS_MS);
    assert!(!again.await.unwrap());
    assert_eq!(expired(NOW + KEEP_APPROVALS_MS + 1).await, 2);
}

fn question(body: u8) -> KeyedRequest {
    key("c", "q", body)
}

async fn ask(store: &dyn Store, owner: Owner, digest: u8, now_ms: i64) -> Claimed {
    let rows = store.scoped(owner);
    let asked = rows.ask_once(question(digest), (ASKER, ASKED_LEASE_MS), now_ms);
    asked.await.unwrap()
}

async fn keep(store: &dyn Store, owner: Owner, answer: &str, now_ms: i64) {
    let rows = store.scoped(owner);
    let answer = response(answer);
    let kept = rows.keep_answer((question(1).key, ASKER), answer, now_ms);
    kept.await.unwrap();
}

pub async fn the_same_request_is_answered_once(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    let asking = (0..20).map(|_| rows.ask_once(question(1), (ASKER, ASKED_LEASE_MS), NOW));
    let all = all_at_once(asking.collect()).await;
    let first = all
        .into_iter()
        .filter(|asked| *asked.as_ref().unwrap() == Claimed::First);
    assert_eq!(first.count(), 1);
    assert_eq!(
        ask(store, owner, 1, NOW).await,
        Claimed::InFlight(Some(ASKER))
    );
    assert_eq!(ask(store, owner, 2, NOW).await, Claimed::KeyReused);
    keep(store, owner, "answer", NOW).await;
    keep(store, owner, "another", NOW).await;
    let drop_it = rows.drop_question(question(1).key, ASKER);
    drop_it.await.unwrap();
    let answer = Claimed::Answered(response("answer"));
    let last = NOW + IDEMPOTENCY_MS - 1;
    assert_eq!(ask(store, owner, 1, last).await, answer);
    assert_eq!(ask(store, owner, 2, last).await, Claimed::KeyReused);
    assert_eq!(ask(store, owner, 2, last + 1).await, Claimed::First);
}

pub async fn a_question_that_was_dropped_or_left_is_free_again(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    assert_eq!(ask(store, owner, 1, NOW).await, Claimed::First);
    let drop_it = rows.drop_question(question(1).key, ASKER);
    drop_it.await.unwrap();
    assert_eq!(ask(store, owner, 2, NOW).await, Claimed::First);
    let last = NOW + ASKED_LEASE_MS - 1;
    assert_eq!(
        ask(store, owner, 2, last).await,
        Claimed::InFlight(Some(ASKER))
    );
    assert_eq!(ask(store, owner, 2, last + 1).await, Claimed::First);
    store
        .upkeep()
        .recover(last + 1 + ASKED_LEASE_MS)
        .await
        .unwrap();
    assert_eq!(ask(store, owner, 3, last + 1).await, Claimed::First);
    keep(store, owner, "answer", NOW).await;
    store.upkeep().recover(NOW + IDEMPOTENCY_MS).await.unwrap();
    let answer = Claimed::Answered(response("answer"));
    assert_eq!(ask(store, owner, 3, NOW).await, answer);
    let swept = store
        .upkeep()
        .sweep(NOW + IDEMPOTENCY_MS + 1)
        .await
        .unwrap();
    assert_eq!(swept.expired, 1);
}

pub async fn a_question_is_held_for_as_long_as_somebody_is_at_it(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    let lost = |held: Result<(), StoreError>| matches!(held, Err(StoreError::LeaseLost));
    let asked = rows.ask_once(question(1), (ASKER, 10), NOW).await;
    assert_eq!(asked.unwrap(), Claimed::First);
    let held = |lease, until_ms| rows.hold_question((question(1).key, lease), until_ms);
    held(ASKER, NOW + 30).await.unwrap();
    held(ASKER, NOW + 20).await.unwrap();
    let at_it = Claimed::InFlight(Some(ASKER));
    assert_eq!(ask(store, owner, 1, NOW + 29).await, at_it);
    // It is nobody's of another right, or another owner.
    let other = LeaseId(id(902));
    let colleague = colleague(store).await;
    let theirs = store.scoped(colleague);
    assert!(lost(
        theirs
            .hold_question((question(1).key, ASKER), NOW + 90)
            .await
    ));
    assert!(lost(held(other, NOW + 90).await));
    let forged = rows.keep_answer((question(1).key, other), response("forged"), NOW);
    forged.await.unwrap();
    rows.drop_question(question(1).key, other).await.unwrap();
    assert_eq!(ask(store, owner, 1, NOW + 29).await, at_it);
    // Whoever was late has lost it to whoever asked next.
    let next = rows.ask_once(question(1), (other, 10), NOW + 30).await;
    assert_eq!(next.unwrap(), Claimed::First);
    assert!(lost(held(ASKER, NOW + 90).await));
    keep(store, owner, "late", NOW).await;
    let kept = rows.keep_answer((question(1).key, other), response("answer"), NOW);
    kept.await.unwrap();
    assert!(lost(held(other, NOW + 90).await));
    let answer = Claimed::Answered(response("answer"));
    assert_eq!(ask(store, owner, 1, NOW + 31).await, answer);
    // What nobody asked is held by nobody.
    let unasked = key("c", "other", 1);
    assert!(lost(
        rows.hold_question((unasked.key.clone(), ASKER), NOW + 90)
            .await
    ));
    let first = rows.ask_once(unasked, (ASKER, 10), NOW).await;
    assert_eq!(first.unwrap(), Claimed::First);
}

pub async fn answers_are_the_owners_and_go_with_their_conversation(store: &dyn Store) {
    let one = owner(store, 1).await;
    ask(store, one, 1, NOW).await;
    keep(store, one, "mine", NOW).await;
    for other in [owner(store, 2).await, colleague(store).await] {
        let rows = store.scoped(other);
        keep(store, other, "theirs", NOW).await;
        rows.remove::<ConversationRecord>("c".to_owned(), NOW)
            .await
            .unwrap();
        assert_eq!(ask(store, other, 1, NOW).await, Claimed::First);
    }
    let mine = Claimed::Answered(response("mine"));
    assert_eq!(ask(store, one, 1, NOW).await, mine);
    let rows = store.scoped(one);
    rows.remove::<ConversationRecord>("c".to_owned(), NOW)
        .await
        .unwrap();
    assert_eq!(ask(store, one, 1, NOW).await, Claimed::First);
}

pub async fn a_foreign_run_is_one_that_never_was(store: &dyn Store) {
    let one = owner(store, 1).await;
    save(store, one, run("r", "mine", None)).await;
    let (_, claim) = taken(store, one, "r", NOW).await;
    for other in [owner(store, 2).await, colleague(store).await] {
        let rows = store.scoped(other);
        assert_eq!(take(store, other, "r", NOW).await, Taken::Unknown);
        let stolen = save_run(rows.as_ref(), run("r", "stolen", Some(claim))).await;
        assert!(matches!(stolen, Err(StoreError::LeaseLost)), "{stolen:?}");
        let stolen = rows.renew(Lease::Run("r".to_owned(), claim), NOW).await;
        assert!(matches!(stolen, Err(StoreError::LeaseLost)), "{stolen:?}");
        rows.release(Lease::Run("r".to_owned(), claim))
            .await
            .unwrap();
        end_run(rows.as_ref(), "r", claim).await.unwrap();
        rows.remove::<ConversationRecord>("c".to_owned(), NOW)
            .await
            .unwrap();
        assert!(use_approval(rows.as_ref(), "f", NOW).await.unwrap());
        save(store, other, run("r", "theirs", None)).await;
    }
    assert_eq!(take(store, one, "r", NOW).await, Taken::Busy);
    let first = use_approval(store.scoped(one).as_ref(), "f", NOW).await;
    assert!(first.unwrap());
}
