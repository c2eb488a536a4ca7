use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use insta::assert_json_snapshot;
use screen_agent_store::conformance::world;
use screen_agent_store::turn::TurnCommit;
use serde_json::{Value, json};

use crate::kit::{Kit, PASSWORD, page};
use crate::knowledge::files::upload;
use crate::packet::world::{Without, World, request};
use crate::place::Place;

const PATH: &str = "/api/v1/user/preferences";

#[tokio::test]
async fn preferences_are_kept_per_person() {
    let kit = Kit::new().await;
    let before = kit.get(PATH, &kit.alice).await.data();
    assert_eq!(before, json!({"preferences": {"theme": "system"}}));
    let body = json!({"theme": "dark", "clientVersion": "1.2.3"});
    assert_eq!(kit.post(PATH, &kit.alice, &body).await.status, 200);
    assert_json_snapshot!(kit.get(PATH, &kit.alice).await.json());
    let theirs = kit.get(PATH, &kit.carol).await.data();
    assert_eq!(theirs["preferences"]["theme"], "system");
}

#[tokio::test]
async fn an_unknown_theme_is_refused() {
    let kit = Kit::new().await;
    let reply = kit.post(PATH, &kit.alice, &json!({"theme": "pink"})).await;
    assert_eq!(reply.refused().1, "theme");
}

/// Stands in everything that these people keep.
const MARK: &str = "kumquat";

/// Leaves something of every kind: conversations with messages and tasks, packets, collections, files, notes.
async fn fill(world: &World, token: &str, mark: &str) {
    let kit = &world.kit;
    kit.script.act("click(7)");
    let order = page(&format!("find {mark}"));
    let reply = kit.post("/api/agent/interact", token, &order).await;
    assert_eq!(reply.status, 200, "{}", reply.json());
    let title = json!({ "title": format!("All of {mark}") });
    let made = kit.post("/api/collections", token, &title).await;
    let made = made.json()["id"].as_str().unwrap().to_owned();
    let note = json!({ "sources": [{ "type": "note", "title": "n", "text": format!("{mark} notes ").repeat(200) }] });
    let sources = format!("/api/collections/{made}/sources");
    let added = kit.post(&sources, token, &note).await;
    assert_eq!(added.status, 200);
    let kept = upload(kit, token, "a.txt", format!("{mark} in a file").as_bytes()).await;
    assert_eq!(kept.status, 200);
    let theme = kit.post(PATH, token, &json!({ "theme": "dark" })).await;
    assert_eq!(theme.status, 200);
}

/// The archive's files, with their words.
fn unpacked(bytes: Vec<u8>) -> BTreeMap<String, String> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<String> = zip
        .file_names()
        .map(|name| name.unwrap().into_owned())
        .collect();
    let read = |name: String| {
        let mut words = String::new();
        zip.by_name(&name)
            .unwrap()
            .read_to_string(&mut words)
            .unwrap();
        (name, words)
    };
    names.into_iter().map(read).collect()
}

#[tokio::test]
async fn everything_can_be_taken_away() {
    let world = World::new().await;
    let kit = &world.kit;
    fill(&world, &kit.alice, MARK).await;
    fill(&world, &kit.carol, "durian").await;
    world.says_words(&format!("A {MARK} is a fruit."));
    world
        .asked(&request("q1", &format!("What is a {MARK}?")))
        .await;
    let reply = kit.get("/api/v1/user/export", &kit.alice).await;
    assert_eq!(reply.header("content-type"), "application/zip");
    let files = unpacked(reply.bytes);
    for kind in [
        "captures",
        "collections",
        "conversations",
        "files",
        "messages",
        "packets",
        "preferences",
        "sessions",
        "sources",
        "steps",
        "tasks",
        "turn_records",
    ] {
        let rows: Vec<Value> = serde_json::from_str(&files[&format!("{kind}.json")]).unwrap();
        assert!(!rows.is_empty(), "{kind}");
        assert!(rows.iter().all(|row| row.get("tenant_id").is_none()));
    }
    for kind in [
        "captures",
        "messages",
        "packets",
        "sessions",
        "tasks",
        "turn_records",
    ] {
        assert!(files[&format!("{kind}.json")].contains(MARK), "{kind}");
    }
    let uploads: Vec<&String> = files
        .iter()
        .filter(|(name, _)| name.starts_with("files/"))
        .map(|(_, words)| words)
        .collect();
    assert_eq!(uploads, [&format!("{MARK} in a file")]);
    assert!(files.values().all(|words| !words.contains("durian")));
    for ours in [
        "answered",
        "outbox",
        "tokens",
        "users",
        "task_states",
        "audit",
    ] {
        assert!(!files.contains_key(&format!("{ours}.json")), "{ours}");
    }
    let nothing = kit.get("/api/v1/user/export", &kit.bob).await;
    assert_eq!(
        unpacked(nothing.bytes).into_keys().collect::<Vec<_>>(),
        ["README.txt"]
    );
}

/// What stands in the database's files.
fn in_files(kit: &Kit, mark: &str) -> bool {
    let files = std::fs::read_dir(kit.dir.path()).unwrap();
    let mut read = files.map(|file| std::fs::read(file.unwrap().path()).unwrap_or_default());
    read.any(|bytes| {
        bytes
            .windows(mark.len())
            .any(|part| part == mark.as_bytes())
    })
}

#[tokio::test]
async fn what_is_erased_stands_nowhere_any_more() {
    // What stands in the file is looked for.
    let world = World::on(Place::alone(), 0, Without::default()).await;
    let kit = &world.kit;
    fill(&world, &kit.alice, MARK).await;
    fill(&world, &kit.carol, "durian").await;
    world.says_words(&format!("A {MARK} is a fruit."));
    world
        .asked(&request("q1", &format!("What is a {MARK}?")))
        .await;
    assert!(in_files(kit, MARK) && in_files(kit, "durian"));
    let path = "/api/v1/user/erase";
    let wrong = kit
        .post(path, &kit.alice, &json!({ "password": "no" }))
        .await;
    assert_eq!(wrong.problem(), (403, "WRONG_PASSWORD".to_owned()));
    assert!(in_files(kit, MARK));
    let erased = kit
        .post(path, &kit.alice, &json!({ "password": PASSWORD }))
        .await;
    assert_eq!(erased.status, 204, "{}", erased.json());
    assert!(!in_files(kit, MARK));
    assert!(in_files(kit, "durian"), "a colleague keeps everything");
    let left = kit.get("/api/v1/user/export", &kit.alice).await;
    assert_eq!(
        unpacked(left.bytes).into_keys().collect::<Vec<_>>(),
        ["README.txt", "model_usage.json"]
    );
    let sessions = kit
        .get("/api/session?includeArchived=true", &kit.alice)
        .await;
    assert_eq!(sessions.data()["pagination"]["total"], 0);
    let log = kit
        .get("/api/v1/audit", &kit.alice)
        .await
        .json()
        .to_string();
    assert!(log.contains("everything") && !log.contains(MARK), "{log}");
}

#[tokio::test]
async fn what_is_remembered_is_seen_put_right_and_forgotten() {
    let kit = Kit::new().await;
    let owner = world::first_owner(&*kit.store).await;
    let begin = world::first(1, 5, "find tea");
    world::open(&*kit.store, owner, begin.clone()).await;
    let mut task = world::task(&*kit.store, owner, 1).await;
    let closing = TurnCommit {
        exports: vec![("order number".to_owned(), "A-17".to_owned())],
        ..world::commit(&begin, &mut task)
    };
    let rows = screen_agent_store::Store::scoped(&*kit.store, owner);
    rows.commit_turn(closing).await.unwrap();
    drop(rows);
    let facts = async || kit.get("/api/v1/memory", &kit.alice).await.data()["facts"].clone();
    let session = "00000000-0000-0000-0000-000000000005";
    let fact = |value: &str| {
        json!([{
            "sessionId": session, "title": "shop.example: find tea", "name": "order number",
            "value": value, "at": "2026-03-04T12:00:00.000Z"
        }])
    };
    assert_eq!(facts().await, fact("A-17"));
    let path = format!("/api/v1/memory/facts/{session}/order%20number");
    let empty = kit.put(&path, &kit.alice, &json!({ "value": " " })).await;
    assert_eq!(empty.refused().1, "value");
    let foreign = kit.put(&path, &kit.bob, &json!({ "value": "B" })).await;
    assert_eq!(foreign.problem(), (404, "NOT_FOUND".to_owned()));
    let changed = kit
        .put(&path, &kit.alice, &json!({ "value": "A-18" }))
        .await;
    assert_eq!(changed.status, 204);
    assert_eq!(facts().await, fact("A-18"));
    assert_eq!(kit.delete(&path, &kit.alice).await.status, 204);
    assert_eq!(kit.delete(&path, &kit.alice).await.status, 404);
    assert_eq!(facts().await, json!([]));
    let unknown = kit.delete("/api/v1/memory/fixes/77", &kit.alice).await;
    assert_eq!(unknown.status, 404);
}

#[tokio::test]
async fn what_was_done_is_told_by_day_and_site() {
    let kit = Kit::new().await;
    kit.script.act("finish(\"Bought.\")");
    assert_eq!(kit.interact(&page("buy it")).await.status, 200);
    let today = kit.get("/api/v1/usage?days=7", &kit.alice).await.data();
    assert_eq!(
        (&today["first"], &today["last"]),
        (&json!("2026-02-26"), &json!("2026-03-04"))
    );
    assert_eq!(today["tasks"][0]["day"], "2026-03-04");
    assert_eq!(today["tasks"][0]["status"], "completed");
    assert_eq!(today["tasks"][0]["tasks"], 1);
    // On a clock that is 13 hours ahead it is tomorrow.
    let ahead = kit.get("/api/v1/usage?days=1&offset=60", &kit.alice).await;
    assert_eq!(ahead.data()["tasks"][0]["day"], "2026-03-05");
    let others = kit.get("/api/v1/usage", &kit.carol).await.data();
    assert_eq!(others["tasks"], json!([]));
    let wrong = kit.get("/api/v1/usage?days=0", &kit.alice).await;
    assert_eq!(wrong.refused().1, "days");
}

#[tokio::test]
async fn the_past_is_asked_about_across_conversations() {
    let kit = Kit::new().await;
    kit.script.act("finish(\"Bought.\")");
    assert_eq!(kit.interact(&page("buy two shirts")).await.status, 200);
    kit.clock.advance(24 * 60 * 60 * 1000);
    let asks = |query: &str, session: u32| {
        let mut body = page(query);
        body["sessionId"] = json!(format!("3f0e9b1c-0000-4000-8000-{session:012}"));
        body["localDate"] = json!("2026-03-05");
        body
    };
    let gives_up = || screen_agent_action::ask::Decision::GiveUp {
        reason: "I do not understand.".to_owned(),
    };
    kit.script.say(gives_up());
    let told = kit
        .interact(&asks("What did we do yesterday?", 9))
        .await
        .json();
    let words = told["data"]["action"].as_str().unwrap_or_default();
    assert!(
        words.contains("buy two shirts: done. Bought.") && words.contains("2026-03-04"),
        "{told}"
    );
    kit.script.say(gives_up());
    let told = kit
        .interact(&asks("What did we do last month?", 9))
        .await
        .json();
    let words = told["data"]["action"].as_str().unwrap_or_default();
    assert!(words.contains("I find no such task last month"), "{told}");
}

#[tokio::test]
async fn tasks_are_found_by_their_words() {
    let kit = Kit::new().await;
    for query in ["Buy two shirts", "find tea"] {
        kit.script.act("finish(\"Bought.\")");
        assert_eq!(kit.interact(&page(query)).await.status, 200);
        kit.clock.advance(1_000);
    }
    let found = async |words: &str, token: &str| -> Vec<String> {
        let path = format!("/api/v1/tasks?search={words}");
        let found = kit.get(&path, token).await.data()["tasks"].clone();
        let queries = found.as_array().unwrap().iter();
        queries
            .map(|task| task["query"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(found("SHIRT", &kit.alice).await, ["Buy two shirts"]);
    assert_eq!(
        found("bought", &kit.alice).await,
        ["find tea", "Buy two shirts"]
    );
    assert_eq!(found("tea%20shirt", &kit.alice).await, Vec::<String>::new());
    assert_eq!(found("tea", &kit.bob).await, Vec::<String>::new());
    let empty = kit.get("/api/v1/tasks?search=%20", &kit.alice).await;
    assert_eq!(empty.refused().1, "search");
}
