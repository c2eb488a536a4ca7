use screen_agent_action::status::{MAX_STEPS, TaskStatus};
use screen_agent_turn::task::Task;

use super::world::*;
use crate::task::{StepPicture, StoredStep};
use crate::turn::{BeginTurn, TurnCommit};
use crate::{Owner, Packed, Store, StoreError};

/// Opens a turn and closes it with steps 0.., one for each verdict that is asked for.
async fn opened(store: &dyn Store) -> (Owner, BeginTurn, Task) {
    let owner = owner(store, 1).await;
    let begin = first(1, 2, "a");
    open(store, owner, begin.clone()).await;
    (owner, begin, Task::new(task_id(1), "a".to_owned()))
}

async fn assert_refused(store: &dyn Store, owner: Owner, commit: TurnCommit) {
    let outcome = store.scoped(owner).commit_turn(commit).await;
    assert!(
        matches!(outcome, Err(StoreError::Refused(_))),
        "{outcome:?}"
    );
}

pub async fn a_step_comes_back_as_it_was(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let played = play_step(store, owner, first(1, 2, "a")).await;
    assert_eq!(task(store, owner, 1).await, played);
    let timeline = store
        .scoped(owner)
        .list::<StoredStep>(task_id(1))
        .await
        .unwrap();
    assert_eq!(
        timeline,
        vec![StoredStep {
            step: click(0),
            action: "click(0)".to_owned(),
            has_snapshot: false,
            at_ms: NOW,
            verdict_ms: None,
            turn: Some(0),
        }]
    );
}

pub async fn a_verdict_is_kept_with_its_step(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play_step(store, owner, first(1, 2, "a")).await;
    let second = BeginTurn {
        now_ms: NOW + 5,
        ..later(1, "a", 1)
    };
    let played = play_step(store, owner, second).await;
    assert_eq!(task(store, owner, 1).await, played);
    let timeline = store
        .scoped(owner)
        .list::<StoredStep>(task_id(1))
        .await
        .unwrap();
    let times: Vec<_> = timeline
        .into_iter()
        .map(|step| (step.at_ms, step.verdict_ms, step.step.verdict))
        .collect();
    let expected = vec![(NOW, Some(NOW + 5), Some(met())), (NOW + 5, None, None)];
    assert_eq!(times, expected);
}

pub async fn a_step_out_of_order_is_refused_whole(store: &dyn Store) {
    let (owner, begin, mut task) = opened(store).await;
    for indexes in [vec![1], vec![0, 2], vec![0, 0]] {
        let steps = indexes.iter().map(|&index| {
            let mut step = click(index);
            step.verdict = Some(met());
            new_step(&step)
        });
        task.steps = indexes.iter().map(|&index| click(index)).collect();
        let closing = TurnCommit {
            steps: steps.collect(),
            ..commit(&begin, &mut task)
        };
        assert_refused(store, owner, closing).await;
    }
    let rows = store.scoped(owner);
    assert_eq!(rows.list::<StoredStep>(task_id(1)).await.unwrap(), []);
}

pub async fn a_step_beyond_the_last_is_refused(store: &dyn Store) {
    let (owner, begin, mut task) = opened(store).await;
    let done = |index: usize| {
        let mut step = click(u16::try_from(index).unwrap());
        step.verdict = Some(met());
        step
    };
    task.steps = (0..=MAX_STEPS).map(done).collect();
    let closing = TurnCommit {
        steps: task.steps.iter().map(new_step).collect(),
        ..commit(&begin, &mut task)
    };
    assert_refused(store, owner, closing).await;
    task.steps.pop();
    let closing = TurnCommit {
        steps: task.steps.iter().map(new_step).collect(),
        ..commit(&begin, &mut task)
    };
    store.scoped(owner).commit_turn(closing).await.unwrap();
}

pub async fn a_second_outstanding_step_is_refused(store: &dyn Store) {
    let (owner, begin, mut task) = opened(store).await;
    task.steps = vec![click(0), click(1)];
    let closing = TurnCommit {
        steps: task.steps.iter().map(new_step).collect(),
        ..commit(&begin, &mut task)
    };
    assert_refused(store, owner, closing).await;
}

pub async fn a_judged_step_is_not_judged_again(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play_step(store, owner, first(1, 2, "a")).await;
    let mut task = play_step(store, owner, later(1, "a", 1)).await;
    let begin = later(1, "a", 2);
    open(store, owner, begin.clone()).await;
    let closing = TurnCommit {
        verdicts: vec![judge(&mut task, 0)],
        ..commit(&begin, &mut task)
    };
    assert_refused(store, owner, closing).await;
}

pub async fn a_verdict_on_nothing_is_refused(store: &dyn Store) {
    let (owner, begin, mut task) = opened(store).await;
    let mut other = task.clone();
    other.steps.push(click(0));
    let closing = TurnCommit {
        verdicts: vec![judge(&mut other, 0)],
        ..commit(&begin, &mut task)
    };
    assert_refused(store, owner, closing).await;
}

/// A client tells of a whole chain at once: all but the last are judged as they come.
pub async fn steps_of_a_chain_are_judged_as_they_come(store: &dyn Store) {
    let (owner, begin, mut task) = opened(store).await;
    task.steps = vec![click(0), click(1), click(2)];
    let steps: Vec<_> = task.steps.iter().map(new_step).collect();
    let verdicts = vec![judge(&mut task, 0), judge(&mut task, 1)];
    let closing = TurnCommit {
        steps,
        verdicts,
        ..commit(&begin, &mut task)
    };
    let rows = store.scoped(owner);
    rows.commit_turn(closing).await.unwrap();
    let kept = rows.list::<StoredStep>(task_id(1)).await.unwrap();
    let steps: Vec<_> = kept.iter().map(|kept| kept.step.clone()).collect();
    assert_eq!(steps, task.steps);
    let judged: Vec<_> = kept.iter().map(|kept| kept.verdict_ms).collect();
    assert_eq!(judged, [Some(NOW), Some(NOW), None]);
}

pub async fn an_approval_is_used_once(store: &dyn Store) {
    let (owner, begin, mut task) = opened(store).await;
    task.steps.push(click(0));
    let closing = TurnCommit {
        steps: vec![new_step(&click(0))],
        approvals: vec![approval(0, "print")],
        ..commit(&begin, &mut task)
    };
    store.scoped(owner).commit_turn(closing).await.unwrap();
    let begin = later(1, "a", 1);
    open(store, owner, begin.clone()).await;
    let verdict = judge(&mut task, 0);
    task.steps.push(click(1));
    let again = TurnCommit {
        steps: vec![new_step(&click(1))],
        verdicts: vec![verdict],
        approvals: vec![approval(1, "print")],
        ..commit(&begin, &mut task)
    };
    assert_refused(store, owner, again).await;
    // Nor is there an approval without its step.
    task.steps.pop();
    let homeless = TurnCommit {
        approvals: vec![approval(9, "other")],
        ..commit(&begin, &mut task)
    };
    assert_refused(store, owner, homeless).await;
}

pub async fn a_state_that_disagrees_with_its_steps_is_refused(store: &dyn Store) {
    let (owner, begin, mut task) = opened(store).await;
    task.steps.push(click(0));
    let closing = commit(&begin, &mut task);
    assert_refused(store, owner, closing).await;
}

fn picture(size: usize) -> StepPicture {
    StepPicture {
        mime: "image/png".to_owned(),
        image: vec![7; size],
    }
}

pub async fn a_picture_is_kept_with_its_step(store: &dyn Store) {
    let (owner, begin, mut task) = opened(store).await;
    task.steps.push(click(0));
    task.status = TaskStatus::Executing;
    let closing = TurnCommit {
        steps: vec![new_step(&click(0))],
        snapshot: Some((0, picture(9))),
        ..commit(&begin, &mut task)
    };
    let rows = store.scoped(owner);
    rows.commit_turn(closing).await.unwrap();
    let found = |step| rows.find::<StepPicture>((task_id(1), step));
    assert_eq!(found(0).await.unwrap(), Some(picture(9)));
    assert_eq!(found(1).await.unwrap(), None);
    let timeline = rows.list::<StoredStep>(task_id(1)).await.unwrap();
    assert!(timeline[0].has_snapshot);
}

pub async fn a_picture_that_is_too_large_is_refused(store: &dyn Store) {
    let (owner, begin, mut task) = opened(store).await;
    let closing = TurnCommit {
        snapshot: Some((0, picture(2_000_001))),
        record: Packed::bytes(b"{}"),
        ..commit(&begin, &mut task)
    };
    assert_refused(store, owner, closing).await;
}
