use super::world::*;
use crate::account::{AccountChange, EndSignIns, NewToken, SignIn, TokenHash, TokenHolder};
use crate::oauth::{
    KEEP_OAUTH_CLIENTS_MS, MOST_OAUTH_CLIENTS, NewOauthGrant, OauthClient, OauthExchange,
    OauthExchanged, OauthGrant, OauthProof,
};
use crate::{Owner, Store};

const GRANT: TokenHash = TokenHash([1; 32]);
const CODE: TokenHash = TokenHash([2; 32]);
const BACK: &str = "http://127.0.0.1:7/back";

fn client(number: u128, used_ms: i64) -> OauthClient {
    OauthClient {
        id: id(number),
        name: format!("Pilot {number}"),
        redirects: vec![BACK.to_owned()],
        used_ms,
        fresh_until_ms: None,
    }
}

fn granted(owner: Owner, to: u128) -> NewOauthGrant {
    NewOauthGrant {
        token: NewToken {
            client: "Pilot".to_owned(),
            scope: Some("read".to_owned()),
            ..NewToken::new(GRANT, owner, NOW + 100, NOW)
        },
        client: id(to),
        redirect: BACK.to_owned(),
        challenge: [9; 32],
        resource: "https://agent.example/mcp".to_owned(),
        code: CODE,
    }
}

/// A grant of the first owner's to the first program.
async fn begun(store: &dyn Store) -> Owner {
    let (owner, upkeep) = (owner(store, 1).await, store.upkeep());
    upkeep.add_oauth_client(client(1, NOW)).await.unwrap();
    assert!(upkeep.add_oauth_grant(granted(owner, 1)).await.unwrap());
    owner
}

fn code() -> OauthProof {
    OauthProof::Code {
        code: CODE,
        redirect: BACK.to_owned(),
        challenge: [9; 32],
    }
}

/// An exchange that gives tokens of this number.
fn exchange(proof: OauthProof, number: u8) -> OauthExchange {
    OauthExchange {
        grant: GRANT,
        client: id(1),
        proof,
        access: TokenHash([number; 32]),
        access_until_ms: NOW + 50,
        refresh: TokenHash([number + 100; 32]),
        expires_ms: NOW + 10_000,
        idle_ms: 1_000,
        now_ms: NOW + 10,
    }
}

fn refresh(number: u8) -> OauthProof {
    OauthProof::Refresh(TokenHash([number + 100; 32]))
}

async fn exchanged(store: &dyn Store, exchange: OauthExchange) -> OauthExchanged {
    store.upkeep().exchange_oauth(exchange).await.unwrap()
}

async fn standing(store: &dyn Store, now_ms: i64) -> Option<OauthGrant> {
    let found = store.upkeep().find::<OauthGrant>((GRANT, now_ms)).await;
    found.unwrap()
}

async fn done(store: &dyn Store, exchange: OauthExchange) -> OauthGrant {
    let now_ms = exchange.now_ms;
    let exchanged = exchanged(store, exchange).await;
    assert_eq!(exchanged, OauthExchanged::Done("read".to_owned()));
    standing(store, now_ms).await.unwrap()
}

pub async fn a_grant_is_a_sign_in_that_nobody_signs_in_by(store: &dyn Store) {
    let owner = begun(store).await;
    let upkeep = store.upkeep();
    let listed = upkeep.list::<SignIn>((owner.user, NOW)).await.unwrap();
    let told: Vec<_> = listed
        .iter()
        .map(|one| (one.client.as_str(), one.scope.as_deref()))
        .collect();
    assert_eq!(told, [("Pilot", Some("read"))]);
    let held = upkeep.find::<TokenHolder>((GRANT, NOW)).await.unwrap();
    assert_eq!(held, None);
    // Its code is good for so long.
    assert!(standing(store, NOW + 99).await.is_some());
    assert_eq!(standing(store, NOW + 100).await, None);
    let late = OauthExchange {
        now_ms: NOW + 100,
        ..exchange(code(), 3)
    };
    assert_eq!(exchanged(store, late).await, OauthExchanged::Unknown);
}

pub async fn a_code_is_exchanged_once_and_each_refresh_turns_the_tokens(store: &dyn Store) {
    begun(store).await;
    let first = done(store, exchange(code(), 3)).await;
    assert_eq!(first.access, Some(TokenHash([3; 32])));
    assert_eq!(first.access_until_ms, Some(NOW + 50));
    let second = done(store, exchange(refresh(3), 4)).await;
    assert_eq!(second.access, Some(TokenHash([4; 32])));
    assert_eq!(standing(store, NOW + 1_009).await, Some(second));
    assert_eq!(standing(store, NOW + 1_010).await, None);
}

pub async fn what_is_shown_twice_ends_the_grant(store: &dyn Store) {
    begun(store).await;
    done(store, exchange(code(), 3)).await;
    done(store, exchange(refresh(3), 4)).await;
    let before = store.upkeep().sign_in_changes().await.unwrap();
    let again = exchanged(store, exchange(refresh(3), 5)).await;
    assert_eq!(again, OauthExchanged::Ended);
    assert_ne!(store.upkeep().sign_in_changes().await.unwrap(), before);
    let last = exchanged(store, exchange(refresh(4), 6)).await;
    assert_eq!(last, OauthExchanged::Unknown);
    assert_eq!(standing(store, NOW + 11).await, None);
}

pub async fn a_code_that_is_shown_twice_ends_what_came_of_it(store: &dyn Store) {
    begun(store).await;
    done(store, exchange(code(), 3)).await;
    let again = exchanged(store, exchange(code(), 4)).await;
    assert_eq!(again, OauthExchanged::Ended);
    assert_eq!(standing(store, NOW + 11).await, None);
}

pub async fn a_code_is_good_for_whom_it_was_given_and_in_one_way(store: &dyn Store) {
    let owner = begun(store).await;
    let upkeep = store.upkeep();
    upkeep.add_oauth_client(client(2, NOW)).await.unwrap();
    let proof = |redirect: &str, challenge| OauthProof::Code {
        code: CODE,
        redirect: redirect.to_owned(),
        challenge,
    };
    let made_up = OauthProof::Code {
        code: TokenHash([8; 32]),
        redirect: BACK.to_owned(),
        challenge: [9; 32],
    };
    for unknown in [made_up, refresh(3)] {
        let none = exchanged(store, exchange(unknown, 3)).await;
        assert_eq!(none, OauthExchanged::Unknown);
    }
    let others = OauthExchange {
        client: id(2),
        ..exchange(code(), 3)
    };
    let elsewhere = exchange(proof("https://evil.example/", [9; 32]), 3);
    let unproven = exchange(proof(BACK, [8; 32]), 3);
    for (number, wrong) in (20..).zip([others, elsewhere, unproven]) {
        // Another grant each, for the code is good for one try.
        let hash = TokenHash([number; 32]);
        let mut grant = granted(owner, 1);
        grant.token.hash = hash;
        upkeep.add_oauth_grant(grant).await.unwrap();
        let of_this = |exchange: OauthExchange| OauthExchange {
            grant: hash,
            ..exchange
        };
        let refused = exchanged(store, of_this(wrong)).await;
        assert_eq!(refused, OauthExchanged::Ended);
        let right = exchanged(store, of_this(exchange(code(), 3))).await;
        assert_eq!(right, OauthExchanged::Unknown);
    }
    done(store, exchange(code(), 3)).await;
}

pub async fn what_ends_sign_ins_ends_grants(store: &dyn Store) {
    let owner = begun(store).await;
    let upkeep = store.upkeep();
    done(store, exchange(code(), 3)).await;
    let one = EndSignIns::One(owner.user, GRANT.sign_in());
    assert!(upkeep.end_sign_ins(one, NOW + 11).await.unwrap());
    assert_eq!(standing(store, NOW + 11).await, None);
    let mut next = granted(owner, 1);
    next.token.hash = TokenHash([6; 32]);
    upkeep.add_oauth_grant(next).await.unwrap();
    let change = AccountChange::Disabled(true);
    let email = "user1@example.com".to_owned();
    upkeep.change_account(email, change, NOW).await.unwrap();
    let found = upkeep.find::<OauthGrant>((TokenHash([6; 32]), NOW)).await;
    assert_eq!(found.unwrap(), None);
}

pub async fn programs_that_nobody_allows_anything_make_room(store: &dyn Store) {
    let owner = begun(store).await;
    let upkeep = store.upkeep();
    for number in 2..=u128::from(MOST_OAUTH_CLIENTS) {
        let used_ms = NOW + i64::try_from(number).unwrap();
        let added = upkeep.add_oauth_client(client(number, used_ms)).await;
        added.unwrap();
    }
    let last = client(5_000, NOW + 10_000);
    upkeep.add_oauth_client(last.clone()).await.unwrap();
    let known = async |number: u128| {
        let found = upkeep.find::<OauthClient>(id(number)).await.unwrap();
        found.map(|client| client.name)
    };
    // The first is older, and is allowed something.
    assert!(known(1).await.is_some());
    assert_eq!(known(2).await, None);
    assert_eq!(
        upkeep.find::<OauthClient>(last.id).await.unwrap(),
        Some(last)
    );
    let mut unknown = granted(owner, 2);
    unknown.token.hash = TokenHash([6; 32]);
    assert!(!upkeep.add_oauth_grant(unknown).await.unwrap());
    // What a program says of itself now is what counts.
    let said = OauthClient {
        redirects: vec!["https://app.example/back".to_owned()],
        name: "Pilot by now".to_owned(),
        used_ms: NOW + 1,
        fresh_until_ms: Some(NOW + 600),
        ..client(1, NOW)
    };
    upkeep.add_oauth_client(said.clone()).await.unwrap();
    // Having said it is not having been allowed anything.
    let expected = OauthClient {
        used_ms: NOW,
        ..said
    };
    let now = upkeep.find::<OauthClient>(id(1)).await.unwrap();
    assert_eq!(now, Some(expected));
    // All go once nobody has used them for long, the first when what it was allowed is over.
    let later_ms = NOW + 20_000 + KEEP_OAUTH_CLIENTS_MS;
    for _ in 0..8 {
        upkeep.sweep(later_ms).await.unwrap();
    }
    assert_eq!((known(1).await, known(5_000).await), (None, None));
}
