use screen_agent_kernel::UserId;

use super::world::*;
use crate::Store;
use crate::account::{NewUser, TokenHash, UserAdded};
use crate::upkeep::{Admission, RateWindow};

pub async fn a_user_signs_in_by_email_whatever_its_case(store: &dyn Store) {
    let new = NewUser {
        email: "Ann@Example.COM".to_owned(),
        ..new_user(1)
    };
    let upkeep = store.upkeep();
    let UserAdded::Added(user) = upkeep.add_user(new).await.unwrap() else {
        panic!("nobody has this e-mail");
    };
    let found = upkeep.credentials("aNN@example.com".to_owned()).await;
    let found = found.unwrap().unwrap();
    assert_eq!(found.password_hash, "hash 1");
    assert_eq!(found.user, user);
    assert_eq!(found.user.email, "ann@example.com");
    let unknown = upkeep.credentials("bob@example.com".to_owned()).await;
    assert_eq!(unknown.unwrap(), None);
}

pub async fn an_email_belongs_to_one_user(store: &dyn Store) {
    owner(store, 1).await;
    let second = NewUser {
        email: "USER1@example.com".to_owned(),
        ..new_user(2)
    };
    let added = store.upkeep().add_user(second).await.unwrap();
    assert_eq!(added, UserAdded::EmailTaken);
    assert_eq!(store.upkeep().users().await.unwrap().len(), 1);
}

pub async fn users_of_one_tenant_name_share_the_tenant(store: &dyn Store) {
    let ann = owner(store, 1).await;
    let second = NewUser {
        tenant_name: "tenant 1".to_owned(),
        ..new_user(2)
    };
    let UserAdded::Added(bob) = store.upkeep().add_user(second).await.unwrap() else {
        panic!("nobody has this e-mail");
    };
    assert_eq!(bob.tenant.id, ann.tenant);
    assert_ne!(bob.id, ann.user);
}

pub async fn a_token_counts_until_it_expires(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let token = TokenHash([1; 32]);
    let upkeep = store.upkeep();
    upkeep
        .add_token(token, owner, NOW + 100, NOW)
        .await
        .unwrap();
    let holder = upkeep.token(token, NOW + 99).await.unwrap().unwrap();
    assert_eq!(holder.user.id, owner.user);
    assert_eq!(holder.expires_ms, NOW + 100);
    assert_eq!(upkeep.token(token, NOW + 100).await.unwrap(), None);
    let other = upkeep.token(TokenHash([2; 32]), NOW).await.unwrap();
    assert_eq!(other, None);
}

pub async fn a_revoked_token_never_counts_again(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let token = TokenHash([1; 32]);
    let upkeep = store.upkeep();
    upkeep
        .add_token(token, owner, NOW + 100, NOW)
        .await
        .unwrap();
    upkeep.revoke_token(token, NOW + 1).await.unwrap();
    upkeep.revoke_token(token, NOW + 2).await.unwrap();
    assert_eq!(upkeep.token(token, NOW + 1).await.unwrap(), None);
}

pub async fn a_new_password_revokes_every_token(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let token = TokenHash([1; 32]);
    let upkeep = store.upkeep();
    upkeep
        .add_token(token, owner, NOW + 100, NOW)
        .await
        .unwrap();
    let change = |email: &str| upkeep.set_password(email.to_owned(), "new".to_owned(), NOW);
    assert!(!change("nobody@example.com").await.unwrap());
    assert!(change("user1@example.com").await.unwrap());
    assert_eq!(upkeep.token(token, NOW).await.unwrap(), None);
    let found = upkeep.credentials("user1@example.com".to_owned()).await;
    let found = found.unwrap().unwrap();
    assert_eq!(found.user.id, UserId::new(owner.user.get()));
    assert_eq!(found.password_hash, "new");
}

const WINDOW: RateWindow = RateWindow {
    limit: 2,
    length_ms: 1000,
};

pub async fn a_window_admits_its_limit_and_no_more(store: &dyn Store) {
    let ask = |now_ms| store.upkeep().admit("k".to_owned(), WINDOW, now_ms);
    let expected = |admitted, remaining, reset_ms| Admission {
        admitted,
        remaining,
        reset_ms,
    };
    for (now_ms, answer) in [
        (NOW, expected(true, 1, NOW + 1000)),
        (NOW + 1, expected(true, 0, NOW + 1000)),
        (NOW + 2, expected(false, 0, NOW + 1000)),
        (NOW + 999, expected(false, 0, NOW + 1000)),
        (NOW + 1000, expected(true, 1, NOW + 2000)),
    ] {
        assert_eq!(ask(now_ms).await.unwrap(), answer, "{now_ms}");
    }
}

pub async fn windows_are_apart_and_can_be_forgotten(store: &dyn Store) {
    let upkeep = store.upkeep();
    let ask = |key: &str| upkeep.admit(key.to_owned(), WINDOW, NOW);
    ask("a").await.unwrap();
    ask("a").await.unwrap();
    assert!(!ask("a").await.unwrap().admitted);
    assert!(ask("b").await.unwrap().admitted);
    upkeep.forget_window("a".to_owned()).await.unwrap();
    assert!(ask("a").await.unwrap().admitted);
}

pub async fn what_is_given_back_can_be_used_again(store: &dyn Store) {
    let upkeep = store.upkeep();
    let ask = || upkeep.admit("k".to_owned(), WINDOW, NOW);
    for _ in 0..3 {
        ask().await.unwrap();
        upkeep.give_back("k".to_owned()).await.unwrap();
    }
    upkeep.give_back("k".to_owned()).await.unwrap();
    assert_eq!(ask().await.unwrap().remaining, 1);
    assert_eq!(ask().await.unwrap().remaining, 0);
    upkeep.give_back("k".to_owned()).await.unwrap();
    assert!(ask().await.unwrap().admitted);
    assert!(!ask().await.unwrap().admitted);
}

/// Fault 5: a window that was used up stayed so for as long as the clock went back.
pub async fn a_window_ends_in_its_length_though_the_clock_was_set_back(store: &dyn Store) {
    const HOUR: i64 = 60 * 60 * 1000;
    let ask = |now_ms| store.upkeep().admit("k".to_owned(), WINDOW, now_ms);
    ask(NOW).await.unwrap();
    ask(NOW).await.unwrap();
    let before = NOW - HOUR;
    for (now_ms, admitted, reset_ms) in [
        (before, false, before + 1000),
        (before + 500, false, before + 1000),
        (before + 1000, true, before + 2000),
    ] {
        let answer = ask(now_ms).await.unwrap();
        assert_eq!((answer.admitted, answer.reset_ms), (admitted, reset_ms));
    }
}

pub async fn preferences_are_kept_for_each_user(store: &dyn Store) {
    let one = owner(store, 1).await;
    let two = owner(store, 2).await;
    let rows = store.scoped(one);
    assert_eq!(rows.preferences().await.unwrap(), None);
    let dark = r#"{"theme":"dark"}"#.to_owned();
    let light = r#"{"theme":"light"}"#.to_owned();
    rows.save_preferences(dark, NOW).await.unwrap();
    rows.save_preferences(light.clone(), NOW + 1).await.unwrap();
    assert_eq!(rows.preferences().await.unwrap(), Some((light, NOW + 1)));
    assert_eq!(store.scoped(two).preferences().await.unwrap(), None);
}

pub async fn a_living_store_answers(store: &dyn Store) {
    store.upkeep().ping().await.unwrap();
}
