use screen_agent_wire::extension::workflow::WorkflowCause;

use super::world::*;
use crate::workflow::{
    KeptWorkflow, MOST_WORKFLOWS, NewWorkflowVersion, VersionKept, WorkflowVersion,
};
use crate::{Owner, Packed, Store, StoreError};

fn new(number: u128, version: u32) -> NewWorkflowVersion {
    NewWorkflowVersion {
        id: id(number),
        name: format!("Search {number}"),
        version,
        cause: match version {
            1 => WorkflowCause::Saved,
            _ => WorkflowCause::Healed,
        },
        what: format!("what {version}"),
        body: Packed::bytes(format!("body {version}").as_bytes()),
        now_ms: NOW + i64::from(version),
    }
}

async fn kept(store: &dyn Store, owner: Owner, new: NewWorkflowVersion) -> VersionKept {
    store.scoped(owner).keep_workflow(new).await.unwrap()
}

async fn latest(store: &dyn Store, owner: Owner) -> Option<KeptWorkflow> {
    store
        .scoped(owner)
        .find::<KeptWorkflow>(id(1))
        .await
        .unwrap()
}

fn version(number: u32) -> WorkflowVersion {
    let new = new(1, number);
    WorkflowVersion {
        version: number,
        cause: new.cause,
        what: new.what,
        body: new.body,
        at_ms: new.now_ms,
    }
}

pub async fn every_version_of_a_workflow_stays_as_it_was(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for version in 1..=2 {
        let done = kept(store, owner, new(1, version)).await;
        assert_eq!(done, VersionKept::Kept);
    }
    let expected = KeptWorkflow {
        id: id(1),
        name: "Search 1".to_owned(),
        version: 2,
        cause: WorkflowCause::Healed,
        body: Packed::bytes(b"body 2"),
        created_ms: NOW + 1,
        updated_ms: NOW + 2,
    };
    assert_eq!(latest(store, owner).await, Some(expected.clone()));
    let rows = store.scoped(owner);
    assert_eq!(rows.list::<KeptWorkflow>(()).await.unwrap(), [expected]);
    let all = rows.list::<WorkflowVersion>(id(1)).await.unwrap();
    assert_eq!(all, [version(2), version(1)]);
    let first = rows.find::<WorkflowVersion>((id(1), 1)).await.unwrap();
    assert_eq!(first, Some(version(1)));
}

pub async fn a_version_that_does_not_follow_the_latest_changes_nothing(store: &dyn Store) {
    let owner = owner(store, 1).await;
    assert_eq!(kept(store, owner, new(1, 2)).await, VersionKept::Unknown);
    kept(store, owner, new(1, 1)).await;
    assert_eq!(kept(store, owner, new(1, 3)).await, VersionKept::Overtaken);
    assert_eq!(latest(store, owner).await.unwrap().version, 1);
}

pub async fn a_workflow_that_is_made_again_is_the_same_workflow(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for number in [1, 1, 2, 1] {
        let done = kept(store, owner, new(1, number)).await;
        assert_eq!(done, VersionKept::Kept, "{number}");
    }
    assert_eq!(latest(store, owner).await.unwrap().version, 2);
}

pub async fn two_workflows_of_an_owner_are_not_called_the_same(store: &dyn Store) {
    let owner = owner(store, 1).await;
    kept(store, owner, new(1, 1)).await;
    kept(store, owner, new(2, 1)).await;
    let same = |number, version| NewWorkflowVersion {
        name: "Search 1".to_owned(),
        ..new(number, version)
    };
    for taken in [same(3, 1), same(2, 2)] {
        assert_eq!(kept(store, owner, taken).await, VersionKept::NameTaken);
    }
    let renamed = NewWorkflowVersion {
        name: "Look".to_owned(),
        ..new(1, 2)
    };
    assert_eq!(kept(store, owner, renamed).await, VersionKept::Kept);
    assert_eq!(latest(store, owner).await.unwrap().name, "Look");
    assert_eq!(kept(store, owner, same(2, 2)).await, VersionKept::Kept);
}

pub async fn a_workflow_is_its_owners_and_goes_with_its_versions(store: &dyn Store) {
    let owner = owner(store, 1).await;
    kept(store, owner, new(1, 1)).await;
    let other = self::owner(store, 2).await;
    let theirs = store.scoped(other);
    assert_eq!(latest(store, other).await, None);
    assert_eq!(theirs.list::<WorkflowVersion>(id(1)).await.unwrap(), []);
    assert_eq!(
        theirs.find::<WorkflowVersion>((id(1), 1)).await.unwrap(),
        None
    );
    assert_eq!(kept(store, other, new(1, 2)).await, VersionKept::Unknown);
    assert!(!theirs.remove::<KeptWorkflow>(id(1), NOW).await.unwrap());
    let rows = store.scoped(owner);
    assert!(rows.remove::<KeptWorkflow>(id(1), NOW).await.unwrap());
    assert_eq!(latest(store, owner).await, None);
    assert_eq!(rows.list::<WorkflowVersion>(id(1)).await.unwrap(), []);
    assert_eq!(kept(store, owner, new(1, 1)).await, VersionKept::Kept);
}

pub async fn a_user_has_so_many_workflows(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for number in 1..=MOST_WORKFLOWS.into() {
        kept(store, owner, new(number, 1)).await;
    }
    let beyond = store.scoped(owner).keep_workflow(new(5_000, 1)).await;
    assert!(
        matches!(beyond, Err(StoreError::TooMany { .. })),
        "{beyond:?}"
    );
}
