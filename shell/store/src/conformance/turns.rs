use crate::task::StoredStep;
use screen_agent_action::status::TaskStatus;
use screen_agent_turn::open_question::OpenQuestion;
use screen_agent_turn::phase::Phase;
use screen_agent_turn::task::Task;

use super::world::*;
use crate::turn::{BeginRefusal, BeginTurn, TaskChoice, TurnCommit};
use crate::{Packed, Store, StoreError};

pub async fn the_words_are_durable_before_the_turn_closes(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let opened = open(store, owner, first(1, 2, "buy milk")).await;
    let kept = said(store, owner, 2).await;
    assert_eq!(kept, vec![opened.said.unwrap()]);
    assert_eq!(kept[0].content, "buy milk");
}

pub async fn a_task_comes_back_as_it_was(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let begin = first(1, 2, "buy milk");
    open(store, owner, begin.clone()).await;
    let mut task = Task::new(task_id(1), "buy milk".to_owned());
    task.status = TaskStatus::AwaitingUser;
    task.phase = Phase::AskingPerson(Box::new(OpenQuestion::Question {
        question: "Whose milk?".to_owned(),
        missing: Vec::new(),
        blocker: None,
        offers: Vec::new(),
    }));
    task.memory.insert("name".to_owned(), "Ann".to_owned());
    task.origins.insert("https://shop.example".to_owned());
    let closing = commit(&begin, &mut task);
    store.scoped(owner).commit_turn(closing).await.unwrap();
    let opened = open(store, owner, later(1, "two", 1)).await;
    assert_eq!(opened.session, session_id(2));
    assert_eq!(opened.task.unwrap().open().unwrap(), task);
}

pub async fn an_unknown_task_is_refused(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let refusal = refused(store, owner, later(9, "go on", 1)).await;
    assert_eq!(refusal, BeginRefusal::UnknownTask);
}

pub async fn a_task_of_another_session_is_unknown(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play(store, owner, first(1, 2, "a"), TaskStatus::Executing).await;
    play(store, owner, first(3, 4, "b"), TaskStatus::Executing).await;
    for (session, expected) in [(2, None), (4, Some(BeginRefusal::UnknownTask))] {
        let begin = BeginTurn {
            task: TaskChoice::Known {
                task: task_id(1),
                session: Some(session_id(session)),
            },
            ..later(1, "a", 1)
        };
        match expected {
            Some(expected) => assert_eq!(refused(store, owner, begin).await, expected),
            None => {
                play(store, owner, begin, TaskStatus::Executing).await;
            }
        }
    }
}

pub async fn an_ended_task_takes_no_turn(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for (number, status) in [(1, TaskStatus::Completed), (2, TaskStatus::Failed)] {
        play(store, owner, first(number, 5, "a"), status).await;
        let refusal = refused(store, owner, later(number, "a", 1)).await;
        assert_eq!(refusal, BeginRefusal::Ended, "{status:?}");
    }
}

pub async fn an_archived_session_takes_no_turn(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play(store, owner, first(1, 2, "a"), TaskStatus::Executing).await;
    let rows = store.scoped(owner);
    rows.archive_session(session_id(2), NOW).await.unwrap();
    for begin in [later(1, "a", 1), first(3, 2, "b")] {
        let refusal = refused(store, owner, begin).await;
        assert_eq!(refusal, BeginRefusal::SessionArchived);
    }
}

pub async fn a_task_that_has_ended_stays_as_it_is(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let mut number = 0;
    for from in ALL_STATUSES {
        for to in ALL_STATUSES {
            number += 1;
            play(store, owner, first(number, 1, "a"), from).await;
            let begin = later(number, "a", 1);
            let reached = match store.scoped(owner).begin_turn(begin.clone()).await.unwrap() {
                crate::turn::Begun::Open(open) => {
                    let mut task = open.task.unwrap().open().unwrap();
                    task.status = to;
                    let closing = commit(&begin, &mut task);
                    store.scoped(owner).commit_turn(closing).await.is_ok()
                }
                _ => from == to,
            };
            assert_eq!(
                reached,
                from == to || !from.is_terminal(),
                "{from:?} to {to:?}"
            );
        }
    }
}

pub async fn records_come_back_in_order(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let long = vec![b'x'; 20_000];
    for (turn, body) in [b"one".to_vec(), long.clone(), b"three".to_vec()]
        .iter()
        .enumerate()
    {
        let begin = match turn {
            0 => first(1, 2, "a"),
            turn => later(1, "a", turn as u128),
        };
        open(store, owner, begin.clone()).await;
        let mut task = Task::new(task_id(1), "a".to_owned());
        let closing = TurnCommit {
            record: Packed::bytes(body),
            ..commit(&begin, &mut task)
        };
        let done = store.scoped(owner).commit_turn(closing).await.unwrap();
        assert_eq!(done.turn as usize, turn);
    }
    let records = store.scoped(owner).turn_records(task_id(1)).await.unwrap();
    let opened: Vec<_> = records
        .unwrap()
        .iter()
        .map(|record| record.open().unwrap())
        .collect();
    assert_eq!(opened, vec![b"one".to_vec(), long, b"three".to_vec()]);
}

/// A commit whose last part is refused keeps none of the parts before it, and the turn stays open.
pub async fn a_turn_that_is_refused_leaves_nothing(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let begin = first(1, 2, "a");
    open(store, owner, begin.clone()).await;
    let mut task = Task::new(task_id(1), "a".to_owned());
    let mut broken = TurnCommit {
        steps: vec![new_step(&click(0))],
        said: Some(message(crate::session::MessageSender::Assistant, "Done.")),
        ..commit(&begin, &mut task)
    };
    broken.state.step_count = 7;
    let refused = store.scoped(owner).commit_turn(broken).await;
    assert!(
        matches!(refused, Err(StoreError::Refused(_))),
        "{refused:?}"
    );
    assert_eq!(words(store, owner, 2).await, ["a"]);
    let rows = store.scoped(owner);
    assert_eq!(rows.list::<StoredStep>(task_id(1)).await.unwrap(), []);
    assert_eq!(
        rows.turn_records(task_id(1)).await.unwrap(),
        Some(Vec::new())
    );
    let closing = commit(&begin, &mut task);
    rows.commit_turn(closing).await.unwrap();
}

const ALL_STATUSES: [TaskStatus; 9] = [
    TaskStatus::Active,
    TaskStatus::Planning,
    TaskStatus::Executing,
    TaskStatus::Verifying,
    TaskStatus::Correcting,
    TaskStatus::AwaitingUser,
    TaskStatus::Completed,
    TaskStatus::Failed,
    TaskStatus::Interrupted,
];
