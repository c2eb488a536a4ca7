use axum::body::{Body, BodyDataStream};
use axum::http::Response;
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::kit::{Kit, page, request};

const ID: &str = "3f0e9b1c-0000-4000-8000-000000000001";

async fn join(kit: &Kit, token: &str) -> Response<Body> {
    let path = format!("/api/session/{ID}/stream");
    let request = request("GET", &path, token, Body::empty());
    kit.app.clone().oneshot(request).await.unwrap()
}

/// Reads one event: its name and its data.
async fn next(stream: &mut BodyDataStream) -> (String, Value) {
    let bytes = stream.next().await.unwrap().unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let field = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name))
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    (
        field("event:"),
        serde_json::from_str(&field("data:")).unwrap(),
    )
}

async fn init(kit: &Kit, token: &str) {
    kit.post("/api/session/init", token, &json!({"sessionId": ID}))
        .await;
}

#[tokio::test]
async fn events_arrive_in_order_and_their_rows_are_there() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    let response = join(&kit, &kit.alice).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut stream = response.into_body().into_data_stream();
    kit.script.act("click(7)");
    let mut body = page("click Help");
    body["sessionId"] = json!(ID);
    let told = kit.interact(&body).await.data();

    let mut names = Vec::new();
    for _ in 0..3 {
        let (name, data) = next(&mut stream).await;
        assert_eq!(data["sessionId"], ID);
        assert_eq!(data["type"], json!(name));
        if name == "new_message" {
            let path = format!("/api/session/{ID}/messages");
            let rows = kit.get(&path, &kit.alice).await.data();
            let rows = rows["messages"].as_array().unwrap();
            assert!(
                rows.iter()
                    .any(|row| row["messageId"] == data["message"]["messageId"])
            );
        } else {
            assert_eq!(data["data"]["action"], told["action"]);
            assert_eq!(data["data"]["taskId"], told["taskId"]);
        }
        names.push(name);
    }
    assert_eq!(names[0], "new_message");
    names.sort();
    assert_eq!(names, ["interact_response", "new_message", "new_message"]);
}

#[tokio::test]
async fn nobody_hears_of_others() {
    let kit = Kit::new().await;
    for token in [&kit.alice, &kit.bob] {
        init(&kit, token).await;
    }
    let mut theirs = join(&kit, &kit.bob).await.into_body().into_data_stream();
    let mut body = page("hers");
    body["sessionId"] = json!(ID);
    kit.interact(&body).await;
    body["query"] = json!("his");
    kit.post("/api/agent/interact", &kit.bob, &body).await;
    let (_, first) = next(&mut theirs).await;
    assert_eq!(first["message"]["content"], "his");
}

#[tokio::test]
async fn six_streams_and_no_more_until_one_ends() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    init(&kit, &kit.carol).await;
    let mut open = Vec::new();
    for _ in 0..6 {
        open.push(join(&kit, &kit.alice).await);
    }
    let reply = kit
        .get(&format!("/api/session/{ID}/stream"), &kit.alice)
        .await;
    assert_eq!(reply.problem(), (429, "TOO_MANY_STREAMS".to_owned()));
    assert_eq!(join(&kit, &kit.carol).await.status(), 200);
    open.pop();
    assert_eq!(join(&kit, &kit.alice).await.status(), 200);
}
