use std::collections::BTreeMap;

use screen_agent_action::id::TenantId;
use screen_agent_action::status::TaskStatus;
use screen_agent_think::recollect::{PastTask, Recollection, Remark, Speaker};
use screen_agent_think::skill::{Lesson, Skill};

use super::world::*;
use crate::learned::{PAST_TASKS, REMARK_LENGTH, REMARKS, SESSION_KEYS, SESSION_VALUE, SKILLS};
use crate::session::MessageSender;
use crate::turn::{BeginTurn, TurnCommit};
use crate::{Owner, Store};

const DOMAIN: &str = "shop.example";

async fn recollect(store: &dyn Store, owner: Owner, session: u128, except: u128) -> Recollection {
    let rows = store.scoped(owner);
    let found = rows.recollect(session_id(session), task_id(except), DOMAIN.to_owned());
    found.await.unwrap()
}

/// Plays a turn that leaves something beside its state.
async fn leave(
    store: &dyn Store,
    owner: Owner,
    (begin, number): (BeginTurn, u128),
    what: impl FnOnce(TurnCommit) -> TurnCommit,
) {
    open(store, owner, begin.clone()).await;
    let mut state = task(store, owner, number).await;
    let closing = what(commit(&begin, &mut state));
    store.scoped(owner).commit_turn(closing).await.unwrap();
}

async fn learn(store: &dyn Store, owner: Owner, number: u128, lessons: Vec<Lesson>) {
    let begin = (first(number, number, "a"), number);
    leave(store, owner, begin, |commit| TurnCommit {
        lessons,
        ..commit
    })
    .await;
}

fn lesson(goal: &str, fix: &str, worked: bool) -> Lesson {
    Lesson {
        domain: DOMAIN.to_owned(),
        goal: goal.to_owned(),
        failed: "click button \"Buy\"".to_owned(),
        fix: fix.to_owned(),
        worked,
    }
}

fn skill(goal: &str, fix: &str, tries: u32, wins: u32) -> Skill {
    Skill {
        goal: goal.to_owned(),
        failed: "click button \"Buy\"".to_owned(),
        fix: fix.to_owned(),
        tries,
        wins,
    }
}

/// The colleague of an owner: another user of the same tenant.
async fn colleague(store: &dyn Store, of: Owner) -> Owner {
    let mut user = new_user(77);
    user.tenant = TenantId::new(of.tenant.get());
    user.tenant_name = "tenant 1".to_owned();
    match store.upkeep().add_user(user).await.unwrap() {
        crate::account::UserAdded::Added(user) => Owner {
            tenant: user.tenant.id,
            user: user.id,
        },
        crate::account::UserAdded::EmailTaken => panic!("a case adds each user once"),
    }
}

pub async fn the_conversation_is_remembered_without_the_tasks_own_words(store: &dyn Store) {
    let owner = owner(store, 1).await;
    leave(store, owner, (first(1, 5, "find tea"), 1), |mut commit| {
        commit.state.status = TaskStatus::Completed;
        commit.state.result = Some("Green tea".to_owned());
        commit.announcements = vec![message(MessageSender::System, "The plan.")];
        commit.said = Some(message(MessageSender::Assistant, "Found it."));
        commit
    })
    .await;
    open(store, owner, first(2, 5, "buy it")).await;
    let found = recollect(store, owner, 5, 2).await;
    let remark = |speaker, words: &str, at_ms| Remark {
        speaker,
        words: words.to_owned(),
        at_ms,
    };
    let expected = Recollection {
        remarks: vec![
            remark(Speaker::Person, "find tea", NOW),
            remark(Speaker::Agent, "Found it.", NOW + 2),
        ],
        tasks: vec![PastTask {
            query: "find tea".to_owned(),
            status: TaskStatus::Completed,
            result: Some("Green tea".to_owned()),
            at_ms: NOW,
        }],
        ..Recollection::default()
    };
    assert_eq!(found, expected);
}

pub async fn only_the_latest_is_remembered_and_cut_short(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for number in 1..=30_u128 {
        let begin = first(number, 5, &format!("{number} {}", "é".repeat(2_000)));
        play(store, owner, begin, TaskStatus::Failed).await;
    }
    let found = recollect(store, owner, 5, 30).await;
    assert_eq!(found.remarks.len(), REMARKS as usize);
    assert_eq!(found.tasks.len(), PAST_TASKS as usize);
    assert!(found.remarks[0].words.starts_with("10 "), "oldest first");
    assert!(found.tasks[0].query.starts_with("20 "), "oldest first");
    for text in [&found.remarks[19].words, &found.tasks[9].query] {
        assert!(text.starts_with("29 "));
        assert_eq!(text.chars().count(), REMARK_LENGTH);
    }
}

pub async fn notes_are_appended_before_what_is_said(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let begin = first(1, 5, "a");
    open(store, owner, begin.clone()).await;
    let mut state = task(store, owner, 1).await;
    let closing = TurnCommit {
        announcements: vec![
            message(MessageSender::System, "Plan."),
            message(MessageSender::System, "Plan 2."),
        ],
        said: Some(message(MessageSender::Assistant, "I begin.")),
        ..commit(&begin, &mut state)
    };
    let done = store.scoped(owner).commit_turn(closing).await.unwrap();
    assert_eq!(
        words(store, owner, 5).await,
        ["a", "Plan.", "Plan 2.", "I begin."]
    );
    let appended: Vec<_> = done.announced.into_iter().chain(done.said).collect();
    assert_eq!(appended, said(store, owner, 5).await[1..]);
}

pub async fn what_is_handed_on_is_kept_for_the_conversation(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    for (number, session, exports) in [
        (1, 5, vec![pair("price", "3"), pair("name", "tea")]),
        (2, 5, vec![pair("price", "4")]),
        (3, 6, vec![pair("price", "5")]),
    ] {
        let begin = (first(number, session, "a"), number);
        leave(store, owner, begin, |commit| TurnCommit {
            exports,
            ..commit
        })
        .await;
    }
    let found = recollect(store, owner, 5, 9).await.session;
    assert_eq!(
        found,
        BTreeMap::from([pair("name", "tea"), pair("price", "4")])
    );
}

pub async fn a_conversation_keeps_so_many_values_of_so_many_letters(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let long = "é".repeat(SESSION_VALUE + 5);
    let exports = (0..=SESSION_KEYS)
        .map(|number| (format!("{number:04}"), long.clone()))
        .collect();
    let begin = (first(1, 5, "a"), 1);
    leave(store, owner, begin, |commit| TurnCommit {
        exports,
        ..commit
    })
    .await;
    let found = recollect(store, owner, 5, 9).await.session;
    assert_eq!(found.len(), SESSION_KEYS as usize);
    let newest = found.get(&format!("{SESSION_KEYS:04}")).unwrap();
    assert_eq!(newest.chars().count(), SESSION_VALUE);
}

pub async fn a_fix_is_counted_and_replaced_when_another_worked(store: &dyn Store) {
    let owner = owner(store, 1).await;
    learn(store, owner, 1, vec![lesson("buy", "press Enter", true)]).await;
    learn(store, owner, 2, vec![lesson("buy", "click Pay", false)]).await;
    let found = recollect(store, owner, 9, 9).await.skills;
    assert_eq!(found, [skill("buy", "press Enter", 2, 1)]);
    learn(store, owner, 3, vec![lesson("buy", "click Pay", true)]).await;
    let found = recollect(store, owner, 9, 9).await.skills;
    assert_eq!(found, [skill("buy", "click Pay", 3, 2)]);
}

pub async fn what_works_best_on_the_site_comes_first(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let elsewhere = Lesson {
        domain: "other.example".to_owned(),
        ..lesson("elsewhere", "x", true)
    };
    let lessons = vec![
        lesson("poor", "x", false),
        lesson("fair", "x", true),
        lesson("fair", "x", false),
        lesson("good", "x", true),
        elsewhere,
    ];
    learn(store, owner, 1, lessons).await;
    let found = recollect(store, owner, 9, 9).await.skills;
    assert_eq!(found, [skill("good", "x", 1, 1), skill("fair", "x", 2, 1)]);
    let many = (0..40).map(|n| lesson(&format!("goal {n}"), "x", true));
    learn(store, owner, 2, many.collect()).await;
    let found = recollect(store, owner, 9, 9).await.skills;
    assert_eq!(found.len(), SKILLS as usize);
}

pub async fn memories_are_the_owners_and_fixes_the_tenants(store: &dyn Store) {
    let one = owner(store, 1).await;
    let same_tenant = colleague(store, one).await;
    let stranger = owner(store, 2).await;
    leave(store, one, (first(1, 5, "a"), 1), |commit| TurnCommit {
        exports: vec![("key".to_owned(), "value".to_owned())],
        lessons: vec![lesson("buy", "x", true)],
        ..commit
    })
    .await;
    let shared = Recollection {
        skills: vec![skill("buy", "x", 1, 1)],
        ..Recollection::default()
    };
    assert_eq!(recollect(store, same_tenant, 5, 9).await, shared);
    let nothing = Recollection::default();
    assert_eq!(recollect(store, stranger, 5, 9).await, nothing);
}
