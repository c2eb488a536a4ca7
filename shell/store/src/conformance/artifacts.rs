use crate::upkeep::PendingArtifact;
use screen_agent_wire::packet::collection::ArtifactStatus;

use super::collections::collection;
use super::world::*;
use crate::artifact::{
    ARTIFACT_LEASE_MS, Artifact, ArtifactAdded, ArtifactChange, ArtifactChanged, ArtifactRecord,
    MOST_ARTIFACTS, may_follow,
};
use crate::collection::CollectionRecord;
use crate::{Owner, Packed, Store, StoreError};

const ALL: [ArtifactStatus; 5] = [
    ArtifactStatus::Pending,
    ArtifactStatus::Running,
    ArtifactStatus::Completed,
    ArtifactStatus::Failed,
    ArtifactStatus::Cancelled,
];

fn record(id: &str) -> ArtifactRecord {
    ArtifactRecord {
        id: id.to_owned(),
        collection_id: None,
        kind: "timeline".to_owned(),
        title: format!("Title of {id}"),
        tags: vec!["x".to_owned()],
        status: ArtifactStatus::Pending,
        error: None,
        dedupe_key: None,
        created_ms: NOW,
        updated_ms: NOW,
    }
}

fn artifact(record: ArtifactRecord, content: &str) -> Artifact {
    Artifact {
        record,
        content: Packed::bytes(content.as_bytes()),
    }
}

fn change(status: ArtifactStatus, now_ms: i64) -> ArtifactChange {
    let failed = status == ArtifactStatus::Failed;
    ArtifactChange {
        status,
        error: failed.then(|| "It did not work.".to_owned()),
        content: None,
        now_ms,
    }
}

async fn add(store: &dyn Store, owner: Owner, artifact: Artifact) -> ArtifactAdded {
    store.scoped(owner).add_artifact(artifact).await.unwrap()
}

async fn update(
    store: &dyn Store,
    owner: Owner,
    id: &str,
    change: ArtifactChange,
) -> ArtifactChanged {
    let rows = store.scoped(owner);
    rows.update_artifact(id.to_owned(), change).await.unwrap()
}

/// Adds an artifact and brings it to a status.
async fn bring_to(store: &dyn Store, owner: Owner, id: &str, status: ArtifactStatus) {
    add(store, owner, artifact(record(id), "{}")).await;
    let path: &[ArtifactStatus] = match status {
        ArtifactStatus::Pending => &[],
        ArtifactStatus::Running => &[ArtifactStatus::Running],
        ArtifactStatus::Completed => &[ArtifactStatus::Running, ArtifactStatus::Completed],
        ArtifactStatus::Failed => &[ArtifactStatus::Running, ArtifactStatus::Failed],
        ArtifactStatus::Cancelled => &[ArtifactStatus::Cancelled],
    };
    for status in path {
        let changed = update(store, owner, id, change(*status, NOW)).await;
        assert!(
            matches!(changed, ArtifactChanged::Changed(_)),
            "{changed:?}"
        );
    }
}

pub async fn an_artifact_comes_back_as_it_was(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    rows.add_collection(collection("col_1"), NOW).await.unwrap();
    let new = ArtifactRecord {
        collection_id: Some("col_1".to_owned()),
        status: ArtifactStatus::Completed,
        dedupe_key: Some("k".to_owned()),
        ..record("art_1")
    };
    let new = artifact(new, &"a long text; ".repeat(50_000));
    let added = add(store, owner, new.clone()).await;
    assert_eq!(added, ArtifactAdded::Added(new.record.clone()));
    let found = rows.find::<Artifact>("art_1".to_owned()).await.unwrap();
    assert_eq!(found, Some(new));
    assert_eq!(
        rows.find::<Artifact>("art_2".to_owned()).await.unwrap(),
        None
    );
}

pub async fn an_artifact_follows_its_path(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for (number, from) in ALL.into_iter().enumerate() {
        for to in ALL {
            let id = format!("art_{number}_{to:?}");
            bring_to(store, owner, &id, from).await;
            let changed = update(store, owner, &id, change(to, NOW + 1)).await;
            if may_follow(from, to) {
                let expected = ArtifactRecord {
                    status: to,
                    error: change(to, NOW).error,
                    updated_ms: NOW + 1,
                    ..record(&id)
                };
                assert_eq!(changed, ArtifactChanged::Changed(expected));
            } else {
                assert_eq!(changed, ArtifactChanged::OutOfTurn(from), "{to:?}");
            }
        }
    }
    let unknown = change(ArtifactStatus::Running, NOW);
    let unknown = update(store, owner, "art_x", unknown).await;
    assert_eq!(unknown, ArtifactChanged::Unknown);
}

/// A cancelled one that its maker completes all the same stays cancelled, and what it said is lost.
pub async fn who_comes_too_late_changes_nothing(store: &dyn Store) {
    let owner = owner(store, 1).await;
    bring_to(store, owner, "art_1", ArtifactStatus::Running).await;
    let cancelled = change(ArtifactStatus::Cancelled, NOW + 1);
    update(store, owner, "art_1", cancelled).await;
    let rows = store.scoped(owner);
    let before = rows.find::<Artifact>("art_1".to_owned()).await.unwrap();
    let late = ArtifactChange {
        content: Some(Packed::bytes(b"late")),
        ..change(ArtifactStatus::Completed, NOW + 2)
    };
    let late = update(store, owner, "art_1", late).await;
    assert_eq!(late, ArtifactChanged::OutOfTurn(ArtifactStatus::Cancelled));
    assert_eq!(
        rows.find::<Artifact>("art_1".to_owned()).await.unwrap(),
        before
    );
}

pub async fn of_many_makers_one_makes_it(store: &dyn Store) {
    let owner = owner(store, 1).await;
    add(store, owner, artifact(record("art_1"), "{}")).await;
    let rows = store.scoped(owner);
    let taking = (0..20).map(|_| {
        let running = change(ArtifactStatus::Running, NOW);
        rows.update_artifact("art_1".to_owned(), running)
    });
    let all = all_at_once(taking.collect()).await;
    let taken = all.into_iter().map(Result::unwrap);
    let taken = taken.filter(|taken| matches!(taken, ArtifactChanged::Changed(_)));
    assert_eq!(taken.count(), 1);
}

pub async fn content_comes_with_the_step(store: &dyn Store) {
    let owner = owner(store, 1).await;
    add(store, owner, artifact(record("art_1"), "config")).await;
    let rows = store.scoped(owner);
    let content = async || {
        let found = rows
            .find::<Artifact>("art_1".to_owned())
            .await
            .unwrap()
            .unwrap();
        String::from_utf8(found.content.open().unwrap()).unwrap()
    };
    let running = change(ArtifactStatus::Running, NOW);
    update(store, owner, "art_1", running).await;
    assert_eq!(content().await, "config");
    let made = ArtifactChange {
        content: Some(Packed::bytes(b"made")),
        ..change(ArtifactStatus::Completed, NOW)
    };
    update(store, owner, "art_1", made).await;
    assert_eq!(content().await, "made");
}

pub async fn the_same_is_not_made_twice(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    let with_key = |id: &str, dedupe: &str| {
        let record = ArtifactRecord {
            dedupe_key: Some(dedupe.to_owned()),
            ..record(id)
        };
        artifact(record, "{}")
    };
    let rows = store.scoped(one);
    let adding = (0..20).map(|number| rows.add_artifact(with_key(&format!("art_{number}"), "k")));
    let all = all_at_once(adding.collect()).await;
    let mut ids: Vec<_> = all
        .into_iter()
        .map(|added| match added.unwrap() {
            ArtifactAdded::Added(record) => (record.id, true),
            ArtifactAdded::Known(record) => (record.id, false),
        })
        .collect();
    ids.sort_by_key(|(_, added)| !added);
    assert_eq!(ids.iter().filter(|(_, added)| *added).count(), 1);
    assert!(ids.iter().all(|(id, _)| *id == ids[0].0), "{ids:?}");
    for (owner, added) in [
        (one, with_key("art_x", "j")),
        (two, with_key("art_0", "k")),
        (one, artifact(record("art_y"), "{}")),
        (one, artifact(record("art_z"), "{}")),
    ] {
        let added = add(store, owner, added).await;
        assert!(matches!(added, ArtifactAdded::Added(_)), "{added:?}");
    }
    let again = add(store, one, artifact(record("art_y"), "[]")).await;
    assert_eq!(again, ArtifactAdded::Known(record("art_y")));
}

pub async fn artifacts_are_listed_the_latest_first(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    for id in ["a", "b"] {
        rows.add_collection(collection(id), NOW).await.unwrap();
    }
    for (at, (id, of)) in [("1", "a"), ("2", "b"), ("3", "a"), ("4", "")]
        .into_iter()
        .enumerate()
    {
        let new = ArtifactRecord {
            collection_id: (!of.is_empty()).then(|| of.to_owned()),
            created_ms: NOW + i64::try_from(at).unwrap(),
            ..record(id)
        };
        add(store, owner, artifact(new, "{}")).await;
    }
    let listed = async |of: Option<&str>| {
        let all = rows
            .list::<ArtifactRecord>(of.map(str::to_owned))
            .await
            .unwrap();
        let ids: Vec<_> = all.into_iter().map(|one| one.id).collect();
        ids.join(" ")
    };
    assert_eq!(listed(None).await, "4 3 2 1");
    assert_eq!(listed(Some("a")).await, "3 1");
    assert_eq!(listed(Some("x")).await, "");
    assert!(
        rows.remove::<CollectionRecord>("a".to_owned(), NOW)
            .await
            .unwrap()
    );
    assert_eq!(listed(None).await, "4 3 2 1");
    assert_eq!(listed(Some("a")).await, "");
    let kept = rows
        .find::<Artifact>("3".to_owned())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(kept.record.collection_id, None);
}

/// Also one that is completed: losing its collection is not a change of what it says.
pub async fn a_completed_artifact_outlives_its_collection(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    rows.add_collection(collection("a"), NOW).await.unwrap();
    let new = ArtifactRecord {
        collection_id: Some("a".to_owned()),
        status: ArtifactStatus::Completed,
        ..record("art_1")
    };
    add(store, owner, artifact(new, "{}")).await;
    assert!(
        rows.remove::<CollectionRecord>("a".to_owned(), NOW)
            .await
            .unwrap()
    );
    let kept = rows
        .find::<Artifact>("art_1".to_owned())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(kept.record.status, ArtifactStatus::Completed);
}

pub async fn a_removed_artifact_is_gone(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    for status in ALL {
        let id = format!("{status:?}");
        bring_to(store, owner, &id, status).await;
        assert!(
            rows.remove::<ArtifactRecord>(id.clone(), NOW)
                .await
                .unwrap()
        );
        assert!(
            !rows
                .remove::<ArtifactRecord>(id.clone(), NOW)
                .await
                .unwrap()
        );
        assert_eq!(rows.find::<Artifact>(id).await.unwrap(), None);
    }
}

pub async fn a_user_has_so_many_artifacts(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    let rows = store.scoped(one);
    let ids = (0..MOST_ARTIFACTS).map(|number| format!("art_{number}"));
    let adding = ids.map(|id| rows.add_artifact(artifact(record(&id), "{}")));
    for added in all_at_once(adding.collect()).await {
        added.unwrap();
    }
    let refused = rows.add_artifact(artifact(record("more"), "{}")).await;
    assert!(
        matches!(
            refused,
            Err(StoreError::TooMany {
                what: "artifacts",
                most: MOST_ARTIFACTS
            })
        ),
        "{refused:?}"
    );
    add(store, two, artifact(record("more"), "{}")).await;
    assert!(
        rows.remove::<ArtifactRecord>("art_3".to_owned(), NOW)
            .await
            .unwrap()
    );
    add(store, one, artifact(record("more"), "{}")).await;
}

pub async fn what_begins_otherwise_is_refused(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for status in ALL {
        let new = ArtifactRecord {
            status,
            error: change(status, NOW).error,
            ..record(&format!("{status:?}"))
        };
        let added = store.scoped(owner).add_artifact(artifact(new, "{}")).await;
        let begins = matches!(status, ArtifactStatus::Pending | ArtifactStatus::Completed);
        assert_eq!(added.is_ok(), begins, "{status:?}");
    }
}

pub async fn recovery_has_what_a_dead_process_made_made_again(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    bring_to(store, one, "dead", ArtifactStatus::Running).await;
    bring_to(store, one, "done", ArtifactStatus::Completed).await;
    let waiting = ArtifactRecord {
        created_ms: NOW - 5,
        ..record("waiting")
    };
    add(store, two, artifact(waiting, "{}")).await;
    let upkeep = store.upkeep();
    let recovered = upkeep.recover(NOW + ARTIFACT_LEASE_MS).await.unwrap();
    assert_eq!(recovered.artifacts, 1);
    let again = upkeep.recover(NOW + ARTIFACT_LEASE_MS).await.unwrap();
    assert_eq!(again.artifacts, 0);
    let pending = upkeep.list::<PendingArtifact>(9).await.unwrap();
    let expected = [(two, "waiting"), (one, "dead")].map(|(owner, id)| PendingArtifact {
        owner,
        id: id.to_owned(),
    });
    assert_eq!(pending, expected);
    assert_eq!(
        upkeep.list::<PendingArtifact>(1).await.unwrap(),
        expected[..1]
    );
    let running = change(ArtifactStatus::Running, NOW);
    let changed = update(store, one, "dead", running).await;
    assert!(matches!(changed, ArtifactChanged::Changed(_)));
}

pub async fn a_foreign_artifact_is_one_that_never_was(store: &dyn Store) {
    let one = owner(store, 1).await;
    let mine = ArtifactRecord {
        dedupe_key: Some("k".to_owned()),
        ..record("art_1")
    };
    store
        .scoped(one)
        .add_collection(collection("a"), NOW)
        .await
        .unwrap();
    add(store, one, artifact(mine.clone(), "mine")).await;
    for other in [owner(store, 2).await, colleague(store).await] {
        let rows = store.scoped(other);
        let id = || "art_1".to_owned();
        assert_eq!(rows.find::<Artifact>(id()).await.unwrap(), None);
        assert_eq!(rows.list::<ArtifactRecord>(None).await.unwrap(), []);
        let running = change(ArtifactStatus::Running, NOW);
        let changed = update(store, other, "art_1", running).await;
        assert_eq!(changed, ArtifactChanged::Unknown);
        assert!(!rows.remove::<ArtifactRecord>(id(), NOW).await.unwrap());
        let theirs = ArtifactRecord {
            collection_id: Some("a".to_owned()),
            ..mine.clone()
        };
        let added = add(store, other, artifact(theirs, "theirs")).await;
        assert_eq!(added, ArtifactAdded::Added(mine.clone()), "no collection");
    }
    let found = store.scoped(one).find::<Artifact>("art_1".to_owned()).await;
    assert_eq!(found.unwrap(), Some(artifact(mine, "mine")));
}
