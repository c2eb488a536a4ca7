use screen_agent_wire::extension::run::RunStatus;

use super::queue::{leave, run, submit, take, taken};
use super::world::*;
use crate::account::AccountChange;
use crate::file::{FileRecord, KEEP_FILES_MS};
use crate::queue::{
    FileOfRun, FileReceived, MOST_RECEIVED, NewQueuedRun, RunChange, RunChanged, RunHold,
};
use crate::{Owner, Packed, Store, StoreError};

fn file(number: u128, key: &str) -> FileRecord {
    FileRecord {
        id: id(number),
        key: key.to_owned(),
        name: format!("{key}.csv"),
        mime: "text/csv".to_owned(),
        size: 12,
        reading: Packed::bytes(b"{}"),
        created_ms: NOW,
    }
}

fn told(key: &str, received: bool) -> FileOfRun {
    let file = file(1, key);
    FileOfRun {
        key: file.key,
        name: file.name,
        mime: file.mime,
        size: file.size,
        received,
        created_ms: file.created_ms,
    }
}

async fn files(store: &dyn Store, owner: Owner, number: u128) -> Vec<FileOfRun> {
    let rows = store.scoped(owner);
    rows.list::<FileOfRun>(id(number)).await.unwrap()
}

async fn receive(
    store: &dyn Store,
    owner: Owner,
    hold: RunHold,
    file: FileRecord,
) -> Result<FileReceived, StoreError> {
    store.scoped(owner).receive_file(hold, file).await
}

/// A run of this owner's that was given the file `cv`, and that a worker holds.
async fn held(store: &dyn Store, owner: Owner, number: u128) -> RunHold {
    let given = file(number + 100, "cv");
    store.scoped(owner).add(given).await.unwrap();
    let run = NewQueuedRun {
        files: vec!["cv".to_owned()],
        ..run(number)
    };
    submit(store, owner, run).await;
    taken(store, take(number as u8, NOW + 50)).await.hold
}

pub async fn a_run_has_the_files_that_it_is_given_for_as_long_as_it_is_not_over(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let hold = held(store, owner, 7).await;
    let given = [told("cv", false)];
    assert_eq!(files(store, owner, 7).await, given);
    let colleague = colleague(store).await;
    assert_eq!(files(store, colleague, 7).await, []);
    let late = NOW + KEEP_FILES_MS + 1;
    assert_eq!(store.upkeep().sweep(late).await.unwrap().files, 0);
    assert_eq!(files(store, owner, 7).await, given);
    leave(store, hold, RunStatus::Done).await.unwrap();
    assert_eq!(store.upkeep().sweep(late).await.unwrap().files, 1);
    assert_eq!(files(store, owner, 7).await, []);
}

pub async fn a_run_is_given_its_owners_files_or_is_not_submitted(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    store.scoped(two).add(file(8, "theirs")).await.unwrap();
    let wrong = NewQueuedRun {
        files: vec!["theirs".to_owned()],
        ..run(7)
    };
    assert!(store.scoped(one).submit_run(wrong).await.is_err());
    submit(store, one, run(7)).await;
    assert_eq!(files(store, one, 7).await, []);
}

pub async fn what_a_page_gave_is_kept_once_for_whoever_holds_the_run(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let before = store.scoped(owner).kept().await.unwrap().0.user;
    let hold = held(store, owner, 7).await;
    for kept in [FileReceived::Kept, FileReceived::KeptBefore] {
        let received = receive(store, owner, hold, file(20, "report")).await;
        assert_eq!(received.unwrap(), kept);
    }
    let all = [told("cv", false), told("report", true)];
    assert_eq!(files(store, owner, 7).await, all);
    assert!(store.scoped(owner).kept().await.unwrap().0.user > before + 24);
    let others = colleague(store).await;
    let earlier = RunHold {
        claim: hold.claim - 1,
        ..hold
    };
    let lost = [
        receive(store, others, hold, file(21, "b")).await,
        receive(store, owner, earlier, file(21, "b")).await,
        {
            leave(store, hold, RunStatus::Done).await.unwrap();
            receive(store, owner, hold, file(21, "b")).await
        },
    ];
    for outcome in lost {
        assert!(matches!(outcome, Err(StoreError::LeaseLost)), "{outcome:?}");
    }
    assert_eq!(files(store, owner, 7).await, all);
    assert!(!store.upkeep().has_file(id(21)).await.unwrap());
}

pub async fn a_run_keeps_so_many_files_of_pages(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let hold = held(store, owner, 7).await;
    for number in 0..u128::from(MOST_RECEIVED) {
        let file = file(200 + number, &format!("report-{number}"));
        receive(store, owner, hold, file).await.unwrap();
    }
    let beyond = receive(store, owner, hold, file(300, "beyond")).await;
    assert!(
        matches!(beyond, Err(StoreError::TooMany { .. })),
        "{beyond:?}"
    );
}

pub async fn another_try_begins_without_what_pages_gave_the_last_time(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let hold = held(store, owner, 7).await;
    receive(store, owner, hold, file(20, "report"))
        .await
        .unwrap();
    let anew = store.upkeep().restart_run(hold, session_id(8));
    anew.await.unwrap();
    assert_eq!(files(store, owner, 7).await, [told("cv", false)]);
    receive(store, owner, hold, file(21, "again"))
        .await
        .unwrap();
    leave(store, hold, RunStatus::Failed).await.unwrap();
    assert_eq!(files(store, owner, 7).await.len(), 2);
    let retry = RunChange::Retry {
        session: session_id(9),
    };
    let changed = store.scoped(owner).change_run(id(7), retry, NOW + 60).await;
    assert!(matches!(changed, Ok(RunChanged::Changed(_))), "{changed:?}");
    assert_eq!(files(store, owner, 7).await, [told("cv", false)]);
    // Their bytes are nobody's now.
    assert!(!store.upkeep().has_file(id(21)).await.unwrap());
}

pub async fn files_of_runs_go_with_the_account(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let hold = held(store, owner, 7).await;
    receive(store, owner, hold, file(20, "report"))
        .await
        .unwrap();
    let email = "user1@example.com".to_owned();
    let removed = store
        .upkeep()
        .change_account(email, AccountChange::Removed, NOW);
    removed.await.unwrap();
    for number in [107, 20] {
        assert!(!store.upkeep().has_file(id(number)).await.unwrap());
    }
}
