//! `/api/runs` and `/api/work`: runs from their submission to their end.

use axum::body::Body;
use screen_agent_server::ServerConfig;
use screen_agent_store::account::TokenHash;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::kit::{Kit, page, request};

pub const KEY: &str = "the key of the operator's workers";
pub const LEASE_MS: i64 = 10_000;

pub async fn kit() -> Kit {
    Kit::with(config()).await
}

/// With workers.
pub fn config() -> ServerConfig {
    ServerConfig {
        worker_key: Some(TokenHash(Sha256::digest(KEY).into())),
        ..ServerConfig::default()
    }
}

fn order() -> Value {
    json!({ "instruction": "Buy green tea", "url": "https://shop.example/tea", "priority": 2 })
}

async fn submit(kit: &Kit, token: &str) -> String {
    let reply = kit.post("/api/runs", token, &order()).await;
    assert_eq!(reply.status, 201, "{}", reply.json());
    reply.data()["id"].as_str().unwrap().to_owned()
}

pub async fn claim(kit: &Kit) -> Value {
    let body = json!({ "worker": "w", "leaseSeconds": LEASE_MS / 1_000 });
    let reply = kit.post("/api/work/claim", KEY, &body).await;
    assert_eq!(reply.status, 200, "{}", reply.json());
    reply.data()["run"].clone()
}

/// What a worker says of a run that it holds.
pub async fn say(kit: &Kit, run: &Value, verb: &str, more: Value) -> (u16, Value) {
    let mut body = json!({ "claim": run["claim"] });
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    let path = format!("/api/work/{}/{verb}", run["id"].as_str().unwrap());
    let reply = kit.post(&path, KEY, &body).await;
    let status = reply.status.as_u16();
    (
        status,
        if reply.bytes.is_empty() {
            Value::Null
        } else {
            reply.json()
        },
    )
}

fn renewal() -> Value {
    json!({ "leaseSeconds": LEASE_MS / 1_000 })
}

pub async fn shown(kit: &Kit, id: &str) -> Value {
    kit.get(&format!("/api/runs/{id}"), &kit.alice).await.data()
}

/// The first turn of the run's task, as a worker asks for it.
pub async fn turn(kit: &Kit, run: &Value, action: &str) {
    kit.script.act(action);
    let mut look = page("Buy green tea");
    look["sessionId"] = run["sessionId"].clone();
    let token = run["token"].as_str().unwrap();
    let reply = kit.post("/api/agent/interact", token, &look).await;
    assert_eq!(reply.status, 200, "{}", reply.json());
}

#[tokio::test]
async fn a_run_is_submitted_taken_asked_about_answered_and_done() {
    let kit = kit().await;
    let id = submit(&kit, &kit.alice).await;
    let queued = shown(&kit, &id).await;
    assert_eq!(queued["status"], "queued");
    assert_eq!(queued["instruction"], "Buy green tea");
    let run = claim(&kit).await;
    assert_eq!(
        (&run["id"], &run["order"]["url"]),
        (&json!(id), &order()["url"])
    );
    assert_eq!(claim(&kit).await, Value::Null);
    let question = json!({ "question": "Which of the two?" });
    assert_eq!(say(&kit, &run, "ask", question).await.0, 204);
    let asking = shown(&kit, &id).await;
    assert_eq!(
        (&asking["status"], &asking["answerable"]),
        (&json!("waiting"), &json!(true))
    );
    let answer = format!("/api/runs/{id}/answer");
    let answered = kit
        .post(&answer, &kit.alice, &json!({ "answer": "the first" }))
        .await;
    assert_eq!(answered.data()["status"], "running");
    let (_, renewed) = say(&kit, &run, "renew", renewal()).await;
    assert_eq!(renewed["data"]["answer"], "the first");
    let outcome = json!({ "result": "It is bought.", "ledger": [], "steps": 3, "costMicros": 7 });
    let end = json!({ "status": "done", "outcome": outcome });
    assert_eq!(say(&kit, &run, "finish", end.clone()).await.0, 204);
    let done = shown(&kit, &id).await;
    assert_eq!(
        (&done["status"], &done["outcome"]),
        (&json!("done"), &outcome)
    );
    let (status, told) = say(&kit, &run, "finish", end).await;
    assert_eq!((status, &told["code"]), (409, &json!("RUN_LOST")));
}

#[tokio::test]
async fn a_stop_of_its_task_between_two_turns_cancels_a_run() {
    let kit = kit().await;
    let id = submit(&kit, &kit.alice).await;
    let run = claim(&kit).await;
    turn(&kit, &run, "click(2)").await;
    let session = run["sessionId"].as_str().unwrap();
    let tasks = format!("/api/session/{session}/tasks");
    let tasks = kit.get(&tasks, &kit.alice).await.data();
    let task = tasks["tasks"][0]["taskId"].as_str().unwrap();
    let stop = format!("/api/session/{session}/task/{task}/stop");
    assert_eq!(kit.post(&stop, &kit.alice, &json!({})).await.status, 200);
    assert_eq!(shown(&kit, &id).await["status"], "cancelled");
    let (status, told) = say(&kit, &run, "renew", renewal()).await;
    assert_eq!((status, &told["code"]), (409, &json!("RUN_LOST")));
}

#[tokio::test]
async fn a_run_is_its_owners_and_a_worker_needs_the_key() {
    let kit = kit().await;
    let id = submit(&kit, &kit.alice).await;
    let path = format!("/api/runs/{id}");
    assert_eq!(
        kit.get(&path, &kit.bob).await.problem(),
        (404, "RUN_NOT_FOUND".to_owned())
    );
    for verb in ["cancel", "retry"] {
        let reply = kit
            .post(&format!("{path}/{verb}"), &kit.bob, &json!({}))
            .await;
        assert_eq!(reply.problem(), (404, "RUN_NOT_FOUND".to_owned()), "{verb}");
    }
    let theirs = kit.get("/api/runs", &kit.bob).await.data();
    assert_eq!(theirs, json!({ "runs": [], "total": 0 }));
    let asks = json!({ "worker": "w", "leaseSeconds": 9 });
    for token in ["", "another key", kit.alice.as_str()] {
        let reply = kit.post("/api/work/claim", token, &asks).await;
        assert_eq!(reply.status, 401, "{token}");
    }
    let without = Kit::new().await;
    let reply = without.post("/api/work/claim", KEY, &asks).await;
    assert_eq!(reply.problem(), (503, "WORK_OFF".to_owned()));
}

#[tokio::test]
async fn what_cannot_be_run_is_refused() {
    let kit = kit().await;
    for (field, value) in [
        ("instruction", json!("")),
        ("url", json!("file:///etc/passwd")),
        ("url", json!("https://ada:secret@shop.example/")),
        ("maxSteps", json!(0)),
        ("seconds", json!(1)),
        ("priority", json!(11)),
        ("approve", json!("everything")),
        ("callback", json!("http://hooks.example/x")),
        ("callback", json!("https://ada:secret@hooks.example/x")),
        ("batch", json!({ "id": "", "row": 0 })),
        ("batch", json!({ "id": "a", "row": -1 })),
    ] {
        let mut body = order();
        body[field] = value;
        let reply = kit.post("/api/runs", &kit.alice, &body).await;
        assert_eq!(reply.status, 400, "{body}");
    }
    for query in ["status=lost", "limit=0", "offset=-1"] {
        let reply = kit.get(&format!("/api/runs?{query}"), &kit.alice).await;
        assert_eq!(reply.status, 400, "{query}");
    }
}

#[tokio::test]
async fn the_same_submission_under_one_key_is_one_run() {
    let kit = kit().await;
    let send = async || {
        let body = Body::from(order().to_string());
        let mut request = request("POST", "/api/runs", &kit.alice, body);
        let key = "k1".parse().unwrap();
        request.headers_mut().insert("idempotency-key", key);
        kit.send(request).await.data()["id"].clone()
    };
    assert_eq!(send().await, send().await);
    assert_eq!(kit.get("/api/runs", &kit.alice).await.data()["total"], 1);
}

#[tokio::test]
async fn a_secret_in_an_order_is_for_the_worker_alone() {
    let kit = kit().await;
    let words = "Log in with the password \"hunter22x\"";
    let body = json!({ "instruction": words, "url": "https://shop.example/" });
    let reply = kit.post("/api/runs", &kit.alice, &body).await;
    let told = String::from_utf8(reply.bytes).unwrap();
    assert!(!told.contains("hunter22x"), "{told}");
    assert_eq!(claim(&kit).await["order"]["instruction"], words);
}

#[tokio::test]
async fn a_cancelled_run_is_lost_to_its_worker_at_once() {
    let kit = kit().await;
    let id = submit(&kit, &kit.alice).await;
    let run = claim(&kit).await;
    let token = run["token"].as_str().unwrap();
    assert_eq!(kit.get("/api/runs", token).await.status, 200);
    let cancelled = kit
        .post(&format!("/api/runs/{id}/cancel"), &kit.alice, &json!({}))
        .await;
    assert_eq!(cancelled.data()["status"], "cancelled");
    assert_eq!(kit.get("/api/runs", token).await.status, 401);
    assert_eq!(say(&kit, &run, "renew", renewal()).await.0, 409);
    let again = kit
        .post(&format!("/api/runs/{id}/cancel"), &kit.alice, &json!({}))
        .await;
    assert_eq!(again.problem(), (409, "RUN_ENDED".to_owned()));
    let retried = kit
        .post(&format!("/api/runs/{id}/retry"), &kit.alice, &json!({}))
        .await;
    assert_eq!(retried.data()["status"], "queued");
    assert_ne!(claim(&kit).await["sessionId"], run["sessionId"]);
}

#[tokio::test]
async fn a_lost_run_that_only_read_begins_again_in_another_conversation() {
    let kit = kit().await;
    submit(&kit, &kit.alice).await;
    let first = claim(&kit).await;
    turn(&kit, &first, "scroll(down)").await;
    kit.clock.advance(LEASE_MS);
    let second = claim(&kit).await;
    assert_eq!(second["id"], first["id"]);
    assert_ne!(second["sessionId"], first["sessionId"]);
    assert_eq!(second["taskId"], Value::Null);
    // Who lost it is let in no more.
    let stale = first["token"].as_str().unwrap();
    assert_eq!(kit.get("/api/runs", stale).await.status, 401);
}

#[tokio::test]
async fn a_lost_run_whose_last_action_nobody_saw_waits_for_the_person() {
    let kit = kit().await;
    let id = submit(&kit, &kit.alice).await;
    let first = claim(&kit).await;
    turn(&kit, &first, "click(7)").await;
    kit.clock.advance(LEASE_MS);
    assert_eq!(claim(&kit).await, Value::Null);
    let left = shown(&kit, &id).await;
    assert_eq!(
        (&left["status"], &left["answerable"]),
        (&json!("waiting"), &json!(false))
    );
    let question = left["question"].as_str().unwrap();
    assert!(
        question.contains("may have been done or not (step 1"),
        "{question}"
    );
    let answer = json!({ "answer": "yes" });
    let reply = kit
        .post(&format!("/api/runs/{id}/answer"), &kit.alice, &answer)
        .await;
    assert_eq!(reply.problem(), (409, "RUN_NOT_ASKING".to_owned()));
}

#[tokio::test]
async fn a_row_of_a_batch_is_one_run_however_often_it_is_submitted() {
    let kit = kit().await;
    let row = |row: u32| {
        let mut body = order();
        body["batch"] = json!({ "id": "prices", "row": row });
        body
    };
    let first = kit.post("/api/runs", &kit.alice, &row(1)).await;
    assert_eq!(first.status, 201);
    let again = kit.post("/api/runs", &kit.alice, &row(1)).await;
    assert_eq!((again.status.as_u16(), again.data()), (200, first.data()));
    let mut other = row(1);
    other["instruction"] = json!("Buy black tea");
    let other = kit.post("/api/runs", &kit.alice, &other).await;
    assert_eq!(other.problem(), (409, "ROW_TAKEN".to_owned()));
    assert_eq!(kit.post("/api/runs", &kit.alice, &row(0)).await.status, 201);
    submit(&kit, &kit.alice).await;
    let listed = kit.get("/api/runs?batch=prices", &kit.alice).await.data();
    assert_eq!(listed["total"], 2);
    assert_eq!(
        listed["runs"][0]["batch"],
        json!({ "id": "prices", "row": 0 })
    );
    let theirs = kit.get("/api/runs?batch=prices", &kit.bob).await.data();
    assert_eq!(theirs["total"], 0);
}

/// Keeps a secret of Alice's for the shop, and says what came of it.
pub async fn keep(kit: &Kit, name: &str, body: Value) -> (u16, Value) {
    let reply = kit
        .put(&format!("/api/secrets/{name}"), &kit.alice, &body)
        .await;
    (reply.status.as_u16(), reply.json())
}

#[tokio::test]
async fn a_secret_is_kept_for_runs_and_told_to_nobody_but_the_worker_that_enters_it() {
    let kit = kit().await;
    let secret = json!({ "value": "hunter22x", "sites": ["shop.example"] });
    let (status, kept) = keep(&kit, "shop.password", secret).await;
    assert_eq!(status, 200, "{kept}");
    assert_eq!(kept["data"]["sites"], json!(["https://shop.example"]));
    let words = "Log in as ann with password {{secret:shop.password}}";
    let order = json!({ "instruction": words, "url": "https://shop.example/" });
    let submitted = kit.post("/api/runs", &kit.alice, &order).await;
    assert_eq!(submitted.status, 201, "{}", submitted.json());
    let run = claim(&kit).await;
    assert!(!run.to_string().contains("hunter22x"), "{run}");
    let ask = |name: &str, origin: &str| json!({ "name": name, "origin": origin });
    let elsewhere = ask("shop.password", "https://evil.example");
    let (status, told) = say(&kit, &run, "secret", elsewhere).await;
    assert_eq!((status, &told["code"]), (403, &json!("SECRET_ELSEWHERE")));
    let unnamed = ask("other", "https://shop.example");
    let (status, told) = say(&kit, &run, "secret", unnamed).await;
    assert_eq!((status, &told["code"]), (404, &json!("SECRET_NOT_FOUND")));
    let odd = ask("No name", "https://shop.example");
    assert_eq!(say(&kit, &run, "secret", odd).await.0, 400);
    let there = ask("shop.password", "https://shop.example");
    let (status, given) = say(&kit, &run, "secret", there).await;
    assert_eq!(
        (status, &given["data"]["value"]),
        (200, &json!("hunter22x"))
    );
    let listed = kit.get("/api/secrets", &kit.alice).await.data();
    assert!(listed["secrets"][0]["usedAt"].is_string(), "{listed}");
    assert!(!listed.to_string().contains("hunter"), "{listed}");
    let theirs = kit.get("/api/secrets", &kit.bob).await.data();
    assert_eq!(theirs, json!({ "secrets": [] }));
    let at = "/api/secrets/shop.password";
    let missing = (404, "SECRET_NOT_FOUND".to_owned());
    assert_eq!(kit.delete(at, &kit.bob).await.problem(), missing);
    assert_eq!(kit.delete(at, &kit.alice).await.status, 204);
    assert_eq!(kit.delete(at, &kit.alice).await.problem(), missing);
}

#[tokio::test]
async fn a_secret_that_cannot_be_kept_and_an_order_that_names_none_are_refused() {
    let kit = kit().await;
    for (name, body) in [
        (
            "Bad",
            json!({ "value": "hunter22x", "sites": ["shop.example"] }),
        ),
        ("a", json!({ "value": "x", "sites": ["shop.example"] })),
        ("a", json!({ "value": "hunter22x", "sites": [] })),
        ("a", json!({ "value": "hunter22x", "sites": ["file:///a"] })),
        ("a", json!({ "value": "hunter22x" })),
    ] {
        let (status, told) = keep(&kit, name, body).await;
        assert_eq!(status, 400, "{name}: {told}");
        assert!(!told.to_string().contains("hunter"), "{told}");
    }
    let order = json!({ "instruction": "Enter {{secret:none}}", "url": "https://shop.example/" });
    let refused = kit.post("/api/runs", &kit.alice, &order).await;
    assert_eq!(refused.status, 400, "{}", refused.json());
    let schedule = json!({ "cron": "0 9 * * *", "run": order });
    let refused = kit.post("/api/schedules", &kit.alice, &schedule).await;
    assert_eq!(refused.status, 400, "{}", refused.json());
}
