use std::collections::BTreeMap;

use crate::collection::CollectionRecord;
use screen_agent_action::id::{TenantId, UserId};
use screen_agent_action::status::TaskStatus;
use screen_agent_audit::{
    Entry, Fault, Hash, Kind, LogRow, LogSummary, Mark, PublicKey, SigningKey, Verifier,
};
use screen_agent_turn::task::Task;

use super::world::*;
use crate::account::{AccountChange, EndSignIns, NewToken, TokenHash};
use crate::audit::{AuditFilter, VisibleRows};
use crate::turn::{LeaseId, TurnCommit};
use crate::{Latest, Owner, Store};

async fn rows(store: &dyn Store) -> Vec<LogRow> {
    store
        .upkeep()
        .list::<LogRow>(AuditFilter::After {
            seq: 0,
            limit: 1_000,
        })
        .await
        .unwrap()
}

fn checked(rows: &[LogRow]) -> Result<LogSummary, Fault> {
    let mut verifier = Verifier::new([], &BTreeMap::new());
    rows.iter().for_each(|row| verifier.take(row));
    verifier.finish()
}

fn kinds(rows: &[LogRow]) -> Vec<&str> {
    rows.iter().map(|row| row.kind.as_str()).collect()
}

fn filter(owner: Owner) -> VisibleRows {
    VisibleRows {
        tenant: owner.tenant,
        user: Some(owner.user),
        kind: None,
        before: None,
        limit: 100,
    }
}

pub async fn rows_hang_on_each_other_from_the_first_one(store: &dyn Store) {
    let upkeep = store.upkeep();
    assert_eq!(upkeep.find::<LogRow>(Latest).await.unwrap(), None);
    for number in 0..3 {
        let entry = Entry::new(Kind::SignInFailed).with("number", number);
        upkeep.log(entry).await.unwrap();
    }
    let all = rows(store).await;
    assert_eq!(all.iter().map(|row| row.seq).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(all[0].previous, Hash::NONE);
    assert_eq!(checked(&all).map(|report| report.rows), Ok(3));
    let head = upkeep.find::<LogRow>(Latest).await.unwrap();
    assert_eq!(head.as_ref(), all.last());
    assert_eq!(
        upkeep
            .list::<LogRow>(AuditFilter::After { seq: 1, limit: 1 })
            .await
            .unwrap(),
        [all[1].clone()]
    );
}

pub async fn what_happens_at_once_is_one_chain(store: &dyn Store) {
    let upkeep = store.upkeep();
    let entry = |number: usize| Entry::new(Kind::Tool).with("number", number);
    let all = all_at_once((0..8).map(|number| upkeep.log(entry(number))).collect()).await;
    assert!(all.iter().all(Result::is_ok));
    assert_eq!(checked(&rows(store).await).map(|report| report.rows), Ok(8));
}

pub async fn whatever_changes_an_account_is_written_down_with_it(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let upkeep = store.upkeep();
    let email = new_user(1).email;
    let token = TokenHash([7; 32]);
    upkeep
        .add_token(NewToken::new(token, owner, NOW + 1_000, NOW))
        .await
        .unwrap();
    upkeep
        .change_account(
            email.clone(),
            AccountChange::Password {
                hash: "other".into(),
                kept: Some(token),
            },
            NOW,
        )
        .await
        .unwrap();
    upkeep
        .end_sign_ins(EndSignIns::Token(token), NOW)
        .await
        .unwrap();
    upkeep
        .end_sign_ins(EndSignIns::Token(token), NOW)
        .await
        .unwrap();
    upkeep
        .end_sign_ins(EndSignIns::All(owner.user), NOW)
        .await
        .unwrap();
    upkeep
        .change_account(
            email.clone(),
            AccountChange::Password {
                hash: "third".into(),
                kept: None,
            },
            NOW,
        )
        .await
        .unwrap();
    upkeep
        .change_account(email.clone(), AccountChange::Disabled(true), NOW)
        .await
        .unwrap();
    upkeep
        .change_account(email.clone(), AccountChange::Disabled(false), NOW)
        .await
        .unwrap();
    upkeep
        .change_account(email, AccountChange::Removed, NOW)
        .await
        .unwrap();
    let all = rows(store).await;
    let expected = [
        "user_added",
        "signed_in",
        "password_changed",
        "signed_out",
        "signed_out_everywhere",
        "password_changed",
        "user_disabled",
        "user_enabled",
        "user_removed",
    ];
    assert_eq!(kinds(&all), expected);
    assert!(all.iter().all(|row| row.user == Some(owner.user.get())));
    assert!(all.iter().all(|row| row.tenant == Some(owner.tenant.get())));
    let by = |at: usize| all[at].details_value()["by"].as_str().unwrap().to_owned();
    assert_eq!([by(2), by(5)], ["owner", "operator"]);
    checked(&all).unwrap();
}

pub async fn what_a_turn_says_is_written_down_with_it_or_not_at_all(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let begin = first(1, 2, "buy milk");
    open(store, owner, begin.clone()).await;
    let mut task = Task::new(task_id(1), "buy milk".to_owned());
    task.status = TaskStatus::AwaitingUser;
    let mut closing = commit(&begin, &mut task);
    closing.audit = vec![Entry::of(
        Kind::Effect,
        owner.tenant.get(),
        owner.user.get(),
    )];
    let lost = TurnCommit {
        lease: LeaseId(id(99)),
        ..closing.clone()
    };
    let before = rows(store).await.len();
    assert!(store.scoped(owner).commit_turn(lost).await.is_err());
    assert_eq!(rows(store).await.len(), before);
    store.scoped(owner).commit_turn(closing).await.unwrap();
    let all = rows(store).await;
    assert_eq!(kinds(&all[before..]), ["effect"]);
}

pub async fn rows_are_seen_by_whom_they_concern(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    let upkeep = store.upkeep();
    for owner in [one, two, one] {
        let entry = Entry::of(Kind::Exported, owner.tenant.get(), owner.user.get());
        upkeep.log(entry).await.unwrap();
    }
    upkeep.log(Entry::new(Kind::SignInFailed)).await.unwrap();
    let seqs = async |filter| {
        let page = upkeep
            .list::<LogRow>(AuditFilter::Visible(filter))
            .await
            .unwrap();
        page.iter().map(|row| row.seq).collect::<Vec<_>>()
    };
    assert_eq!(seqs(filter(one)).await, [5, 3, 1]);
    assert_eq!(seqs(filter(two)).await, [4, 2]);
    let exported = VisibleRows {
        kind: Some("exported".into()),
        ..filter(one)
    };
    assert_eq!(seqs(exported.clone()).await, [5, 3]);
    assert_eq!(
        seqs(VisibleRows {
            before: Some(5),
            limit: 1,
            ..exported
        })
        .await,
        [3]
    );
    let tenant = VisibleRows {
        user: None,
        ..filter(one)
    };
    assert_eq!(seqs(tenant.clone()).await, [5, 3, 1]);
    let nobodys = VisibleRows {
        tenant: TenantId::new(id(77)),
        user: Some(UserId::new(id(78))),
        ..tenant
    };
    assert_eq!(seqs(nobodys).await, [0_u64; 0]);
}

pub async fn marks_and_keys_come_back_as_they_were(store: &dyn Store) {
    let upkeep = store.upkeep();
    let (one, two) = (
        SigningKey::of_seed(&[1; 32]).unwrap(),
        SigningKey::of_seed(&[2; 32]).unwrap(),
    );
    upkeep.add(one.first(5)).await.unwrap();
    upkeep.add(one.first(6)).await.unwrap();
    let second = one.endorse(&two, 7);
    upkeep.add(second.clone()).await.unwrap();
    assert_eq!(
        upkeep.list::<PublicKey>(()).await.unwrap(),
        [one.first(5), second]
    );
    let all = rows(store).await;
    assert_eq!(kinds(&all), ["key_rotated"]);
    assert_eq!(upkeep.find::<Mark>(Latest).await.unwrap(), None);
    let marks = [
        Mark::sign(&one, (1, all[0].hash), 10),
        Mark::sign(&two, (1, all[0].hash), 11),
    ];
    for mark in &marks {
        upkeep.add(mark.clone()).await.unwrap();
        upkeep.add(mark.clone()).await.unwrap();
    }
    assert_eq!(upkeep.list::<Mark>(()).await.unwrap(), marks);
    assert_eq!(
        upkeep.find::<Mark>(Latest).await.unwrap(),
        Some(marks[1].clone())
    );
}

pub async fn what_is_deleted_is_written_down(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows_of = store.scoped(owner);
    let new = crate::collection::NewCollection {
        id: "col_1".into(),
        title: "Things".into(),
        tags: Vec::new(),
    };
    rows_of.add_collection(new, NOW).await.unwrap();
    assert!(
        rows_of
            .remove::<CollectionRecord>("col_1".into(), NOW)
            .await
            .unwrap()
    );
    assert!(
        !rows_of
            .remove::<CollectionRecord>("col_1".into(), NOW)
            .await
            .unwrap()
    );
    rows_of
        .save_preferences("{\"theme\":\"dark\"}".into(), NOW)
        .await
        .unwrap();
    let all = rows(store).await;
    assert_eq!(kinds(&all), ["user_added", "deleted", "settings_changed"]);
    assert_eq!(all[1].details, "{\"id\":\"col_1\",\"what\":\"collection\"}");
}
