//! Clients that speak only the old dialect: they name no task when the person answers, and have no place for approvals.

use screen_agent_action::ask::Decision;
use serde_json::{Value, json};

use crate::kit::{Kit, page, page_of};

/// The person's words as such a client sends them: in the conversation, on a tab, and for no task.
fn answer(asked: &Value, words: &str) -> Value {
    let mut body = page(words);
    body["sessionId"] = asked["sessionId"].clone();
    body["tabId"] = json!(7);
    body
}

fn order(words: &str) -> Value {
    let mut body = page(words);
    body["tabId"] = json!(7);
    body
}

async fn asked_for_a_size(kit: &Kit) -> Value {
    kit.script.say(Decision::Question {
        question: "Which size?".to_owned(),
        missing: vec!["size".to_owned()],
    });
    kit.interact(&order("buy the shirt")).await.data()
}

/// Queries of the conversation's tasks.
async fn tasks(kit: &Kit, asked: &Value) -> Vec<Value> {
    let path = format!(
        "/api/session/{}/tasks",
        asked["sessionId"].as_str().unwrap()
    );
    let tasks = kit.get(&path, &kit.alice).await.data();
    let tasks = tasks["tasks"].as_array().unwrap();
    tasks.iter().map(|task| task["query"].clone()).collect()
}

#[tokio::test]
async fn words_that_name_no_task_answer_the_one_that_waits() {
    let kit = Kit::new().await;
    let asked = asked_for_a_size(&kit).await;
    kit.script.act("click(7)");
    let went_on = kit.interact(&answer(&asked, "large")).await.data();
    assert_eq!(went_on["taskId"], asked["taskId"]);
    assert_eq!(went_on["action"], "click(7)");
    assert_eq!(tasks(&kit, &asked).await, ["buy the shirt"]);
    // It waits no longer: what is said now is a task of its own.
    kit.script.act("click(7)");
    let next = kit.interact(&answer(&asked, "open the help")).await.data();
    assert_ne!(next["taskId"], asked["taskId"]);
    assert_eq!(
        tasks(&kit, &asked).await,
        ["open the help", "buy the shirt"]
    );
}

#[tokio::test]
async fn words_for_something_else_are_a_task_of_their_own() {
    let kit = Kit::new().await;
    let ours = json!({"name": "test", "version": "1", "capabilities": ["approvals"]});
    for (field, value) in [
        ("query", json!("buy the shirt")),
        ("tabId", json!(8)),
        ("client", ours),
        ("sessionId", json!("00000000-0000-4000-8000-00000000beef")),
    ] {
        let asked = asked_for_a_size(&kit).await;
        let mut body = answer(&asked, "large");
        body[field] = value;
        kit.script.act("click(7)");
        let other = kit.interact(&body).await.data();
        assert_ne!(other["taskId"], asked["taskId"], "{field}");
    }
}

#[tokio::test]
async fn another_order_under_the_name_of_a_task_that_is_over_is_a_task_of_its_own() {
    let kit = Kit::new().await;
    let done = kit.interact(&page("just say done")).await.data();
    assert_eq!(done["status"], "completed");
    kit.script.act("click(7)");
    let next = kit.interact(&page_of(&done, "open the help")).await.data();
    assert_ne!(next["taskId"], done["taskId"]);
    assert_eq!(next["sessionId"], done["sessionId"]);
    assert_eq!(next["action"], "click(7)");
    // A repetition is none, and neither is what our own clients send.
    let over = kit.interact(&page_of(&done, "just say done")).await;
    assert_eq!(over.problem(), (409, "TASK_COMPLETED".to_owned()));
    let mut ours = page_of(&done, "open the help");
    ours["client"] = json!({"name": "test", "version": "1", "capabilities": ["approvals"]});
    let over = kit.interact(&ours).await;
    assert_eq!(over.problem(), (409, "TASK_COMPLETED".to_owned()));
}

/// With a button that needs a yes.
fn risky(mut body: Value, name: &str) -> Value {
    let button = json!({"i": "8", "r": "btn", "n": name, "xy": [40, 90], "box": [10, 80, 60, 20],
        "d": {"tag": "button", "method": "post", "action": "https://shop.example.com/gone",
              "form": 0, "submit": true}});
    body["interactiveTree"].as_array_mut().unwrap().push(button);
    body
}

#[tokio::test]
async fn a_yes_in_words_lets_through_what_was_asked_about_each_time() {
    let kit = Kit::new().await;
    kit.script.act("click(8)");
    let button = "Delete the order";
    let asked = kit.interact(&risky(order("tidy up"), button)).await.data();
    assert_eq!(asked["status"], "needs_user_input", "{asked}");
    let yes = answer(&asked, "Yes, please");
    let done = kit.interact(&risky(yes.clone(), button)).await.data();
    assert_eq!(done["taskId"], asked["taskId"]);
    assert_eq!(done["action"], "click(8)", "{done}");

    let other = "Delete the account";
    kit.script.act("click(8)");
    let again = kit.interact(&risky(page_of(&done, "tidy up"), other)).await;
    let again = again.data();
    assert_eq!(again["status"], "needs_user_input", "{again}");
    assert_ne!(again["userQuestion"], asked["userQuestion"]);
    let done = kit.interact(&risky(yes, other)).await.data();
    assert_eq!(done["taskId"], asked["taskId"]);
    assert_eq!(done["action"], "click(8)", "{done}");
}
