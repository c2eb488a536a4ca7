use screen_agent_action::id::UserId;
use screen_agent_action::status::TaskStatus;

use super::world::*;
use crate::Store;
use crate::account::{
    Account, AccountChange, By, EndSignIns, KeyHolder, NewToken, NewUser, PasswordRecord,
    PublishableKey, SavedPreferences, SecondFactor, SecondFactorChange, SignIn, TokenHash,
    TokenHolder, UserAdded,
};
use crate::session::SessionRecord;
use crate::turn::UsageRow;
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
    let found = upkeep
        .find::<PasswordRecord>("aNN@example.com".to_owned())
        .await;
    let found = found.unwrap().unwrap();
    assert_eq!(found.password_hash, "hash 1");
    assert_eq!(found.user, user);
    assert_eq!(found.user.email, "ann@example.com");
    let unknown = upkeep
        .find::<PasswordRecord>("bob@example.com".to_owned())
        .await;
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
    assert_eq!(store.upkeep().list::<Account>(()).await.unwrap().len(), 1);
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
        .add_token(NewToken::new(token, owner, NOW + 100, NOW))
        .await
        .unwrap();
    let holder = upkeep
        .find::<TokenHolder>((token, NOW + 99))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(holder.user.id, owner.user);
    assert_eq!(holder.expires_ms, NOW + 100);
    assert_eq!(
        upkeep
            .find::<TokenHolder>((token, NOW + 100))
            .await
            .unwrap(),
        None
    );
    let other = upkeep
        .find::<TokenHolder>((TokenHash([2; 32]), NOW))
        .await
        .unwrap();
    assert_eq!(other, None);
}

pub async fn a_revoked_token_never_counts_again(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let token = TokenHash([1; 32]);
    let upkeep = store.upkeep();
    upkeep
        .add_token(NewToken::new(token, owner, NOW + 100, NOW))
        .await
        .unwrap();
    upkeep
        .end_sign_ins(EndSignIns::Token(token), NOW + 1)
        .await
        .unwrap();
    upkeep
        .end_sign_ins(EndSignIns::Token(token), NOW + 2)
        .await
        .unwrap();
    assert_eq!(
        upkeep.find::<TokenHolder>((token, NOW + 1)).await.unwrap(),
        None
    );
}

pub async fn a_new_password_revokes_every_token(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let token = TokenHash([1; 32]);
    let upkeep = store.upkeep();
    upkeep
        .add_token(NewToken::new(token, owner, NOW + 100, NOW))
        .await
        .unwrap();
    let change = |email: &str| {
        upkeep.change_account(
            email.to_owned(),
            AccountChange::Password {
                hash: "new".to_owned(),
                kept: None,
            },
            NOW,
        )
    };
    assert!(!change("nobody@example.com").await.unwrap());
    assert!(change("user1@example.com").await.unwrap());
    assert_eq!(
        upkeep.find::<TokenHolder>((token, NOW)).await.unwrap(),
        None
    );
    let found = upkeep
        .find::<PasswordRecord>("user1@example.com".to_owned())
        .await;
    let found = found.unwrap().unwrap();
    assert_eq!(found.user.id, UserId::new(owner.user.get()));
    assert_eq!(found.password_hash, "new");
}

pub async fn a_new_password_keeps_the_sign_in_that_it_came_from(store: &dyn Store) {
    let (owner, upkeep) = (owner(store, 1).await, store.upkeep());
    let (here, there) = (TokenHash([1; 32]), TokenHash([2; 32]));
    for token in [here, there] {
        let new = NewToken::new(token, owner, NOW + 100, NOW);
        upkeep.add_token(new).await.unwrap();
    }
    let email = "user1@example.com".to_owned();
    let changed = upkeep.change_account(
        email,
        AccountChange::Password {
            hash: "new".to_owned(),
            kept: Some(here),
        },
        NOW,
    );
    assert!(changed.await.unwrap());
    assert!(
        upkeep
            .find::<TokenHolder>((here, NOW))
            .await
            .unwrap()
            .is_some()
    );
    assert_eq!(
        upkeep.find::<TokenHolder>((there, NOW)).await.unwrap(),
        None
    );
}

pub async fn a_token_that_nobody_uses_ends(store: &dyn Store) {
    let (owner, upkeep) = (owner(store, 1).await, store.upkeep());
    let token = TokenHash([1; 32]);
    let new = NewToken {
        idle_ms: 10,
        ..NewToken::new(token, owner, NOW + 25, NOW)
    };
    upkeep.add_token(new).await.unwrap();
    let ends = async |now_ms| {
        let holder = upkeep.find::<TokenHolder>((token, now_ms)).await.unwrap();
        holder.map(|holder| holder.expires_ms)
    };
    assert_eq!(ends(NOW + 9).await, Some(NOW + 10));
    assert_eq!(ends(NOW + 10).await, None);
    upkeep.touch_token(token, NOW + 9).await.unwrap();
    assert_eq!(ends(NOW + 10).await, Some(NOW + 19));
    // Use does not carry it over its end.
    upkeep.touch_token(token, NOW + 18).await.unwrap();
    assert_eq!(ends(NOW + 19).await, Some(NOW + 25));
    assert_eq!(ends(NOW + 25).await, None);
    assert!(
        upkeep
            .list::<SignIn>((owner.user, NOW + 25))
            .await
            .unwrap()
            .is_empty()
    );
}

pub async fn sign_ins_are_listed_and_ended_by_their_owner_alone(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    let upkeep = store.upkeep();
    let tokens = [TokenHash([1; 32]), TokenHash([2; 32]), TokenHash([3; 32])];
    for (token, owner, now_ms) in [
        (tokens[0], one, NOW),
        (tokens[1], one, NOW + 1),
        (tokens[2], two, NOW),
    ] {
        let new = NewToken {
            network: "203.0.113.0/24".to_owned(),
            client: "a browser".to_owned(),
            ..NewToken::new(token, owner, NOW + 100, now_ms)
        };
        upkeep.add_token(new).await.unwrap();
    }
    let list = async |owner: crate::Owner| {
        let all = upkeep.list::<SignIn>((owner.user, NOW + 2)).await.unwrap();
        all.into_iter().map(|one| one.token).collect::<Vec<_>>()
    };
    assert_eq!(list(one).await, [tokens[1], tokens[0]]);
    let first = upkeep
        .list::<SignIn>((one.user, NOW + 2))
        .await
        .unwrap()
        .remove(0);
    assert_eq!(
        (&*first.network, &*first.client),
        ("203.0.113.0/24", "a browser")
    );
    assert_eq!((first.created_ms, first.used_ms), (NOW + 1, NOW + 1));
    let end = |owner: crate::Owner, token: TokenHash| {
        upkeep.end_sign_ins(EndSignIns::One(owner.user, token.sign_in()), NOW + 2)
    };
    assert!(!end(one, tokens[2]).await.unwrap());
    assert!(end(one, tokens[0]).await.unwrap());
    assert!(!end(one, tokens[0]).await.unwrap());
    assert_eq!(list(one).await, [tokens[1]]);
    upkeep
        .end_sign_ins(EndSignIns::All(one.user), NOW + 2)
        .await
        .unwrap();
    assert!(list(one).await.is_empty());
    assert_eq!(list(two).await, [tokens[2]]);
}

pub async fn a_closed_account_has_no_tokens_until_it_is_opened(store: &dyn Store) {
    let (owner, upkeep) = (owner(store, 1).await, store.upkeep());
    let token = TokenHash([1; 32]);
    let new = || NewToken::new(token, owner, NOW + 100, NOW);
    upkeep.add_token(new()).await.unwrap();
    let email = || "USER1@example.com".to_owned();
    let nobody = upkeep.change_account(
        "nobody@example.com".to_owned(),
        AccountChange::Disabled(true),
        NOW,
    );
    assert!(!nobody.await.unwrap());
    assert!(
        upkeep
            .change_account(email(), AccountChange::Disabled(true), NOW + 1)
            .await
            .unwrap()
    );
    assert!(
        upkeep
            .change_account(email(), AccountChange::Disabled(true), NOW + 2)
            .await
            .unwrap()
    );
    assert_eq!(
        upkeep.find::<TokenHolder>((token, NOW)).await.unwrap(),
        None
    );
    assert!(
        upkeep
            .find::<PasswordRecord>(email())
            .await
            .unwrap()
            .unwrap()
            .disabled
    );
    let listed = upkeep.list::<Account>(()).await.unwrap();
    assert_eq!(listed[0].disabled_ms, Some(NOW + 1));
    assert!(
        upkeep
            .change_account(email(), AccountChange::Disabled(false), NOW + 3)
            .await
            .unwrap()
    );
    assert!(
        !upkeep
            .find::<PasswordRecord>(email())
            .await
            .unwrap()
            .unwrap()
            .disabled
    );
    assert_eq!(
        upkeep.find::<TokenHolder>((token, NOW)).await.unwrap(),
        None
    );
}

pub async fn whatever_ends_a_sign_in_early_is_noticed(store: &dyn Store) {
    let (owner, upkeep) = (owner(store, 1).await, store.upkeep());
    let email = || "user1@example.com".to_owned();
    let mut known = upkeep.sign_in_changes().await.unwrap();
    let mut grew = async || {
        let before = std::mem::replace(&mut known, upkeep.sign_in_changes().await.unwrap());
        known > before
    };
    let token = TokenHash([1; 32]);
    upkeep
        .add_token(NewToken::new(token, owner, NOW + 100, NOW))
        .await
        .unwrap();
    upkeep.touch_token(token, NOW).await.unwrap();
    assert!(!grew().await);
    upkeep
        .end_sign_ins(EndSignIns::Token(token), NOW)
        .await
        .unwrap();
    assert!(grew().await);
    upkeep
        .change_account(email(), AccountChange::Disabled(true), NOW)
        .await
        .unwrap();
    assert!(grew().await);
    let other = NewToken::new(TokenHash([2; 32]), owner, NOW + 100, NOW);
    upkeep.add_token(other).await.unwrap();
    assert!(!grew().await);
    let password = upkeep.change_account(
        email(),
        AccountChange::Password {
            hash: "new".to_owned(),
            kept: None,
        },
        NOW,
    );
    password.await.unwrap();
    assert!(grew().await);
    upkeep
        .change_account(email(), AccountChange::Removed, NOW)
        .await
        .unwrap();
    assert!(grew().await);
}

pub async fn a_removed_person_leaves_nothing_and_others_everything(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    for (owner, task) in [(one, 1), (two, 2)] {
        open(store, owner, first(task, 5, "some words")).await;
        let rows = store.scoped(owner);
        rows.save_preferences("{}".to_owned(), NOW).await.unwrap();
    }
    let upkeep = store.upkeep();
    let email = || "user1@example.com".to_owned();
    assert!(
        upkeep
            .change_account(email(), AccountChange::Removed, NOW)
            .await
            .unwrap()
    );
    assert!(
        !upkeep
            .change_account(email(), AccountChange::Removed, NOW)
            .await
            .unwrap()
    );
    assert_eq!(upkeep.find::<PasswordRecord>(email()).await.unwrap(), None);
    assert!(
        store
            .scoped(one)
            .find::<SessionRecord>(session_id(5))
            .await
            .unwrap()
            .is_none()
    );
    assert!(
        store
            .scoped(two)
            .find::<SessionRecord>(session_id(5))
            .await
            .unwrap()
            .is_some()
    );
    assert_eq!(upkeep.list::<Account>(()).await.unwrap().len(), 1);
    // Their e-mail and their tenant's name are free again.
    let again = upkeep.add_user(new_user(1)).await.unwrap();
    assert!(matches!(again, UserAdded::Added(_)));
}

pub async fn a_second_factor_counts_once_confirmed_and_each_code_once(store: &dyn Store) {
    use SecondFactorChange::{Confirm, Offer, Remove, UseRecoveryCode, UseStep};
    let (owner, upkeep) = (owner(store, 1).await, store.upkeep());
    let user = owner.user;
    let asked = async || {
        let email = "user1@example.com".to_owned();
        let known = upkeep.find::<PasswordRecord>(email).await.unwrap();
        known.unwrap().second_factor
    };
    let change = async |change| {
        upkeep
            .change_second_factor(user, change, NOW)
            .await
            .unwrap()
    };
    let offer = |sealed| Offer {
        sealed: vec![sealed],
    };
    let confirm = |recovery| Confirm { step: 7, recovery };

    assert_eq!(upkeep.find::<SecondFactor>(user).await.unwrap(), None);
    assert!(!change(confirm(vec![])).await);
    assert!(change(offer(1)).await);
    assert!(change(offer(2)).await);
    assert!(!change(UseStep(9)).await);
    assert!(!asked().await);

    let codes = vec![[1; 32], [2; 32]];
    assert!(change(confirm(codes.clone())).await);
    assert!(!change(confirm(codes)).await);
    assert!(!change(offer(3)).await);
    assert!(asked().await);

    for (step, used) in [(7, false), (8, true), (8, false), (6, false), (9, true)] {
        assert_eq!(change(UseStep(step)).await, used, "{step}");
    }
    for (code, used) in [([1; 32], true), ([1; 32], false), ([3; 32], false)] {
        assert_eq!(change(UseRecoveryCode(code)).await, used);
    }
    let kept = upkeep.find::<SecondFactor>(user).await.unwrap().unwrap();
    assert_eq!(
        (kept.sealed, kept.confirmed, kept.recovery_left),
        (vec![2], true, 1)
    );
    assert!(change(Remove(By::Owner)).await);
    assert!(!change(Remove(By::Owner)).await);
    assert!(!asked().await);
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
    assert_eq!(rows.find::<SavedPreferences>(()).await.unwrap(), None);
    let dark = r#"{"theme":"dark"}"#.to_owned();
    let light = r#"{"theme":"light"}"#.to_owned();
    rows.save_preferences(dark, NOW).await.unwrap();
    rows.save_preferences(light.clone(), NOW + 1).await.unwrap();
    assert_eq!(
        rows.find::<SavedPreferences>(()).await.unwrap(),
        Some(SavedPreferences {
            json: light,
            saved_ms: NOW + 1,
        })
    );
    assert_eq!(
        store
            .scoped(two)
            .find::<SavedPreferences>(())
            .await
            .unwrap(),
        None
    );
}

pub async fn a_living_store_answers(store: &dyn Store) {
    store.upkeep().ping().await.unwrap();
    store.upkeep().ping_write().await.unwrap();
}

/// What is erased is gone, the account and what was spent are not, and others keep everything.
pub async fn what_is_erased_is_gone_and_the_account_stays(store: &dyn Store) {
    use crate::usage::{SpentDay, UsageSpan};
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    for (owner, task) in [(one, 1), (two, 2)] {
        // In the middle of a turn.
        open(store, owner, first(task, 5, "some words")).await;
        let rows = store.scoped(owner);
        rows.save_preferences("{}".to_owned(), NOW).await.unwrap();
        let call = UsageRow {
            topic: String::new(),
            proposer: "model".to_owned(),
            prompt_tokens: 7,
            completion_tokens: 1,
            micros: 5,
            duration_ms: 3,
            succeeded: true,
        };
        rows.add_usage(id(task), vec![call], NOW).await.unwrap();
    }
    let files = store.scoped(one).erase(By::Owner).await.unwrap();
    assert_eq!(files, Vec::<uuid::Uuid>::new());
    let found = async |owner| {
        let rows = store.scoped(owner);
        let session = rows.find::<SessionRecord>(session_id(5)).await.unwrap();
        let preferences = rows.find::<SavedPreferences>(()).await.unwrap();
        (session.is_some(), preferences.is_some())
    };
    assert_eq!(found(one).await, (false, false));
    assert_eq!(found(two).await, (true, true));
    let rows = store.scoped(one);
    assert_eq!(rows.kept().await.unwrap().0.user, 0);
    let span = UsageSpan {
        since_ms: NOW,
        until_ms: NOW + 1,
        ahead_ms: 0,
    };
    let spent = rows.list::<SpentDay>(span).await.unwrap();
    let calls = spent
        .iter()
        .map(|day| (day.site.as_str(), day.calls, day.micros));
    assert_eq!(calls.collect::<Vec<_>>(), [("", 1, 5)]);
    let accounts = store.upkeep().list::<Account>(()).await.unwrap();
    assert_eq!(accounts.len(), 2);
    // They begin anew.
    play(store, one, first(1, 5, "other words"), TaskStatus::Failed).await;
    assert_eq!(words(store, one, 5).await, ["other words"]);
}

pub async fn a_published_key_is_no_sign_in_and_ends_when_it_is_revoked(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let (upkeep, hash) = (store.upkeep(), TokenHash([7; 32]));
    let key = NewToken {
        client: "shop app".to_owned(),
        publishable: true,
        ..NewToken::new(hash, owner, NOW + 1_000, NOW)
    };
    upkeep.add_token(key).await.unwrap();
    let held = async || upkeep.find::<KeyHolder>((hash, NOW)).await.unwrap();
    assert_eq!(held().await.map(|held| held.user.id), Some(owner.user));
    assert_eq!(upkeep.find::<TokenHolder>((hash, NOW)).await.unwrap(), None);
    assert_eq!(upkeep.list::<SignIn>((owner.user, NOW)).await.unwrap(), []);
    let listed = upkeep
        .list::<PublishableKey>((owner.user, NOW))
        .await
        .unwrap();
    assert_eq!(
        listed
            .iter()
            .map(|key| key.name.as_str())
            .collect::<Vec<_>>(),
        ["shop app"]
    );
    let before = upkeep.sign_in_changes().await.unwrap();
    let one = EndSignIns::One(owner.user, hash.sign_in());
    assert!(upkeep.end_sign_ins(one, NOW).await.unwrap());
    assert_ne!(upkeep.sign_in_changes().await.unwrap(), before);
    assert_eq!(held().await, None);
    assert_eq!(
        upkeep
            .list::<PublishableKey>((owner.user, NOW))
            .await
            .unwrap(),
        []
    );
}
