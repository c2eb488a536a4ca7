//! What the person is asked about: once, for exactly this call.

use serde_json::{Value, json};

use super::world::{World, going_on, of_kind, paragraph, problem, request, words};

const ASKED: &str = "save this as an artifact and share it";

/// A run that waits for the person's word on sharing an artifact.
async fn waiting(world: &World) -> Value {
    world.proposes(
        "artifact.save",
        json!({ "title": "Tea", "text": "Leaves in water." }),
    );
    world.says(|request| {
        let saved = of_kind(request, "tool.result.v1");
        let id = saved[0]["content"]["result"]["artifactId"].clone();
        json!({ "children": [paragraph("Sharing it.")], "tool_calls": [
            { "name": "artifact.share", "arguments": { "artifactId": id, "format": "markdown" } }] })
    });
    let reply = world.asked(&request("r-1", ASKED)).await;
    let call = &reply["tool_calls"][0];
    assert_eq!(call["policy"]["decision"], "ask", "{reply}");
    assert_eq!(call["policy"]["reason_code"], "share_requires_approval");
    assert!(
        reply["trace"]["run_id"]
            .as_str()
            .unwrap()
            .starts_with("run_")
    );
    reply
}

fn answered(before: &Value, id: &str, allow: bool) -> Value {
    let call = &before["tool_calls"][0];
    let mut request = going_on(request(id, ASKED), id, before);
    request["input"]["approvals"] = json!([{
        "call_id": call["id"], "fingerprint": call["policy"]["approval"]["fingerprint"], "allow": allow }]);
    request
}

#[tokio::test]
async fn what_is_allowed_is_shared_once() {
    let world = World::new().await;
    let before = waiting(&world).await;
    world.says(|request| {
        let shared = of_kind(request, "tool.result.v1");
        let told = &shared.last().unwrap()["content"];
        assert_eq!(told["status"], "ok", "{told}");
        assert_eq!(told["result"]["delivery"], "link");
        // A link lets its holder in: the model is not told.
        assert_eq!(told["result"].get("url"), None, "{told}");
        json!({ "children": [paragraph("Shared.")] })
    });
    let yes = answered(&before, "r-2", true);
    let reply = world.asked(&yes).await;
    assert_eq!(words(&reply), "Shared.\n");
    let shared = &reply["tool_results"][0];
    assert_eq!(shared["name"], "artifact.share");
    assert_eq!(shared["result"]["filename"], "Tea.md");
    let url = shared["result"]["url"].as_str().unwrap();
    let file = world.kit.get(url, "").await;
    assert_eq!(file.status, 200);
    assert_eq!(String::from_utf8(file.bytes).unwrap(), "Leaves in water.");
    assert!(
        file.headers["content-disposition"]
            .to_str()
            .unwrap()
            .contains("Tea.md")
    );
    // The run is over, whatever is sent once more.
    let mut again = yes.clone();
    again["id"] = json!("r-3");
    assert_eq!(
        problem(&world.ask(&again).await),
        (409, "RUN_NOT_OPEN".into())
    );
    world.done();
}

#[tokio::test]
async fn what_is_not_allowed_is_not_shared() {
    let world = World::new().await;
    let before = waiting(&world).await;
    world.says(|request| {
        let results = of_kind(request, "tool.result.v1");
        assert_eq!(results.last().unwrap()["content"]["status"], "cancelled");
        json!({ "children": [paragraph("As you wish.")] })
    });
    let reply = world.asked(&answered(&before, "r-2", false)).await;
    assert_eq!(words(&reply), "As you wish.\n");
    assert_eq!(reply.get("tool_results"), None);
    world.done();
}

#[tokio::test]
async fn a_yes_counts_for_a_while_and_for_this_run_alone() {
    let world = World::new().await;
    let before = waiting(&world).await;
    let mut forged = answered(&before, "r-2", true);
    forged["input"]["approvals"][0]["fingerprint"] = json!("0".repeat(64));
    world.says(|request| {
        let results = of_kind(request, "tool.result.v1");
        assert_eq!(results.last().unwrap()["content"]["status"], "cancelled");
        json!({ "children": [paragraph("Not done.")] })
    });
    assert_eq!(words(&world.asked(&forged).await), "Not done.\n");

    let late = World::new().await;
    let before = waiting(&late).await;
    late.kit.clock.advance(61_000);
    let reply = late.asked(&answered(&before, "r-2", true)).await;
    // It is asked anew, or given up; in no case done.
    assert_eq!(reply.get("tool_results"), None, "{reply}");
    assert_ne!(reply["tool_calls"][0]["policy"]["decision"], "allow");
}

#[tokio::test]
async fn another_persons_run_is_not_there() {
    let world = World::new().await;
    let before = waiting(&world).await;
    let yes = answered(&before, "r-2", true);
    for token in [&world.kit.bob, &world.kit.carol] {
        let reply = world.kit.post("/api/llmcp", token, &yes).await;
        assert_eq!(problem(&reply), (409, "RUN_NOT_OPEN".into()));
    }
    let artifacts = world
        .kit
        .get("/api/artifacts", &world.kit.carol)
        .await
        .json();
    assert_eq!(artifacts["artifacts"], json!([]));
}

#[tokio::test]
async fn services_are_invoked_after_a_yes() {
    let world = World::new().await;
    world.proposes(
        "integration.invoke",
        json!({ "integration": "notes", "operation": "create",
        "payload": { "title": "Tea" } }),
    );
    let before = world.asked(&request("r-1", "send it to my notes")).await;
    assert_eq!(
        before["tool_calls"][0]["policy"]["decision"], "ask",
        "{before}"
    );
    assert_eq!(world.sent.0.lock().unwrap().len(), 0);
    world.says_words("Sent.");
    let reply = world.asked(&answered(&before, "r-2", true)).await;
    assert_eq!(words(&reply), "Sent.\n");
    let sent = world.sent.0.lock().unwrap().clone();
    assert_eq!(sent.len(), 1);
    assert_eq!(
        (sent[0].0.as_str(), &sent[0].1),
        ("create", &json!({ "title": "Tea" }))
    );
    world.done();
}
