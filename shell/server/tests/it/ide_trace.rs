//! Tasks of IDEs as traces: streams, keys, hand-off, and how a trace stands.

use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::StreamExt as _;
use screen_agent_server::{IdeMeans, ServerConfig};
use screen_agent_store_sqlite::Options;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::kit::{Kit, NOON, Reply, page, request};
use crate::place::Place;

/// Events: their names and their fields.
pub type Told = Vec<(String, Value)>;

pub const DESIGN: &str = "/functions/v1/design-generate";

pub fn wanting(path: &str, token: &str, body: &Value) -> Request<Body> {
    as_events(request("POST", path, token, body.to_string().into()))
}

pub fn as_events(mut asked: Request<Body>) -> Request<Body> {
    let kind = "text/event-stream".parse().unwrap();
    asked.headers_mut().insert("accept", kind);
    asked
}

fn keyed(mut asked: Request<Body>, key: &'static str) -> Request<Body> {
    asked
        .headers_mut()
        .insert("idempotency-key", key.parse().unwrap());
    asked
}

/// The frames of a whole stream: name and data.
fn frames(reply: &Reply) -> Told {
    assert_eq!(reply.status, 200, "{}", reply.json());
    assert!(reply.bytes.is_ascii());
    let text = String::from_utf8(reply.bytes.clone()).unwrap();
    let whole = text
        .strip_suffix("\n\n")
        .expect("a stream ends with a frame");
    whole.split("\n\n").map(frame).collect()
}

fn frame(text: &str) -> (String, Value) {
    let (name, data) = text.split_once('\n').expect("two lines");
    let name = name.strip_prefix("event: ").expect("a name");
    let data = data.strip_prefix("data: ").expect("data");
    assert!(!data.contains('\n'));
    (name.to_owned(), serde_json::from_str(data).unwrap())
}

fn names(frames: &[(String, Value)]) -> Vec<&str> {
    frames.iter().map(|(name, _)| name.as_str()).collect()
}

fn code(reply: &Reply) -> (u16, Value) {
    (reply.status.as_u16(), reply.json()["code"].clone())
}

async fn status(kit: &Kit, token: &str, trace: &str) -> Value {
    let path = format!("/trace-status?trace_id={trace}");
    kit.get(&path, token).await.json()
}

/// A stream that is read piece by piece: each piece is a frame.
pub struct Stream(Pin<Box<BodyDataStream>>);

impl Stream {
    pub async fn open(kit: &Kit, asked: Request<Body>) -> Self {
        let response = kit.app.clone().oneshot(asked).await.unwrap();
        assert_eq!(response.status(), 200);
        Self(Box::pin(response.into_body().into_data_stream()))
    }

    pub async fn next(&mut self) -> Option<(String, Value)> {
        let bytes = self.0.next().await?.unwrap();
        let text = std::str::from_utf8(&bytes).unwrap();
        Some(frame(text.strip_suffix("\n\n").unwrap()))
    }

    pub async fn expect(&mut self, name: &str) -> Value {
        let (found, data) = self.next().await.expect(name);
        assert_eq!(found, name, "{data}");
        data
    }

    pub async fn rest(mut self) -> Told {
        let mut rest = Told::new();
        while let Some(frame) = self.next().await {
            rest.push(frame);
        }
        rest
    }
}

/// A server with one place for what computes, and somebody in it until they are let go.
async fn full(config: ServerConfig) -> (Kit, impl FnOnce()) {
    let dir = Place::alone();
    full_on(dir, config).await
}

/// One that hands nothing to the background.
pub fn patient() -> ServerConfig {
    ServerConfig {
        handoff_after: std::time::Duration::from_secs(3_600),
        ..ServerConfig::default()
    }
}

pub async fn full_on(dir: Arc<Place>, config: ServerConfig) -> (Kit, impl FnOnce()) {
    let config = ServerConfig {
        max_turns: 1,
        ..config
    };
    let kit = Kit::on(dir, 0, Options::default(), config).await;
    let gate = kit.script.hold();
    let (app, token) = (kit.app.clone(), kit.alice.clone());
    let body = page("click Help").to_string();
    tokio::spawn(app.oneshot(request("POST", "/api/agent/interact", &token, body.into())));
    kit.script.entered.notified().await;
    (kit, move || gate.add_permits(1))
}

#[tokio::test]
async fn a_stream_tells_everything_in_order_and_byte_for_byte() {
    let kit = Kit::new().await;
    let body = json!({ "text": "login page \"안녕\"", "projectId": "demo" });
    let reply = kit.send(wanting(DESIGN, &kit.alice, &body)).await;
    assert_eq!(reply.header("content-type"), "text/event-stream");
    assert_eq!(reply.header("cache-control"), "no-cache");
    assert_eq!(reply.header("x-accel-buffering"), "no");
    let told = frames(&reply);
    let trace = told[0].1["trace_id"].as_str().unwrap().to_owned();
    let first = format!("event: ready\ndata: {{\"seq\":1,\"trace_id\":\"{trace}\"}}\n\n");
    assert!(reply.bytes.starts_with(first.as_bytes()));
    let mut order = names(&told);
    order.dedup();
    assert_eq!(
        order,
        [
            "ready",
            "meta",
            "progress",
            "rag.done",
            "llm.done",
            "ui.generate",
            "done"
        ]
    );
    for ((name, data), seq) in told.iter().zip(1..) {
        assert_eq!(
            (&data["seq"], &data["trace_id"]),
            (&json!(seq), &json!(trace)),
            "{name}"
        );
    }
    // What is told of progress is what was made.
    let (_, last) = told.iter().rfind(|(name, _)| name == "progress").unwrap();
    let (_, done) = told.last().unwrap();
    let made = done["result"]["rationale"].as_object().unwrap().len();
    assert_eq!(
        (&last["stage"], &last["done"], &last["total"], &last["pct"]),
        (
            &json!("components"),
            &json!(made),
            &json!(made),
            &json!(100)
        )
    );
    let (_, screen) = told.iter().find(|(name, _)| name == "ui.generate").unwrap();
    assert_eq!(screen["result"], done["result"]["cogo_ui_json"]);
    // Without events the answer is the same.
    let plain = kit.post(DESIGN, &kit.alice, &body).await.json();
    assert_eq!(plain["result"]["uui_json"], done["result"]["uui_json"]);
    assert_eq!(plain.get("seq"), None);
}

#[tokio::test]
async fn every_task_streams_and_plans_what_follows_from_it() {
    let kit = Kit::new().await;
    let body = json!({ "projectId": "demo", "page_id": 1, "symbols": ["#userName"] });
    let path = "/figma-compat/uui/variables/derive?stream=1";
    let reply = kit.post(path, &kit.alice, &body).await;
    let told = frames(&reply);
    assert_eq!(
        names(&told),
        [
            "ready", "meta", "progress", "rag.done", "llm.done", "cli.plan", "done"
        ]
    );
    let action = &told[5].1["actions"][0];
    assert_eq!(
        (&action["id"], &action["action_id"], &action["dry_run"]),
        (
            &json!("vars_upsert_1"),
            &json!("vars_upsert_1"),
            &json!(true)
        )
    );
    // What cannot be computed is said as an event; what can be seen at once, as a status.
    let wrong = kit
        .send(wanting(DESIGN, &kit.alice, &json!({ "text": "" })))
        .await;
    let told = frames(&wrong);
    assert_eq!(names(&told), ["ready", "meta", "error"]);
    assert_eq!(told[2].1["code"], "invalid_params");
    assert_eq!(told[2].1["details"]["field"], "text");
    let unknown = json!({ "text": "button", "envelope_version": "v2" });
    let refused = kit.send(wanting(DESIGN, &kit.alice, &unknown)).await;
    assert_eq!(code(&refused), (400, json!("invalid_params")));
}

#[tokio::test]
async fn a_test_sees_actions_that_nobody_carries_out() {
    let body = json!({ "text": "button", "dev_cli_simulate": true });
    let refused = Kit::new().await;
    let refused = refused.post(DESIGN, &refused.alice, &body).await;
    assert_eq!(code(&refused), (400, json!("invalid_params")));
    let kit = Kit::with(ServerConfig {
        ide: IdeMeans {
            dev_flags: Some(Default::default()),
            ..IdeMeans::default()
        },
        ..ServerConfig::default()
    })
    .await;
    let cli = |told: Vec<(String, Value)>| -> Vec<(String, Value)> {
        let cli = told
            .into_iter()
            .filter(|(name, _)| name.starts_with("cli."));
        let bare = |(name, mut data): (String, Value)| {
            data.as_object_mut()
                .unwrap()
                .retain(|name, _| name != "seq" && name != "trace_id");
            (name, data)
        };
        cli.map(bare).collect()
    };
    let told = cli(frames(&kit.send(wanting(DESIGN, &kit.alice, &body)).await));
    let args = ["--project", "demo", "--from-stdin"];
    let action = json!({ "id": "sim_1", "action_id": "sim_1", "tool": "cogo-cli", "command": "variables upsert", "args": args });
    let step = |more: Value| {
        let mut step = json!({ "id": "sim_1", "action_id": "sim_1" });
        step.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        ("cli.apply".to_owned(), step)
    };
    let expected = [
        ("cli.plan".to_owned(), json!({ "actions": [action] })),
        step(json!({ "status": "running" })),
        step(json!({ "status": "success", "diff": "noop" })),
        (
            "cli.done".to_owned(),
            json!({ "summary": { "total": 1, "success": 1, "failed": 0 } }),
        ),
    ];
    assert_eq!(told, expected);
    // Actions that there are stand in the place of one that nobody means.
    let body = json!({ "symbols": ["#a"], "dev_flags": { "dev_cli_simulate": true } });
    let path = "/figma-compat/uui/variables/derive";
    let told = cli(frames(&kit.send(wanting(path, &kit.alice, &body)).await));
    assert_eq!(told[0].1["actions"][0]["id"], "vars_upsert_1");
    assert_eq!(told[1].1["id"], "vars_upsert_1");
}

#[tokio::test]
async fn the_same_key_is_carried_out_once_and_told_again() {
    let kit = Kit::new().await;
    let body = json!({ "text": "button" });
    let send = |body: &Value| {
        let asked = request("POST", DESIGN, &kit.alice, body.to_string().into());
        kit.send(keyed(asked, "k"))
    };
    let (one, other) = tokio::join!(send(&body), send(&body));
    assert_eq!(one.status, 200);
    assert_eq!(one.bytes, other.bytes);
    let again = send(&body).await;
    assert_eq!(again.bytes, one.bytes);
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(again.json()["idempotency_key"], "k");
    // As events, and at the other address, it is the same trace up to its end.
    let asked = wanting("/design-generate", &kit.alice, &body);
    let told = frames(&kit.send(keyed(asked, "k")).await);
    assert_eq!(told[0].1["trace_id"], one.json()["trace_id"]);
    assert_eq!(told.last().unwrap().0, "done");
    let mismatch = send(&json!({ "text": "image" })).await;
    assert_eq!(code(&mismatch), (409, json!("idempotency_mismatch")));
    // Another task and another person have keys of their own.
    let path = "/figma-compat/uui/symbols/map";
    let elsewhere = request("POST", path, &kit.alice, json!({}).to_string().into());
    assert_eq!(kit.send(keyed(elsewhere, "k")).await.status, 200);
    let carols = request("POST", DESIGN, &kit.carol, body.to_string().into());
    let hers = kit.send(keyed(carols, "k")).await.json();
    assert_ne!(hers["trace_id"], one.json()["trace_id"]);
}

#[tokio::test]
async fn a_key_in_the_body_counts_and_what_failed_is_not_pinned() {
    let kit = Kit::new().await;
    let body = json!({ "text": "button", "idempotencyKey": "in the body" });
    let one = kit.post(DESIGN, &kit.alice, &body).await;
    let again = kit.post(DESIGN, &kit.alice, &body).await;
    assert_eq!(again.bytes, one.bytes);
    let long = json!({ "text": "button", "idempotency_key": "k".repeat(256) });
    let refused = kit.post(DESIGN, &kit.alice, &long).await;
    assert_eq!(code(&refused), (400, json!("invalid_params")));
    let empty = json!({ "idempotency_key": "later" });
    let failed = kit.post(DESIGN, &kit.alice, &empty).await;
    assert_eq!(code(&failed), (400, json!("invalid_params")));
    let better = json!({ "text": "button", "idempotency_key": "later" });
    assert_eq!(kit.post(DESIGN, &kit.alice, &better).await.status, 200);
}

#[tokio::test]
async fn who_has_to_wait_is_told_and_who_leaves_breaks_it_off() {
    let (kit, release) = full(ServerConfig::default()).await;
    let body = json!({ "text": "button" });
    let plain = kit.post(DESIGN, &kit.alice, &body).await;
    assert_eq!(code(&plain), (503, json!("server_busy")));
    let mut stays = Stream::open(&kit, wanting(DESIGN, &kit.alice, &body)).await;
    let mut leaves = Stream::open(&kit, wanting(DESIGN, &kit.alice, &body)).await;
    let mut traces = Vec::new();
    for stream in [&mut stays, &mut leaves] {
        let ready = stream.expect("ready").await;
        traces.push(ready["trace_id"].as_str().unwrap().to_owned());
        stream.expect("meta").await;
        stream.expect("queued").await;
    }
    let waiting = status(&kit, &kit.alice, &traces[0]).await;
    assert_eq!(waiting["status"], "queued");
    drop(leaves);
    release();
    let rest = stays.rest().await;
    assert_eq!(rest.last().unwrap().0, "done");
    assert_eq!(status(&kit, &kit.alice, &traces[0]).await["state"], "done");
    let left = loop {
        let left = status(&kit, &kit.alice, &traces[1]).await;
        if left["status"] != "queued" {
            break left;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(left["status"], "error");
    assert_eq!(left["events"][0]["event_type"], "aborted");
    assert_eq!(left["events"][0]["payload"]["reason"], "client_gone");
}

#[tokio::test]
async fn a_trace_that_a_server_left_in_mid_stream_ends_and_its_key_begins_anew() {
    let dir = Place::alone();
    let (before, _release) = full_on(Arc::clone(&dir), patient()).await;
    let body = json!({ "text": "button" });
    let asked = keyed(wanting(DESIGN, &before.alice, &body), "k");
    let mut stream = Stream::open(&before, asked).await;
    let ready = stream.expect("ready").await;
    let trace = ready["trace_id"].as_str().unwrap();
    stream.expect("meta").await;
    stream.expect("queued").await;
    // Another process on the same data knows of it by what was kept alone; the first never says another word.
    let after = Kit::on(dir, 1, Options::default(), ServerConfig::default()).await;
    let send = || {
        let asked = request("POST", DESIGN, &after.alice, body.to_string().into());
        after.send(keyed(asked, "k"))
    };
    let left = status(&after, &after.alice, trace).await;
    let kinds: Vec<_> = left["events"]
        .as_array()
        .unwrap()
        .iter()
        .rev()
        .map(|event| event["event_type"].clone())
        .collect();
    assert_eq!(
        (&left["status"], kinds),
        (
            &json!("queued"),
            vec![json!("ready"), json!("meta"), json!("queued")]
        )
    );
    // Whoever asks again waits with those who listen, until nothing was heard for so long.
    let asked = keyed(wanting(DESIGN, &after.alice, &body), "k");
    let mut again = Stream::open(&after, asked).await;
    for name in ["ready", "meta", "queued"] {
        assert_eq!(again.expect(name).await["trace_id"], trace);
    }
    after.clock.advance(60_001);
    assert_eq!(again.expect("error").await["retryable"], true);
    assert_eq!(status(&after, &after.alice, trace).await["status"], "error");
    after.clock.advance(300_000);
    let anew = send().await;
    assert_eq!(anew.status, 200, "{}", anew.json());
    assert_ne!(anew.json()["trace_id"], trace);
    assert_eq!(send().await.bytes, anew.bytes);
}

#[tokio::test]
async fn who_asks_another_server_under_the_same_key_hears_the_trace_that_is_under_way() {
    let dir = Place::alone();
    let (first, release) = full_on(Arc::clone(&dir), patient()).await;
    let second = Kit::on(dir, 1, Options::default(), ServerConfig::default()).await;
    let body = json!({ "text": "button" });
    let mut streams = Vec::new();
    for kit in [&first, &second] {
        let asked = keyed(wanting(DESIGN, &kit.alice, &body), "k");
        let mut stream = Stream::open(kit, asked).await;
        let ready = stream.expect("ready").await;
        stream.expect("meta").await;
        stream.expect("queued").await;
        streams.push((ready, stream));
    }
    let reused = json!({ "text": "table" });
    let reused = keyed(wanting(DESIGN, &second.alice, &reused), "k");
    let reused = second.send(reused).await;
    assert_eq!(code(&reused), (409, json!("idempotency_mismatch")));
    let asked = request("POST", DESIGN, &second.alice, body.to_string().into());
    let (app, asked) = (second.app.clone(), keyed(asked, "k"));
    let whole = tokio::spawn(app.oneshot(asked));
    release();
    let mut told = Vec::new();
    for (ready, stream) in streams {
        told.push((ready, stream.rest().await));
    }
    assert_eq!(told[0], told[1]);
    let (name, done) = told[0].1.last().unwrap();
    assert_eq!(name, "done");
    let whole = whole.await.unwrap().unwrap();
    assert_eq!(whole.headers()["idempotent-replayed"], "true");
    let whole = axum::body::to_bytes(whole.into_body(), usize::MAX).await;
    let whole: Value = serde_json::from_slice(&whole.unwrap()).unwrap();
    assert_eq!(whole["trace_id"], done["trace_id"]);
}

#[tokio::test]
async fn a_trace_that_a_process_which_is_gone_left_is_ended_for_good_where_somebody_asks_for_it() {
    let dir = Place::alone();
    // The first says nothing more, as if it were gone.
    let (before, release) = full_on(Arc::clone(&dir), patient()).await;
    let body = json!({ "text": "button" });
    let mut stream = Stream::open(&before, wanting(DESIGN, &before.alice, &body)).await;
    let ready = stream.expect("ready").await;
    let trace = ready["trace_id"].as_str().unwrap();
    stream.expect("meta").await;
    stream.expect("queued").await;
    let after = Kit::on(dir, 1, Options::default(), ServerConfig::default()).await;
    // Whoever is told that nobody was beside it knows that what is older was left.
    after.state.alone_since(NOON + 1);
    let list = after.get("/trace-list", &after.alice).await.json();
    assert_eq!(list["items"][0]["status"], "error");
    let path = format!("/trace-status?trace_id={trace}");
    let asked = || as_events(request("GET", &path, &after.alice, Body::empty()));
    let told = frames(&after.send(asked()).await);
    assert_eq!(names(&told), ["ready", "meta", "queued", "error"]);
    let (_, end) = &told[3];
    assert_eq!(
        (&end["seq"], &end["retryable"], &end["trace_id"]),
        (&json!(4), &json!(true), &json!(trace))
    );
    // Once, however often it is asked for; and nothing of it is told to anybody else.
    assert_eq!(frames(&after.send(asked()).await), told);
    let stands = status(&after, &after.alice, trace).await;
    assert_eq!(
        (&stands["status"], &stands["events"][0]["seq"]),
        (&json!("error"), &json!(4))
    );
    assert_eq!(status(&after, &after.bob, trace).await["events"], json!([]));
    // What is told from here on is nobody's of before.
    let new = after.post(DESIGN, &after.alice, &body).await.json();
    let new = new["trace_id"].as_str().unwrap();
    assert_eq!(status(&after, &after.alice, new).await["status"], "done");
    release();
}

#[tokio::test]
async fn a_silent_stream_says_that_it_is_alive() {
    let (kit, release) = full(patient()).await;
    let body = json!({ "text": "button" });
    let mut stream = Stream::open(&kit, wanting(DESIGN, &kit.alice, &body)).await;
    let ready = stream.expect("ready").await;
    stream.expect("meta").await;
    stream.expect("queued").await;
    tokio::time::pause();
    for _ in 0..2 {
        let alive = stream.expect("keepalive").await;
        assert_eq!(alive["trace_id"], ready["trace_id"]);
        assert_eq!(alive.get("seq"), None);
    }
    tokio::time::resume();
    release();
    assert_eq!(stream.rest().await.last().unwrap().0, "done");
}

#[tokio::test]
async fn what_was_handed_to_the_background_goes_on_without_its_client() {
    let (kit, release) = full(ServerConfig {
        handoff_after: std::time::Duration::ZERO,
        ..ServerConfig::default()
    })
    .await;
    let body = json!({ "text": "button" });
    let mut leaves = Stream::open(&kit, wanting(DESIGN, &kit.alice, &body)).await;
    let ready = leaves.expect("ready").await;
    let trace = ready["trace_id"].as_str().unwrap();
    leaves.expect("meta").await;
    leaves.expect("queued").await;
    assert_eq!(leaves.expect("handoff").await["job_id"], trace);
    drop(leaves);
    assert_eq!(status(&kit, &kit.alice, trace).await["status"], "handoff");
    release();
    let done = loop {
        let told = status(&kit, &kit.alice, trace).await;
        if told["status"] != "handoff" {
            break told;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(done["status"], "done");
    assert_eq!(done["event_counts"]["handoff"], 1);
}

#[tokio::test]
async fn a_trace_is_asked_after_and_is_its_owners() {
    let kit = Kit::new().await;
    let body = json!({ "text": "button", "projectId": "demo" });
    let reply = kit.post(DESIGN, &kit.alice, &body).await.json();
    let trace = reply["trace_id"].as_str().unwrap();
    let path = format!("/functions/v1/trace-status?trace_id={trace}");
    let told = kit.get(&path, &kit.alice).await;
    let tag = told.header("etag").to_owned();
    let json = told.json();
    assert_eq!(
        (&json["ok"], &json["status"]),
        (&json!(true), &json!("done"))
    );
    let (newest, oldest) = (
        &json["events"][0],
        json["events"].as_array().unwrap().last(),
    );
    assert_eq!(newest["event_type"], "done");
    assert_eq!(newest["payload"]["result"], reply["result"]);
    assert_eq!(newest["project_id"], "demo");
    assert_eq!(newest["message_id"], trace);
    assert_eq!(oldest.unwrap()["event_type"], "ready");
    assert_eq!(json["done_at"], newest["created_at"]);
    let conditional = |method: &str, known: &str| {
        let mut asked = request(method, &path, &kit.alice, Body::empty());
        asked
            .headers_mut()
            .insert("if-none-match", known.parse().unwrap());
        kit.send(asked)
    };
    let same = conditional("GET", &format!("\"x\", W/{tag}")).await;
    assert_eq!((same.status.as_u16(), same.bytes.len()), (304, 0));
    assert_eq!(conditional("GET", "\"x\"").await.status, 200);
    let head = conditional("HEAD", "\"x\"").await;
    assert_eq!((head.status.as_u16(), head.bytes.len()), (200, 0));
    assert_eq!(head.header("etag"), tag);
    for (token, id) in [(&kit.bob, trace), (&kit.carol, trace), (&kit.alice, "demo")] {
        let unknown = status(&kit, token, id).await;
        assert_eq!(unknown["status"], "pending");
        assert_eq!(unknown["events"], json!([]));
    }
    for path in [
        "/api-router/metrics/trace/",
        "/functions/v1/api/metrics/trace/",
    ] {
        let metrics = kit.get(&format!("{path}{trace}"), &kit.alice).await.json();
        assert_eq!(metrics["events"], json["events"]);
    }
}
