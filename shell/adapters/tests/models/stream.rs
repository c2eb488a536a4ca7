//! Answers in pieces, as servers of many makes send them.

use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use screen_agent_adapters::{ModelConfig, Models, ModelsConfig};
use screen_agent_ports::{ModelAnswer, Thinker, Thinking};
use screen_agent_testkit::{Knows, ScriptedModel, Turn};
use screen_agent_think::models::{ModelTier, ThinkFailure};

use crate::kit::{GOOD, good, one, prompt};

#[tokio::test]
async fn a_stream_and_a_whole_say_the_same_in_every_form() {
    for stream in [true, false] {
        for (schema, json, tools) in [
            (true, true, true),
            (false, false, true),
            (false, false, false),
        ] {
            let knows = Knows {
                schema,
                json,
                tools,
                stream,
                ..Knows::default()
            };
            let server = ScriptedModel::knowing(knows).await.unwrap();
            server.then(GOOD);
            let thinking = one(&server).think(&prompt(ModelTier::Fast)).await;
            assert_eq!(thinking.answer, Ok(good()), "{stream} {schema} {tools}");
            let last = thinking.calls.last().unwrap();
            assert_eq!((last.prompt_tokens, last.completion_tokens), (100, 10));
        }
    }
}

#[tokio::test]
async fn a_stream_that_is_cut_is_no_answer_however_much_came() {
    let server = ScriptedModel::start().await.unwrap();
    let cut = || Turn::CutStream(GOOD.into());
    server.on("act", cut()).on("act", cut()).on("act", cut());
    let thinking = one(&server).think(&prompt(ModelTier::Smart)).await;
    assert_eq!(thinking.answer, Err(ThinkFailure::Unavailable));
    assert_eq!(thinking.calls.len(), 3);
    assert!(
        thinking.calls.iter().all(|call| call.completion_tokens > 0),
        "what came was paid for"
    );
}

#[tokio::test]
async fn a_stream_that_was_cut_once_is_asked_for_again() {
    let server = ScriptedModel::start().await.unwrap();
    server
        .on("act", Turn::CutStream(GOOD.into()))
        .on("act", GOOD);
    assert_eq!(
        one(&server).think(&prompt(ModelTier::Smart)).await.answer,
        Ok(good())
    );
}

/// What a model that sends exactly this comes to.
async fn sent(kind: &'static str, raw: &'static str) -> Thinking {
    let answer = move |_: Bytes| async move { ([("content-type", kind)], raw) };
    let router = Router::new().route("/chat/completions", post(answer));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });
    let config = ModelConfig {
        backoff: std::time::Duration::from_millis(1),
        ..ModelConfig::new(base, "m")
    };
    let thinking = Models::new(ModelsConfig::one(config))
        .unwrap()
        .think(&prompt(ModelTier::Smart))
        .await;
    serving.abort();
    thinking
}

#[tokio::test]
async fn streams_of_many_makes_are_understood() {
    const SSE: &str = "text/event-stream; charset=utf-8";
    let yes = Ok(ModelAnswer {
        broken_off: false,
        text: "yes".into(),
        degraded: false,
    });
    let no = Err(ThinkFailure::Unavailable);
    let cases = [
        (
            SSE,
            "data: {\"choices\":[{\"delta\":{\"content\":\"yes\"}}]}\n\ndata: [DONE]\n\n",
            yes.clone(),
        ),
        (
            SSE,
            ": ping\r\n\r\ndata:{\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"ye\"}}]}\r\n\r\ndata:{\"choices\":[{\"delta\":{\"content\":\"s\"},\"finish_reason\":\"stop\"}]}\r\n\r\n",
            yes.clone(),
        ),
        (
            SSE,
            "data: {\"choices\":[{\"delta\":{\"content\":\"yes\"},\"finish_reason\":\"length\"}]}",
            yes.clone().map(|said| ModelAnswer {
                broken_off: true,
                ..said
            }),
        ),
        (
            SSE,
            "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"yes\"}}]}\n\ndata: [DONE]\n\n",
            yes.clone(),
        ),
        (
            "application/json",
            "{\"choices\":[{\"message\":{\"content\":\"yes\"}}]}",
            yes.clone(),
        ),
        (
            SSE,
            "data: {\"choices\":[{\"delta\":{\"content\":\"yes\"}}]}\n\n",
            no.clone(),
        ),
        (
            SSE,
            "data: {\"error\":{\"message\":\"overloaded\"}}\n\n",
            no.clone(),
        ),
        (SSE, "data: no json\n\n", no.clone()),
        (SSE, "", no),
        (SSE, "data: [DONE]\n\n", Err(ThinkFailure::Empty)),
    ];
    for (kind, raw, expected) in cases {
        assert_eq!(sent(kind, raw).await.answer, expected, "{raw}");
    }
}
