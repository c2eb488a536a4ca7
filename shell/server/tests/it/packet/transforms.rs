//! What collections are made into, in the background.

use screen_agent_testkit::model::Turn;
use serde_json::{Value, json};

use super::world::{Without, World, of_kind, paragraph, problem, request, words};
use crate::kit::Kit;
use crate::place::Place;

/// An outline of whatever sources there are.
fn outline(request: &Value) -> Value {
    let sources = of_kind(request, "collection.source.v1");
    let citations: Vec<Value> = sources
        .iter()
        .map(|one| json!({ "doc_id": one["doc_id"], "quote": one["content"]["text"] }))
        .collect();
    let item = |text: &str| json!({ "type": "list_item", "children": [paragraph(text)] });
    let items: Vec<Value> = ["Colours", "Green tea", "Black tea", "White tea"]
        .map(item)
        .to_vec();
    let nested = json!({ "type": "list_item", "children": [paragraph("Teas"),
        { "type": "list", "ordered": false, "items": items.clone() }] });
    json!({
        "children": [
            { "type": "heading", "level": 2, "children": [{ "type": "text", "text": "Tea" }] },
            { "type": "list", "ordered": false, "items": [nested.clone(), nested] },
        ],
        "citations": citations,
    })
}

async fn begun(world: &World, collection: &str) -> Value {
    let body = json!({ "type": "outline", "config": { "depth": "brief" } });
    let reply = world
        .post(&format!("/api/collections/{collection}/transforms"), &body)
        .await;
    assert_eq!(reply.status, 202, "{}", reply.json());
    reply.json()
}

/// Asks until it stands as it should.
async fn until(world: &World, id: &Value, status: &str) -> Value {
    let path = format!("/api/artifacts/{}", id.as_str().unwrap());
    loop {
        let data = world.get(&path).await.json();
        if data["artifact"]["status"] == status {
            return data;
        }
        let on_its_way =
            ["pending", "running"].contains(&data["artifact"]["status"].as_str().unwrap());
        assert!(on_its_way, "{data}");
        tokio::task::yield_now().await;
    }
}

/// The tools do what the endpoints do.
#[tokio::test]
async fn a_model_has_something_made_of_a_collection() {
    let world = World::new().await;
    let collection = world
        .collection(&["Green tea is green.", "Black tea is black."])
        .await;
    world.proposes("transform.list_types", json!({}));
    world.says(move |request| {
        let listed = of_kind(request, "tool.result.v1")[0]["content"]["result"].to_string();
        assert!(listed.contains("outline"), "{listed}");
        json!({ "children": [paragraph("An outline, then.")], "tool_calls": [
            { "name": "transform.run", "arguments": { "collectionId": collection, "type": "outline" } }] })
    });
    // The outline is made while the answer is given: either may be asked for first.
    for _ in 0..2 {
        world.says(
            |request| match of_kind(request, "collection.source.v1").is_empty() {
                true => json!({ "children": [paragraph("It is being made.")] }),
                false => outline(request),
            },
        );
    }
    let asked = request("r-1", "make an outline of my collection");
    let reply = world.asked(&asked).await;
    assert_eq!(words(&reply), "It is being made.\n", "{reply}");
    let made = &reply["tool_results"][1];
    assert_eq!(made["name"], "transform.run", "{reply}");
    until(&world, &made["result"]["artifactId"], "completed").await;
    world.done();
}

#[tokio::test]
async fn a_collection_becomes_an_outline_once() {
    let world = World::new().await;
    let types = world.get("/api/transforms").await.json();
    let names: Vec<_> = types["types"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].clone())
        .collect();
    assert!(
        names.contains(&json!("comparison")) && names.contains(&json!("outline")),
        "{names:?}"
    );
    let collection = world
        .collection(&["Green tea is green.", "Black tea is black."])
        .await;
    world.says(outline);
    let artifact = begun(&world, &collection).await;
    assert_eq!(artifact["type"], "outline");
    let data = until(&world, &artifact["id"], "completed").await;
    assert_eq!(data["doc"]["type"], "doc", "{data}");
    assert_eq!(data["citations"].as_array().unwrap().len(), 2);
    assert_eq!(data["citations"][0]["check"]["verified"], true);
    // The same is not made twice.
    assert_eq!(begun(&world, &collection).await["id"], artifact["id"]);
    let list = world
        .get(&format!("/api/artifacts?collection={collection}"))
        .await
        .json();
    assert_eq!(list["artifacts"].as_array().unwrap().len(), 1);
    let id = artifact["id"].as_str().unwrap();
    let cancelled = world
        .post(&format!("/api/artifacts/{id}/cancel"), &json!({}))
        .await;
    assert_eq!(problem(&cancelled), (409, "NOT_RUNNING".into()));
    world.done();
}

#[tokio::test]
async fn a_wrong_form_is_mended_once_and_then_given_up() {
    let world = World::new().await;
    let collection = world.collection(&["Green tea is green."]).await;
    world.does(|_| Turn::from("no packet"));
    world.says(outline);
    let artifact = begun(&world, &collection).await;
    until(&world, &artifact["id"], "completed").await;

    let other = world.collection(&["White tea is white."]).await;
    world.does(|_| Turn::from("no packet"));
    world.does(|_| Turn::from("no packet"));
    let artifact = begun(&world, &other).await;
    let data = until(&world, &artifact["id"], "failed").await;
    assert!(data["artifact"]["error"].is_string(), "{data}");
    // What failed may be begun again.
    world.says(outline);
    assert_eq!(begun(&world, &other).await["id"], artifact["id"]);
    until(&world, &artifact["id"], "completed").await;
    world.done();
}

#[tokio::test]
async fn what_is_in_the_making_can_be_stopped() {
    let world = World::new().await;
    let collection = world.collection(&["Green tea is green."]).await;
    world.does(|_| Turn::Hang);
    let artifact = begun(&world, &collection).await;
    world.model.until_asked(1).await;
    let id = artifact["id"].as_str().unwrap();
    let cancelled = world
        .post(&format!("/api/artifacts/{id}/cancel"), &json!({}))
        .await;
    assert_eq!(
        cancelled.json()["status"],
        "cancelled",
        "{}",
        cancelled.json()
    );
    world.model.until_gone(1).await;
    let content = world
        .get(&format!("/api/artifacts/{id}/content?format=markdown"))
        .await;
    assert_eq!(problem(&content), (409, "NOT_READY".into()));
}

#[tokio::test]
async fn what_a_restart_cut_short_is_made_after_it() {
    let dir = Place::new();
    let before = World::on(dir.clone(), 0, Without::default()).await;
    let collection = before.collection(&["Green tea is green."]).await;
    before.does(|_| Turn::Hang);
    let artifact = begun(&before, &collection).await;
    before.model.until_asked(1).await;

    let after = World::on(dir, 1, Without::default()).await;
    after.says(outline);
    after.kit.clock.advance(11 * 60 * 1000);
    after.kit.recover().await;
    until(&after, &artifact["id"], "completed").await;
    after.done();
}

#[tokio::test]
async fn what_cannot_be_made_is_refused() {
    let world = World::new().await;
    let empty = world.collection(&[]).await;
    let full = world.collection(&["Green tea is green."]).await;
    for (collection, body, status, code, field) in [
        (
            &empty,
            json!({ "type": "outline" }),
            409,
            "CAPTURE_EMPTY",
            Value::Null,
        ),
        (
            &full,
            json!({ "type": "poem" }),
            400,
            "INVALID_REQUEST",
            json!("type"),
        ),
        (
            &full,
            json!({ "type": "outline", "config": { "depth": "abyss" } }),
            400,
            "INVALID_REQUEST",
            json!("config.depth"),
        ),
    ] {
        let reply = world
            .post(&format!("/api/collections/{collection}/transforms"), &body)
            .await;
        assert_eq!(problem(&reply), (status, code.to_owned()), "{body}");
        assert_eq!(reply.json()["error"]["field"], field);
    }
}

#[tokio::test]
async fn without_a_model_a_collection_is_quoted_and_made_of_its_structure() {
    let kit = Kit::new().await;
    let post = async |path: &str, body: Value| {
        let reply = kit.post(path, &kit.alice, &body).await;
        assert!(reply.status.is_success(), "{}", reply.json());
        reply.json()
    };
    let made = post("/api/collections", json!({ "title": "Tea" })).await;
    let collection = made["id"].as_str().unwrap();
    let note = |title: &str, text: &str| json!({ "type": "note", "title": title, "text": text });
    let notes = [
        note("Green tea", "Price: 4 euros\nOrigin: Japan"),
        note(
            "Black tea",
            "Price: 3 euros\nBlack tea was first sold here in 1820.",
        ),
    ];
    let sources = format!("/api/collections/{collection}/sources");
    post(&sources, json!({ "sources": notes })).await;

    let mut asked = request("r-1", "When was black tea first sold?");
    asked["input"]["task"]["args"] = json!({ "collection_id": collection });
    let reply = post("/api/llmcp", asked).await;
    assert!(
        words(&reply).starts_with("Black tea was first sold here in 1820. [1]"),
        "{reply}"
    );

    let types = kit.get("/api/transforms", &kit.alice).await.json();
    let names: Vec<&str> = types["types"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names, ["comparison", "timeline", "outline", "flashcards"]);
    let path = format!("/api/collections/{collection}/transforms");
    let begun = post(&path, json!({ "type": "comparison" })).await;
    let path = format!("/api/artifacts/{}", begun["id"].as_str().unwrap());
    let data = loop {
        let data = kit.get(&path, &kit.alice).await.json();
        match data["artifact"]["status"].as_str() {
            Some("pending" | "running") => tokio::task::yield_now().await,
            _ => break data,
        }
    };
    assert_eq!(data["artifact"]["status"], "completed", "{data}");
    let told = data["doc"].to_string();
    assert!(
        told.contains("4 euros [1]") && told.contains("3 euros [2]"),
        "{told}"
    );
}
