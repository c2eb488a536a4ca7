use crate::task::StoredStep;
use screen_agent_think::models::Spent;

use super::world::*;
use crate::debug::{DebugFilter, DebugLog};
use crate::turn::{BeginTurn, TurnCommit, UsageRow};
use crate::usage::UsageLine;
use crate::{Owner, Store};

fn call(topic: &str, tokens: u32, micros: u64) -> UsageRow {
    UsageRow {
        proposer: "small".to_owned(),
        topic: topic.to_owned(),
        prompt_tokens: tokens,
        completion_tokens: 1,
        micros,
        duration_ms: 7,
        succeeded: true,
    }
}

fn line(row: UsageRow, turn: u32, at_ms: i64) -> UsageLine {
    UsageLine {
        topic: row.topic,
        model: row.proposer,
        prompt_tokens: row.prompt_tokens,
        completion_tokens: row.completion_tokens,
        micros: row.micros,
        duration_ms: row.duration_ms,
        succeeded: row.succeeded,
        at_ms,
        turn: Some(turn),
    }
}

async fn spend(
    store: &dyn Store,
    owner: Owner,
    (begin, number): (BeginTurn, u128),
    usage: Vec<UsageRow>,
) {
    open(store, owner, begin.clone()).await;
    let mut state = task(store, owner, number).await;
    let closing = TurnCommit {
        usage,
        ..commit(&begin, &mut state)
    };
    store.scoped(owner).commit_turn(closing).await.unwrap();
}

pub async fn each_call_is_kept_with_its_turn(store: &dyn Store) {
    let one = owner(store, 1).await;
    let two = owner(store, 2).await;
    let calls = vec![call("plan", 10, 100), call("act", 20, 200)];
    spend(store, one, (first(1, 5, "a"), 1), calls).await;
    let begin = BeginTurn {
        now_ms: NOW + 5,
        ..later(1, "a", 1)
    };
    spend(store, one, (begin, 1), vec![call("act", 30, 300)]).await;
    spend(
        store,
        one,
        (first(2, 5, "b"), 2),
        vec![call("act", 40, 400)],
    )
    .await;
    let kept = store
        .scoped(one)
        .list::<UsageLine>(task_id(1))
        .await
        .unwrap();
    let expected = [
        line(call("plan", 10, 100), 0, NOW),
        line(call("act", 20, 200), 0, NOW),
        line(call("act", 30, 300), 1, NOW + 5),
    ];
    assert_eq!(kept, expected);
    assert_eq!(
        store
            .scoped(two)
            .list::<UsageLine>(task_id(1))
            .await
            .unwrap(),
        []
    );
}

/// Not every call is made for a task: the packet surface has none.
pub async fn calls_without_a_task_are_kept_and_summed(store: &dyn Store) {
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    let calls = vec![call("answer", 10, 100), call("repair", 20, 200)];
    let rows = store.scoped(one);
    rows.add_usage(id(77), calls.clone(), NOW).await.unwrap();
    rows.add_usage(id(77), Vec::new(), NOW).await.unwrap();
    let expected: Vec<_> = calls.into_iter().map(|row| line(row, 0, NOW)).collect();
    assert_eq!(rows.list::<UsageLine>(task_id(77)).await.unwrap(), expected);
    let spent = rows.spent_since(NOW).await.unwrap();
    assert_eq!((spent.calls, spent.micros), (2, 300));
    let foreign = store.scoped(two);
    assert_eq!(foreign.list::<UsageLine>(task_id(77)).await.unwrap(), []);
    assert_eq!(foreign.spent_since(NOW).await.unwrap().calls, 0);
}

pub async fn what_a_tenant_spent_is_summed_since_a_time(store: &dyn Store) {
    let one = owner(store, 1).await;
    let two = owner(store, 2).await;
    spend(
        store,
        one,
        (first(1, 5, "a"), 1),
        vec![call("act", 10, 100)],
    )
    .await;
    let begin = BeginTurn {
        now_ms: NOW + 5,
        ..first(2, 5, "b")
    };
    let calls = vec![call("act", 20, 200), call("act", 30, 300)];
    spend(store, one, (begin, 2), calls).await;
    let spent = |calls, prompt_tokens, completion_tokens, micros| Spent {
        calls,
        prompt_tokens,
        completion_tokens,
        micros,
    };
    let rows = store.scoped(one);
    assert_eq!(rows.spent_since(NOW).await.unwrap(), spent(3, 60, 3, 600));
    assert_eq!(
        rows.spent_since(NOW + 1).await.unwrap(),
        spent(2, 50, 2, 500)
    );
    assert_eq!(rows.spent_since(NOW + 6).await.unwrap(), Spent::default());
    let foreign = store.scoped(two).spent_since(0).await.unwrap();
    assert_eq!(foreign, Spent::default());
}

pub async fn a_sum_beyond_all_numbers_is_still_a_sum(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let calls = vec![call("act", 1, u64::MAX), call("act", 1, u64::MAX)];
    spend(store, owner, (first(1, 5, "a"), 1), calls).await;
    let spent = store.scoped(owner).spent_since(0).await.unwrap();
    assert!(spent.micros > u64::MAX / 4, "{spent:?}");
}

pub async fn the_step_knows_its_turn(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play_step(store, owner, first(1, 5, "a")).await;
    play_step(store, owner, later(1, "a", 1)).await;
    let steps = store
        .scoped(owner)
        .list::<StoredStep>(task_id(1))
        .await
        .unwrap();
    let turns: Vec<_> = steps.iter().map(|step| step.turn).collect();
    assert_eq!(turns, [Some(0), Some(1)]);
}

pub async fn debug_logs_are_the_owners_newest_first(store: &dyn Store) {
    let one = owner(store, 1).await;
    let two = owner(store, 2).await;
    let log = |task: Option<u128>, at_ms| DebugLog {
        at_ms,
        task: task.map(task_id),
        endpoint: "POST /api/agent/interact".to_owned(),
        status: 500,
        duration_ms: 12,
        notes: vec!["act small".to_owned()],
        error: Some("INTERNAL_ERROR".to_owned()),
    };
    let rows = store.scoped(one);
    for each in [log(Some(1), NOW), log(None, NOW + 1), log(Some(1), NOW + 2)] {
        rows.add(each).await.unwrap();
    }
    let all = rows
        .list::<DebugLog>(DebugFilter {
            task: None,
            limit: 2,
            ..DebugFilter::default()
        })
        .await
        .unwrap();
    assert_eq!(all, [log(Some(1), NOW + 2), log(None, NOW + 1)]);
    let of_task = rows
        .list::<DebugLog>(DebugFilter {
            task: Some(task_id(1)),
            limit: 9,
            ..DebugFilter::default()
        })
        .await
        .unwrap();
    assert_eq!(of_task, [log(Some(1), NOW + 2), log(Some(1), NOW)]);
    let foreign = store
        .scoped(two)
        .list::<DebugLog>(DebugFilter {
            task: None,
            limit: 9,
            ..DebugFilter::default()
        })
        .await
        .unwrap();
    assert_eq!(foreign, []);
}

/// By day as somebody's clock has it, and by site and model.
pub async fn what_was_done_and_spent_is_summed_up_by_day(store: &dyn Store) {
    use screen_agent_action::status::TaskStatus;

    use crate::usage::{ChecksDay, SpentDay, TasksDay, UsageSpan};
    let (one, two) = (owner(store, 1).await, owner(store, 2).await);
    const DAY: i64 = 86_400_000;
    for owner in [one, two] {
        let number = if owner == one { 1 } else { 11 };
        play_step(store, owner, first(number, 5, "a")).await;
        play_step(store, owner, later(number, "a", 1)).await;
        play(store, owner, first(number + 1, 5, "b"), TaskStatus::Failed).await;
        let next_day = BeginTurn {
            now_ms: NOW + DAY,
            ..first(number + 2, 5, "c")
        };
        play(store, owner, next_day, TaskStatus::Completed).await;
        let rows = store.scoped(owner);
        let call = |succeeded| UsageRow {
            topic: String::new(),
            proposer: "small".to_owned(),
            prompt_tokens: 7,
            completion_tokens: 1,
            micros: 5,
            duration_ms: 3,
            succeeded,
        };
        let calls = vec![call(true), call(false)];
        rows.add_usage(id(number), calls, NOW).await.unwrap();
    }
    let rows = store.scoped(one);
    let first_day = NOW / DAY;
    let span = |days: i64, ahead_ms| UsageSpan {
        since_ms: NOW,
        until_ms: NOW + days * DAY,
        ahead_ms,
    };
    let site = || "shop.example".to_owned();
    let tasks = |day, status, tasks| TasksDay {
        day,
        site: site(),
        status,
        tasks,
    };
    let two_days = rows.list::<TasksDay>(span(2, 0)).await.unwrap();
    assert_eq!(
        two_days,
        [
            tasks(first_day, TaskStatus::Executing, 1),
            tasks(first_day, TaskStatus::Failed, 1),
            tasks(first_day + 1, TaskStatus::Completed, 1),
        ]
    );
    // Cases begin at noon: with a clock that is half a day ahead, the next day has begun.
    let elsewhere = rows.list::<TasksDay>(span(1, DAY / 2)).await.unwrap();
    assert_eq!(
        elsewhere,
        [
            tasks(first_day + 1, TaskStatus::Executing, 1),
            tasks(first_day + 1, TaskStatus::Failed, 1),
        ]
    );
    let checks = ChecksDay {
        day: first_day,
        site: site(),
        met: 1,
        refused: 0,
    };
    assert_eq!(rows.list::<ChecksDay>(span(1, 0)).await.unwrap(), [checks]);
    let spent = SpentDay {
        day: first_day,
        site: site(),
        model: "small".to_owned(),
        calls: 2,
        failed: 1,
        prompt_tokens: 14,
        completion_tokens: 2,
        micros: 10,
        duration_ms: 6,
    };
    assert_eq!(rows.list::<SpentDay>(span(2, 0)).await.unwrap(), [spent]);
}
