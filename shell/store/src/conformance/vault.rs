use screen_agent_wire::extension::run::{NewRun, RunStatus};

use super::queue::{leave, run, submit, take, taken};
use super::world::*;
use crate::audit::AuditFilter;
use crate::queue::{NewQueuedRun, RunHold};
use crate::vault::{MOST_SECRETS, SecretForRun, SetSecret, VaultSecret};
use crate::{Owner, Packed, Store, StoreError};

const SITE: &str = "https://shop.example";

fn secret(name: &str, value: &str) -> SetSecret {
    SetSecret {
        name: name.to_owned(),
        value: value.to_owned(),
        sites: vec!["https://other.example".to_owned(), SITE.to_owned()],
        now_ms: NOW,
    }
}

async fn set(store: &dyn Store, owner: Owner, secret: SetSecret) {
    store.scoped(owner).set_secret(secret).await.unwrap();
}

async fn listed(store: &dyn Store, owner: Owner) -> Vec<VaultSecret> {
    let rows = store.scoped(owner);
    rows.list::<VaultSecret>(()).await.unwrap()
}

/// A run of this owner that a worker holds, whose order names the secret `pin`.
async fn held(store: &dyn Store, owner: Owner, number: u128) -> RunHold {
    let order = NewRun {
        instruction: "Enter {{secret:pin}} as the PIN".to_owned(),
        ..NewRun::default()
    };
    let run = NewQueuedRun {
        order: Packed::json(&order).unwrap(),
        ..run(number)
    };
    submit(store, owner, run).await;
    taken(store, take(number as u8, NOW + 50)).await.hold
}

async fn asked(
    store: &dyn Store,
    hold: RunHold,
    name: &str,
    origin: &str,
) -> Result<SecretForRun, StoreError> {
    let (name, origin) = (name.to_owned(), origin.to_owned());
    let upkeep = store.upkeep();
    upkeep.secret_for_run(hold, name, origin, NOW + 60).await
}

pub async fn a_secret_is_told_by_name_and_set_anew(store: &dyn Store) {
    let owner = owner(store, 1).await;
    set(store, owner, secret("pin", "7731")).await;
    set(store, owner, secret("card", "4111 1111")).await;
    let names = |list: Vec<VaultSecret>| list.into_iter().map(|one| one.name).collect::<Vec<_>>();
    assert_eq!(names(listed(store, owner).await), ["card", "pin"]);
    let again = SetSecret {
        sites: vec![SITE.to_owned()],
        now_ms: NOW + 5,
        ..secret("pin", "9042")
    };
    set(store, owner, again).await;
    let expected = VaultSecret {
        name: "pin".to_owned(),
        sites: vec![SITE.to_owned()],
        created_ms: NOW,
        changed_ms: NOW + 5,
        used_ms: None,
    };
    let rows = store.scoped(owner);
    let found = rows.find::<VaultSecret>("pin".to_owned()).await.unwrap();
    assert_eq!(found, Some(expected));
    let hold = held(store, owner, 7).await;
    let given = asked(store, hold, "pin", SITE).await.unwrap();
    assert_eq!(given, SecretForRun::Given("9042".to_owned()));
    assert!(
        rows.remove::<VaultSecret>("pin".to_owned(), NOW)
            .await
            .unwrap()
    );
    let gone = rows.remove::<VaultSecret>("pin".to_owned(), NOW).await;
    assert!(!gone.unwrap());
    let given = asked(store, hold, "pin", SITE).await.unwrap();
    assert_eq!(given, SecretForRun::Unknown);
}

pub async fn a_secret_is_given_to_whoever_holds_a_run_that_names_it_on_its_sites(
    store: &dyn Store,
) {
    let (first, second) = (owner(store, 1).await, owner(store, 2).await);
    set(store, first, secret("pin", "7731")).await;
    set(store, first, secret("card", "4111 1111")).await;
    let hold = held(store, first, 7).await;
    for (name, origin, expected) in [
        ("pin", SITE, SecretForRun::Given("7731".to_owned())),
        ("pin", "http://shop.example", SecretForRun::Elsewhere),
        (
            "pin",
            "https://shop.example.evil.example",
            SecretForRun::Elsewhere,
        ),
        ("pin", "", SecretForRun::Elsewhere),
        ("card", SITE, SecretForRun::Unknown),
        ("none", SITE, SecretForRun::Unknown),
    ] {
        let given = asked(store, hold, name, origin).await.unwrap();
        assert_eq!(given, expected, "{name} on {origin}");
    }
    let used: Vec<_> = listed(store, first).await;
    assert_eq!(
        used.iter().map(|one| one.used_ms).collect::<Vec<_>>(),
        [None, Some(NOW + 60)]
    );
    // Of the same name, but somebody else's.
    let theirs = held(store, second, 8).await;
    let given = asked(store, theirs, "pin", SITE).await.unwrap();
    assert_eq!(given, SecretForRun::Unknown);
    set(store, second, secret("pin", "0815-theirs")).await;
    let given = asked(store, theirs, "pin", SITE).await.unwrap();
    assert_eq!(given, SecretForRun::Given("0815-theirs".to_owned()));
    // Who does not hold the run gets nothing.
    let before = RunHold {
        claim: hold.claim - 1,
        ..hold
    };
    let lost = asked(store, before, "pin", SITE).await;
    assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
    leave(store, hold, RunStatus::Done).await.unwrap();
    let lost = asked(store, hold, "pin", SITE).await;
    assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
}

pub async fn what_becomes_of_secrets_is_in_the_audit_log_without_them(store: &dyn Store) {
    let owner = owner(store, 1).await;
    set(store, owner, secret("pin", "7731-zebra")).await;
    let hold = held(store, owner, 7).await;
    asked(store, hold, "pin", SITE).await.unwrap();
    asked(store, hold, "pin", "https://evil.example")
        .await
        .unwrap();
    let all = AuditFilter::After { seq: 0, limit: 100 };
    let log = store.upkeep().page::<screen_agent_audit::LogRow>(all);
    let log = log.await.unwrap().items;
    let details = log.iter().filter(|row| row.kind == "secret");
    let details: Vec<String> = details.map(|row| row.details.clone()).collect();
    assert_eq!(details.len(), 3, "{details:?}");
    for (row, what) in details.iter().zip(["set", "given", "refused"]) {
        assert!(row.contains(&format!("\"{what}\"")), "{row}");
        assert!(row.contains("\"pin\"") && !row.contains("zebra"), "{row}");
    }
}

pub async fn a_user_has_so_many_secrets(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for number in 0..MOST_SECRETS {
        set(store, owner, secret(&format!("s{number}"), "hunter2")).await;
    }
    set(store, owner, secret("s0", "again")).await;
    let rows = store.scoped(owner);
    let beyond = rows.set_secret(secret("more", "hunter2")).await;
    assert!(
        matches!(beyond, Err(StoreError::TooMany { .. })),
        "{beyond:?}"
    );
}

pub async fn what_came_of_an_order_is_held_against_its_secrets(store: &dyn Store) {
    let owner = owner(store, 1).await;
    set(store, owner, secret("pin", "7731")).await;
    set(store, owner, secret("card", "4111 1111")).await;
    let hold = held(store, owner, 7).await;
    let told = store.upkeep().order_of_run(hold).await.unwrap();
    assert!(told.order.read::<NewRun>().is_ok());
    assert_eq!(told.secrets, [("pin".to_owned(), "7731".to_owned())]);
    assert!(!format!("{told:?}").contains("7731"));
    leave(store, hold, RunStatus::Done).await.unwrap();
    let lost = store.upkeep().order_of_run(hold).await;
    assert!(matches!(lost, Err(StoreError::LeaseLost)), "{lost:?}");
}
