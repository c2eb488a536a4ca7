use super::world::*;
use crate::account::AccountChange;
use crate::file::{AllowedDomain, DomainChange, FileRecord, KEEP_FILES_MS, Kept, TenantDomain};
use crate::{Packed, Store};

fn file(number: u128, key: &str) -> FileRecord {
    FileRecord {
        id: id(number),
        key: key.to_owned(),
        name: "a.csv".to_owned(),
        mime: "text/csv".to_owned(),
        size: 12,
        reading: Packed::bytes(b"{}"),
        created_ms: NOW,
    }
}

pub async fn a_file_comes_back_to_its_owner_alone(store: &dyn Store) {
    let one = owner(store, 1).await;
    let others = [owner(store, 2).await, colleague(store).await];
    assert_eq!(others[1].tenant, one.tenant);
    store.scoped(one).add(file(7, "k")).await.unwrap();
    let found = store
        .scoped(one)
        .find::<FileRecord>("k".to_owned())
        .await
        .unwrap();
    assert_eq!(found, Some(file(7, "k")));
    let unknown = store
        .scoped(one)
        .find::<FileRecord>("K".to_owned())
        .await
        .unwrap();
    assert_eq!(unknown, None);
    for other in others {
        let found = store
            .scoped(other)
            .find::<FileRecord>("k".to_owned())
            .await
            .unwrap();
        assert_eq!(found, None);
    }
}

pub async fn a_key_names_one_file_of_its_owner(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    store.scoped(one).add(file(7, "k")).await.unwrap();
    assert!(store.scoped(one).add(file(8, "k")).await.is_err());
    assert!(store.scoped(two).add(file(7, "k")).await.is_err());
    store.scoped(two).add(file(9, "k")).await.unwrap();
}

pub async fn files_go_after_their_term_and_their_bytes_are_then_nobodys(store: &dyn Store) {
    let owner = owner(store, 1).await;
    store.scoped(owner).add(file(7, "k")).await.unwrap();
    let upkeep = store.upkeep();
    assert_eq!(upkeep.sweep(NOW + KEEP_FILES_MS).await.unwrap().files, 0);
    assert!(upkeep.has_file(id(7)).await.unwrap());
    assert!(!upkeep.has_file(id(8)).await.unwrap());
    let swept = upkeep.sweep(NOW + KEEP_FILES_MS + 1).await.unwrap();
    assert_eq!(swept.files, 1);
    assert!(!upkeep.has_file(id(7)).await.unwrap());
    let found = store
        .scoped(owner)
        .find::<FileRecord>("k".to_owned())
        .await
        .unwrap();
    assert_eq!(found, None);
}

pub async fn domains_are_the_tenants(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    let set = async |tenant: &str, pattern: &str, wanted| {
        let set = store
            .upkeep()
            .set_domain(tenant.to_owned(), pattern.to_owned(), wanted, NOW);
        set.await.unwrap()
    };
    assert_eq!(
        set("tenant 1", "b.example", true).await,
        DomainChange::Changed
    );
    assert_eq!(
        set("tenant 1", "*.a.example", true).await,
        DomainChange::Changed
    );
    assert_eq!(
        set("tenant 1", "b.example", true).await,
        DomainChange::Unchanged
    );
    assert_eq!(
        set("tenant 9", "b.example", true).await,
        DomainChange::NoTenant
    );
    assert_eq!(
        set("tenant 2", "b.example", false).await,
        DomainChange::Unchanged
    );
    let of = async |owner| {
        let listed = store.scoped(owner).list::<AllowedDomain>(()).await.unwrap();
        let patterns = listed.into_iter().map(|domain| domain.pattern);
        patterns.collect::<Vec<_>>()
    };
    assert_eq!(of(one).await, ["*.a.example", "b.example"]);
    assert_eq!(
        of(colleague(store).await).await,
        ["*.a.example", "b.example"]
    );
    assert!(of(two).await.is_empty());
    assert_eq!(
        set("tenant 1", "b.example", false).await,
        DomainChange::Changed
    );
    let all = store.upkeep().list::<TenantDomain>(()).await.unwrap();
    let left = TenantDomain {
        tenant: "tenant 1".to_owned(),
        pattern: "*.a.example".to_owned(),
    };
    assert_eq!(all, [left]);
}

/// Whatever grows is counted for its owner and the tenant, and what goes is taken off.
pub async fn what_is_kept_is_counted(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, colleague(store).await);
    let kept = async |owner| store.scoped(owner).kept().await.unwrap().0;
    let nothing = Kept { user: 0, tenant: 0 };
    assert_eq!(kept(one).await, nothing);
    play_step(store, one, first(1, 5, "words")).await;
    let (mine, theirs) = (kept(one).await, kept(two).await);
    assert!(mine.user > 0 && mine.tenant == mine.user, "{mine:?}");
    assert_eq!((theirs.user, theirs.tenant), (0, mine.user));
    store.scoped(two).add(file(1, "k")).await.unwrap();
    assert_eq!(kept(one).await.user, mine.user);
    assert!(kept(one).await.tenant > mine.tenant);
    let email = "user1@example.com".to_owned();
    store
        .upkeep()
        .change_account(email, AccountChange::Removed, NOW)
        .await
        .unwrap();
    let left = kept(two).await;
    assert!(left.user > 0 && left.tenant == left.user, "{left:?}");
}
