//! Designs of Figma, read from a server that speaks its API; and plugins that are open.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use screen_agent_adapters::{Figma, FigmaConfig, SecretKey};
use screen_agent_engine::trace::CUT_OFF_MS;
use screen_agent_ide::IdeMeans;
use screen_agent_server::ServerConfig;
use screen_agent_store_sqlite::Options;
use screen_agent_testkit::{FigmaAsked, FigmaTurn, ScriptedFigma};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tower::ServiceExt as _;

use crate::kit::{Kit, Reply, Wider, request};
use crate::place::Place;

const SHOP: &str = include_str!("../../../../fixtures/figma/shop.json");
const URL: &str = "https://www.figma.com/design/aB3/Shop";
const TOKEN: &str = "figd_secret";
const PATIENCE: Duration = Duration::from_secs(60);

struct Desk {
    kit: Kit,
    figma: ScriptedFigma,
}

impl Desk {
    async fn new() -> Self {
        Self::waiting(PATIENCE).await
    }

    async fn waiting(patience: Duration) -> Self {
        let figma = ScriptedFigma::start(TOKEN).await.unwrap();
        figma.file("aB3", serde_json::from_str(SHOP).unwrap());
        let kit = kit(Place::new(), 0, Some((&figma, patience))).await;
        Self { kit, figma }
    }

    async fn post(&self, path: &str, body: Value) -> Reply {
        self.kit.post(path, &self.kit.alice, &body).await
    }

    async fn start(&self, url: &str) -> String {
        let asked = json!({ "figma_url": url, "projectId": "demo" });
        let started = self.post("/functions/v1/figma-context/start", asked).await;
        assert_eq!(started.status, 200, "{}", started.json());
        let started = started.json();
        assert_eq!(
            (&started["persist"], &started["first_cursor"]),
            (&json!("db"), &json!(0))
        );
        started["job_id"].as_str().unwrap().to_owned()
    }

    async fn stream(&self, job: &str, more: Value) -> Vec<(String, Value)> {
        let mut asked = json!({ "job_id": job });
        for (name, value) in more.as_object().unwrap() {
            asked[name] = value.clone();
        }
        frames(&self.post("/figma-context/stream", asked).await)
    }

    async fn status(&self, job: &str) -> Value {
        let path = format!("/figma-context/status?job_id={job}");
        self.kit.get(&path, &self.kit.alice).await.json()
    }
}

async fn kit(dir: Arc<Place>, start: u64, figma: Option<(&ScriptedFigma, Duration)>) -> Kit {
    let designs = figma.map(|(figma, timeout)| {
        let config = FigmaConfig {
            timeout,
            ..FigmaConfig::new(figma.url(), SecretKey::new(TOKEN))
        };
        let figma: Arc<dyn screen_agent_ports::Designs> = Arc::new(Figma::new(config).unwrap());
        figma
    });
    let wider = Wider {
        designs,
        ..Wider::default()
    };
    Kit::packets(dir, start, wider).await
}

/// Name and data of each frame.
fn frames(reply: &Reply) -> Vec<(String, Value)> {
    assert_eq!(reply.status, 200, "{}", reply.json());
    assert_eq!(reply.header("content-type"), "text/event-stream");
    assert!(reply.bytes.is_ascii());
    let text = std::str::from_utf8(&reply.bytes).unwrap();
    let frame = |frame: &str| {
        let (name, data) = frame.split_once('\n').unwrap();
        let data = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
        (name.strip_prefix("event: ").unwrap().to_owned(), data)
    };
    text.trim_end().split("\n\n").map(frame).collect()
}

/// The names, without how far the reading was meanwhile.
fn names(frames: &[(String, Value)]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in frames {
        if name != "progress" || names.last() == Some(&"page.chunk") {
            names.push(name);
        }
    }
    names.join(" ")
}

fn one<'a>(frames: &'a [(String, Value)], name: &str) -> &'a Value {
    let found = frames.iter().find(|(known, _)| known == name);
    &found.unwrap_or_else(|| panic!("no {name} in {frames:?}")).1
}

fn code(reply: &Reply) -> (u16, Value) {
    (reply.status.as_u16(), reply.json()["code"].clone())
}

#[tokio::test]
async fn a_design_is_read_once_and_told_a_chunk_at_a_time() {
    let desk = Desk::new().await;
    let job = desk.start(URL).await;
    let mut told = Vec::new();
    for cursor in 0..4 {
        let frames = desk.stream(&job, json!({ "cursor": cursor })).await;
        assert!(
            frames
                .iter()
                .all(|(_, data)| data["trace_id"] == job.as_str())
        );
        told.push(frames);
        let status = desk.status(&job).await;
        let state = if cursor < 3 { "started" } else { "done" };
        assert_eq!(
            (
                &status["status"],
                &status["done_chunks"],
                &status["last_cursor"],
                &status["total_chunks"]
            ),
            (&json!(state), &json!(cursor + 1), &json!(cursor), &json!(4)),
            "{status}"
        );
    }
    let chunk = "page.ready page.includes page.chunk progress";
    assert!(names(&told[0]).ends_with(chunk), "{}", names(&told[0]));
    assert_eq!(names(&told[1]), format!("ready {chunk}"));
    assert_eq!(names(&told[3]), format!("ready {chunk} done"));
    let home = one(&told[1], "page.chunk");
    assert_eq!(
        (&home["page_id"], &home["chunk_idx"], &home["total_chunks"]),
        (&json!("1:2"), &json!(1), &json!(4))
    );
    assert_eq!(home["components"].as_array().unwrap().len(), 6);
    assert_eq!(
        one(&told[1], "page.includes")["includes"][0]["pageRefId"],
        "1:10"
    );
    let done = one(&told[3], "done");
    assert_eq!(done["task_type"], "figma_context_scan");
    assert_eq!(
        (&done["meta"]["job_id"], &done["meta"]["chunks"]),
        (&json!(job), &json!(4))
    );
    assert_eq!(
        done["response"],
        "Read 2 pages of 12 components, with 1 header, 1 footer, in 4 chunks."
    );
    assert_eq!(
        done["artifacts"]["figma_subtree_preview"]["page"]["name"],
        "Login"
    );
    let asked = FigmaAsked {
        path: "/v1/files/aB3".to_owned(),
        token: Some(TOKEN.to_owned()),
        ids: None,
        plugin_data: Some("shared".to_owned()),
    };
    assert_eq!(desk.figma.asked(), [asked]);
}

#[tokio::test]
async fn chunks_are_cut_as_a_client_wants_them_and_their_trace_knows_of_them() {
    let desk = Desk::new().await;
    let job = desk.start(URL).await;
    let behind = desk.stream(&job, json!({ "cursor": 4 })).await;
    assert_eq!(one(&behind, "error")["details"]["field"], "cursor");
    // Again, and in smaller pieces, of which only the first of a page tells its includes.
    let small = desk
        .stream(&job, json!({ "cursor": 2, "max_nodes_per_chunk": 2 }))
        .await;
    assert_eq!(
        names(&small),
        "ready page.ready page.includes page.chunk progress"
    );
    let next = desk
        .stream(&job, json!({ "cursor": 3, "max_nodes_per_chunk": 2 }))
        .await;
    assert_eq!(names(&next), "ready page.ready page.chunk progress");
    let trace = desk
        .kit
        .get(&format!("/trace-status?trace_id={job}"), &desk.kit.alice)
        .await
        .json();
    assert_eq!(trace["status"], "done");
    assert_eq!(trace["event_counts"]["figma_job_chunk_done"], 2);
    let links = desk.status(&job).await["artifacts"]["links"].clone();
    assert_eq!(
        links[0]["key"],
        format!("fig2cg/demo/uui.figma.context_scan/{job}.json")
    );
}

#[tokio::test]
async fn a_node_alone_is_read_where_the_address_names_one() {
    let desk = Desk::new().await;
    let job = desk
        .start("https://www.figma.com/file/aB3/Shop?type=design&node-id=2-2")
        .await;
    let told = desk.stream(&job, json!({ "cursor": 0 })).await;
    assert_eq!(one(&told, "page.ready")["name"], "Login");
    assert!(names(&told).ends_with("done"));
    let asked = desk.figma.asked();
    assert_eq!(
        (asked[0].path.as_str(), asked[0].ids.as_deref()),
        ("/v1/files/aB3/nodes", Some("2:2"))
    );
    let none = desk
        .start("https://www.figma.com/file/aB3/Shop?node-id=7-7")
        .await;
    let told = desk.stream(&none, json!({})).await;
    assert_eq!(one(&told, "error")["code"], "validation_failed", "{told:?}");
    assert_eq!(desk.status(&none).await["status"], "error");
}

#[tokio::test]
async fn a_job_that_is_a_clients_own_is_begun_once() {
    let desk = Desk::new().await;
    let id = "00000000-0000-4000-8000-00000000f00d";
    let asked = json!({ "figma_url": URL, "job_id": id });
    for _ in 0..3 {
        let started = desk
            .post("/figma-context/start", asked.clone())
            .await
            .json();
        assert_eq!(started["job_id"], id, "{started}");
    }
    desk.stream(id, json!({})).await;
    assert_eq!(desk.figma.asked().len(), 1);
    let other = json!({ "figma_url": "https://www.figma.com/design/zz/x", "job_id": id });
    let refused = desk.post("/figma-context/start", other).await;
    assert_eq!(code(&refused), (400, json!("invalid_params")));
    // The stream alone begins one, too, where it says what to read.
    let fresh = "00000000-0000-4000-8000-00000000beef";
    let told = desk.stream(fresh, json!({ "figma_url": URL })).await;
    assert_eq!(one(&told, "page.chunk")["total_chunks"], 4);
    for path in ["stream", "cancel"] {
        let path = format!("/figma-context/{path}");
        let none = json!({ "job_id": "00000000-0000-4000-8000-000000000bad" });
        assert_eq!(
            code(&desk.post(&path, none).await),
            (404, json!("not_found"))
        );
        let foreign = desk
            .kit
            .post(&path, &desk.kit.bob, &json!({ "job_id": id }))
            .await;
        assert_eq!(code(&foreign), (404, json!("not_found")));
        let wrong = desk.post(&path, json!({ "job_id": "x" })).await;
        assert_eq!(code(&wrong), (400, json!("invalid_params")));
        assert_eq!(
            code(&desk.post(&path, json!({})).await),
            (400, json!("invalid_params"))
        );
    }
    let foreign = desk
        .kit
        .get(&format!("/figma-context/status?job_id={id}"), &desk.kit.bob)
        .await;
    assert_eq!(code(&foreign), (404, json!("not_found")));
    for url in [
        "",
        "https://evil.example/design/aB3/x",
        "http://www.figma.com/design/aB3/x",
    ] {
        let refused = desk
            .post("/figma-context/start", json!({ "figma_url": url }))
            .await;
        assert_eq!(code(&refused), (400, json!("invalid_params")), "{url}");
        assert_eq!(refused.json()["details"]["field"], "figma_url");
    }
}

#[tokio::test]
async fn what_figma_refuses_is_told_in_its_own_error_and_may_be_tried_again() {
    let desk = Desk::new().await;
    for (turn, expected, status, is_retryable) in [
        (
            FigmaTurn::Status(403, "Invalid token"),
            "forbidden",
            403,
            false,
        ),
        (FigmaTurn::Status(404, "Not found"), "not_found", 404, false),
        (
            FigmaTurn::Status(
                400,
                "Request too large. If applicable, filter by query params.",
            ),
            "payload_too_large",
            413,
            false,
        ),
        (
            FigmaTurn::Status(500, "Internal server error"),
            "provider_error",
            502,
            true,
        ),
        (FigmaTurn::Status(302, ""), "provider_error", 502, true),
        (FigmaTurn::Garbage, "validation_failed", 422, false),
        (FigmaTurn::Huge, "payload_too_large", 413, false),
        (FigmaTurn::Busy(3_600), "rate_limited", 429, true),
    ] {
        let shown = format!("{turn:?}");
        desk.figma.then(turn);
        let job = desk.start(URL).await;
        let told = desk.stream(&job, json!({})).await;
        let error = one(&told, "error");
        assert_eq!(
            (&error["code"], &error["status"], &error["retryable"]),
            (&json!(expected), &json!(status), &json!(is_retryable)),
            "{shown}: {error}"
        );
        assert!(!error.to_string().contains(TOKEN));
        assert_eq!(desk.status(&job).await["status"], "error");
        let again = desk.stream(&job, json!({})).await;
        let last = &again.last().unwrap().0;
        // What may pass is asked again under the same job; anything else is told again.
        assert_eq!(
            last,
            if is_retryable { "progress" } else { "error" },
            "{shown}: {again:?}"
        );
        if is_retryable {
            assert_eq!(one(&again, "page.chunk")["total_chunks"], 4);
            assert_eq!(desk.status(&job).await["status"], "started");
        }
        if expected == "rate_limited" {
            assert_eq!(error["details"]["retry_after_s"], 3_600);
        }
    }
    // What passes at once is waited for.
    desk.figma.then(FigmaTurn::Busy(0));
    let job = desk.start(URL).await;
    assert_eq!(
        one(&desk.stream(&job, json!({})).await, "page.chunk")["total_chunks"],
        4
    );
}

#[tokio::test]
async fn a_design_that_does_not_come_is_not_waited_for_for_ever() {
    let desk = Desk::waiting(Duration::from_millis(50)).await;
    // Who asks for it when it has been given up already has it tried once more.
    for _ in 0..2 {
        desk.figma.then(FigmaTurn::Hang);
    }
    let job = desk.start(URL).await;
    let told = desk.stream(&job, json!({})).await;
    let error = one(&told, "error");
    assert_eq!(
        (&error["code"], &error["status"]),
        (&json!("upstream_timeout"), &json!(504))
    );
    desk.figma.until_gone(1).await;
}

#[tokio::test]
async fn without_a_key_it_says_so_and_only_tests_may_have_what_nobody_drew() {
    let kit = kit(Place::new(), 0, None).await;
    let asked = json!({ "figma_url": URL });
    for path in ["/figma-context/start", "/figma-context/stream"] {
        let asked = json!({ "figma_url": URL, "job_id": "00000000-0000-4000-8000-00000000beef" });
        assert_eq!(
            code(&kit.post(path, &kit.alice, &asked).await),
            (501, json!("config_error"))
        );
    }
    let chat = json!({ "task_type": "figma_context_scan", "text": "scan", "figma_url": URL });
    assert_eq!(
        code(&kit.post("/chat-gateway", &kit.alice, &chat).await),
        (501, json!("config_error"))
    );
    let mut synthetic = asked;
    synthetic["dev_flags"] =
        json!({ "dev_enable_synthetic": true, "dev_total_nodes": 7, "dev_cli_simulate": true });
    let refused = kit
        .post("/figma-context/start", &kit.alice, &synthetic)
        .await;
    assert_eq!(code(&refused), (400, json!("invalid_params")));
    let tests = ServerConfig {
        ide: IdeMeans {
            dev_flags: Some(Default::default()),
            ..IdeMeans::default()
        },
        ..ServerConfig::default()
    };
    let kit = Kit::with(tests).await;
    let started = kit
        .post("/figma-context/start", &kit.alice, &synthetic)
        .await
        .json();
    let asked = json!({ "job_id": started["job_id"] });
    let told = frames(&kit.post("/figma-context/stream", &kit.alice, &asked).await);
    let simulated = names(&told).contains("cli.plan cli.apply cli.apply cli.done page.ready");
    assert!(simulated, "{}", names(&told));
    assert_eq!(
        one(&told, "page.chunk")["components"]
            .as_array()
            .unwrap()
            .len(),
        7
    );
}

#[tokio::test]
async fn a_job_is_broken_off_while_it_is_read_and_while_it_is_told() {
    let desk = Desk::new().await;
    desk.figma
        .then(FigmaTurn::Held(Arc::new(Semaphore::new(0))));
    let job = desk.start(URL).await;
    desk.figma.until_asked(1).await;
    let status = desk.status(&job).await;
    assert_eq!(
        (&status["status"], &status["total_chunks"]),
        (&json!("started"), &json!(0))
    );
    let canceled = desk
        .post("/figma-context/cancel", json!({ "job_id": job }))
        .await;
    assert_eq!(
        (canceled.status.as_u16(), canceled.json()["ok"].clone()),
        (200, json!(true))
    );
    assert_eq!(desk.status(&job).await["status"], "canceled");
    let told = desk.stream(&job, json!({})).await;
    assert_eq!(one(&told, "aborted")["reason"], "canceled");
    assert_eq!(desk.figma.asked().len(), 1);
    let job = desk.start(URL).await;
    desk.stream(&job, json!({})).await;
    for _ in 0..2 {
        desk.post("/figma-context/cancel", json!({ "job_id": job }))
            .await;
        assert_eq!(desk.status(&job).await["status"], "canceled");
    }
    assert_eq!(
        names(&desk.stream(&job, json!({ "cursor": 1 })).await),
        "ready aborted"
    );
}

#[tokio::test]
async fn a_stream_ends_where_nothing_is_told_for_as_long_as_the_client_says() {
    let desk = Desk::new().await;
    let held = Arc::new(Semaphore::new(0));
    desk.figma.then(FigmaTurn::Held(Arc::clone(&held)));
    let job = desk.start(URL).await;
    desk.figma.until_asked(1).await;
    let asked = json!({ "job_id": job, "idle_timeout_ms": 20_000 });
    let asked = request(
        "POST",
        "/figma-context/stream",
        &desk.kit.alice,
        asked.to_string().into(),
    );
    let response = desk.kit.app.clone().oneshot(asked).await.unwrap();
    let mut frames = response.into_body().into_data_stream();
    let mut told = async || {
        let frame = frames.next().await?.unwrap();
        let text = std::str::from_utf8(&frame).unwrap();
        Some(text.lines().next().unwrap().to_owned())
    };
    assert_eq!(told().await.unwrap(), "event: ready");
    assert_eq!(told().await.unwrap(), "event: progress");
    tokio::time::pause();
    // A sign of life is none of what is waited for.
    let mut alive = 0;
    while let Some(name) = told().await {
        assert_eq!(name, "event: keepalive");
        alive += 1;
    }
    assert!((1..4).contains(&alive), "{alive}");
    tokio::time::resume();
    held.add_permits(1);
    assert_eq!(
        one(&desk.stream(&job, json!({})).await, "page.chunk")["total_chunks"],
        4
    );
}

#[tokio::test]
async fn a_job_that_a_server_left_is_gone_on_with() {
    let dir = Place::new();
    let figma = ScriptedFigma::start(TOKEN).await.unwrap();
    figma.file("aB3", serde_json::from_str(SHOP).unwrap());
    let held = Arc::new(Semaphore::new(0));
    figma.then(FigmaTurn::Held(held));
    let before = kit(Arc::clone(&dir), 0, Some((&figma, PATIENCE))).await;
    let asked = json!({ "figma_url": URL, "projectId": "demo" });
    let started = before
        .post("/figma-context/start", &before.alice, &asked)
        .await
        .json();
    figma.until_asked(1).await;
    // Another process on the same data: it knows of the job by its trace alone.
    let after = kit(dir, 1, Some((&figma, PATIENCE))).await;
    // Whoever is silent for so long is gone.
    after.clock.advance(CUT_OFF_MS + 1);
    let asked = json!({ "job_id": started["job_id"], "cursor": 3 });
    let told = frames(
        &after
            .post("/figma-context/stream", &after.alice, &asked)
            .await,
    );
    assert!(
        names(&told).ends_with("page.chunk progress done"),
        "{}",
        names(&told)
    );
    assert_eq!(one(&told, "done")["meta"]["project_id"], "demo");
    drop(before);
}

#[tokio::test]
async fn a_job_that_another_server_reads_is_broken_off() {
    let dir = Place::alone();
    let figma = ScriptedFigma::start(TOKEN).await.unwrap();
    figma.file("aB3", serde_json::from_str(SHOP).unwrap());
    let held = Arc::new(Semaphore::new(0));
    figma.then(FigmaTurn::Held(Arc::clone(&held)));
    let reads = kit(Arc::clone(&dir), 0, Some((&figma, PATIENCE))).await;
    let asked = json!({ "figma_url": URL, "projectId": "demo" });
    let path = "/figma-context/start";
    let started = reads.post(path, &reads.alice, &asked).await.json();
    figma.until_asked(1).await;
    let other = kit(dir, 1, Some((&figma, PATIENCE))).await;
    let job = json!({ "job_id": started["job_id"] });
    let (told, canceled) = tokio::join!(
        reads.post("/figma-context/stream", &reads.alice, &job),
        other.post("/figma-context/cancel", &other.alice, &job),
    );
    assert_eq!(canceled.status, 200, "{}", canceled.json());
    // Its reader finds that out while Figma has not answered yet.
    let told = frames(&told);
    assert_eq!(told.last().unwrap().0, "aborted", "{told:?}");
    let path = format!("/trace-status?trace_id={}", job["job_id"].as_str().unwrap());
    for kit in [&reads, &other] {
        let stands = kit.get(&path, &kit.alice).await.json();
        assert_eq!(stands["events"][0]["payload"]["reason"], "canceled");
        let path = format!(
            "/figma-context/status?job_id={}",
            job["job_id"].as_str().unwrap()
        );
        let status = kit.get(&path, &kit.alice).await.json();
        assert_eq!(status["status"], "canceled");
    }
}

#[tokio::test]
async fn what_was_read_is_put_into_a_page_of_the_project() {
    let desk = Desk::new().await;
    let job = desk.start(URL).await;
    let asked = json!({ "job_id": job, "projectId": "demo", "page_id": "2:2" });
    desk.stream(&job, json!({})).await;
    let applied = desk.post("/figma-context/apply", asked.clone()).await;
    assert_eq!(applied.status, 200, "{}", applied.json());
    let applied = applied.json();
    assert_eq!(applied["components"], json!({ "wrote": 5 }));
    assert_eq!(
        applied["document"],
        json!({ "project_id": "demo", "path": "app/pages/2_2.json" })
    );
    assert_eq!(
        (&applied["added"], &applied["changed"]),
        (&json!(5), &json!(0))
    );
    assert_eq!(applied["task_type"], "figma_apply");
    assert_eq!(applied["meta"]["job_id"], json!(job));
    let trace = applied["trace_id"].as_str().unwrap();
    let told = desk
        .kit
        .get(&format!("/trace-status?trace_id={trace}"), &desk.kit.alice)
        .await
        .json();
    let counts = &told["event_counts"];
    assert_eq!(
        (
            &counts["figma_apply_requested"],
            &counts["figma_apply_succeeded"]
        ),
        (&json!(1), &json!(1))
    );
    // Again: the same components. What stands there besides stays.
    let own = json!({ "job_id": job, "projectId": "demo", "page": { "id": "2:2", "components": [
        { "id": "2:3", "type": "text", "options": { "text": "Log in" } },
        { "type": "text", "index_in_page": 1, "options": { "text": "placed" } },
        { "id": "mine", "type": "text", "options": { "text": "new" } },
    ] } });
    let changed = desk.post("/figma-context/apply", own).await.json();
    assert_eq!(
        (&changed["added"], &changed["changed"]),
        (&json!(1), &json!(2)),
        "{changed}"
    );
    let again = desk.post("/figma-context/apply", asked).await.json();
    assert_eq!(
        (&again["added"], &again["changed"]),
        (&json!(0), &json!(5)),
        "{again}"
    );
    let page = desk
        .kit
        .get(
            "/json-get?project_id=demo&path=app/pages/2_2.json",
            &desk.kit.alice,
        )
        .await
        .json();
    assert_eq!(page["version"], 3);
    let text = |id: &str| {
        let all = page["json"].as_array().unwrap();
        all.iter().find(|one| one["id"] == id).unwrap()["options"]["text"].clone()
    };
    assert_eq!(
        (text("2:3"), text("mine")),
        (json!("Sign in"), json!("new"))
    );
    let other = desk
        .kit
        .post(
            "/figma-context/apply",
            &desk.kit.bob,
            &json!({ "job_id": job, "projectId": "demo", "page_id": "2:2" }),
        )
        .await;
    assert_eq!(code(&other), (404, json!("not_found")));
}

#[tokio::test]
async fn what_cannot_be_put_into_a_page_is_refused() {
    let desk = Desk::new().await;
    let job = desk.start(URL).await;
    desk.stream(&job, json!({})).await;
    let many: Vec<Value> = (0..301)
        .map(|id| json!({ "id": format!("n{id}") }))
        .collect();
    for (asked, status, wrong, field) in [
        (
            json!({ "job_id": job, "page_id": 101 }),
            400,
            "invalid_params",
            "target.project_uuid",
        ),
        (
            json!({ "job_id": job, "projectId": "demo", "page_id": 101 }),
            400,
            "invalid_params",
            "page_id",
        ),
        (
            json!({ "job_id": job, "projectId": "demo" }),
            400,
            "invalid_params",
            "page_id",
        ),
        (
            json!({ "projectId": "demo", "page_id": 101 }),
            400,
            "invalid_params",
            "job_id",
        ),
        (
            json!({ "projectId": "demo", "page": { "id": 1, "components": 7 } }),
            400,
            "invalid_params",
            "page.components",
        ),
        (
            json!({ "projectId": "demo", "page": { "id": 1, "components": [7] } }),
            400,
            "invalid_params",
            "page.components[0]",
        ),
        (
            json!({ "projectId": "demo", "page": { "id": 1, "components": many } }),
            400,
            "invalid_params",
            "page.components",
        ),
        (
            json!({ "projectId": "demo", "page": { "id": 1, "components": [{ "id": "a", "type": 7 }] } }),
            400,
            "invalid_params",
            "ui_json",
        ),
    ] {
        let refused = desk.post("/figma-context/apply", asked.clone()).await;
        assert_eq!(
            code(&refused),
            (status, json!(wrong)),
            "{asked}: {}",
            refused.json()
        );
        assert_eq!(refused.json()["details"]["field"], field);
    }
    let strange = json!({ "job_id": "00000000-0000-4000-8000-000000000bad", "projectId": "demo", "page_id": 1 });
    let failed = desk.post("/figma-context/apply", strange).await;
    assert_eq!(code(&failed), (404, json!("not_found")));
    // Those who follow what is applied hear of it in its own event, too.
    let path = format!(
        "/trace-status?trace_id={}",
        failed.json()["trace_id"].as_str().unwrap()
    );
    let told = desk.kit.get(&path, &desk.kit.alice).await.json();
    let kinds = [0, 1].map(|at| told["events"][at]["event_type"].clone());
    assert_eq!(kinds, [json!("error"), json!("figma_apply_failed")]);
    assert_eq!(told["events"][1]["payload"]["code"], "not_found");
}

#[tokio::test]
async fn what_is_still_being_read_cannot_be_applied() {
    let desk = Desk::new().await;
    desk.figma
        .then(FigmaTurn::Held(Arc::new(Semaphore::new(0))));
    let open = desk.start(URL).await;
    desk.figma.until_asked(1).await;
    let early = desk
        .post(
            "/figma-context/apply",
            json!({ "job_id": open, "projectId": "demo", "page_id": "2:2" }),
        )
        .await;
    assert_eq!(code(&early), (409, json!("trace_open")));
}

#[tokio::test]
async fn the_chat_scans_and_the_capabilities_name_it() {
    let desk = Desk::new().await;
    let asked = json!({ "text": "figma.context_scan please", "payload": { "figma_url": URL }, "projectId": "demo" });
    let told = desk.post("/chat-gateway", asked).await.json();
    assert_eq!(told["task_type"], "figma_context_scan", "{told}");
    assert_eq!(told["output"]["text"], told["response"]);
    let job = told["meta"]["job_id"].as_str().unwrap();
    assert_eq!(
        one(
            &desk.stream(job, json!({ "cursor": 1 })).await,
            "page.ready"
        )["name"],
        "Home"
    );
    desk.figma.then(FigmaTurn::Busy(77));
    let busy = desk
        .post(
            "/chat-gateway",
            json!({ "task_type": "figma_context_scan", "text": "scan", "figma_url": URL }),
        )
        .await;
    assert_eq!(
        (code(&busy), busy.header("retry-after")),
        ((429, json!("rate_limited")), "77")
    );
    let can = desk
        .kit
        .get("/chat/capabilities", &desk.kit.alice)
        .await
        .json();
    assert_eq!(can["task_types"].as_array().unwrap().len(), 10);
    assert_eq!(
        can["task_type_details"]["figma_apply"]["requires"]["target.page_id"]["required"],
        true
    );
}

#[tokio::test]
async fn a_plugin_is_open_as_long_as_it_says_so() {
    let dir = Place::alone();
    let kit = Kit::on(dir, 0, Options::default(), ServerConfig::default()).await;
    let path = |name: &str| format!("/functions/v1/figma-plugin/presence/{name}");
    let said =
        json!({ "plugin_id": "cogo", "project_id": "demo", "file_key": "aB3", "user_id": "u1" });
    let open = kit.post(&path("register"), &kit.alice, &said).await.json();
    assert_eq!(
        (&open["ok"], &open["heartbeat_ms"]),
        (&json!(true), &json!(15_000))
    );
    let session = json!({ "session_id": open["session_id"] });
    let listed = async |token: &str| {
        let listed = kit.get("/figma-plugin/presence", token).await.json();
        listed["items"].as_array().unwrap().clone()
    };
    let mine = listed(&kit.alice).await;
    assert_eq!((mine.len(), &mine[0]["file_key"]), (1, &json!("aB3")));
    assert_eq!(listed(&kit.carol).await, Vec::<Value>::new());
    kit.clock.advance(59_000);
    let beat = async |token: &str| kit.post(&path("heartbeat"), token, &session).await;
    assert_eq!(code(&beat(&kit.carol).await), (404, json!("not_found")));
    assert_eq!(beat(&kit.alice).await.status, 200);
    kit.clock.advance(59_000);
    assert_eq!(listed(&kit.alice).await.len(), 1);
    kit.clock.advance(1_000);
    assert_eq!(code(&beat(&kit.alice).await), (404, json!("not_found")));
    assert_eq!(listed(&kit.alice).await.len(), 0);
    let again = kit
        .post(
            &path("register"),
            &kit.alice,
            &json!({ "plugin_id": "cogo", "ttl_ms": 8_000 }),
        )
        .await
        .json();
    assert_eq!(again["heartbeat_ms"], 2_000);
    let session = json!({ "session_id": again["session_id"] });
    kit.post(&path("unregister"), &kit.carol, &session).await;
    assert_eq!(listed(&kit.alice).await.len(), 1);
    for _ in 0..2 {
        assert_eq!(
            kit.post(&path("unregister"), &kit.alice, &session)
                .await
                .status,
            200
        );
        assert_eq!(listed(&kit.alice).await.len(), 0);
    }
    for wrong in [
        json!({}),
        json!({ "plugin_id": "x".repeat(201) }),
        json!({ "plugin_id": "a", "ttl_ms": "soon" }),
    ] {
        let refused = kit.post(&path("register"), &kit.alice, &wrong).await;
        assert_eq!(code(&refused), (400, json!("invalid_params")), "{wrong}");
    }
    for _ in 0..20 {
        assert_eq!(
            kit.post(&path("register"), &kit.alice, &said).await.status,
            200
        );
    }
    assert_eq!(
        code(&kit.post(&path("register"), &kit.alice, &said).await),
        (409, json!("limit_reached"))
    );
    assert_eq!(
        kit.post(&path("register"), &kit.bob, &said).await.status,
        200
    );
}
