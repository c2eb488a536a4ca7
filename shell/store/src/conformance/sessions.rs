use screen_agent_action::status::TaskStatus;

use super::world::*;
use crate::session::{MessageFilter, SessionFacts, SessionFilter, SessionRecord, SessionStatus};
use crate::turn::BeginTurn;
use crate::{Owner, Store};

async fn session(store: &dyn Store, owner: Owner, number: u128) -> SessionRecord {
    let found = store
        .scoped(owner)
        .find::<SessionRecord>(session_id(number))
        .await;
    found.unwrap().unwrap()
}

async fn init(store: &dyn Store, owner: Owner, number: u128, now_ms: i64) -> bool {
    let rows = store.scoped(owner);
    let made = rows.init_session(session_id(number), facts(), now_ms).await;
    made.unwrap()
}

async fn listed(store: &dyn Store, owner: Owner, filter: SessionFilter) -> (Vec<u128>, u32) {
    let page = store
        .scoped(owner)
        .page::<SessionRecord>(filter)
        .await
        .unwrap();
    let ids = page.items.iter().map(|item| item.id.get().as_u128());
    (ids.collect(), page.total)
}

fn all(limit: u32, offset: u32) -> SessionFilter {
    SessionFilter {
        limit,
        offset,
        ..SessionFilter::default()
    }
}

pub async fn init_makes_a_session_once(store: &dyn Store) {
    let owner = owner(store, 1).await;
    assert!(init(store, owner, 2, NOW).await);
    let made = session(store, owner, 2).await;
    assert!(!init(store, owner, 2, NOW + 9).await);
    assert_eq!(session(store, owner, 2).await, made);
}

pub async fn a_turn_makes_the_session_that_its_client_named(store: &dyn Store) {
    let owner = owner(store, 1).await;
    open(store, owner, first(1, 2, "buy milk")).await;
    assert_eq!(
        session(store, owner, 2).await,
        SessionRecord {
            id: session_id(2),
            url: URL.to_owned(),
            domain: "shop.example".to_owned(),
            title: "shop.example: buy milk".to_owned(),
            renamed: false,
            tab: Some(4),
            status: SessionStatus::Active,
            initial_url: URL.to_owned(),
            initial_domain: "shop.example".to_owned(),
            initial_query: Some("buy milk".to_owned()),
            task_type: None,
            message_count: 1,
            created_ms: NOW,
            updated_ms: NOW,
        }
    );
}

pub async fn a_title_is_the_domain_and_the_first_words(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let with = |session, words: &str, domain: &str, title: Option<&str>| BeginTurn {
        facts: SessionFacts {
            domain: domain.to_owned(),
            title: title.map(str::to_owned),
            ..facts()
        },
        ..first(session, session, words)
    };
    init(store, owner, 14, NOW).await;
    for (number, words, domain, title, expected) in [
        (11, "a", "x.example", None, "x.example: a".to_owned()),
        (12, "a", "", None, "a".to_owned()),
        (13, "a", "x.example", Some("Mine"), "Mine".to_owned()),
        (14, "a", "x.example", None, "x.example: a".to_owned()),
        (15, &"é".repeat(300), "", None, "é".repeat(200)),
    ] {
        open(store, owner, with(number, words, domain, title)).await;
        assert_eq!(session(store, owner, number).await.title, expected);
    }
}

pub async fn a_chosen_title_stays(store: &dyn Store) {
    let owner = owner(store, 1).await;
    init(store, owner, 2, NOW).await;
    let rows = store.scoped(owner);
    let renamed = rows
        .rename_session(session_id(2), "Mine".to_owned(), NOW + 1)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((renamed.title.as_str(), renamed.renamed), ("Mine", true));
    open(store, owner, first(1, 2, "buy milk")).await;
    assert_eq!(session(store, owner, 2).await.title, "Mine");
    let unknown = rows.rename_session(session_id(9), "x".to_owned(), NOW);
    assert_eq!(unknown.await.unwrap(), None);
}

pub async fn where_it_began_is_kept_when_the_tab_moves_on(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play(store, owner, first(1, 2, "a"), TaskStatus::Executing).await;
    let moved = BeginTurn {
        facts: SessionFacts {
            url: "https://bank.example/".to_owned(),
            domain: "bank.example".to_owned(),
            tab: Some(5),
            ..facts()
        },
        now_ms: NOW + 7,
        ..later(1, "a", 1)
    };
    play(store, owner, moved, TaskStatus::Executing).await;
    let no_page = BeginTurn {
        facts: SessionFacts::default(),
        now_ms: NOW + 8,
        ..later(1, "a", 2)
    };
    play(store, owner, no_page, TaskStatus::Executing).await;
    let now = session(store, owner, 2).await;
    assert_eq!(
        (now.url.as_str(), now.domain.as_str(), now.tab),
        ("https://bank.example/", "bank.example", Some(5))
    );
    assert_eq!(
        (now.initial_url.as_str(), now.initial_domain.as_str()),
        (URL, "shop.example")
    );
    assert_eq!((now.created_ms, now.updated_ms), (NOW, NOW + 8));
}

pub async fn sessions_are_listed_by_their_latest_change(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for (number, now_ms) in [(11, NOW), (12, NOW + 2), (13, NOW + 1)] {
        init(store, owner, number, now_ms).await;
    }
    assert_eq!(listed(store, owner, all(9, 0)).await, (vec![12, 13, 11], 3));
    let touched = BeginTurn {
        now_ms: NOW + 3,
        ..first(1, 11, "a")
    };
    open(store, owner, touched).await;
    assert_eq!(listed(store, owner, all(9, 0)).await, (vec![11, 12, 13], 3));
}

pub async fn sessions_are_listed_by_status_and_page(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for number in 11..16 {
        let now_ms = NOW + i64::try_from(number).unwrap();
        init(store, owner, number, now_ms).await;
    }
    let rows = store.scoped(owner);
    rows.archive_session(session_id(15), NOW).await.unwrap();
    let with = |status| SessionFilter {
        statuses: vec![status],
        ..all(2, 1)
    };
    let active = listed(store, owner, with(SessionStatus::Active)).await;
    assert_eq!(active, (vec![13, 12], 4));
    let archived = listed(store, owner, with(SessionStatus::Archived)).await;
    assert_eq!(archived, (vec![], 1));
    assert_eq!(listed(store, owner, all(2, 0)).await, (vec![15, 14], 5));
}

/// Of what a conversation's tasks come to, and how it is found by that.
pub async fn a_session_stands_as_its_tasks(store: &dyn Store) {
    use SessionStatus::{Active, Archived, Completed, Failed, Interrupted};
    let owner = owner(store, 1).await;
    let standing = async || session(store, owner, 2).await.status;
    init(store, owner, 2, NOW).await;
    assert_eq!(standing().await, Active);
    let mut number = 0;
    for (ends, expected) in [
        (TaskStatus::Completed, Completed),
        (TaskStatus::Failed, Failed),
        (TaskStatus::Interrupted, Interrupted),
        (TaskStatus::AwaitingUser, Active),
        (TaskStatus::Completed, Active),
    ] {
        number += 1;
        let begin = BeginTurn {
            now_ms: NOW + i64::try_from(number).unwrap(),
            ..first(number, 2, "a")
        };
        open(store, owner, begin.clone()).await;
        assert_eq!(standing().await, Active, "while it is under way");
        let mut state = task(store, owner, number).await;
        state.status = ends;
        let rows = store.scoped(owner);
        rows.commit_turn(commit(&begin, &mut state)).await.unwrap();
        assert_eq!(standing().await, expected, "{ends:?}");
    }
    // The one that waited ends, but it was not the last.
    play(store, owner, later(4, "b", 1), TaskStatus::Failed).await;
    assert_eq!(standing().await, Completed);
    let with = |statuses: &[SessionStatus]| SessionFilter {
        statuses: statuses.to_vec(),
        ..all(9, 0)
    };
    let found = async |statuses: &[SessionStatus]| listed(store, owner, with(statuses)).await.1;
    assert_eq!(found(&[Failed, Completed]).await, 1);
    assert_eq!(found(&[Active, Failed, Interrupted, Archived]).await, 0);
    assert_eq!(found(&SessionStatus::KEPT).await, 1);
    let rows = store.scoped(owner);
    // What is put away in the middle of a turn stays away.
    let begin = first(9, 2, "c");
    open(store, owner, begin.clone()).await;
    rows.archive_session(session_id(2), NOW).await.unwrap();
    let mut state = task(store, owner, 9).await;
    state.status = TaskStatus::Failed;
    rows.commit_turn(commit(&begin, &mut state)).await.unwrap();
    assert_eq!(standing().await, Archived);
}

pub async fn the_latest_session_is_the_one_that_changed_last(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let latest = async |status| {
        let filter = SessionFilter::latest(vec![status]);
        let page = store
            .scoped(owner)
            .page::<SessionRecord>(filter)
            .await
            .unwrap();
        page.first().map(|found| found.id)
    };
    assert_eq!(latest(SessionStatus::Active).await, None);
    init(store, owner, 11, NOW + 1).await;
    init(store, owner, 12, NOW).await;
    assert_eq!(latest(SessionStatus::Active).await, Some(session_id(11)));
    assert_eq!(latest(SessionStatus::Completed).await, None);
}

pub async fn a_session_is_found_by_its_domain(store: &dyn Store) {
    let owner = owner(store, 1).await;
    init(store, owner, 11, NOW).await;
    init(store, owner, 12, NOW + 1).await;
    init(store, owner, 13, NOW + 2).await;
    let rows = store.scoped(owner);
    rows.archive_session(session_id(13), NOW).await.unwrap();
    let found = async |domain: &str| {
        let filter = SessionFilter {
            domain: Some(domain.to_owned()),
            ..SessionFilter::latest(vec![SessionStatus::Active])
        };
        let page = rows.page::<SessionRecord>(filter).await.unwrap();
        page.first().map(|found| found.id)
    };
    assert_eq!(found("shop.example").await, Some(session_id(12)));
    assert_eq!(found("example").await, None);
}

pub async fn an_archived_session_is_out_of_use(store: &dyn Store) {
    let owner = owner(store, 1).await;
    open(store, owner, first(1, 2, "a")).await;
    let rows = store.scoped(owner);
    let archived = rows
        .archive_session(session_id(2), NOW + 1)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(archived.status, SessionStatus::Archived);
    assert_eq!(words(store, owner, 2).await, Vec::<String>::new());
    let again = rows.archive_session(session_id(2), NOW + 2).await.unwrap();
    assert_eq!(again, Some(archived));
    let unknown = rows.archive_session(session_id(9), NOW).await.unwrap();
    assert_eq!(unknown, None);
}

pub async fn an_unknown_session_has_no_messages(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    let filter = MessageFilter {
        limit: 50,
        ..MessageFilter::default()
    };
    assert_eq!(rows.messages(session_id(9), filter).await.unwrap(), None);
    init(store, owner, 9, NOW).await;
    let page = rows.messages(session_id(9), filter).await.unwrap().unwrap();
    assert_eq!((page.items.len(), page.total), (0, 0));
}
