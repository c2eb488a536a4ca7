//! Who stands in for whom. Spec 002 §4.10.1.

use screen_agent_adapters::{Models, Price};
use screen_agent_ports::{ModelAnswer, ModelCall, Thinker};
use screen_agent_testkit::{ScriptedModel, Turn};
use screen_agent_think::models::{ModelLimits, ModelTier, ThinkFailure};

use crate::kit::{GOOD, Three, called, config, good, one, prompt};

fn degraded() -> ModelAnswer {
    ModelAnswer {
        broken_off: false,
        degraded: true,
        ..good()
    }
}

const DOWN: Turn = Turn::Status(404, None);

#[tokio::test]
async fn the_model_that_is_meant_answers() {
    for (role, name) in [(ModelTier::Smart, "smart"), (ModelTier::Fast, "fast")] {
        let three = Three::start().await;
        three.smart.on("act", GOOD);
        three.fast.on("act", GOOD);
        let thinking = three.models().think(&prompt(role)).await;
        assert_eq!(thinking.answer, Ok(good()));
        assert_eq!(called(&thinking), [(name, true)]);
    }
}

#[tokio::test]
async fn a_smart_model_has_its_fallback_and_then_the_fast_one() {
    let three = Three::start().await;
    three.smart.on("act", DOWN).on("act", DOWN);
    three.spare.on("act", GOOD).on("act", DOWN);
    three.fast.on("act", GOOD);
    let models = three.models();
    let first = models.think(&prompt(ModelTier::Smart)).await;
    assert_eq!(first.answer, Ok(degraded()));
    assert_eq!(called(&first), [("smart", false), ("spare", true)]);
    let second = models.think(&prompt(ModelTier::Smart)).await;
    assert_eq!(second.answer, Ok(degraded()));
    assert_eq!(
        called(&second),
        [("smart", false), ("spare", false), ("fast", true)]
    );
    assert_eq!(three.fast.asked()[0].body["temperature"], 0.3);
}

#[tokio::test]
async fn a_fast_model_is_asked_once_more_and_then_the_smart_one() {
    let three = Three::start().await;
    three.fast.on("act", Turn::Garbage).on("act", Turn::Garbage);
    three.smart.on("act", GOOD);
    let thinking = three.models().think(&prompt(ModelTier::Fast)).await;
    assert_eq!(thinking.answer, Ok(degraded()));
    assert_eq!(
        called(&thinking),
        [("fast", false), ("fast", false), ("smart", true)]
    );
}

#[tokio::test]
async fn nothing_is_made_up_when_all_fail() {
    let three = Three::start().await;
    let thinking = three.models().think(&prompt(ModelTier::Smart)).await;
    assert_eq!(thinking.answer, Err(ThinkFailure::Unavailable));
    assert_eq!(
        called(&thinking),
        [("smart", false), ("spare", false), ("fast", false)]
    );
}

#[tokio::test]
async fn one_model_in_both_roles_does_not_stand_in_for_itself() {
    let server = ScriptedModel::start().await.unwrap();
    server.on("act", DOWN).on("act", DOWN);
    for role in [ModelTier::Smart, ModelTier::Fast] {
        let thinking = one(&server).think(&prompt(role)).await;
        assert_eq!(called(&thinking), [("m", false)], "{role:?}");
    }
}

#[tokio::test]
async fn every_call_is_counted_with_its_price() {
    let three = Three::start().await;
    three.smart.on("act", Turn::Garbage);
    three.spare.on("act", GOOD);
    let mut config = three.config();
    let price = Price {
        input: 2_000_000,
        output: 30_000_000,
    };
    config.smart.price = price;
    config.smart_fallback.as_mut().unwrap().price = price;
    let mut calls = Models::new(config)
        .unwrap()
        .think(&prompt(ModelTier::Smart))
        .await
        .calls;
    for call in &mut calls {
        call.duration_ms = 0;
    }
    // What brought nonsense was paid for, too; its tokens are estimated.
    let read = calls[0].prompt_tokens;
    assert!((5..40).contains(&read), "{read}");
    let expected = [
        ModelCall {
            model: "smart".into(),
            role: ModelTier::Smart,
            prompt_tokens: read,
            completion_tokens: 0,
            micros: u64::from(read) * 2,
            duration_ms: 0,
            succeeded: false,
        },
        ModelCall {
            model: "spare".into(),
            role: ModelTier::Smart,
            prompt_tokens: 100,
            completion_tokens: 10,
            micros: 500,
            duration_ms: 0,
            succeeded: true,
        },
    ];
    assert_eq!(calls, expected);
}

#[tokio::test]
async fn a_prompt_goes_only_where_it_fits() {
    let three = Three::start().await;
    three.spare.on("act", GOOD);
    let mut config = three.config();
    config.smart.window = 100;
    let thinking = Models::new(config.clone())
        .unwrap()
        .think(&prompt(ModelTier::Smart))
        .await;
    assert_eq!(called(&thinking), [("spare", true)]);
    config.smart_fallback = None;
    config.fast.window = 100;
    let thinking = Models::new(config)
        .unwrap()
        .think(&prompt(ModelTier::Smart))
        .await;
    assert_eq!(thinking.answer, Err(ThinkFailure::Unavailable));
    assert_eq!(thinking.calls, []);
    assert_eq!(three.smart.asked(), []);
}

#[tokio::test]
async fn what_the_models_can_do_is_what_both_can() {
    let three = Three::start().await;
    let mut config = three.config();
    config.smart.window = 32_000;
    config.smart.pictures = true;
    config.budget.task_tokens = 9_000;
    config.budget.task_micros = 7;
    let expected = ModelLimits {
        window: 8_192,
        pictures: true,
        task_tokens: 9_000,
        task_micros: 7,
    };
    assert_eq!(Models::new(config).unwrap().limits(), expected);
}

#[tokio::test]
async fn what_is_learned_of_a_server_holds_for_both_roles() {
    let knows = screen_agent_testkit::Knows {
        temperature: false,
        ..Default::default()
    };
    let server = ScriptedModel::knowing(knows).await.unwrap();
    server.on("act", GOOD).on("act", GOOD);
    let mut models = screen_agent_adapters::ModelsConfig::one(config(&server, "m"));
    models.fast = config(&server, "m");
    let models = Models::new(models).unwrap();
    models
        .think(&prompt(ModelTier::Smart))
        .await
        .answer
        .unwrap();
    models.think(&prompt(ModelTier::Fast)).await.answer.unwrap();
    assert_eq!(server.asked().len(), 3);
}
