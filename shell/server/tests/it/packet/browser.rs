//! Tools that the client performs, and what it brings back.

use serde_json::{Value, json};

use super::world::{
    Without, World, capture, going_on, of_kind, paragraph, problem, request, result,
    with_documents, words,
};

const PAGE: &str = "<html><body><main><h1 data-llm-id=\"a1\">Shop</h1><p data-llm-id=\"a2\">Welcome to the shop of teas.</p>\
    <a href=\"/green\" data-llm-id=\"a3\">Green tea</a></main></body></html>";
const NEXT: &str = "<html><body><main><h1 data-llm-id=\"b1\">Green tea</h1>\
    <p data-llm-id=\"b2\">A hundred grams of it cost 12.40 euros.</p></main></body></html>";

fn asked(tools: Value) -> Value {
    let page = capture("doc:page", "https://shop.example/", PAGE);
    let mut request = with_documents(
        request("r-1", "click green tea and tell its price"),
        vec![page],
    );
    request["input"]["tools"] = tools;
    request["input"]["mode"] = json!("autopilot");
    request
}

async fn waiting(world: &World) -> Value {
    world.proposes("browser.click", json!({ "handleId": "a3" }));
    let reply = world
        .asked(&asked(json!(["browser.click", "browser.observe_dom"])))
        .await;
    let call = &reply["tool_calls"][0];
    assert_eq!(call["name"], "browser.click", "{reply}");
    assert_ne!(call["policy"]["decision"], "deny", "{reply}");
    reply
}

/// The client says yes where it is asked, and only then clicks.
async fn allowed(world: &World, mut before: Value) -> Value {
    if before["tool_calls"][0]["policy"]["decision"] == "ask" {
        let call = before["tool_calls"][0].clone();
        let mut yes = going_on(
            asked(json!(["browser.click", "browser.observe_dom"])),
            "r-yes",
            &before,
        );
        yes["input"]["approvals"] = json!([{ "call_id": call["id"],
            "fingerprint": call["policy"]["approval"]["fingerprint"], "allow": true }]);
        let count = world.packets().len();
        before = world.asked(&yes).await;
        assert_eq!(world.packets().len(), count, "no model is asked for that");
        assert_eq!(before["tool_calls"][0]["id"], call["id"]);
        assert_eq!(before["tool_calls"][0]["policy"]["decision"], "allow");
    }
    before
}

#[tokio::test]
async fn a_click_is_the_clients_and_what_it_saw_comes_back() {
    let world = World::new().await;
    let before = waiting(&world).await;
    let before = allowed(&world, before).await;
    let call = before["tool_calls"][0].clone();
    world.says(|request| {
        let results = of_kind(request, "tool.result.v1");
        assert_eq!(results[0]["content"]["status"], "ok");
        let text = request["context"]["documents"].to_string();
        assert!(text.contains("12.40"), "{text}");
        let document = request["context"]["documents"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| {
                one["content"]["text"]
                    .as_str()
                    .is_some_and(|text| text.contains("12.40"))
            })
            .unwrap();
        json!({ "children": [paragraph("12.40 euros.")],
            "citations": [{ "doc_id": document["doc_id"], "quote": "12.40 euros" }] })
    });
    let mut next = going_on(asked(json!(["browser.click"])), "r-2", &before);
    next["conversation"]["turn"] = json!(before["conversation"]["turn"].as_u64().unwrap() + 1);
    next["context"]["documents"] = json!([
        result(&call, "ok"),
        capture("doc:next", "https://shop.example/green", NEXT)
    ]);
    let reply = world.asked(&next).await;
    assert_eq!(words(&reply), "12.40 euros.\n");
    let citation = &reply["assistant"]["citations"][0];
    assert_eq!(citation["check"]["verified"], true, "{citation}");
    assert_eq!(citation["handle_id"], "b2", "{citation}");
    assert_eq!(reply["in_reply_to"]["request_id"], "r-2");
    world.done();
}

#[tokio::test]
async fn results_are_taken_of_calls_that_wait_and_of_no_others() {
    let world = World::new().await;
    let before = allowed(&world, waiting(&world).await).await;
    let next = |id: &str, document: Value| {
        let mut next = going_on(asked(json!(["browser.click"])), id, &before);
        next["conversation"]["turn"] = json!(9);
        next["context"]["documents"] = json!([document]);
        next
    };
    let mut other = result(&before["tool_calls"][0], "ok");
    other["content"]["call_id"] = json!("call_other");
    assert_eq!(
        problem(&world.ask(&next("r-3", other)).await),
        (400, "INVALID_PACKET".into())
    );
    let mut untrusted = result(&before["tool_calls"][0], "ok");
    untrusted["trust"] = json!("untrusted");
    let refused = problem(&world.ask(&next("r-4", untrusted)).await);
    assert_eq!(refused, (400, "INVALID_PACKET".into()));
    // Neither took the run away.
    world.says_words("Clicked.");
    let good = next("r-5", result(&before["tool_calls"][0], "ok"));
    assert_eq!(words(&world.asked(&good).await), "Clicked.\n");
    world.done();
}

#[tokio::test]
async fn a_run_is_gone_on_with_by_one_request_at_a_time() {
    let world = World::new().await;
    let before = allowed(&world, waiting(&world).await).await;
    let (go, wait) = std::sync::mpsc::channel::<()>();
    world.does(move |request| {
        let _ = wait.recv();
        super::world::answer(request, &json!({ "children": [paragraph("Done.")] })).into()
    });
    let count = world.packets().len();
    let next = |id: &str| {
        let mut next = going_on(asked(json!(["browser.click"])), id, &before);
        next["conversation"]["turn"] = json!(9);
        next["context"]["documents"] = json!([result(&before["tool_calls"][0], "ok")]);
        next
    };
    let first = next("r-3");
    let asking = world.ask(&first);
    tokio::pin!(asking);
    tokio::select! {
        reply = &mut asking => panic!("{:?}", reply.json()),
        () = world.model.until_asked(count + 1) => {}
    }
    assert_eq!(
        problem(&world.ask(&next("r-4")).await),
        (409, "RUN_BUSY".into())
    );
    go.send(()).unwrap();
    assert_eq!(words(&asking.await.json()), "Done.\n");
    assert_eq!(
        problem(&world.ask(&next("r-5")).await),
        (409, "RUN_NOT_OPEN".into())
    );
    world.done();
}

#[tokio::test]
async fn a_search_that_the_server_cannot_do_is_the_clients_with_its_address() {
    let world = World::with(Without {
        search: true,
        ..Without::default()
    })
    .await;
    world.proposes(
        "search",
        json!({ "query": "green tea & price", "engine": "google" }),
    );
    let reply = world
        .asked(&asked(json!(["search", "browser.observe_dom"])))
        .await;
    let call = &reply["tool_calls"][0];
    assert_eq!(call["name"], "search", "{reply}");
    assert_eq!(call["policy"]["decision"], "allow");
    assert_eq!(
        call["arguments"]["url"],
        "https://www.google.com/search?q=green+tea+%26+price"
    );
    world.done();
}

#[tokio::test]
async fn a_client_without_tools_is_offered_none() {
    let world = World::new().await;
    world.proposes("browser.click", json!({ "handleId": "a3" }));
    world.says_words("I cannot click here.");
    let reply = world.asked(&asked(json!([]))).await;
    assert_eq!(words(&reply), "I cannot click here.\n");
    assert_eq!(reply["tool_calls"], json!([]));
    world.done();
}
