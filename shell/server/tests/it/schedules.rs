//! `/api/schedules`: runs that are begun by the clock.

use screen_agent_server::begin_scheduled_runs;
use serde_json::{Value, json};

use crate::kit::Kit;

const HOUR_MS: i64 = 60 * 60 * 1_000;

fn hourly() -> Value {
    json!({ "cron": "0 * * * *", "zone": "Europe/Berlin",
        "run": { "instruction": "Log in with the password \"hunter22x\"", "url": "https://shop.example/" } })
}

async fn added(kit: &Kit) -> Value {
    let reply = kit.post("/api/schedules", &kit.alice, &hourly()).await;
    assert_eq!(reply.status, 201, "{}", reply.json());
    reply.data()
}

async fn runs(kit: &Kit) -> Value {
    kit.get("/api/runs", &kit.alice).await.data()["runs"].clone()
}

async fn look(kit: &Kit) {
    begin_scheduled_runs(&kit.state).await.unwrap();
}

fn path(schedule: &Value) -> String {
    format!("/api/schedules/{}", schedule["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_run_is_begun_at_its_time_and_what_was_missed_is_caught_up_once() {
    let kit = Kit::new().await;
    let schedule = added(&kit).await;
    assert!(!schedule.to_string().contains("hunter22x"), "{schedule}");
    assert_eq!(schedule["next"].as_array().unwrap().len(), 3);
    look(&kit).await;
    assert_eq!(runs(&kit).await, json!([]));
    // The server was away for the better part of a day.
    kit.clock.advance(20 * HOUR_MS + 1);
    look(&kit).await;
    look(&kit).await;
    let begun = runs(&kit).await;
    assert_eq!(begun.as_array().unwrap().len(), 1, "{begun}");
    let after = kit.get(&path(&schedule), &kit.alice).await.data();
    assert_eq!(after["lastRunId"], begun[0]["id"]);
    assert_eq!(after["lastAt"], schedule["next"][0]);
    assert_ne!(after["next"], schedule["next"]);
    // The run is not over: none is begun beside it, and it is said why.
    kit.clock.advance(HOUR_MS);
    look(&kit).await;
    assert_eq!(runs(&kit).await.as_array().unwrap().len(), 1);
    let after = kit.get(&path(&schedule), &kit.alice).await.data();
    assert_eq!(after["trouble"], "the run before was not over");
    let (at, overlap) = (path(&schedule), json!({ "overlap": true }));
    let over = kit.patch(&at, &kit.alice, &overlap);
    assert_eq!(over.await.data()["overlap"], true);
    kit.clock.advance(HOUR_MS);
    look(&kit).await;
    assert_eq!(runs(&kit).await.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_schedule_is_paused_goes_on_and_is_removed() {
    let kit = Kit::new().await;
    let schedule = added(&kit).await;
    let at = path(&schedule);
    let paused = kit.patch(&at, &kit.alice, &json!({ "paused": true })).await;
    assert_eq!(
        (&paused.data()["paused"], &paused.data()["next"]),
        (&json!(true), &json!([]))
    );
    kit.clock.advance(5 * HOUR_MS);
    look(&kit).await;
    let goes_on = kit
        .patch(&at, &kit.alice, &json!({ "paused": false }))
        .await;
    assert_eq!(goes_on.data()["paused"], false);
    look(&kit).await;
    // What would have been begun meanwhile is not.
    assert_eq!(runs(&kit).await, json!([]));
    let daily = json!({ "cron": "30 9 * * *", "zone": "UTC" });
    let changed = kit.patch(&at, &kit.alice, &daily).await.data();
    assert!(
        changed["next"][0].as_str().unwrap().contains("T09:30:00"),
        "{changed}"
    );
    assert_eq!(kit.delete(&at, &kit.alice).await.status, 204);
    let gone = kit.delete(&at, &kit.alice).await;
    assert_eq!(gone.problem(), (404, "SCHEDULE_NOT_FOUND".to_owned()));
    let listed = kit.get("/api/schedules", &kit.alice).await.data();
    assert_eq!(listed, json!({ "schedules": [] }));
}

#[tokio::test]
async fn a_word_about_something_else_passes_over_no_time_that_has_come() {
    let kit = Kit::new().await;
    let at = path(&added(&kit).await);
    kit.clock.advance(25 * HOUR_MS);
    let overlapping = json!({ "overlap": true });
    assert_eq!(kit.patch(&at, &kit.alice, &overlapping).await.status, 200);
    look(&kit).await;
    assert_eq!(runs(&kit).await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_schedule_is_its_owners() {
    let kit = Kit::new().await;
    let at = path(&added(&kit).await);
    let missing = (404, "SCHEDULE_NOT_FOUND".to_owned());
    assert_eq!(kit.get(&at, &kit.bob).await.problem(), missing);
    let paused = kit.patch(&at, &kit.bob, &json!({ "paused": true })).await;
    assert_eq!(paused.problem(), missing);
    assert_eq!(kit.delete(&at, &kit.bob).await.problem(), missing);
    let listed = kit.get("/api/schedules", &kit.bob).await.data();
    assert_eq!(listed, json!({ "schedules": [] }));
}

#[tokio::test]
async fn what_never_comes_or_cannot_be_run_is_refused() {
    let kit = Kit::new().await;
    for (field, value) in [
        ("cron", json!("* * * * * *")),
        ("cron", json!("0 0 30 2 *")),
        ("cron", json!("soon")),
        ("cron", json!("")),
        ("zone", json!("Mars/Olympus")),
        (
            "run",
            json!({ "instruction": "", "url": "https://shop.example/" }),
        ),
        (
            "run",
            json!({ "instruction": "a", "url": "https://a:b@shop.example/" }),
        ),
        (
            "run",
            json!({ "instruction": "a", "url": "https://shop.example/", "batch": { "id": "b", "row": 0 } }),
        ),
    ] {
        let mut body = hourly();
        body[field] = value;
        let reply = kit.post("/api/schedules", &kit.alice, &body).await;
        assert_eq!(reply.status, 400, "{body}");
    }
    let at = path(&added(&kit).await);
    let refused = kit.patch(&at, &kit.alice, &json!({ "cron": "soon" })).await;
    assert_eq!(refused.status, 400);
}
