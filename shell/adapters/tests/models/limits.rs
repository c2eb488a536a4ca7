//! Time and whoever asked.

use std::sync::Arc;
use std::time::Duration;

use screen_agent_adapters::{Models, ModelsConfig};
use screen_agent_ports::Thinker;
use screen_agent_testkit::{ScriptedModel, Turn};
use screen_agent_think::models::{ModelTier, ThinkFailure};

use crate::kit::{GOOD, Three, called, config, good, one, prompt};

#[tokio::test]
async fn dropping_the_question_breaks_the_request_off() {
    for turn in [Turn::Hang, Turn::Stall(GOOD.into())] {
        let server = ScriptedModel::start().await.unwrap();
        server.on("act", turn);
        let models = Arc::new(one(&server));
        let asking = tokio::spawn(async move { models.think(&prompt(ModelTier::Smart)).await });
        server.until_asked(1).await;
        asking.abort();
        server.until_gone(1).await;
    }
}

#[tokio::test]
async fn a_slow_answer_is_waited_for() {
    let server = ScriptedModel::start().await.unwrap();
    server.on("act", Turn::Slow(Duration::from_millis(50), GOOD.into()));
    assert_eq!(
        one(&server).think(&prompt(ModelTier::Smart)).await.answer,
        Ok(good())
    );
}

#[tokio::test]
async fn a_model_that_hangs_leaves_time_for_the_next_one_and_is_not_asked_again() {
    let three = Three::start().await;
    three.fast.on("act", Turn::Hang);
    three.smart.on("act", GOOD);
    let mut config = three.config();
    config.fast.first_byte = Duration::from_millis(100);
    let thinking = Models::new(config)
        .unwrap()
        .think(&prompt(ModelTier::Fast))
        .await;
    assert!(thinking.answer.unwrap().degraded);
    assert_eq!(three.fast.asked().len(), 1);
}

#[tokio::test]
async fn all_together_take_no_longer_than_the_one_that_is_meant() {
    let three = Three::start().await;
    for server in [&three.smart, &three.spare, &three.fast] {
        server.on("act", Turn::Hang);
    }
    let mut config = three.config();
    config.smart = config.smart.within(Duration::from_millis(200));
    let began = std::time::Instant::now();
    let thinking = Models::new(config)
        .unwrap()
        .think(&prompt(ModelTier::Smart))
        .await;
    assert_eq!(thinking.answer, Err(ThinkFailure::TimedOut));
    assert!(
        began.elapsed() < Duration::from_secs(20),
        "the others would wait for 30"
    );
}

#[tokio::test]
async fn tries_end_with_the_time() {
    let server = ScriptedModel::start().await.unwrap();
    server.on("act", Turn::Status(503, Some(9)));
    let config = config(&server, "m").within(Duration::from_secs(5));
    let models = Models::new(ModelsConfig::one(config)).unwrap();
    let thinking = models.think(&prompt(ModelTier::Smart)).await;
    assert_eq!(called(&thinking), [("m", false)]);
}
