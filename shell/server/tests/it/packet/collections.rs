//! Collections and their sources over REST.

use screen_agent_ports::FetchFailure;
use serde_json::{Value, json};

use super::world::{World, of_kind, paragraph, problem, request, words};

const ARTICLE: &str = "<html><head><title>Oolong</title></head><body><article><h1>Oolong</h1>\
    <p>Oolong is a tea whose leaves are withered in the sun and rolled before they are dried, and it \
    stands between green and black tea.</p><p>More at <a href=\"https://tea.example/more\">the other page</a>.</p>\
    </article></body></html>";

async fn added(world: &World, collection: &str, url: &str) -> String {
    let body = json!({ "sources": [{ "type": "url", "url": url, "title": "A tea" }] });
    let data = world
        .post(&format!("/api/collections/{collection}/sources"), &body)
        .await;
    assert_eq!(data.status, 200, "{}", data.json());
    let sources = data.json()["sources"].as_array().unwrap().clone();
    sources.last().unwrap()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_collection_is_made_named_filled_and_removed() {
    let world = World::new().await;
    let id = world.collection(&["Green tea."]).await;
    assert!(id.starts_with("col_"));
    let renamed = world
        .kit
        .put(
            &format!("/api/collections/{id}"),
            &world.kit.alice,
            &json!({ "title": " Teas ", "tags": ["drink"] }),
        )
        .await;
    assert_eq!(renamed.json()["title"], "Teas");
    let data = world.get(&format!("/api/collections/{id}")).await.json();
    assert_eq!(data["collection"]["tags"], json!(["drink"]));
    assert_eq!(data["sources"][0]["kind"], "note");
    assert_eq!(data["sources"][0]["status"], "captured");
    assert_eq!(data["sources"][0]["preview"], "Green tea.");
    let source = data["sources"][0]["id"].as_str().unwrap();
    let gone = world
        .kit
        .delete(&format!("/api/sources/{source}"), &world.kit.alice)
        .await;
    assert_eq!(gone.status, 204);
    let gone = world
        .kit
        .delete(&format!("/api/collections/{id}"), &world.kit.alice)
        .await;
    assert_eq!(gone.status, 204);
    for path in [
        format!("/api/collections/{id}"),
        format!("/api/artifacts/{id}"),
    ] {
        assert_eq!(
            problem(&world.get(&path).await),
            (404, "NOT_FOUND".into()),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_page_is_captured_and_a_failed_refresh_hides_nothing() {
    let world = World::new().await;
    let url = "https://tea.example/oolong";
    let collection = world.collection(&[]).await;
    let id = added(&world, &collection, url).await;
    world.web.has(url, ARTICLE);
    let path = format!("/api/sources/{id}/capture");
    let source = world.post(&path, &json!({})).await.json();
    assert_eq!(source["status"], "captured", "{source}");
    assert_eq!(source["title"], "Oolong", "{source}");
    assert!(
        source["preview"]
            .as_str()
            .unwrap()
            .contains("withered in the sun"),
        "{source}"
    );

    world.web.fails(url, FetchFailure::Status(500));
    assert_eq!(
        problem(&world.post(&path, &json!({})).await),
        (502, "CAPTURE_FAILED".into())
    );
    let data = world
        .get(&format!("/api/collections/{collection}"))
        .await
        .json();
    let source = &data["sources"][0];
    assert_eq!(source["status"], "failed");
    assert_eq!(source["error"], "The site answered with status 500.");
    assert!(
        source["characters"].as_u64().unwrap() > 100,
        "what was captured is still there: {source}"
    );

    world.web.has(url, "<p>Too short.</p>");
    assert_eq!(
        problem(&world.post(&path, &json!({})).await),
        (422, "CAPTURE_EMPTY".into())
    );

    // The person's own tab shows it.
    let tab = json!({ "capture": { "url": url, "title": "In my tab", "html": ARTICLE, "generation": 3 } });
    let source = world.post(&path, &tab).await.json();
    assert_eq!(source["status"], "captured", "{source}");
    assert_eq!(source["title"], "In my tab");
    assert_eq!(source.get("error"), None);
}

#[tokio::test]
async fn an_address_is_added_once() {
    let world = World::new().await;
    let collection = world.collection(&[]).await;
    let first = added(
        &world,
        &collection,
        "https://tea.example/a?utm_source=mail&b=1",
    )
    .await;
    let second = added(&world, &collection, "https://TEA.example/a/?b=1#part").await;
    assert_eq!(first, second);
    for (body, field) in [
        (
            json!({ "sources": [{ "type": "url", "url": "javascript:alert(1)" }] }),
            "sources[0].url",
        ),
        (json!({ "sources": [] }), "sources"),
        (
            json!({ "sources": [{ "type": "note", "text": " " }] }),
            "sources[0].text",
        ),
    ] {
        let reply = world
            .post(&format!("/api/collections/{collection}/sources"), &body)
            .await;
        assert_eq!(problem(&reply), (400, "INVALID_REQUEST".into()), "{body}");
        assert_eq!(reply.json()["error"]["field"], field);
    }
}

#[tokio::test]
async fn a_question_about_a_collection_reads_its_sources() {
    let world = World::new().await;
    let collection = world
        .collection(&["Green tea is green.", "Black tea is black."])
        .await;
    world.says(|request| {
        let index = of_kind(request, "collection.index.v1");
        assert_eq!(index[0]["content"]["sources"].as_array().unwrap().len(), 2);
        let sources = of_kind(request, "collection.source.v1");
        assert_eq!(sources.len(), 2);
        let citations: Vec<Value> = sources
            .iter()
            .map(|one| {
                json!({
            "doc_id": one["doc_id"], "quote": one["content"]["text"] })
            })
            .collect();
        json!({ "children": [paragraph("Green and black.")], "citations": citations })
    });
    let mut asked = request("r-1", "which colours?");
    asked["input"]["task"]["args"] = json!({ "collection_id": collection });
    let reply = world.asked(&asked).await;
    assert_eq!(words(&reply), "Green and black.\n");
    for citation in reply["assistant"]["citations"].as_array().unwrap() {
        assert_eq!(citation["check"]["verified"], true, "{citation}");
    }
    world.done();
}

#[tokio::test]
async fn nobody_sees_anothers_collections() {
    let world = World::new().await;
    let id = world.collection(&["Mine."]).await;
    let data = world.get(&format!("/api/collections/{id}")).await.json();
    let source = data["sources"][0]["id"].as_str().unwrap().to_owned();
    for token in [&world.kit.bob, &world.kit.carol] {
        let list = world.kit.get("/api/collections", token).await.json();
        assert_eq!(list["collections"], json!([]));
        let not = |known: &str, unknown: &str| (format!("/api/{known}"), format!("/api/{unknown}"));
        let unknown = "col_00000000000000000000000000000000";
        let (mine, none) = not(
            &format!("collections/{id}"),
            &format!("collections/{unknown}"),
        );
        let (theirs, nothing) = (
            world.kit.get(&mine, token).await,
            world.kit.get(&none, token).await,
        );
        assert_eq!(problem(&theirs), problem(&nothing));
        for path in [format!("/api/sources/{source}"), mine] {
            assert_eq!(world.kit.delete(&path, token).await.status, 404, "{path}");
        }
        let capture = world
            .kit
            .post(&format!("/api/sources/{source}/capture"), token, &json!({}))
            .await;
        assert_eq!(problem(&capture), (404, "NOT_FOUND".into()));
        let making = world
            .kit
            .post(
                &format!("/api/collections/{id}/transforms"),
                token,
                &json!({ "type": "outline" }),
            )
            .await;
        assert_eq!(problem(&making), (404, "NOT_FOUND".into()));
    }
    assert_eq!(
        world.get(&format!("/api/collections/{id}")).await.status,
        200
    );
}
