//! A server is killed anywhere between a request and its answer, and the same packet is sent again.

use std::sync::Arc;

use screen_agent_engine::ProgressSender;
use screen_agent_engine::packet::{Answered, AskError};
use screen_agent_ports::Clock;
use screen_agent_store::Owner;
use screen_agent_store::account::Account;
use screen_agent_testkit::model::Turn;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::world::{Without, World, answer, of_kind, paragraph, request};
use crate::place::Place;

/// More readings of the clock than any of these requests has.
const MOST: i64 = 80;

/// Names of the tools that came to something, as a model is told.
fn done(request: &Value) -> Vec<String> {
    let results = of_kind(request, "tool.result.v1");
    let name = |one: &Value| one["content"]["name"].as_str().unwrap().to_owned();
    results.iter().map(name).collect()
}

fn calls(words: &str, calls: Value) -> Value {
    json!({ "children": [paragraph(words)], "tool_calls": calls })
}

/// A model without a memory: it goes by what it is told.
fn next(request: &Value) -> Value {
    let title = request["conversation"]["id"].as_str().unwrap();
    let done = done(request);
    let has = |name: &str| done.iter().any(|one| one == name);
    if !has("collection.create") {
        return calls(
            "Both first.",
            json!([
                { "name": "collection.create", "arguments": { "title": title } },
                { "name": "artifact.save", "arguments": { "title": title, "text": "Leaves." } },
            ]),
        );
    }
    if !has("collection.add_sources") {
        let results = of_kind(request, "tool.result.v1");
        let id = results
            .iter()
            .find_map(|one| one["content"]["result"]["collectionId"].as_str());
        let sources = json!([{ "type": "note", "text": "A note." }]);
        return calls(
            "Then a note.",
            json!([{ "name": "collection.add_sources", "arguments": { "collectionId": id, "sources": sources } }]),
        );
    }
    calls("Done.", json!([]))
}

/// A model that has a service told of it, which a person is asked about.
fn next_told(request: &Value) -> Value {
    if done(request).is_empty() {
        return calls(
            "I tell them.",
            json!([{ "name": "integration.invoke", "arguments": { "integration": "notes",
                "operation": "create", "payload": { "text": request["conversation"]["id"] } } }]),
        );
    }
    calls("Told.", json!([]))
}

fn page_of(id: &str) -> String {
    format!("https://tea.example/{id}")
}

/// A model that keeps a page, and then keeps it anew.
fn next_captured(request: &Value) -> Value {
    let id = request["conversation"]["id"].as_str().unwrap();
    let results = of_kind(request, "tool.result.v1");
    let found = |field: &str| {
        let mut results = results.iter().map(|one| &one["content"]["result"][field]);
        results.find(|one| one.is_string()).cloned()
    };
    let call = match (found("collectionId"), found("sourceId"), results.len()) {
        (None, _, _) => json!({ "name": "collection.create", "arguments": { "title": id } }),
        (Some(collection), None, _) => json!({ "name": "source.capture",
            "arguments": { "collectionId": collection, "url": page_of(id) } }),
        (_, Some(source), 2) => {
            json!({ "name": "source.refresh", "arguments": { "sourceId": source } })
        }
        _ => return calls("Kept.", json!([])),
    };
    calls("This first.", json!([call]))
}

async fn world(next: fn(&Value) -> Value) -> (World, Owner) {
    // Nobody is killed in earnest: beside others, who was would be seen for as long as the test is.
    let world = World::on(Place::alone(), 0, Without::default()).await;
    world.model.play(Arc::new(move |asked| {
        let request: Value = serde_json::from_str(asked.user()).ok()?;
        Some(Turn::from(answer(&request, &next(&request))))
    }));
    let users = world.kit.store.upkeep().list::<Account>(()).await.unwrap();
    let alice = users
        .into_iter()
        .find(|one| one.user.email == "alice@acme.test");
    let alice = alice.unwrap();
    (world, alice.user.owner())
}

async fn ask(world: &World, owner: Owner, packet: &Value) -> Result<Answered, AskError> {
    let bytes = packet.to_string();
    let read = screen_agent_packet::read::request(bytes.as_bytes()).unwrap();
    let digest = Sha256::digest(&bytes).into();
    world
        .kit
        .making
        .ask(owner, read, digest, ProgressSender::default())
        .await
}

/// Asks again and again, each time killed after so many readings, and at last left alone. How often
/// it was killed, and the answer.
async fn through(world: &World, owner: Owner, packet: &Value, kills: &[i64]) -> (usize, Value) {
    let mut killed = 0;
    for readings in kills {
        world.kit.clock.kill_after(*readings);
        let answered = ask(world, owner, packet).await;
        world.kit.clock.spare();
        match answered {
            Err(AskError::Broken(_)) => killed += 1,
            Ok(answered) => return (killed, serde_json::to_value(answered.reply).unwrap()),
            Err(error) => panic!("{kills:?}: {error:?}"),
        }
        restart(world).await;
    }
    let answered = ask(world, owner, packet).await;
    let answered = answered.unwrap_or_else(|error| panic!("{kills:?}: {error:?}"));
    (killed, serde_json::to_value(answered.reply).unwrap())
}

/// What a server does first: whatever a dead one held is let go of.
async fn restart(world: &World) {
    let now_ms = world.kit.clock.now_ms();
    world.kit.store.upkeep().recover(now_ms).await.unwrap();
}

async fn titled(world: &World, path: &str, list: &str, title: &str) -> Vec<Value> {
    // Nobody is to be kept waiting by how much is asked here.
    world.kit.clock.advance(60_000);
    let all = world.get(path).await.json();
    let all = all[list].as_array().unwrap().clone();
    all.into_iter()
        .filter(|one| one["title"] == title)
        .collect()
}

/// One of everything, and one answer.
async fn is_whole(world: &World, id: &str, at: &str) {
    let artifacts = titled(world, "/api/artifacts", "artifacts", id).await;
    assert_eq!(artifacts.len(), 1, "artifacts, {at}");
    let collections = titled(world, "/api/collections", "collections", id).await;
    assert_eq!(collections.len(), 1, "collections, {at}");
    let collection = collections[0]["id"].as_str().unwrap();
    let path = format!("/api/collections/{collection}");
    let whole = world.get(&path).await.json();
    assert_eq!(whole["sources"].as_array().unwrap().len(), 1, "notes, {at}");
    let kept = world.get(&format!("/api/conversations/{id}")).await.json();
    let kept = kept["messages"].as_array().unwrap();
    let of_type = |kind: &str| kept.iter().filter(|one| one["packetType"] == kind).count();
    // The question, a word with each of two steps, a result of each of three tools, the answer.
    let found = [of_type("request"), of_type("response"), of_type("tool")];
    assert_eq!(found, [1, 3, 3], "{at}: {kept:?}");
    let gone = world.kit.delete(&path, &world.kit.alice).await;
    assert_eq!(gone.status, 204, "{at}");
}

/// Killed once at every place, and twice at many: nothing is done twice, and there is one answer.
#[tokio::test]
async fn what_was_done_before_a_kill_is_not_done_again() {
    let (world, owner) = world(next).await;
    let mut requests = 0;
    for first in 0..MOST {
        let mut reached = false;
        for second in [None, Some(1), Some(4), Some(9), Some(14), Some(20)] {
            let id = format!("c-{first}-{}", second.unwrap_or(0));
            let mut packet = request("r-1", "save what you know and begin a collection");
            packet["conversation"]["id"] = json!(id);
            let kills: Vec<i64> = [first].into_iter().chain(second).collect();
            let (killed, reply) = through(&world, owner, &packet, &kills).await;
            let at = format!("{kills:?}");
            is_whole(&world, &id, &at).await;
            let told = reply["tool_results"].as_array().unwrap();
            assert_eq!(told.len(), 3, "{at}: {reply}");
            // Sent once more, it is answered the same.
            let again = ask(&world, owner, &packet).await.unwrap();
            assert!(again.repeated, "{at}");
            assert_eq!(serde_json::to_value(again.reply).unwrap(), reply, "{at}");
            requests += 1;
            reached |= killed > 0;
        }
        if !reached {
            assert!(requests >= 100, "{requests}");
            return;
        }
    }
    panic!("a request reads the clock {MOST} times");
}

/// A page that came in before a kill is not fetched again, and counts as one capture.
#[tokio::test]
async fn what_was_fetched_before_a_kill_is_not_fetched_again() {
    let (world, owner) = world(next_captured).await;
    let text = "Leaves are plucked by hand, left to wilt, rolled, and dried. ".repeat(3);
    for first in 0..MOST {
        let id = format!("c-{first}");
        let page = page_of(&id);
        world.web.has(&page, &format!("<main><p>{text}</main>"));
        let mut packet = request("r-1", &format!("keep {page}"));
        packet["conversation"]["id"] = json!(id);
        let (killed, reply) = through(&world, owner, &packet, &[first, first / 2]).await;
        let told = reply["tool_results"].as_array().unwrap();
        let told: Vec<_> = told
            .iter()
            .map(|one| (&one["result"]["version"], &one["result"]["changed"]))
            .collect();
        let (none, yes, no) = (&Value::Null, &json!(true), &json!(false));
        let expected = [(none, none), (&json!(1), yes), (&json!(2), no)];
        assert_eq!(told, expected, "{first}: {reply}");
        assert_eq!(world.web.asked(&page), 2, "{first}");
        let collection = &titled(&world, "/api/collections", "collections", &id).await[0];
        let path = format!("/api/collections/{}", collection["id"].as_str().unwrap());
        let whole = world.get(&path).await.json();
        assert_eq!(whole["sources"].as_array().unwrap().len(), 1, "{whole}");
        if killed == 0 {
            assert!(first > 10, "{first}");
            return;
        }
    }
    panic!("a request reads the clock {MOST} times");
}

/// A service is told once or not at all; and where that is not known, the model is told so.
#[tokio::test]
async fn what_cannot_be_taken_back_is_done_once_at_most() {
    let (world, owner) = world(next_told).await;
    let mut unknown = 0;
    for first in 0..MOST {
        let id = format!("c-{first}");
        let mut packet = request("r-1", "tell the others");
        packet["conversation"]["id"] = json!(id);
        let before = serde_json::to_value(ask(&world, owner, &packet).await.unwrap().reply);
        let before = before.unwrap();
        let call = &before["tool_calls"][0];
        let text = call["policy"]["text"].as_str().unwrap();
        assert!(text.contains(&id) && text.contains("notes"), "{text}");
        let mut yes = super::world::going_on(packet, "r-2", &before);
        yes["input"]["approvals"] = json!([{ "call_id": call["id"],
            "fingerprint": call["policy"]["approval"]["fingerprint"], "allow": true }]);
        let (killed, reply) = through(&world, owner, &yes, &[first, first / 2]).await;
        let sent = world.sent.0.lock().unwrap().clone();
        let sent = sent
            .iter()
            .filter(|one| one.1["text"] == id.as_str())
            .count();
        let told = &reply["tool_results"][0];
        match told["status"].as_str().unwrap() {
            "ok" => assert_eq!(sent, 1, "{first}"),
            _ => {
                assert_eq!(told["error"]["code"], "UNKNOWN", "{first}: {reply}");
                assert!(sent <= 1, "{first}");
                unknown += 1;
            }
        }
        if killed == 0 {
            assert!(unknown > 0);
            return;
        }
    }
    panic!("a request reads the clock {MOST} times");
}
