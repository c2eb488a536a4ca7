//! What a probe says of servers that know different parts of the protocol.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Duration;

use screen_agent_adapters::probe::{ModelReport, Support, Unusable, probe};
use screen_agent_adapters::{ModelConfig, SecretKey};
use screen_agent_testkit::{Knows, ScriptedModel, Turn};

const BIRD: &str = r#"{"word":"hoatzin"}"#;

async fn asked(server: &ScriptedModel) -> Result<ModelReport, Unusable> {
    let config = ModelConfig {
        key: Some(SecretKey::new("sk-test-key")),
        ..ModelConfig::new(server.url(), "scripted")
    };
    let mut report = probe(&config.within(Duration::from_secs(5)))
        .await
        .unwrap()?;
    report.answered_in = Duration::ZERO;
    report.speed = report.speed.map(|_| 1.0);
    Ok(report)
}

#[tokio::test]
async fn a_server_that_knows_all_is_told_so() {
    let knows = Knows {
        window: Some(32_768),
        ..Knows::default()
    };
    let server = ScriptedModel::knowing(knows).await.unwrap();
    for answer in ["yes", BIRD, BIRD, BIRD, "Red.", "one two three four"] {
        server.then(answer);
    }
    let expected = ModelReport {
        models: Some(vec!["scripted".into()]),
        window: Some(32_768),
        answered_in: Duration::ZERO,
        thinks_aloud: false,
        schema: Support::Kept,
        json: Support::Kept,
        tools: Support::Kept,
        stream: Support::Kept,
        usage: Support::Kept,
        pictures: Support::Kept,
        speed: Some(1.0),
    };
    assert_eq!(asked(&server).await, Ok(expected));
    assert_eq!((server.left_over(), server.mistakes().len()), (0, 0));
}

#[tokio::test]
async fn a_server_that_knows_little_is_told_so() {
    let server = ScriptedModel::knowing(Knows::little()).await.unwrap();
    server.then("yes").then("one two three");
    let report = asked(&server).await.unwrap();
    let found = [
        report.schema,
        report.json,
        report.tools,
        report.stream,
        report.usage,
        report.pictures,
    ];
    assert_eq!(found, [Support::Refused; 6]);
    assert_eq!((report.window, report.speed), (None, None));
}

#[tokio::test]
async fn what_is_taken_and_not_done_is_told_apart() {
    let server = ScriptedModel::knowing(Knows {
        thinks: true,
        ..Knows::default()
    })
    .await
    .unwrap();
    for answer in [
        "yes",
        "a robin",
        "a robin",
        "a robin",
        "Blue.",
        "one two three",
    ] {
        server.then(answer);
    }
    let report = asked(&server).await.unwrap();
    assert!(report.thinks_aloud);
    let found = [report.schema, report.json, report.tools, report.pictures];
    assert_eq!(found, [Support::Ignored; 4]);
    assert_eq!([report.stream, report.usage], [Support::Kept; 2]);
}

#[tokio::test]
async fn a_server_that_cannot_be_used_comes_with_the_line_that_helps() {
    let keyed = || Knows {
        key: Some("another".into()),
        ..Knows::default()
    };
    let other = || Knows {
        model: "small-one".into(),
        ..Knows::default()
    };
    let cases = [
        (keyed(), Turn::Hang, "check the key"),
        (
            other(),
            Turn::Status(404, None),
            "name a model that the server has: small-one",
        ),
        (
            Knows::default(),
            Turn::Status(404, None),
            "check the address",
        ),
        (Knows::default(), Turn::Garbage, "check the address"),
        (Knows::default(), Turn::Status(429, None), "wait a while"),
        (
            Knows::default(),
            Turn::Status(500, None),
            "look into the log",
        ),
        (
            Knows::default(),
            Turn::Redirect("http://127.0.0.1:9/".into()),
            "redirects to",
        ),
    ];
    for (knows, turn, expected) in cases {
        let server = ScriptedModel::knowing(knows).await.unwrap();
        server.then(turn);
        let unusable = asked(&server).await.unwrap_err();
        assert!(unusable.mend.contains(expected), "{unusable:?}");
        assert!(!format!("{unusable:?}").contains("sk-test"));
    }
}
