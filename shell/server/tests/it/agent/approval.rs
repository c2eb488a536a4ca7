use serde_json::{Value, json};

use crate::kit::{Kit, page, page_of};

/// A page with a button that changes something, seen by a client that shows approvals.
fn risky(mut body: Value) -> Value {
    let delete = json!({"i": "8", "r": "btn", "n": "Delete account", "xy": [40, 90],
        "box": [10, 80, 60, 20],
        "d": {"tag": "button", "method": "post", "action": "https://shop.example.com/gone",
              "form": 0, "submit": true}});
    body["interactiveTree"].as_array_mut().unwrap().push(delete);
    body["client"] = json!({"name": "test", "version": "1", "capabilities": ["approvals"]});
    body
}

async fn asked(kit: &Kit) -> Value {
    kit.script.act("click(8)");
    let reply = kit.interact(&risky(page("look around"))).await;
    assert_eq!(
        reply.data()["status"],
        "needs_user_input",
        "{}",
        reply.json()
    );
    reply.data()
}

#[tokio::test]
async fn something_consequential_is_asked_first() {
    let kit = Kit::new().await;
    let data = asked(&kit).await;
    assert_eq!(data.get("action"), None);
    let approval = &data["approval"];
    assert_eq!(approval["elementId"], 8);
    assert_eq!(approval["action"], "click(8)");
    assert_eq!(approval["origin"], "https://shop.example.com");
    assert_eq!(approval["text"], data["userQuestion"]);
    assert!(approval["expiresAt"].as_i64().unwrap() > crate::kit::NOON);
    let path = format!(
        "/api/session/{}/task/{}",
        data["sessionId"].as_str().unwrap(),
        data["taskId"].as_str().unwrap()
    );
    let timeline = kit.get(&path, &kit.alice).await.data();
    assert_eq!(timeline["approval"], *approval);
    assert_eq!(timeline["steps"], json!([]));
}

#[tokio::test]
async fn a_yes_lets_exactly_that_action_through() {
    let kit = Kit::new().await;
    let data = asked(&kit).await;
    let mut body = risky(page_of(&data, "look around"));
    body["lastActionStatus"] = Value::Null;
    body["approval"] = json!({"fingerprint": data["approval"]["fingerprint"], "allow": true});
    let allowed = kit.interact(&body).await;
    assert_eq!(allowed.data()["action"], "click(8)", "{}", allowed.json());
}

#[tokio::test]
async fn a_yes_to_something_else_lets_nothing_through() {
    let kit = Kit::new().await;
    let data = asked(&kit).await;
    let mut body = risky(page_of(&data, "look around"));
    body["lastActionStatus"] = Value::Null;
    body["approval"] = json!({"fingerprint": "0".repeat(64), "allow": true});
    let reply = kit.interact(&body).await;
    assert_ne!(reply.data()["action"], "click(8)", "{}", reply.json());
}
