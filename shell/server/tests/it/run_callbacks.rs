//! What is told of runs, and what becomes of what nobody hears.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use screen_agent_ports::{Callbacks, FetchFailure};
use screen_agent_server::tell_callbacks;
use serde_json::{Value, json};

use crate::kit::{Kit, Wider};
use crate::place::Place;
use crate::run_files::{TABLE, bring, names, uploaded};
use crate::runs::{KEY, claim, config, say};

/// What was posted: where, with which secret, and what.
type Posted = (String, String, Value);

/// Hears, or fails as it is told.
#[derive(Default)]
struct Ear {
    heard: Mutex<Vec<Posted>>,
    fails: Mutex<Option<FetchFailure>>,
    /// Where one waits for an answer that does not come.
    silent: Mutex<Option<String>>,
}

#[async_trait]
impl Callbacks for Ear {
    async fn call(&self, url: &str, secret: &str, body: String) -> Result<(), FetchFailure> {
        let body = serde_json::from_str(&body).unwrap();
        let posted = (url.to_owned(), secret.to_owned(), body);
        self.heard.lock().unwrap().push(posted);
        let is_silent = self.silent.lock().unwrap().as_deref() == Some(secret);
        if is_silent {
            std::future::pending::<()>().await;
        }
        self.fails.lock().unwrap().clone().map_or(Ok(()), Err)
    }
}

impl Ear {
    fn fail(&self, failure: Option<FetchFailure>) {
        *self.fails.lock().unwrap() = failure;
    }

    fn taken(&self) -> Vec<Posted> {
        std::mem::take(&mut *self.heard.lock().unwrap())
    }
}

async fn kit() -> (Kit, Arc<Ear>) {
    let ear = Arc::<Ear>::default();
    let wider = Wider {
        callbacks: Some(ear.clone()),
        ..Wider::default()
    };
    let kit = Kit::configured(Place::new(), 0, wider, config()).await;
    (kit, ear)
}

/// Everything that is due now.
async fn tell(kit: &Kit) {
    while tell_callbacks(&kit.state).await.unwrap() {}
}

const URL: &str = "https://hooks.example/runs?key=abc";

/// A run that is cancelled at once: a state that is told.
async fn cancelled(kit: &Kit) -> String {
    cancelled_of(kit, &kit.alice).await
}

async fn cancelled_of(kit: &Kit, who: &str) -> String {
    let order =
        json!({ "instruction": "Buy tea", "url": "https://shop.example/", "callback": URL });
    let reply = kit.post("/api/runs", who, &order).await;
    assert_eq!(reply.status, 201, "{}", reply.json());
    let id = reply.data()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/runs/{id}/cancel");
    assert_eq!(kit.post(&path, who, &json!({})).await.status, 200);
    id
}

#[tokio::test]
async fn a_service_that_does_not_answer_holds_up_nobody_elses() {
    let (kit, ear) = kit().await;
    for _ in 0..10 {
        cancelled(&kit).await;
    }
    let bobs = cancelled_of(&kit, &kit.bob).await;
    let secret = kit.get("/api/callbacks/secret", &kit.alice).await.data();
    *ear.silent.lock().unwrap() = secret["secret"].as_str().map(str::to_owned);
    let standing = async || {
        let run = kit.get(&format!("/api/runs/{bobs}"), &kit.bob).await.data();
        run["callback"]["standing"] == "told"
    };
    let posted = || ear.heard.lock().unwrap().len();
    let told = async { while !standing().await || posted() < 5 {} };
    tokio::select! {
        _ = tell_callbacks(&kit.state) => panic!("alice's are not answered"),
        () = told => {}
    }
    assert_eq!(ear.taken().len(), 5, "four of hers at once, and his");
}

async fn callback(kit: &Kit, id: &str) -> Value {
    let run = kit.get(&format!("/api/runs/{id}"), &kit.alice).await.data();
    run["callback"].clone()
}

#[tokio::test]
async fn a_state_is_told_once_with_its_owners_secret() {
    let (kit, ear) = kit().await;
    let id = cancelled(&kit).await;
    let pending = json!({ "site": "https://hooks.example", "standing": "pending" });
    assert_eq!(callback(&kit, &id).await, pending);
    tell(&kit).await;
    tell(&kit).await;
    let heard = ear.taken();
    let [(url, secret, body)] = heard.as_slice() else {
        panic!("{heard:?}");
    };
    assert_eq!(url, URL);
    assert_eq!(
        (&body["run"]["id"], &body["run"]["status"]),
        (&json!(id), &json!("cancelled"))
    );
    assert!(!body.to_string().contains("abc"), "{body}");
    let secrets = [&kit.alice, &kit.bob].map(|who| kit.get("/api/callbacks/secret", who));
    let [alices, bobs] = secrets;
    assert_eq!(alices.await.data()["secret"], json!(secret));
    assert_ne!(bobs.await.data()["secret"], json!(secret));
    let told = json!({ "site": "https://hooks.example", "standing": "told" });
    assert_eq!(callback(&kit, &id).await, told);
}

#[tokio::test]
async fn a_run_is_told_with_its_files_and_links_to_them() {
    let (kit, ear) = kit().await;
    let table = uploaded(&kit, &kit.alice, "cities.csv").await;
    let order = json!({ "instruction": "Upload the file", "url": "https://jobs.example/",
        "files": [table], "callback": URL });
    assert_eq!(kit.post("/api/runs", &kit.alice, &order).await.status, 201);
    let run = claim(&kit).await;
    let kept = bring(&kit, &run, KEY, (0, "visits.csv", TABLE)).await;
    assert_eq!(kept.status, 204);
    let end = json!({ "status": "done", "outcome": { "result": "It is saved." } });
    assert_eq!(say(&kit, &run, "finish", end).await.0, 204);
    tell(&kit).await;
    let heard = ear.taken();
    let [(_, _, body)] = heard.as_slice() else {
        panic!("{heard:?}");
    };
    assert_eq!(
        names(&body["run"]),
        [("cities.csv", false), ("visits.csv", true)]
    );
    for file in body["run"]["files"].as_array().unwrap() {
        let link = file["link"]["url"].as_str().unwrap();
        assert_eq!(kit.get(link, "").await.bytes, TABLE);
    }
}

#[tokio::test]
async fn what_nobody_hears_is_told_again_under_the_same_id_for_a_day() {
    let (kit, ear) = kit().await;
    let id = cancelled(&kit).await;
    ear.fail(Some(FetchFailure::Status(500)));
    tell(&kit).await;
    kit.clock.advance(9_999);
    tell(&kit).await;
    assert_eq!(ear.taken().len(), 1);
    kit.clock.advance(1);
    tell(&kit).await;
    let again = ear.taken();
    assert_eq!(again.len(), 1);
    let waiting = json!({ "site": "https://hooks.example", "standing": "pending",
        "trouble": "the site answered with status 500" });
    assert_eq!(callback(&kit, &id).await, waiting);
    kit.clock.advance(24 * 60 * 60 * 1_000);
    tell(&kit).await;
    let last = ear.taken();
    assert_eq!(last[0].2["id"], again[0].2["id"]);
    assert_eq!(callback(&kit, &id).await["standing"], "given_up");
    kit.clock.advance(24 * 60 * 60 * 1_000);
    tell(&kit).await;
    assert_eq!(ear.taken(), []);
}

#[tokio::test]
async fn what_nobody_may_reach_is_given_up_at_once() {
    let (kit, ear) = kit().await;
    let id = cancelled(&kit).await;
    ear.fail(Some(FetchFailure::Blocked));
    tell(&kit).await;
    let left = callback(&kit, &id).await;
    assert_eq!(
        (&left["standing"], &left["trouble"]),
        (
            &json!("given_up"),
            &json!("this is not a public web address")
        )
    );
}

#[tokio::test]
async fn a_server_that_tells_nobody_says_so() {
    let kit = Kit::new().await;
    for (to, code) in [(URL, "CALLBACKS_OFF"), (HERS, "MAIL_OFF")] {
        let order =
            json!({ "instruction": "Buy tea", "url": "https://shop.example/", "callback": to });
        let reply = kit.post("/api/runs", &kit.alice, &order).await;
        assert_eq!(reply.problem(), (503, code.to_owned()));
    }
}

const HERS: &str = "mailto:Alice@acme.test";

#[tokio::test]
async fn nobody_is_written_to_but_whose_run_it_is() {
    let (kit, _ear) = kit().await;
    let every_day = |callback: &str| {
        let run = json!({ "instruction": "Buy tea", "url": "https://shop.example/", "callback": callback });
        let mut schedule = run.clone();
        schedule["cron"] = json!("0 9 * * *");
        schedule["zone"] = json!("UTC");
        [("/api/runs", run), ("/api/schedules", schedule)]
    };
    for to in [
        "mailto:bob@acme.test",
        "mailto:alice@acme.test?cc=bob@acme.test",
        "mailto:alice@acme.test,bob@acme.test",
        "mailto:",
    ] {
        for (path, order) in every_day(to) {
            let reply = kit.post(path, &kit.alice, &order).await;
            assert_eq!(reply.problem().0, 400, "{path} {to}");
        }
    }
}
