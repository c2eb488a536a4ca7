//! Profiles: what runs stay signed in with, for their worker alone.

use serde_json::{Value, json};

use crate::kit::Kit;
use crate::runs::{KEY, claim, kit, say, shown};

const COOKIE: &str = "s3cr3t-of-ann";

async fn submit(kit: &Kit, token: &str, profile: &str) -> String {
    let order = json!({ "instruction": "Open my orders", "url": "https://shop.example/", "profile": profile });
    let reply = kit.post("/api/runs", token, &order).await;
    assert_eq!(reply.status, 201, "{}", reply.json());
    reply.data()["id"].as_str().unwrap().to_owned()
}

fn state() -> Value {
    json!({ "cookies": [{ "name": "sid", "value": COOKIE, "domain": "shop.example", "path": "/", "expires": -1.0,
            "httpOnly": true, "secure": true, "sameSite": "Lax" }],
        "origins": [{ "origin": "https://shop.example", "localStorage": [{ "name": "who", "value": "ann" }] }] })
}

async fn save(kit: &Kit, run: &Value, key: &str, state: Value) -> (u16, String) {
    let path = format!("/api/work/{}/profile", run["id"].as_str().unwrap());
    let body = json!({ "claim": run["claim"], "state": state });
    let reply = kit.put(&path, key, &body).await;
    match reply.status.is_success() {
        true => (reply.status.as_u16(), String::new()),
        false => reply.problem(),
    }
}

async fn end(kit: &Kit, run: &Value) {
    let end = json!({ "status": "done", "outcome": { "result": "Seen." } });
    assert_eq!(say(kit, run, "finish", end).await.0, 204);
}

async fn listed(kit: &Kit, token: &str) -> Value {
    kit.get("/api/profiles", token).await.data()["profiles"].clone()
}

#[tokio::test]
async fn a_profile_goes_from_run_to_run_and_nobody_else_sees_what_it_holds() {
    let kit = kit().await;
    let id = submit(&kit, &kit.alice, "shop").await;
    submit(&kit, &kit.alice, "shop").await;
    assert_eq!(shown(&kit, &id).await["profile"], "shop");
    let first = claim(&kit).await;
    // The other waits for the profile.
    assert_eq!(claim(&kit).await, Value::Null);
    let (_, empty) = say(&kit, &first, "profile", json!({})).await;
    assert_eq!(empty["data"]["state"], Value::Null);
    assert_eq!(save(&kit, &first, KEY, state()).await.0, 204);
    assert_eq!(save(&kit, &first, &kit.alice, state()).await.0, 401);
    end(&kit, &first).await;
    let lost = (409, "RUN_LOST".to_owned());
    assert_eq!(save(&kit, &first, KEY, state()).await, lost);
    let second = claim(&kit).await;
    let (_, held) = say(&kit, &second, "profile", json!({})).await;
    assert_eq!(held["data"]["state"], state());
    let told = listed(&kit, &kit.alice).await;
    assert_eq!(
        (&told[0]["name"], told[0]["savedAt"].is_string()),
        (&json!("shop"), true)
    );
    assert!(!told.to_string().contains(COOKIE));
    let files = std::fs::read_dir(kit.dir.path()).unwrap();
    let files = files.map(|file| file.unwrap().path());
    for file in files.filter(|file| file.is_file()) {
        let bytes = std::fs::read(&file).unwrap();
        assert!(
            !String::from_utf8_lossy(&bytes).contains(COOKIE),
            "{file:?}"
        );
    }
}

#[tokio::test]
async fn a_profile_of_another_is_none_and_one_that_is_removed_is_gone() {
    let kit = kit().await;
    submit(&kit, &kit.alice, "shop").await;
    let run = claim(&kit).await;
    assert_eq!(save(&kit, &run, KEY, state()).await.0, 204);
    assert_eq!(listed(&kit, &kit.bob).await, json!([]));
    let path = "/api/profiles/shop";
    let none = (404, "PROFILE_NOT_FOUND".to_owned());
    assert_eq!(kit.delete(path, &kit.bob).await.problem(), none);
    assert_eq!(kit.delete(path, &kit.alice).await.status, 204);
    assert_eq!(kit.delete(path, &kit.alice).await.problem(), none);
    assert_eq!(save(&kit, &run, KEY, state()).await, none);
    let (_, held) = say(&kit, &run, "profile", json!({})).await;
    assert_eq!(held["data"]["state"], Value::Null);
}

#[tokio::test]
async fn what_is_no_profile_is_refused() {
    let kit = kit().await;
    let order =
        json!({ "instruction": "Look", "url": "https://shop.example/", "profile": "../shop" });
    let refused = kit.post("/api/runs", &kit.alice, &order).await;
    assert_eq!(refused.json()["details"]["field"], "profile");
    submit(&kit, &kit.alice, "shop").await;
    let run = claim(&kit).await;
    let mut large = state();
    large["origins"][0]["localStorage"][0]["value"] = json!("x".repeat(1024 * 1024));
    assert_eq!(save(&kit, &run, KEY, large).await.0, 400);
    let schedule = json!({ "cron": "0 9 * * *", "run": { "instruction": "Look", "url": "https://shop.example/", "profile": "shop" } });
    let added = kit.post("/api/schedules", &kit.alice, &schedule).await;
    assert_eq!(added.status, 201, "{}", added.json());
}
