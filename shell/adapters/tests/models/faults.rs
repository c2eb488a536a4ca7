//! What goes wrong, and what comes of it.

use std::time::Duration;

use screen_agent_adapters::{ModelConfig, Models, ModelsConfig, SecretKey, SetupError};
use screen_agent_ports::Thinker;
use screen_agent_testkit::{Knows, ScriptedModel, Turn};
use screen_agent_think::models::{ModelTier, ThinkFailure};

use crate::kit::{GOOD, config, good, one, prompt};

#[tokio::test]
async fn a_server_that_is_busy_is_asked_again_at_most_twice() {
    for status in [429, 500, 503] {
        let server = ScriptedModel::start().await.unwrap();
        let busy = || Turn::Status(status, Some(0));
        server.on("act", busy()).on("act", busy()).on("act", GOOD);
        let models = one(&server);
        assert_eq!(
            models.think(&prompt(ModelTier::Smart)).await.answer,
            Ok(good()),
            "{status}"
        );
        server
            .on("act", busy())
            .on("act", busy())
            .on("act", busy())
            .on("act", GOOD);
        let thinking = models.think(&prompt(ModelTier::Smart)).await;
        assert_eq!(thinking.answer, Err(ThinkFailure::Unavailable), "{status}");
        assert_eq!(thinking.calls.len(), 3, "{status}");
    }
}

#[tokio::test]
async fn a_server_that_asks_for_an_hour_is_not_waited_for() {
    let server = ScriptedModel::start().await.unwrap();
    server.on("act", Turn::Status(429, Some(3_600)));
    let thinking = one(&server).think(&prompt(ModelTier::Smart)).await;
    assert_eq!(thinking.answer, Err(ThinkFailure::Unavailable));
    assert_eq!(thinking.calls.len(), 1);
}

#[tokio::test]
async fn a_wrong_key_is_not_tried_again() {
    let knows = Knows {
        key: Some("another".into()),
        ..Knows::default()
    };
    let server = ScriptedModel::knowing(knows).await.unwrap();
    let thinking = one(&server).think(&prompt(ModelTier::Fast)).await;
    assert_eq!(thinking.answer, Err(ThinkFailure::Unavailable));
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn what_cannot_be_read_is_no_answer() {
    for turn in [Turn::Garbage, Turn::TooLong] {
        let server = ScriptedModel::start().await.unwrap();
        server.on("act", turn.clone());
        let thinking = one(&server).think(&prompt(ModelTier::Smart)).await;
        assert_eq!(thinking.answer, Err(ThinkFailure::Unavailable), "{turn:?}");
        assert_eq!(thinking.calls.len(), 1);
        assert!(thinking.calls[0].prompt_tokens > 0, "it was paid for");
    }
}

#[tokio::test]
async fn json_of_another_shape_is_for_the_reader_to_judge() {
    let server = ScriptedModel::start().await.unwrap();
    server.on("act", Turn::WrongSchema);
    let answer = one(&server)
        .think(&prompt(ModelTier::Smart))
        .await
        .answer
        .unwrap();
    assert_eq!(answer.text, r#"{"unexpected":[1,2,3]}"#);
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_the_key_stays() {
    let other = ScriptedModel::start().await.unwrap();
    let server = ScriptedModel::start().await.unwrap();
    server.on(
        "act",
        Turn::Redirect(format!("{}/chat/completions", other.url())),
    );
    let thinking = one(&server).think(&prompt(ModelTier::Smart)).await;
    assert_eq!(thinking.answer, Err(ThinkFailure::Unavailable));
    assert_eq!(other.asked(), []);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unavailable() {
    let server = ScriptedModel::start().await.unwrap();
    let mut config = config(&server, "m");
    config.base_url = gone().await;
    let models = Models::new(ModelsConfig::one(config)).unwrap();
    let thinking = models.think(&prompt(ModelTier::Smart)).await;
    assert_eq!(thinking.answer, Err(ThinkFailure::Unavailable));
    assert_eq!(thinking.calls.len(), 3);
    assert!(thinking.calls.iter().all(|call| call.prompt_tokens == 0));
}

/// The address of a server that has ended.
async fn gone() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}/v1", listener.local_addr().unwrap())
}

#[tokio::test]
async fn a_prompt_that_the_server_finds_too_long_teaches_nothing() {
    let server = ScriptedModel::start().await.unwrap();
    server.on("act", Turn::Status(413, None)).on("act", GOOD);
    let models = one(&server);
    assert!(
        models
            .think(&prompt(ModelTier::Smart))
            .await
            .answer
            .is_err()
    );
    assert_eq!(
        models.think(&prompt(ModelTier::Smart)).await.answer,
        Ok(good())
    );
    let asked = server.asked();
    assert_eq!(asked[0].body, asked[1].body);
}

#[test]
fn a_key_is_never_printed_and_never_sent_in_the_clear() {
    let mut config = ModelConfig::new("http://models.example/v1", "m");
    config.key = Some(SecretKey::new("sk-hidden"));
    let printed = format!("{:?}", ModelsConfig::one(config.clone()));
    assert!(printed.contains("•••") && !printed.contains("sk-hidden"));
    let Err(SetupError::Address(error)) = Models::new(ModelsConfig::one(config)) else {
        panic!("a key went out over plain http");
    };
    assert!(!error.to_string().contains("hidden"));
}

#[tokio::test]
async fn no_answer_in_time_is_told_apart() {
    for (turn, stream) in [
        (Turn::Hang, true),
        (Turn::Stall(GOOD.into()), true),
        (Turn::Hang, false),
    ] {
        let knows = Knows {
            stream,
            ..Knows::default()
        };
        let server = ScriptedModel::knowing(knows).await.unwrap();
        server.then(turn.clone());
        let config = config(&server, "m").within(Duration::from_millis(400));
        let thinking = Models::new(ModelsConfig::one(config))
            .unwrap()
            .think(&prompt(ModelTier::Fast))
            .await;
        assert_eq!(
            thinking.answer,
            Err(ThinkFailure::TimedOut),
            "{turn:?} {stream}"
        );
        let last = thinking.calls.last().unwrap();
        assert!(!last.succeeded && last.prompt_tokens > 0);
        server.until_gone(1).await;
    }
}
