//! What the person does beside looking on: stopping a task, and taking one up again.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod world;

use screen_agent_action::id::SessionId;
use screen_agent_action::status::TaskStatus;
use screen_agent_engine::turn::{Help, TurnError};
use uuid::Uuid;
use world::*;

#[tokio::test]
async fn a_stop_reaches_a_turn_in_the_middle() {
    let scripted = Scripted::new(vec![hover("1"), Cue::Hang]);
    let world = World::new(vec![scripted.clone()]).await;
    world.answer(look("show the details")).await;
    scripted.called.notified().await;
    let task = world.task().await;
    let turn = world.turn(look_again(task, "show the details"));
    let stop = async {
        scripted.called.notified().await;
        world.engine.stop(world.owner, task).await.unwrap()
    };
    let (turn, stopped) = tokio::join!(turn, stop);
    let body = turn.unwrap().response.body;
    assert_eq!(body, b"refused Stopped / interrupted");
    assert_eq!(stopped.status, TaskStatus::Interrupted);
}

#[tokio::test]
async fn a_stopped_task_is_taken_up_by_the_next_look() {
    let scripted = Scripted::new(vec![hover("1"), hover("3")]);
    let world = World::new(vec![scripted]).await;
    world.answer(look("show the details")).await;
    let task = world.task().await;
    let stopped = world.engine.stop(world.owner, task).await.unwrap();
    assert_eq!(stopped.status, TaskStatus::Interrupted);
    let answer = world.answer(look_again(task, "show the details")).await;
    assert_eq!(answer, "hover(3) / executing");
}

#[tokio::test]
async fn a_task_that_has_ended_is_not_stopped() {
    let world = World::new(vec![Scripted::new(vec![finish("There.")])]).await;
    world.answer(look("is it there?")).await;
    let stop = world.engine.stop(world.owner, world.task().await).await;
    assert!(matches!(stop, Err(TurnError::Ended)), "{stop:?}");
}

#[tokio::test]
async fn an_answer_reaches_whoever_asked() {
    let scripted = Scripted::new(vec![ask_for("Which colour?"), hover("1")]);
    let world = World::new(vec![scripted.clone()]).await;
    let asked = world.answer(look("choose a shirt")).await;
    assert_eq!(asked, "ask Which colour? / awaiting_user");
    let task = world.task().await;
    let said = Some("blue".to_owned());
    let resumed = world
        .engine
        .resume(
            world.owner,
            session(),
            task,
            Help {
                said,
                ..Help::default()
            },
        )
        .await
        .unwrap();
    assert_eq!(resumed.status, TaskStatus::Executing);
    let answer = world.answer(look_again(task, "choose a shirt")).await;
    assert_eq!(answer, "hover(1) / executing");
    let answers = scripted.asked.lock().unwrap()[1].answers.clone();
    let said: Vec<(&str, &str)> = answers
        .iter()
        .map(|said| (said.question.as_str(), said.answer.as_str()))
        .collect();
    assert_eq!(said, [("Which colour?", "blue")]);
}

#[tokio::test]
async fn only_a_task_that_waits_is_resumed() {
    let world = World::new(vec![Scripted::new(vec![hover("1"), hover("3")])]).await;
    world.answer(look("show the details")).await;
    let task = world.task().await;
    let resume = |session| {
        world
            .engine
            .resume(world.owner, session, task, Help::default())
    };
    let resumed = resume(session()).await;
    assert!(matches!(resumed, Err(TurnError::NotWaiting)), "{resumed:?}");
    let elsewhere = SessionId::new(Uuid::from_u128(5));
    let resumed = resume(elsewhere).await;
    assert!(
        matches!(resumed, Err(TurnError::UnknownTask)),
        "{resumed:?}"
    );
    // Neither left a lease behind.
    let answer = world.answer(look_again(task, "show the details")).await;
    assert_eq!(answer, "hover(3) / executing");
}

#[tokio::test]
async fn words_of_a_resume_are_never_a_yes() {
    let pay = screen_agent_action::Action::Navigate {
        url: "https://elsewhere.example/".to_owned(),
        new_tab: false,
    };
    let scripted = Scripted::new(vec![act(pay), hover("1")]);
    let world = World::new(vec![scripted]).await;
    let asked = world.answer(look("show the details")).await;
    assert!(asked.starts_with("approve"), "{asked}");
    let task = world.task().await;
    let yes = Some("yes".to_owned());
    let resumed = world
        .engine
        .resume(
            world.owner,
            session(),
            task,
            Help {
                said: yes,
                ..Help::default()
            },
        )
        .await
        .unwrap();
    assert_eq!(resumed.phase.question(), None);
    let answer = world.answer(look_again(task, "show the details")).await;
    assert_eq!(answer, "hover(1) / executing");
}
