use insta::assert_json_snapshot;
use screen_agent_action::ask::Decision;
use serde_json::{Value, json};

use crate::kit::{Kit, page, page_of};

fn path_of(task: &Value, rest: &str) -> String {
    let id = |name: &str| task[name].as_str().unwrap().to_owned();
    format!(
        "/api/session/{}/task/{}{rest}",
        id("sessionId"),
        id("taskId")
    )
}

fn question() -> Decision {
    Decision::Question {
        question: "Which size?".to_owned(),
        missing: vec!["size".to_owned()],
    }
}

#[tokio::test]
async fn a_timeline_tells_everything_that_was_done() {
    let kit = Kit::new().await;
    kit.script.act("setValue(\"f1_5\", \"blue\")");
    let first = kit.interact(&page("search for blue")).await.data();
    let mut after = page_of(&first, "search for blue");
    after["interactiveTree"][1]["v"] = json!("blue");
    let second = kit.interact(&after).await;
    assert_eq!(
        second.data()["action"],
        "finish(\"Done.\")",
        "{}",
        second.json()
    );
    assert_json_snapshot!(kit.get(&path_of(&first, ""), &kit.alice).await.data());
}

#[tokio::test]
async fn the_tasks_of_a_conversation_newest_first() {
    let kit = Kit::new().await;
    let first = kit.interact(&page("one")).await.data();
    kit.clock.advance(1_000);
    let mut body = page("two");
    body["sessionId"] = first["sessionId"].clone();
    kit.interact(&body).await;
    let session = first["sessionId"].as_str().unwrap();
    let list = kit
        .get(&format!("/api/session/{session}/tasks"), &kit.alice)
        .await
        .data();
    let queries: Vec<&Value> = list["tasks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|task| &task["query"])
        .collect();
    assert_eq!(queries, ["two", "one"]);
}

#[tokio::test]
async fn the_active_task_is_found_by_address() {
    let kit = Kit::new().await;
    kit.script.act("click(7)");
    let first = kit.interact(&page("click Help")).await.data();
    let session = first["sessionId"].as_str().unwrap();
    let path =
        format!("/api/session/{session}/task/active?url=https%3A%2F%2Fshop.example.com%2Fcart");
    assert_json_snapshot!(kit.get(&path, &kit.alice).await.data());
    kit.clock.advance(31 * 60 * 1000);
    let idle = kit.get(&path, &kit.alice).await;
    assert_eq!(idle.problem(), (404, "TASK_NOT_FOUND".to_owned()));
}

#[tokio::test]
async fn a_task_that_waits_is_taken_up_with_the_answer() {
    let kit = Kit::new().await;
    kit.script.say(question());
    let asked = kit.interact(&page("buy the shirt")).await.data();
    let body = json!({"resolutionMethod": "provide_in_chat", "resolutionData": {"size": "M"}});
    let resumed = kit
        .post(&path_of(&asked, "/resume"), &kit.alice, &body)
        .await;
    assert_json_snapshot!(resumed.data());
    let again = kit
        .post(&path_of(&asked, "/resume"), &kit.alice, &body)
        .await;
    assert_eq!(again.problem(), (400, "INVALID_TASK_STATE".to_owned()));
    kit.script.act("click(7)");
    let next = kit.interact(&page_of(&asked, "buy the shirt")).await;
    assert_eq!(next.data()["action"], "click(7)", "{}", next.json());
}

#[tokio::test]
async fn resuming_needs_a_known_method() {
    let kit = Kit::new().await;
    kit.script.say(question());
    let asked = kit.interact(&page("buy the shirt")).await.data();
    let path = path_of(&asked, "/resume");
    let reply = kit
        .post(&path, &kit.alice, &json!({"resolutionMethod": "magic"}))
        .await;
    assert_eq!(reply.refused().1, "resolutionMethod");
    let long = json!({"resolutionMethod": "provide_in_chat", "resolutionData": "x".repeat(10_001)});
    assert_eq!(
        kit.post(&path, &kit.alice, &long).await.refused().1,
        "resolutionData"
    );
}

#[tokio::test]
async fn a_stopped_task_is_interrupted_and_an_ended_one_stays_as_it_is() {
    let kit = Kit::new().await;
    kit.script.act("click(7)");
    let going = kit.interact(&page("click Help")).await.data();
    let stopped = kit
        .post(&path_of(&going, "/stop"), &kit.alice, &json!({}))
        .await;
    assert_eq!(stopped.data()["status"], "interrupted");
    let done = kit.interact(&page("just say done")).await.data();
    let reply = kit
        .post(&path_of(&done, "/stop"), &kit.alice, &json!({}))
        .await;
    assert_eq!(reply.problem(), (409, "TASK_COMPLETED".to_owned()));
}

#[tokio::test]
async fn a_step_has_its_picture() {
    // The smallest PNG: one transparent pixel.
    const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let kit = Kit::new().await;
    kit.script.act("click(7)");
    let mut body = page("click Help");
    body["screenshot"] = json!(PNG);
    let task = kit.interact(&body).await.data();
    let timeline = kit.get(&path_of(&task, ""), &kit.alice).await.data();
    let url = timeline["steps"][0]["screenshotUrl"].as_str().unwrap();
    assert_eq!(url, path_of(&task, "/step/0/screenshot"));
    let picture = kit.get(url, &kit.alice).await;
    assert_eq!(picture.header("content-type"), "image/png");
    assert!(picture.bytes.starts_with(b"\x89PNG"));
    let none = kit
        .get(&path_of(&task, "/step/1/screenshot"), &kit.alice)
        .await;
    assert_eq!(none.problem(), (404, "NOT_FOUND".to_owned()));
    let wrong = kit
        .get(&path_of(&task, "/step/x/screenshot"), &kit.alice)
        .await;
    assert_eq!(wrong.refused().1, "step");
}
