//! Models as proposers of tasks, over the protocol that they really speak; and the chat, with and without one.

use std::sync::Arc;

use axum::body::Body;
use screen_agent_adapters::{ModelConfig, Models, ModelsConfig, Price};
use screen_agent_server::{IdeMeans, ServerConfig};
use screen_agent_testkit::{ScriptedModel, Turn};
use screen_agent_wire::ide::request::DevFlags;
use serde_json::{Value, json};

use crate::kit::{Kit, Reply, Wider, alice, request};
use crate::place::Place;

const DESIGN: &str = "/functions/v1/design-generate";

/// A server with a model behind it, of which a token costs a millionth.
async fn world(micros_a_day: u64) -> (Kit, ScriptedModel) {
    let model = ScriptedModel::start().await.unwrap();
    let config = ModelConfig {
        window: 32_000,
        backoff: std::time::Duration::from_millis(1),
        price: Price {
            input: 1_000_000,
            output: 1_000_000,
        },
        ..ModelConfig::new(model.url(), "scripted")
    };
    let wider = Wider {
        thinker: Some(Arc::new(Models::new(ModelsConfig::one(config)).unwrap())),
        micros_a_day,
        ..Wider::default()
    };
    let kit = Kit::packets(Place::new(), 0, wider).await;
    (kit, model)
}

fn component(kind: &str, text: &str, name: &str) -> Value {
    json!({ "type": kind, "text": text, "name": name, "inside": 0, "hidden": false, "why": "it is asked for" })
}

fn screen() -> Value {
    json!({ "page": "signIn", "components": [component("text", "Welcome back", ""), component("input_field", "E-mail", "email")] })
}

async fn ask(kit: &Kit, path: &str, body: &Value) -> Value {
    let reply = kit.post(path, &kit.alice, body).await;
    assert_eq!(reply.status, 200, "{path} {}", reply.json());
    reply.json()
}

/// Names and data of a whole stream.
fn frames(reply: &Reply) -> Vec<(String, Value)> {
    let text = String::from_utf8(reply.bytes.clone()).unwrap();
    let frame = |frame: &str| {
        let (name, data) = frame.split_once("\ndata: ").unwrap();
        let name = name.strip_prefix("event: ").unwrap();
        (name.to_owned(), serde_json::from_str(data).unwrap())
    };
    text.trim_end().split("\n\n").map(frame).collect()
}

#[tokio::test]
async fn a_model_proposes_the_screen_and_its_words_are_told_as_they_come() {
    let (kit, model) = world(0).await;
    model.on("design_generate", screen());
    let path = format!("{DESIGN}?stream=1");
    let body = json!({ "text": "a page to sign in with password hunter22" });
    let told = frames(&kit.post(&path, &kit.alice, &body).await);
    let of = |wanted: &str| -> Vec<Value> {
        let named = told.iter().filter(|(name, _)| name == wanted);
        named.map(|(_, data)| data.clone()).collect()
    };
    let said: String = of("llm.delta")
        .iter()
        .map(|it| it["token"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(serde_json::from_str::<Value>(&said).unwrap(), screen());
    assert!(of("llm.delta").iter().all(|it| it["draft"] == true));
    let done = &of("done")[0];
    assert_eq!(done["meta"]["proposed_by"], "model");
    assert_eq!(done["meta"]["model"], "scripted");
    assert_eq!(
        done["result"]["cogo_ui_json"]["tree"][0]["children"][0]["props"]["text"],
        "Welcome back"
    );
    assert_eq!(done["result"]["rationale"]["inp_0"], "it is asked for");
    let usage = &of("llm.done")[0]["usage"];
    assert!(usage["prompt_tokens"].as_u64().unwrap() > 0, "{usage}");
    assert_eq!(*usage, done["meta"]["usage"]);
    // It is counted among what the organisation has spent.
    let spent = kit.store.scoped(alice()).spent_since(0).await.unwrap();
    assert_eq!(Some(spent.prompt_tokens), usage["prompt_tokens"].as_u64());
    assert!(spent.micros > 0);
    // The trace keeps what was told, and no secret went to the model.
    let status = kit
        .get(
            &format!(
                "/trace-status?trace_id={}",
                done["trace_id"].as_str().unwrap()
            ),
            &kit.alice,
        )
        .await
        .json();
    assert_eq!(status["event_counts"]["llm.delta"], of("llm.delta").len());
    let asked = &model.asked()[0];
    assert!(
        !asked.user().contains("hunter22") && asked.user().contains("{{secret1}}"),
        "{}",
        asked.user()
    );
    assert_eq!(model.mistakes(), Vec::<String>::new());
}

#[tokio::test]
async fn what_a_model_gets_wrong_falls_back_to_the_rules_and_says_why() {
    for (turns, asked, why) in [
        (
            vec![Turn::Garbage, Turn::Garbage, Turn::Garbage, Turn::Garbage],
            None,
            "no model could be reached",
        ),
        (
            vec![Turn::WrongSchema, Turn::WrongSchema],
            Some(2),
            "components: is required",
        ),
        (
            vec![Turn::Full(screen().to_string())],
            Some(1),
            "the model's answer broke off before its end",
        ),
        (
            vec![Turn::from(""), Turn::from("")],
            Some(2),
            "the model said nothing",
        ),
        (
            vec![Turn::from("I will not."), Turn::from("Really not.")],
            Some(2),
            "the answer holds no JSON object",
        ),
        (
            vec![
                json!({ "page": "p", "components": [component("text", "<script>x</script>", "")] })
                    .into(),
                json!({ "page": "p", "components": [component("input_field", "a", "a b\"")] })
                    .into(),
            ],
            Some(2),
            "components[0].name: is no name",
        ),
    ] {
        let (kit, model) = world(0).await;
        for turn in turns {
            model.on("design_generate", turn);
        }
        let reply = ask(&kit, DESIGN, &json!({ "text": "login page" })).await;
        assert_eq!(reply["meta"]["proposed_by"], "rules", "{why}");
        assert_eq!(reply["meta"]["model_refused"], why);
        assert_eq!(reply["result"]["cogo_ui_json"]["page"]["name"], "loginPage");
        if let Some(asked) = asked {
            assert_eq!(model.asked().len(), asked, "{why}");
        }
    }
}

#[tokio::test]
async fn an_answer_that_was_cut_off_on_its_way_is_asked_for_again() {
    let (kit, model) = world(0).await;
    model
        .on("design_generate", Turn::CutStream(screen().to_string()))
        .on("design_generate", screen());
    let reply = ask(&kit, DESIGN, &json!({ "text": "login page" })).await;
    assert_eq!(reply["meta"]["proposed_by"], "model");
    assert_eq!(reply["meta"]["usage"]["calls"], 2);
}

#[tokio::test]
async fn a_wrong_answer_is_mended_once_with_what_was_wrong_of_it() {
    let (kit, model) = world(0).await;
    model.on(
        "data_action_generate",
        json!({ "name": "orders", "method": "GET", "path": "https://evil.example/orders",
        "body": [], "query": [], "saveTo": "#_appData.orders", "why": "" }),
    );
    model.on(
        "data_action_generate",
        json!({ "name": "orders", "method": "GET", "path": "/orders",
        "body": [], "query": [], "saveTo": "#_appData.orders", "why": "they are listed" }),
    );
    let reply = ask(
        &kit,
        "/figma-compat/uui/data_action/generate",
        &json!({ "text": "load the orders" }),
    )
    .await;
    assert_eq!(reply["meta"]["proposed_by"], "model");
    assert_eq!(reply["artifacts"]["action"]["params"]["path"], "/orders");
    let asked = model.asked();
    assert!(
        asked[1]
            .user()
            .contains("path: names a host that nobody allowed"),
        "{}",
        asked[1].user()
    );
}

#[tokio::test]
async fn nobody_is_asked_who_may_not_be() {
    let (kit, model) = world(1).await;
    model.on("design_generate", screen());
    let body = json!({ "text": "login page" });
    let none = json!({ "text": "login page", "model": "none" });
    assert_eq!(
        ask(&kit, DESIGN, &none).await["meta"],
        json!({ "proposed_by": "rules" })
    );
    assert_eq!(
        ask(&kit, DESIGN, &body).await["meta"]["proposed_by"],
        "model"
    );
    let after = ask(&kit, DESIGN, &body).await;
    assert_eq!(
        after["meta"]["model_refused"],
        "what may be spent on models is spent"
    );
    assert_eq!(model.asked().len(), 1);
}

#[tokio::test]
async fn talk_is_answered_by_a_model_in_words() {
    let (kit, model) = world(0).await;
    model.on(
        "chat_gateway",
        json!({ "answer": "A variable holds \u{1f600} what changes." }),
    );
    let body = json!({ "payload": { "messages": [{ "role": "user", "content": "hello" }, { "role": "assistant", "content": "hi" },
        { "role": "user", "content": "what is a variable?" }] }, "agentId": "a", "intent": "smalltalk", "session_id": "s" });
    let told = frames(&kit.post("/functions/v1/chat", &kit.alice, &body).await);
    let said: String = told
        .iter()
        .filter(|(name, _)| name == "llm.delta")
        .map(|(_, data)| data["token"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(said, "A variable holds \u{1f600} what changes.");
    let names: Vec<&str> = told
        .iter()
        .map(|(name, _)| name.as_str())
        .filter(|name| *name != "llm.delta")
        .collect();
    assert_eq!(names, ["ready", "meta", "llm.done", "done"]);
    let (_, done) = told.last().unwrap();
    assert_eq!(done["output"]["text"], said);
    assert_eq!(done["meta"]["proposed_by"], "model");
    let status = kit
        .get(
            &format!(
                "/trace-status?trace_id={}",
                done["trace_id"].as_str().unwrap()
            ),
            &kit.alice,
        )
        .await
        .json();
    assert_eq!(
        (
            &status["status"],
            &status["state"],
            &status["output"]["text"]
        ),
        (&json!("ready"), &json!("done"), &json!(said))
    );
    let asked = &model.asked()[0];
    assert!(
        asked.user().contains("assistant: hi")
            && asked
                .user()
                .contains("<<message a1b2c3>>\nwhat is a variable?"),
        "{}",
        asked.user()
    );
    // What cannot be used, twice, is told as it is.
    model
        .on("chat_gateway", json!({ "answer": "" }))
        .on("chat_gateway", json!({ "answer": " " }));
    let reply = kit
        .post("/chat-gateway", &kit.alice, &json!({ "text": "hello" }))
        .await;
    let code = reply.json()["code"].clone();
    assert_eq!(
        (reply.status.as_u16(), code),
        (502, json!("provider_error"))
    );
}

#[tokio::test]
async fn without_a_model_the_chat_computes_what_is_named_and_says_what_it_cannot() {
    let kit = Kit::new().await;
    for (body, task) in [
        (
            json!({ "text": "login page", "task_type": "design_generate" }),
            json!("design_generate"),
        ),
        (
            json!({ "text": "login page", "intent": "ui.generate" }),
            json!("design_generate"),
        ),
        (
            json!({ "text": "login page", "intent": { "keywords": ["ui.generate"] } }),
            json!("design_generate"),
        ),
        (
            json!({ "messages": [{ "role": "user", "content": "please ui.generate for a login page" }] }),
            json!("design_generate"),
        ),
        (json!({ "payload": { "text": "hello" } }), Value::Null),
    ] {
        let reply = ask(&kit, "/chat-gateway", &body).await;
        assert_eq!(reply["task_type"], task, "{reply}");
        assert_eq!(reply["output"]["text"], reply["response"]);
        assert_eq!(reply["meta"]["proposed_by"], "rules");
        let is_honest = reply["output"]["text"]
            .as_str()
            .unwrap()
            .starts_with("There is no model here");
        assert_eq!(is_honest, task.is_null());
    }
    for (body, field) in [
        (json!({}), "text"),
        (json!({ "text": " ", "messages": [] }), "text"),
        (
            json!({ "text": "a", "task_type": "moon_land" }),
            "task_type",
        ),
        (json!({ "messages": [{ "role": 4 }] }), "messages[0].role"),
        (json!({ "text": "a", "dev_queue_sim": true }), "dev_flags"),
    ] {
        let reply = kit.post("/chat-gateway", &kit.alice, &body).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["details"]["field"]),
            (400, &json!(field)),
            "{}",
            reply.json()
        );
    }
}

#[tokio::test]
async fn flags_for_tests_are_heeded_where_they_are_meant_to_be_and_refused_elsewhere() {
    let body = |flag: &str, value: Value| {
        let mut body = json!({ "text": "login page" });
        body[flag] = value;
        body
    };
    let kit = Kit::new().await;
    for flag in [
        body("dev_abort_after_ms", json!(1)),
        body("dev_disable_fallback", json!(true)),
        body("dev_flags", json!({ "dev_queue_sim": true })),
    ] {
        let reply = kit.post(DESIGN, &kit.alice, &flag).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["details"]["field"]),
            (400, &json!("dev_flags")),
            "{flag}"
        );
    }
    assert_eq!(
        kit.post(DESIGN, &kit.alice, &body("dev_queue_sim", json!(false)))
            .await
            .status,
        200
    );
    let ide = IdeMeans {
        dev_flags: Some(Default::default()),
        ..IdeMeans::default()
    };
    let kit = Kit::with(ServerConfig {
        ide,
        ..ServerConfig::default()
    })
    .await;
    let told = async |flag: Value| {
        let path = format!("{DESIGN}?stream=1");
        let reply = kit
            .send(request(
                "POST",
                &path,
                &kit.alice,
                Body::from(flag.to_string()),
            ))
            .await;
        frames(&reply)
            .into_iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
    };
    assert!(
        told(body("dev_queue_sim", json!(true)))
            .await
            .contains(&"queued".to_owned())
    );
    assert!(
        told(body("dev_flags", json!({ "dev_queue_sim": true })))
            .await
            .contains(&"queued".to_owned())
    );
}

#[tokio::test]
async fn what_the_environment_says_of_flags_for_tests_counts_where_a_request_says_nothing() {
    let flags = DevFlags {
        dev_queue_sim: Some(true),
        ..DevFlags::default()
    };
    let kit = Kit::with(ServerConfig {
        ide: IdeMeans {
            dev_flags: Some(flags),
            ..IdeMeans::default()
        },
        ..ServerConfig::default()
    })
    .await;
    for (more, is_queued) in [
        (json!({}), true),
        (json!({ "dev_queue_sim": false }), false),
        (json!({ "dev_flags": { "dev_queue_sim": false } }), false),
    ] {
        let mut body = json!({ "text": "login page" });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let told = frames(
            &kit.post(&format!("{DESIGN}?stream=1"), &kit.alice, &body)
                .await,
        );
        let queued = told.iter().any(|(name, _)| name == "queued");
        assert_eq!(queued, is_queued, "{more}");
    }
}
