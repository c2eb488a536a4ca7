//! What runs bring: data and answers, from what is asked for to what is kept of it.

use serde_json::{Value, json};

use crate::kit::Kit;
use crate::runs::{LEASE_MS, claim, keep, kit, say, shown, turn};

fn order() -> Value {
    let outputs = json!({ "type": "object", "required": ["price"],
        "properties": { "price": { "type": "number" }, "maker": { "type": "string" } } });
    json!({ "instruction": "Buy green tea", "url": "https://shop.example/tea", "outputs": outputs })
}

async fn submit(kit: &Kit, order: &Value) -> String {
    let reply = kit.post("/api/runs", &kit.alice, order).await;
    assert_eq!(reply.status, 201, "{}", reply.json());
    reply.data()["id"].as_str().unwrap().to_owned()
}

fn found(price: Value, missing: Value) -> Value {
    let kinds = [("maker", "string", false), ("price", "number", true)];
    let fields = kinds
        .map(|(name, kind, required)| json!({ "name": name, "type": kind, "required": required }));
    json!({ "fields": fields, "records": [{ "maker": "Otani", "price": price }], "cited": [{ "maker": [1] }],
        "missing": missing, "sources": [{ "quote": "Otani Tea", "verified": true }], "answers": [] })
}

fn end(found: &Value) -> Value {
    json!({ "status": "done", "outcome": { "result": "It is bought.", "found": found } })
}

/// Every byte of the database, as it lies there.
fn bytes(kit: &Kit) -> Vec<u8> {
    let files = std::fs::read_dir(kit.dir.path()).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    paths
        .filter(|path| path.is_file())
        .flat_map(|path| std::fs::read(path).unwrap())
        .collect()
}

#[tokio::test]
async fn what_a_run_brought_is_kept_sealed_and_told_to_its_owner() {
    let kit = kit().await;
    let id = submit(&kit, &order()).await;
    let run = claim(&kit).await;
    assert_eq!(run["order"]["outputs"], order()["outputs"]);
    let found = found(json!(3.5), json!([]));
    assert_eq!(say(&kit, &run, "finish", end(&found)).await.0, 204);
    let done = shown(&kit, &id).await;
    assert_eq!(
        (&done["status"], &done["outcome"]["found"]),
        (&json!("done"), &found)
    );
    assert!(!String::from_utf8_lossy(&bytes(&kit)).contains("Otani"));
    // Lists are short unless they are asked for all of it.
    for (query, told) in [("", Value::Null), ("?found=true", found.clone())] {
        let list = kit
            .get(&format!("/api/runs{query}"), &kit.alice)
            .await
            .data();
        assert_eq!(list["runs"][0]["outcome"]["found"], told, "{query}");
    }
    for query in ["found=yes", "found=true&limit=26"] {
        let reply = kit.get(&format!("/api/runs?{query}"), &kit.alice).await;
        assert_eq!(reply.status, 400, "{query}");
    }
    let path = format!("/api/runs/{id}");
    assert_eq!(kit.get(&path, &kit.bob).await.status, 404);
    let retry = format!("{path}/retry");
    assert_eq!(kit.post(&retry, &kit.alice, &json!({})).await.status, 200);
    assert_eq!(shown(&kit, &id).await["outcome"], Value::Null);
}

#[tokio::test]
async fn a_run_without_what_it_had_to_bring_is_not_done_without_saying_so() {
    let kit = kit().await;
    let missing = json!([{ "record": 0, "field": "price", "why": "not_found" }]);
    for (found, lack) in [
        (found(Value::Null, missing), "Missing on the page: price."),
        (
            Value::Null,
            "The page was not read: whoever did the run has not told what it found.",
        ),
    ] {
        let id = submit(&kit, &order()).await;
        let run = claim(&kit).await;
        assert_eq!(say(&kit, &run, "finish", end(&found)).await.0, 204);
        let left = shown(&kit, &id).await;
        assert_eq!(
            (&left["status"], &left["outcome"]["result"]),
            (
                &json!("done_unverified"),
                &json!(format!("It is bought. {lack}"))
            )
        );
        let missing = left["outcome"]["found"]["missing"].as_array().unwrap();
        assert_eq!(missing.last().unwrap()["field"], "price");
    }
}

#[tokio::test]
async fn a_task_whose_worker_was_lost_before_it_read_the_page_brought_nothing() {
    let kit = kit().await;
    let id = submit(&kit, &order()).await;
    let run = claim(&kit).await;
    turn(&kit, &run, "finish(\"It is bought.\")").await;
    kit.clock.advance(LEASE_MS);
    assert_eq!(claim(&kit).await, Value::Null);
    let left = shown(&kit, &id).await;
    assert_eq!(left["status"], "done_unverified", "{left}");
    let trouble = left["outcome"]["found"]["trouble"].as_str().unwrap();
    assert!(trouble.contains("has not told"), "{trouble}");
}

#[tokio::test]
async fn a_secret_of_the_order_stands_in_nothing_that_was_brought() {
    let kit = kit().await;
    let secret = json!({ "value": "773195", "sites": ["https://shop.example"] });
    assert!(keep(&kit, "shop.pin", secret).await.0 < 300);
    let order = json!({ "instruction": "Enter {{secret:shop.pin}} as the PIN", "url": "https://shop.example/",
        "outputs": ["maker", "price"] });
    let id = submit(&kit, &order).await;
    let run = claim(&kit).await;
    let mut found = found(json!(773_195), json!([]));
    found["sources"][0]["quote"] = json!("your PIN is 773195");
    assert_eq!(say(&kit, &run, "finish", end(&found)).await.0, 204);
    let left = shown(&kit, &id).await;
    assert!(!left.to_string().contains("773195"), "{left}");
    let missing = json!([{ "record": 0, "field": "price", "why": "secret" }]);
    assert_eq!(left["outcome"]["found"]["missing"], missing);
    assert_eq!(left["status"], "done_unverified");
}

#[tokio::test]
async fn what_cannot_be_brought_is_refused_by_its_path() {
    let kit = kit().await;
    let with = |more: Value| {
        let mut order = json!({ "url": "https://shop.example/tea" });
        order
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        order
    };
    for (order, field) in [
        (
            with(json!({ "outputs": { "properties": { "price": { "type": "money" } } } })),
            "outputs.properties.price.type",
        ),
        (with(json!({ "outputs": [] })), "outputs"),
        (with(json!({ "questions": ["Why?", ""] })), "questions[1]"),
        (
            with(json!({ "questions": ["Why?"], "instruction": "Click Save" })),
            "questions",
        ),
        (with(json!({})), "instruction"),
    ] {
        let reply = kit.post("/api/runs", &kit.alice, &order).await;
        assert_eq!(reply.status, 400, "{order}");
        assert_eq!(reply.json()["details"]["field"], field, "{order}");
        let schedule = json!({ "cron": "0 * * * *", "zone": "UTC", "run": order });
        let reply = kit.post("/api/schedules", &kit.alice, &schedule).await;
        assert_eq!(reply.json()["details"]["field"], field, "{order}");
    }
}

#[tokio::test]
async fn questions_are_a_run_that_is_called_by_the_first() {
    let kit = kit().await;
    let order = json!({ "questions": ["What does it cost?", "Who made it?"], "url": "https://shop.example/tea" });
    let id = submit(&kit, &order).await;
    assert_eq!(
        shown(&kit, &id).await["instruction"],
        "What does it cost? (and 1 more)"
    );
    let run = claim(&kit).await;
    assert_eq!(run["order"]["questions"], order["questions"]);
    let answer = |question: &str, verified| {
        json!({ "question": question, "answer": "3 euros",
        "sources": [{ "quote": "3 euros", "verified": verified }] })
    };
    let found = json!({ "fields": [], "records": [], "cited": [], "missing": [], "sources": [],
        "answers": [answer("What does it cost?", true), answer("Who made it?", false)] });
    assert_eq!(say(&kit, &run, "finish", end(&found)).await.0, 204);
    let left = shown(&kit, &id).await;
    assert_eq!(left["status"], "done_unverified");
    assert_eq!(
        left["outcome"]["result"],
        "It is bought. Not found: answers to 1 of 2 questions."
    );
    assert_eq!(left["outcome"]["found"], found);
}
