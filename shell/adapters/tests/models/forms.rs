//! Servers know different parts of the protocol.

use screen_agent_ports::Thinker;
use screen_agent_testkit::{Knows, ScriptedModel, Turn};
use screen_agent_think::models::{ModelTier, ThinkFailure};
use serde_json::json;

use crate::kit::{GOOD, config, good, one, prompt};
use screen_agent_adapters::{Models, ModelsConfig};

#[tokio::test]
async fn a_server_that_knows_all_is_asked_by_schema_in_a_stream() {
    let server = ScriptedModel::start().await.unwrap();
    server.on("act", GOOD);
    let prompt = prompt(ModelTier::Fast);
    assert_eq!(one(&server).think(&prompt).await.answer, Ok(good()));
    let asked = server.asked();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].key.as_deref(), Some("sk-test-key"));
    let expected = json!({
        "model": "m",
        "messages": [
            { "role": "system", "content": "You answer as JSON." },
            { "role": "user", "content": "What next?" },
        ],
        "response_format": {
            "type": "json_schema",
            "json_schema": { "name": "act", "schema": prompt.schema },
        },
        "max_tokens": 50,
        "temperature": 0.7,
        "stream": true,
        "stream_options": { "include_usage": true },
    });
    assert_eq!(asked[0].body, expected);
    assert_eq!(server.mistakes(), Vec::<String>::new());
}

#[tokio::test]
async fn what_a_server_refuses_is_left_out_and_remembered() {
    let all = Knows::default;
    let cases = [
        (
            "no schema",
            Knows {
                schema: false,
                ..all()
            },
            vec!["json_schema", "json_object"],
        ),
        (
            "no response format",
            Knows {
                schema: false,
                json: false,
                ..all()
            },
            vec!["json_schema", "json_object", "tools"],
        ),
        (
            "no form at all",
            Knows {
                schema: false,
                json: false,
                tools: false,
                ..all()
            },
            vec!["json_schema", "json_object", "tools", "plain"],
        ),
    ];
    for (what, knows, forms) in cases {
        let server = ScriptedModel::knowing(knows).await.unwrap();
        server.then(GOOD).then(GOOD);
        let models = one(&server);
        for _ in 0..2 {
            assert_eq!(
                models.think(&prompt(ModelTier::Fast)).await.answer,
                Ok(good()),
                "{what}"
            );
        }
        let asked = server.asked();
        let found: Vec<&str> = asked.iter().map(|asked| asked.form()).collect();
        let mut expected = forms.clone();
        expected.extend(forms.last());
        assert_eq!(found, expected, "{what}");
    }
}

#[tokio::test]
async fn a_server_that_knows_little_is_found_out_once_whether_it_says_why_or_not() {
    for says_why in [true, false] {
        let server = ScriptedModel::knowing(Knows {
            says_why,
            ..Knows::little()
        })
        .await
        .unwrap();
        server.then(GOOD).then(GOOD);
        let models = one(&server);
        let first = models.think(&prompt(ModelTier::Smart)).await;
        assert_eq!(first.answer, Ok(good()));
        assert_eq!(first.calls.len(), server.asked().len());
        let second = models.think(&prompt(ModelTier::Smart)).await;
        assert_eq!(second.answer, Ok(good()));
        assert_eq!(second.calls.len(), 1);
        let mut last = server.asked().pop().unwrap().body;
        // Without words to go by, more may be left out than has to be.
        last.as_object_mut()
            .unwrap()
            .remove("max_completion_tokens");
        let messages = last["messages"].clone();
        assert_eq!(last, json!({ "model": "m", "messages": messages }));
    }
}

#[tokio::test]
async fn one_thing_refused_costs_nothing_else() {
    let all = Knows::default;
    let cases = [
        (
            "usage",
            Knows {
                usage: false,
                ..all()
            },
            "stream_options",
        ),
        (
            "stream",
            Knows {
                stream: false,
                ..all()
            },
            "stream",
        ),
        (
            "temperature",
            Knows {
                temperature: false,
                ..all()
            },
            "temperature",
        ),
        (
            "limit",
            Knows {
                max_tokens: false,
                ..all()
            },
            "max_tokens",
        ),
    ];
    for (what, knows, missing) in cases {
        let server = ScriptedModel::knowing(knows).await.unwrap();
        server.on("act", GOOD);
        let thinking = one(&server).think(&prompt(ModelTier::Fast)).await;
        assert_eq!(thinking.answer, Ok(good()), "{what}");
        let asked = server.asked();
        assert_eq!(asked.len(), 2, "{what}");
        assert!(asked[1].body[missing].is_null(), "{what}");
        assert_eq!(asked[1].form(), "json_schema", "{what}");
    }
}

#[tokio::test]
async fn a_refusal_may_come_as_an_error_of_the_server_s_own() {
    let knows = Knows {
        stream: false,
        usage: false,
        refuses_with: 500,
        ..Knows::default()
    };
    let server = ScriptedModel::knowing(knows).await.unwrap();
    server.on("act", GOOD);
    let thinking = one(&server).think(&prompt(ModelTier::Fast)).await;
    assert_eq!(thinking.answer, Ok(good()));
    assert_eq!(server.asked().len(), 3);
}

#[tokio::test]
async fn room_to_think_is_given_where_thinking_counts() {
    let server = ScriptedModel::knowing(Knows {
        max_tokens: false,
        ..Knows::default()
    })
    .await
    .unwrap();
    server.on("act", GOOD);
    one(&server)
        .think(&prompt(ModelTier::Fast))
        .await
        .answer
        .unwrap();
    assert_eq!(
        server.asked()[1].body["max_completion_tokens"],
        json!(2_098)
    );
}

#[tokio::test]
async fn a_model_that_thinks_aloud_is_told_not_to_from_then_on() {
    let server = ScriptedModel::knowing(Knows {
        thinks: true,
        ..Knows::default()
    })
    .await
    .unwrap();
    server.on("act", GOOD).on("act", GOOD);
    let models = one(&server);
    assert_eq!(
        models.think(&prompt(ModelTier::Fast)).await.answer,
        Ok(good())
    );
    assert_eq!(
        models.think(&prompt(ModelTier::Fast)).await.answer,
        Ok(good())
    );
    let asked = server.asked();
    assert!(asked[0].body["chat_template_kwargs"].is_null());
    assert_eq!(
        asked[1].body["chat_template_kwargs"],
        json!({ "enable_thinking": false })
    );
}

#[tokio::test]
async fn a_family_that_thinks_aloud_is_told_at_once_unless_the_server_minds() {
    for (switch, requests) in [(true, 1), (false, 2)] {
        let server = ScriptedModel::knowing(Knows {
            switch,
            ..Knows::default()
        })
        .await
        .unwrap();
        server.on("act", GOOD);
        let models = Models::new(ModelsConfig::one(config(&server, "Qwen3-8B"))).unwrap();
        assert_eq!(
            models.think(&prompt(ModelTier::Fast)).await.answer,
            Ok(good())
        );
        let asked = server.asked();
        assert_eq!(asked.len(), requests);
        assert_eq!(
            asked[0].body["chat_template_kwargs"],
            json!({ "enable_thinking": false })
        );
        assert_eq!(
            asked[requests - 1].body["chat_template_kwargs"].is_null(),
            !switch
        );
    }
}

#[tokio::test]
async fn a_request_that_is_refused_whatever_is_left_out_teaches_nothing() {
    let server = ScriptedModel::start().await.unwrap();
    for _ in 0..30 {
        server.then(Turn::Status(400, None));
    }
    let models = one(&server);
    let thinking = models.think(&prompt(ModelTier::Smart)).await;
    assert!(thinking.answer.is_err());
    // Each thing that may be left out is left out once: usage, three forms, two limits, temperature, stream.
    assert_eq!(thinking.calls.len(), 9);
    assert!(thinking.calls.iter().all(|call| call.prompt_tokens == 0));
    let before = server.asked().len();
    models.think(&prompt(ModelTier::Smart)).await;
    assert_eq!(server.asked()[before].body, server.asked()[0].body);
}

#[tokio::test]
async fn json_is_asked_for_in_words_where_nothing_holds_the_model_to_it() {
    let knows = Knows {
        schema: false,
        ..Knows::default()
    };
    let server = ScriptedModel::knowing(knows).await.unwrap();
    server.then(GOOD);
    let mut prompt = prompt(ModelTier::Fast);
    prompt.system = "Be short.".into();
    one(&server).think(&prompt).await.answer.unwrap();
    let asked = server.asked();
    assert_eq!(asked[0].system(), "Be short.");
    assert_eq!(
        asked[1].system(),
        "Be short.\nAnswer with one JSON object and nothing else."
    );
}

#[tokio::test]
async fn a_topic_s_own_temperature_wins() {
    let server = ScriptedModel::start().await.unwrap();
    server.on("act", GOOD);
    let mut prompt = prompt(ModelTier::Fast);
    prompt.temperature = Some(0.0);
    one(&server).think(&prompt).await.answer.unwrap();
    assert_eq!(server.asked()[0].body["temperature"], json!(0.0));
}

#[tokio::test]
async fn an_empty_answer_is_asked_for_once_more_with_room_to_think() {
    let server = ScriptedModel::start().await.unwrap();
    server.on("act", "<think>So much to say").on("act", GOOD);
    let models = one(&server);
    let thinking = models.think(&prompt(ModelTier::Fast)).await;
    assert_eq!(thinking.answer, Ok(good()));
    assert_eq!(thinking.calls.len(), 2);
    let asked = server.asked();
    assert_eq!(asked[0].body["max_tokens"], json!(50));
    assert!(asked[1].body["max_tokens"].as_u64().unwrap() > 1_000);
    assert_eq!(
        asked[1].body["chat_template_kwargs"],
        json!({ "enable_thinking": false })
    );
}

#[tokio::test]
async fn an_answer_that_stays_empty_is_a_fault_of_its_own() {
    let server = ScriptedModel::start().await.unwrap();
    server.always("act", " ");
    let thinking = one(&server).think(&prompt(ModelTier::Fast)).await;
    assert_eq!(thinking.answer, Err(ThinkFailure::Empty));
    assert_eq!(server.asked().len(), 2);
}
