//! Conversations, schemas, and who may knock.

use serde_json::json;

use super::world::{World, problem, request};
use crate::kit;

#[tokio::test]
async fn conversations_are_found_exported_and_forgotten() {
    let world = World::new().await;
    for (id, conversation, question, answer) in [
        ("r-1", "c-1", "what is oolong?", "A tea."),
        ("r-2", "c-2", "what is espresso?", "A coffee."),
    ] {
        world.says_words(answer);
        let mut asked = request(id, question);
        asked["conversation"]["id"] = json!(conversation);
        world.asked(&asked).await;
        world.kit.clock.advance(1_000);
    }
    let ids = |list: serde_json::Value| {
        let list = list["conversations"].as_array().unwrap().clone();
        list.iter()
            .map(|one| one["id"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        ids(world.get("/api/conversations").await.json()),
        ["c-2", "c-1"]
    );
    assert_eq!(
        ids(world.get("/api/conversations?search=oolong").await.json()),
        ["c-1"]
    );
    assert_eq!(
        ids(world
            .get("/api/conversations?limit=1&offset=1")
            .await
            .json()),
        ["c-1"]
    );
    let wrong = world.get("/api/conversations?limit=0").await;
    assert_eq!(problem(&wrong), (400, "INVALID_REQUEST".into()));
    let file = world.get("/api/conversations/c-1?format=export").await;
    assert!(
        file.header("content-disposition")
            .contains("conversation.json")
    );
    assert_eq!(file.json()["messages"].as_array().unwrap().len(), 2);
    // Somebody else's is like one that never was.
    for token in [&world.kit.bob, &world.kit.carol] {
        let theirs = world.kit.get("/api/conversations/c-1", token).await;
        assert_eq!(problem(&theirs), (404, "NOT_FOUND".into()));
        assert_eq!(
            world
                .kit
                .delete("/api/conversations/c-1", token)
                .await
                .status,
            404
        );
        assert_eq!(
            world.kit.get("/api/conversations", token).await.json()["total"],
            0
        );
    }
    assert_eq!(
        world
            .kit
            .delete("/api/conversations/c-1", &world.kit.alice)
            .await
            .status,
        204
    );
    assert_eq!(
        problem(&world.get("/api/conversations/c-1").await),
        (404, "NOT_FOUND".into())
    );
    world.done();
}

#[tokio::test]
async fn schemas_are_public() {
    let kit = kit::Kit::new().await;
    let index = kit.get("/api/llmcp/schema", "").await.json();
    assert_eq!(index["protocol"], "laika.llmcp");
    assert_eq!(index["version"], 1);
    let schemas = index["schemas"].as_array().unwrap();
    assert!(
        schemas.iter().any(|one| one["name"] == "request"),
        "{index}"
    );
    for one in schemas {
        let schema = kit.get(one["url"].as_str().unwrap(), "").await;
        assert_eq!(schema.status, 200);
        assert_eq!(schema.header("content-type"), "application/schema+json");
        assert!(schema.json().is_object());
    }
    assert_eq!(
        problem(&kit.get("/api/llmcp/schema/none", "").await),
        (404, "NOT_FOUND".into())
    );
}

#[tokio::test]
async fn everything_else_wants_a_token() {
    let kit = kit::Kit::new().await;
    for path in [
        "/api/conversations",
        "/api/conversations/c",
        "/api/collections",
        "/api/collections/c",
        "/api/transforms",
        "/api/artifacts",
        "/api/artifacts/a",
        "/api/artifacts/a/content?format=text",
    ] {
        assert_eq!(
            problem(&kit.get(path, "").await),
            (401, "UNAUTHORIZED".into()),
            "{path}"
        );
        assert_eq!(
            problem(&kit.get(path, "wrong").await),
            (401, "UNAUTHORIZED".into()),
            "{path}"
        );
    }
}

#[tokio::test]
async fn limits_answer_in_this_surfaces_words() {
    let config = screen_agent_server::ServerConfig {
        rates: screen_agent_server::Rates {
            console: 1,
            ..screen_agent_server::Rates::default()
        },
        ..screen_agent_server::ServerConfig::default()
    };
    let kit = kit::Kit::with(config).await;
    assert_eq!(kit.get("/api/collections", &kit.alice).await.status, 200);
    let refused = kit.get("/api/collections", &kit.alice).await;
    assert_eq!(problem(&refused), (429, "RATE_LIMIT".into()));
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(refused.header("x-ratelimit-limit"), "1");
}
