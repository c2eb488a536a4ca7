use crate::session::{SessionRecord, SessionStatus};
use screen_agent_action::status::TaskStatus;
use screen_agent_think::skill::Lesson;

use super::conversations::{asked, conversation};
use super::world::*;
use crate::account::{NewToken, TokenHash};
use crate::conversation::{ConversationFilter, ConversationRecord, KEEP_CONVERSATIONS_MS};
use crate::debug::{DebugFilter, DebugLog};
use crate::learned::TENANT_SKILLS;
use crate::task::{StepPicture, StoredStep};
use crate::turn::{BeginTurn, TurnCommit};
use crate::upkeep::{
    IDLE_MS, KEEP_DEBUG_LOGS_MS, KEEP_FINISHED_MS, KEEP_INTERRUPTED_MS, KEEP_SKILLS_MS,
    KEEP_SNAPSHOTS_MS, RateWindow, SWEEP_BATCH, Swept,
};
use crate::{Owner, Store};

async fn exists(store: &dyn Store, owner: Owner, number: u128) -> bool {
    let found = store.scoped(owner).task(task_id(number)).await.unwrap();
    found.is_some()
}

async fn sweep(store: &dyn Store, now_ms: i64) -> Swept {
    store.upkeep().sweep(now_ms).await.unwrap()
}

pub async fn finished_tasks_go_whole_after_their_term(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play_step(store, owner, first(1, 5, "a")).await;
    play_step(store, owner, later(1, "a", 1)).await;
    play(store, owner, later(1, "a", 2), TaskStatus::Completed).await;
    play(store, owner, first(2, 5, "a"), TaskStatus::Failed).await;
    sweep(store, NOW + KEEP_FINISHED_MS).await;
    assert!(exists(store, owner, 1).await);
    let swept = sweep(store, NOW + KEEP_FINISHED_MS + 1).await;
    assert_eq!(swept.tasks, 2);
    for number in [1, 2] {
        assert!(!exists(store, owner, number).await);
        let steps = store
            .scoped(owner)
            .list::<StoredStep>(task_id(number))
            .await;
        assert_eq!(steps.unwrap(), []);
    }
}

pub async fn interrupted_tasks_go_sooner(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play(store, owner, first(1, 5, "a"), TaskStatus::Interrupted).await;
    sweep(store, NOW + KEEP_INTERRUPTED_MS).await;
    assert!(exists(store, owner, 1).await);
    sweep(store, NOW + KEEP_INTERRUPTED_MS + 1).await;
    assert!(!exists(store, owner, 1).await);
}

/// A task that is in the middle of something is not deleted however old it is; left lying, it is
/// first interrupted, and goes when that term is over.
pub async fn active_tasks_are_never_deleted(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play_step(store, owner, first(1, 5, "a")).await;
    open(store, owner, later(1, "a", 1)).await;
    for days in [40, 100, 400] {
        sweep(store, NOW + days * 24 * 60 * 60 * 1000).await;
        assert!(exists(store, owner, 1).await, "{days}");
    }
}

pub async fn a_sweep_takes_a_batch_at_most(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let batch = u128::from(SWEEP_BATCH);
    for number in 1..=batch + 3 {
        play(store, owner, first(number, 5, "a"), TaskStatus::Failed).await;
    }
    let late = NOW + KEEP_FINISHED_MS + 1;
    // The conversation is in use.
    let last = BeginTurn {
        now_ms: late,
        ..first(batch + 4, 5, "b")
    };
    play(store, owner, last, TaskStatus::Failed).await;
    assert_eq!(sweep(store, late).await.tasks, u64::from(SWEEP_BATCH));
    assert_eq!(sweep(store, late).await.tasks, 3);
}

pub async fn closed_sessions_go_with_their_messages(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play(store, owner, first(1, 5, "a"), TaskStatus::Completed).await;
    play(store, owner, first(2, 6, "a"), TaskStatus::Failed).await;
    play_step(store, owner, first(3, 7, "a")).await;
    open(store, owner, later(3, "a", 1)).await;
    play(store, owner, first(4, 8, "a"), TaskStatus::Completed).await;
    let again = BeginTurn {
        now_ms: NOW + 10,
        ..first(5, 8, "a")
    };
    play(store, owner, again, TaskStatus::Completed).await;
    let rows = store.scoped(owner);
    for session in [5, 7] {
        let archived = rows.archive_session(session_id(session), NOW).await;
        archived.unwrap();
    }
    let swept = sweep(store, NOW + KEEP_FINISHED_MS + 1).await;
    assert_eq!(swept.sessions, 2);
    let found = |session| rows.find::<SessionRecord>(session_id(session));
    assert_eq!(found(5).await.unwrap(), None);
    assert_eq!(found(6).await.unwrap(), None);
    assert!(found(7).await.unwrap().is_some(), "has a live task");
    assert!(found(8).await.unwrap().is_some(), "was used since");
}

/// One that was left, with a task or without any, is interrupted, and goes when that term is over.
pub async fn left_sessions_go_sooner(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play(store, owner, first(1, 5, "a"), TaskStatus::Executing).await;
    let rows = store.scoped(owner);
    let made = rows.init_session(session_id(6), facts(), NOW).await;
    assert!(made.unwrap());
    sweep(store, NOW + IDLE_MS).await;
    let standing = async |session| {
        let found = rows.find::<SessionRecord>(session_id(session)).await;
        found.unwrap().map(|found| found.status)
    };
    for session in [5, 6] {
        assert_eq!(standing(session).await, Some(SessionStatus::Active));
    }
    sweep(store, NOW + IDLE_MS + 1).await;
    for session in [5, 6] {
        assert_eq!(standing(session).await, Some(SessionStatus::Interrupted));
    }
    play(store, owner, first(2, 6, "a"), TaskStatus::Executing).await;
    assert_eq!(standing(6).await, Some(SessionStatus::Active));
    let swept = sweep(store, NOW + KEEP_INTERRUPTED_MS + 1).await;
    assert_eq!(swept.sessions, 2);
    for session in [5, 6] {
        assert_eq!(standing(session).await, None);
    }
}

/// It is told as a whole, however many sweeps it takes, and nothing goes by asking.
pub async fn what_would_go_is_counted(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let many = u128::from(SWEEP_BATCH) + 3;
    for number in 1..=many {
        let status = match number % 3 {
            0 => TaskStatus::AwaitingUser,
            1 => TaskStatus::Executing,
            _ => TaskStatus::Failed,
        };
        play(store, owner, first(number, number, "a"), status).await;
    }
    let upkeep = store.upkeep();
    assert_eq!(upkeep.due(NOW).await.unwrap(), Swept::default());
    for late in [NOW + KEEP_INTERRUPTED_MS + 1, NOW + KEEP_FINISHED_MS + 1] {
        let due = upkeep.due(late).await.unwrap();
        assert_eq!(upkeep.due(late).await.unwrap(), due);
        let mut gone = Swept::default();
        loop {
            let swept = sweep(store, late).await;
            if swept.total() == 0 {
                break;
            }
            gone += swept;
        }
        assert_eq!((gone.tasks, gone.sessions), (due.tasks, due.sessions));
        assert_eq!(upkeep.due(late).await.unwrap(), Swept::default());
    }
}

pub async fn pictures_go_sooner_than_their_task(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let begin = first(1, 5, "a");
    open(store, owner, begin.clone()).await;
    let mut state = task(store, owner, 1).await;
    state.status = TaskStatus::Completed;
    let closing = TurnCommit {
        snapshot: Some((
            0,
            StepPicture {
                mime: "image/png".to_owned(),
                image: vec![1],
            },
        )),
        ..commit(&begin, &mut state)
    };
    let rows = store.scoped(owner);
    rows.commit_turn(closing).await.unwrap();
    let swept = sweep(store, NOW + KEEP_SNAPSHOTS_MS + 1).await;
    assert_eq!((swept.snapshots, swept.tasks), (1, 0));
    assert_eq!(
        rows.find::<StepPicture>((task_id(1), 0)).await.unwrap(),
        None
    );
    assert!(exists(store, owner, 1).await);
}

pub async fn what_has_run_out_goes(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let upkeep = store.upkeep();
    upkeep
        .add_token(NewToken::new(TokenHash([1; 32]), owner, NOW + 1, NOW))
        .await
        .unwrap();
    let window = RateWindow {
        limit: 1,
        length_ms: 1,
    };
    upkeep.admit("k".to_owned(), window, NOW).await.unwrap();
    let keyed = BeginTurn {
        key: Some(key("interact", "k", 1)),
        ..first(1, 5, "a")
    };
    open(store, owner, keyed).await;
    let month = NOW + KEEP_INTERRUPTED_MS;
    assert_eq!(sweep(store, month).await.expired, 3);
    assert_eq!(sweep(store, month).await.expired, 0);
}

pub async fn fixes_that_failed_or_were_not_used_go(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let lesson = |goal: &str, worked| Lesson {
        domain: "shop.example".to_owned(),
        goal: goal.to_owned(),
        failed: "f".to_owned(),
        fix: "x".to_owned(),
        worked,
    };
    let begin = first(1, 5, "a");
    open(store, owner, begin.clone()).await;
    let mut state = task(store, owner, 1).await;
    let closing = TurnCommit {
        lessons: vec![
            lesson("works", true),
            lesson("failed twice", false),
            lesson("failed twice", false),
            lesson("fails", false),
            lesson("fails", false),
            lesson("fails", false),
        ],
        ..commit(&begin, &mut state)
    };
    store.scoped(owner).commit_turn(closing).await.unwrap();
    assert_eq!(sweep(store, NOW + KEEP_SKILLS_MS).await.skills, 1);
    assert_eq!(sweep(store, NOW + KEEP_SKILLS_MS + 1).await.skills, 2);
}

pub async fn debug_logs_go_after_a_week(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let log = DebugLog {
        at_ms: NOW,
        ..DebugLog::default()
    };
    let rows = store.scoped(owner);
    rows.add(log.clone()).await.unwrap();
    assert_eq!(sweep(store, NOW + KEEP_DEBUG_LOGS_MS).await.debug_logs, 0);
    assert_eq!(
        rows.list::<DebugLog>(DebugFilter {
            task: None,
            limit: 9,
            ..DebugFilter::default()
        })
        .await
        .unwrap(),
        [log]
    );
    assert_eq!(
        sweep(store, NOW + KEEP_DEBUG_LOGS_MS + 1).await.debug_logs,
        1
    );
    assert_eq!(
        rows.list::<DebugLog>(DebugFilter {
            task: None,
            limit: 9,
            ..DebugFilter::default()
        })
        .await
        .unwrap(),
        []
    );
}

pub async fn of_too_many_fixes_those_used_longest_ago_go(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let lesson = |number: u32| Lesson {
        domain: "shop.example".to_owned(),
        goal: number.to_string(),
        failed: "f".to_owned(),
        fix: "x".to_owned(),
        worked: true,
    };
    let begin = first(1, 5, "a");
    open(store, owner, begin.clone()).await;
    let mut state = task(store, owner, 1).await;
    let closing = TurnCommit {
        lessons: (0..TENANT_SKILLS + 2).map(lesson).collect(),
        ..commit(&begin, &mut state)
    };
    store.scoped(owner).commit_turn(closing).await.unwrap();
    assert_eq!(sweep(store, NOW).await.skills, 2);
    assert_eq!(sweep(store, NOW).await.skills, 0);
}

pub async fn conversations_of_packets_go_after_their_term(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    let say = |id, packet, now_ms| rows.add_packets(conversation(id), vec![packet], now_ms);
    say("old", asked("q1", 1, "blue"), NOW).await.unwrap();
    say("used", asked("q1", 1, "blue"), NOW).await.unwrap();
    say("used", asked("q2", 2, "blue"), NOW + 9).await.unwrap();
    let term = NOW + KEEP_CONVERSATIONS_MS;
    assert_eq!(sweep(store, term).await.conversations, 0);
    assert_eq!(sweep(store, term + 1).await.conversations, 1);
    let filter = ConversationFilter {
        limit: 9,
        offset: 0,
        search: Some("blue".to_owned()),
    };
    let left = rows.page::<ConversationRecord>(filter).await.unwrap();
    let ids: Vec<_> = left.items.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, ["used"]);
}
