//! Turns with models in them: what is asked, what it costs, and what breaks it off.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod world;

use screen_agent_store::usage::UsageLine;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use screen_agent_action::ask::Decision;
use screen_agent_engine::turn::TurnRequest;
use screen_agent_engine::{Patience, ProgressSender};
use screen_agent_ports::{ModelAnswer, ModelCall, Thinker, Thinking};
use screen_agent_store::Store;
use screen_agent_think::Prompt;
use screen_agent_think::models::{ModelLimits, ThinkFailure};
use tokio::sync::{Notify, oneshot};
use world::*;

/// What a model does when it is asked.
enum Turn {
    Says(&'static str),
    Fails(ThinkFailure),
    Hangs,
}

/// A model that does as it is told, and notices when nobody waits for it any more.
struct Model {
    turns: Mutex<VecDeque<Turn>>,
    asked: Notify,
    dropped: Mutex<Option<oneshot::Sender<()>>>,
    task_tokens: u64,
}

impl Model {
    fn new(turns: Vec<Turn>) -> Arc<Self> {
        Self::with(turns, 0, None)
    }

    fn with(turns: Vec<Turn>, task_tokens: u64, dropped: Option<oneshot::Sender<()>>) -> Arc<Self> {
        Arc::new(Self {
            turns: Mutex::new(turns.into()),
            asked: Notify::new(),
            dropped: Mutex::new(dropped),
            task_tokens,
        })
    }
}

/// Tells that it is gone.
struct Alarm(Option<oneshot::Sender<()>>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if let Some(tell) = self.0.take() {
            let _ = tell.send(());
        }
    }
}

#[async_trait]
impl Thinker for Model {
    fn limits(&self) -> ModelLimits {
        ModelLimits {
            window: 8_192,
            pictures: false,
            task_tokens: self.task_tokens,
            task_micros: 0,
        }
    }

    async fn think(&self, prompt: &Prompt) -> Thinking {
        let _alarm = Alarm(self.dropped.lock().unwrap().take());
        self.asked.notify_one();
        let turn = self.turns.lock().unwrap().pop_front();
        let answer = match turn.expect("the script has an answer") {
            Turn::Hangs => std::future::pending().await,
            Turn::Says(text) => Ok(ModelAnswer {
                broken_off: false,
                text: text.to_owned(),
                degraded: false,
            }),
            Turn::Fails(failure) => Err(failure),
        };
        let call = ModelCall {
            model: "thinker".to_owned(),
            role: prompt.role,
            prompt_tokens: 100,
            completion_tokens: 10,
            micros: 7,
            duration_ms: 1,
            succeeded: answer.is_ok(),
        };
        Thinking {
            answer,
            calls: vec![call],
        }
    }
}

fn gives_up() -> Cue {
    Cue::Say(Decision::GiveUp {
        reason: "I do not understand.".to_owned(),
    })
}

async fn world(cues: Vec<Cue>, model: Arc<Model>, tenant: u64) -> World {
    let proposers = vec![Scripted::new(cues)];
    World::thinking(proposers, Patience::default(), Some(model), tenant).await
}

const HOVER: &str = r#"{"thought": "So.", "action": "hover(1)"}"#;

#[tokio::test]
async fn a_thought_is_performed_and_what_it_cost_is_kept() {
    let model = Model::new(vec![Turn::Says(HOVER)]);
    let world = world(vec![gives_up()], model, 0).await;
    assert_eq!(
        world.answer(look("hover over it")).await,
        "hover(1) / executing"
    );
    let rows = world.store.scoped(world.owner);
    let usage = rows.list::<UsageLine>(world.task().await).await.unwrap();
    let told: Vec<_> = usage
        .iter()
        .filter(|line| line.model == "thinker")
        .map(|line| {
            (
                line.topic.as_str(),
                line.prompt_tokens,
                line.micros,
                line.succeeded,
            )
        })
        .collect();
    assert_eq!(told, [("act", 100, 7, true)]);
}

#[tokio::test]
async fn an_outage_is_an_error_and_the_next_look_goes_on() {
    let model = Model::new(vec![
        Turn::Fails(ThinkFailure::Unavailable),
        Turn::Says(HOVER),
    ]);
    let world = world(vec![gives_up()], model, 0).await;
    let refused = world.answer(look("hover over it")).await;
    assert_eq!(refused, "refused Unavailable / planning");
    let again = look_again(world.task().await, "hover over it");
    assert_eq!(world.answer(again).await, "hover(1) / executing");
}

#[tokio::test]
async fn a_task_that_has_spent_its_tokens_stands_where_it_stood() {
    let model = Model::with(vec![Turn::Says("nothing readable")], 100, None);
    let world = world(vec![gives_up()], model, 0).await;
    let refused = world.answer(look("hover over it")).await;
    assert_eq!(refused, "refused OverBudget / planning");
}

#[tokio::test]
async fn a_tenant_that_has_spent_its_day_is_refused_until_the_next() {
    let turns = vec![Turn::Says(HOVER), Turn::Says(HOVER)];
    let model = Model::new(turns);
    let world = world(vec![gives_up(), gives_up(), gives_up()], model, 7).await;
    assert_eq!(
        world.answer(look("hover over it")).await,
        "hover(1) / executing"
    );
    let refused = world.answer(look("hover over it again")).await;
    assert_eq!(refused, "refused OverBudget / planning");
    let day = 24 * 60 * 60 * 1000 + 1;
    world
        .clock
        .0
        .fetch_add(day, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(
        world.answer(look("hover over it once more")).await,
        "hover(1) / executing"
    );
}

#[tokio::test]
async fn a_caller_that_goes_away_breaks_the_thought_off() {
    let (tell, gone) = oneshot::channel();
    let model = Model::with(vec![Turn::Hangs], 0, Some(tell));
    let world = world(vec![gives_up()], model.clone(), 0).await;
    tokio::select! {
        _ = world.turn(look("hover over it")) => panic!("nobody answers"),
        () = model.asked.notified() => {}
    }
    gone.await.expect("the call is dropped");
}

#[tokio::test]
async fn a_stop_breaks_the_thought_off_and_is_kept() {
    let (tell, gone) = oneshot::channel();
    let model = Model::with(vec![Turn::Hangs], 0, Some(tell));
    let world = Arc::new(world(vec![gives_up()], model.clone(), 0).await);
    let turning = tokio::spawn({
        let world = Arc::clone(&world);
        async move { world.answer(look("hover over it")).await }
    });
    model.asked.notified().await;
    let task = world.task().await;
    world.engine.stop(world.owner, task).await.unwrap();
    gone.await.expect("the call is dropped");
    assert_eq!(turning.await.unwrap(), "refused Stopped / interrupted");
    let rows = world.store.scoped(world.owner);
    let usage = rows.list::<UsageLine>(task).await.unwrap();
    let broken_off = usage.iter().filter(|line| !line.succeeded).count();
    assert_eq!(broken_off, 1, "a call that was broken off was made");
}

const PLAN: &str = r#"{"steps": [
    {"description": "Hover over Details", "reasoning": "First.", "tool": "DOM", "expectedOutcome": "It shows.", "required": true},
    {"description": "Click Help", "reasoning": "Then.", "tool": "DOM", "expectedOutcome": "It opens.", "required": true}],
    "contingencies": []}"#;

#[tokio::test]
async fn who_listens_is_told_the_plan_while_the_turn_is_under_way() {
    let turns = vec![Turn::Says(PLAN), Turn::Hangs];
    let world = world(vec![gives_up(), gives_up()], Model::new(turns), 0).await;
    let (progress, mut updates) = ProgressSender::listened_to();
    let look = TurnRequest {
        progress,
        ..look("find out what details there are, and then look into what the help says of them")
    };
    let told = tokio::select! {
        turn = world.turn(look) => panic!("the model hangs: {turn:?}"),
        told = updates.recv() => told.unwrap(),
    };
    assert_eq!(told.step, 0);
    let steps = "\n1. Hover over Details\n2. Click Help\n";
    assert!(told.text.contains(steps), "{told:?}");
}
