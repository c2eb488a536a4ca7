use std::collections::BTreeMap;

use screen_agent_action::id::TenantId;
use screen_agent_action::status::TaskStatus;
use screen_agent_think::recollect::{
    Cited, OtherConversations, PastSearch, PastTask, Recollection, Remark, Speaker,
};
use screen_agent_think::skill::{Lesson, Skill};

use super::world::*;
use crate::learned::{
    Fact, LearnedFix, MemoryChange, PAST_TASKS, REMARK_LENGTH, REMARKS, SESSION_KEYS,
    SESSION_VALUE, SKILLS,
};
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

/// By time and by the beginnings of words, in every other conversation of the owner's that was not put away.
pub async fn other_conversations_are_searched(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    const DAY: i64 = 86_400_000;
    let at = |begin: BeginTurn, days: i64| BeginTurn {
        now_ms: NOW + days * DAY,
        ..begin
    };
    for (owner, begin) in [
        (one, at(first(1, 5, "Find green tea"), 0)),
        (one, at(first(2, 6, "find milk"), 1)),
        (one, at(first(3, 7, "find tea here"), 1)),
        (one, at(first(4, 8, "find tea no more"), 1)),
        (two, at(first(5, 9, "find tea of mine"), 1)),
    ] {
        play(store, owner, begin, TaskStatus::Completed).await;
    }
    let rows = store.scoped(one);
    rows.archive_session(session_id(8), NOW).await.unwrap();
    let found =
        async |since: Option<i64>, until: Option<i64>, stems: &[&str]| -> OtherConversations {
            let search = PastSearch {
                since_ms: since.map(|days| NOW + days * DAY),
                until_ms: until.map(|days| NOW + days * DAY),
                stems: stems.iter().map(|stem| (*stem).to_owned()).collect(),
            };
            rows.elsewhere(session_id(7), search).await.unwrap()
        };
    let words = |found: OtherConversations| {
        let tasks = found.tasks.into_iter().map(|task| task.what.query);
        let said = found.remarks.into_iter().map(|said| said.what.words);
        (tasks.collect::<Vec<_>>(), said.collect::<Vec<_>>())
    };
    let both = |all: &[&str]| {
        let all: Vec<String> = all.iter().map(|one| (*one).to_owned()).collect();
        (all.clone(), all)
    };
    let whole = found(None, None, &[]).await;
    let conversation = session_id(5);
    let title = "shop.example: Find green tea".to_owned();
    assert_eq!(
        (&whole.tasks[0], &whole.remarks[0]),
        (
            &Cited {
                conversation,
                title: title.clone(),
                what: PastTask {
                    query: "Find green tea".to_owned(),
                    status: TaskStatus::Completed,
                    result: None,
                    at_ms: NOW,
                }
            },
            &Cited {
                conversation,
                title,
                what: Remark {
                    speaker: Speaker::Person,
                    words: "Find green tea".to_owned(),
                    at_ms: NOW,
                }
            },
        )
    );
    assert_eq!(words(whole), both(&["Find green tea", "find milk"]));
    let tea = found(None, None, &["find", "tea"]).await;
    assert_eq!(words(tea), both(&["Find green tea"]));
    assert_eq!(words(found(Some(1), None, &[]).await), both(&["find milk"]));
    let before = found(None, Some(1), &[]).await;
    assert_eq!(words(before), both(&["Find green tea"]));
    assert_eq!(words(found(Some(2), None, &[]).await), both(&[]));
}

/// Values are their owner's; fixes are the tenant's.
pub async fn what_is_remembered_is_read_corrected_and_forgotten(store: &dyn Store) {
    let one = owner(store, 1).await;
    let same_tenant = colleague(store, one).await;
    let stranger = owner(store, 2).await;
    leave(store, one, (first(1, 5, "a"), 1), |commit| TurnCommit {
        exports: vec![("price".to_owned(), "3".to_owned())],
        lessons: vec![lesson("buy", "x", true), lesson("buy", "y", false)],
        ..commit
    })
    .await;
    let fact = |value: &str, at_ms| Fact {
        session: session_id(5),
        title: "shop.example: a".to_owned(),
        name: "price".to_owned(),
        value: value.to_owned(),
        at_ms,
    };
    let fix = |id, fix: &str, tries, own, used_ms| LearnedFix {
        id,
        domain: DOMAIN.to_owned(),
        skill: skill("buy", fix, tries, 1),
        used_ms,
        own,
    };
    let facts = async |owner| store.scoped(owner).list::<Fact>(()).await.unwrap();
    let fixes = async |owner| store.scoped(owner).list::<LearnedFix>(()).await.unwrap();
    assert_eq!(facts(one).await, [fact("3", NOW)]);
    let known = fixes(one).await;
    let id = known[0].id;
    assert_eq!(known, [fix(id, "x", 2, true, NOW)]);
    assert_eq!(fixes(same_tenant).await, [fix(id, "x", 2, false, NOW)]);
    for owner in [same_tenant, stranger] {
        assert_eq!(facts(owner).await, []);
        let rows = store.scoped(owner);
        for change in [MemoryChange::Correct("9".to_owned()), MemoryChange::Forget] {
            let name = "price".to_owned();
            let changed = rows.change_fact(session_id(5), name, change, NOW);
            assert!(!changed.await.unwrap());
        }
    }
    assert_eq!(fixes(stranger).await, []);
    let theirs = store.scoped(stranger);
    assert!(
        !theirs
            .change_fix(id, MemoryChange::Forget, NOW)
            .await
            .unwrap()
    );
    let rows = store.scoped(one);
    let change_fact = async |name: &str, change| {
        let changed = rows.change_fact(session_id(5), name.to_owned(), change, NOW + 1);
        changed.await.unwrap()
    };
    let correct = |value: &str| MemoryChange::Correct(value.to_owned());
    assert!(change_fact("price", correct("4")).await);
    assert!(!change_fact("size", correct("4")).await);
    assert_eq!(facts(one).await, [fact("4", NOW + 1)]);
    let colleagues = store.scoped(same_tenant);
    let changed = colleagues.change_fix(id, correct("click button \"Pay\""), NOW + 1);
    assert!(changed.await.unwrap());
    let put_right = fix(id, "click button \"Pay\"", 1, true, NOW + 1);
    assert_eq!(fixes(one).await, [put_right]);
    assert!(change_fact("price", MemoryChange::Forget).await);
    assert!(!change_fact("price", MemoryChange::Forget).await);
    assert!(
        rows.change_fix(id, MemoryChange::Forget, NOW)
            .await
            .unwrap()
    );
    assert_eq!((facts(one).await.len(), fixes(one).await.len()), (0, 0));
}
