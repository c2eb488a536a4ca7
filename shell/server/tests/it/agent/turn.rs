use insta::assert_json_snapshot;
use screen_agent_action::ask::Decision;
use serde_json::{Value, json};

use crate::kit::{Kit, page, page_of};

#[tokio::test]
async fn a_turn_answers_with_one_action() {
    let kit = Kit::new().await;
    kit.script.act("click(7)");
    let reply = kit.interact(&page("click Help")).await;
    assert_eq!(reply.status, 200);
    assert_json_snapshot!(reply.json());
}

#[tokio::test]
async fn every_field_of_data_stands_at_the_top_as_well() {
    let kit = Kit::new().await;
    kit.script.act("click(7)");
    let json = kit.interact(&page("click Help")).await.json();
    let top = json.as_object().unwrap();
    for (name, value) in json["data"].as_object().unwrap() {
        assert_eq!(top.get(name), Some(value), "{name}");
    }
    assert_eq!(top.len(), json["data"].as_object().unwrap().len() + 2);
}

#[tokio::test]
async fn ids_of_digits_are_numbers_and_others_are_text() {
    let kit = Kit::new().await;
    kit.script.act("setValue(\"f1_5\", \"blue\")");
    let data = kit.interact(&page("search for blue")).await.data();
    assert_eq!(data["actionDetails"]["elementId"], "f1_5");
    assert_eq!(data["actionDetails"]["args"], json!({"value": "blue"}));
    assert_eq!(data["action"], "setValue(\"f1_5\", \"blue\")");

    kit.script.act("click(7)");
    let data = kit.interact(&page("click Help")).await.data();
    assert_eq!(data["actionDetails"]["elementId"], 7);
    assert_eq!(data["action"], "click(7)");
}

#[tokio::test]
async fn a_question_carries_task_and_session() {
    let kit = Kit::new().await;
    kit.script.say(Decision::Question {
        question: "Which size?".to_owned(),
        missing: vec!["size".to_owned()],
    });
    let reply = kit.interact(&page("buy the shirt")).await;
    assert_eq!(reply.status, 200);
    assert_json_snapshot!(reply.data());
}

#[tokio::test]
async fn a_task_that_is_done_is_over() {
    let kit = Kit::new().await;
    let first = kit.interact(&page("just say done")).await.data();
    assert_eq!(first["action"], "finish(\"Done.\")");
    assert_eq!(first["status"], "completed");
    let again = kit.interact(&page_of(&first, "just say done")).await;
    assert_eq!(again.problem(), (409, "TASK_COMPLETED".to_owned()));
}

#[tokio::test]
async fn an_unknown_task_is_404() {
    let kit = Kit::new().await;
    let mut body = page("go on");
    body["taskId"] = json!("00000000-0000-4000-8000-00000000dead");
    assert_eq!(
        kit.interact(&body).await.problem(),
        (404, "TASK_NOT_FOUND".to_owned())
    );
}

#[tokio::test]
async fn older_forms_of_a_page_are_understood() {
    let kit = Kit::new().await;
    let html = "<html><body><a id='x' data-llm-id='7' href='/help'>Help</a></body></html>";
    let bare = |mode: &str| json!({"query": "click Help", "url": "https://shop.example.com/", "domMode": mode});
    let mut v2 = bare("semantic");
    v2["semanticNodes"] = json!([{"id": "7", "role": "link", "name": "Help",
        "href": "https://shop.example.com/help", "bounds": {"x": 1, "y": 1, "width": 9, "height": 9}}]);
    let mut skeleton = bare("skeleton");
    skeleton["skeletonDom"] = json!(html);
    let mut hybrid = bare("hybrid");
    hybrid["skeletonDom"] = json!(html);
    hybrid["screenshot"] = Value::Null;
    let mut full = bare("full");
    full["dom"] = json!(html);
    for body in [v2, skeleton, hybrid, full] {
        kit.script.act("click(7)");
        let reply = kit.interact(&body).await;
        let json = reply.json();
        assert_eq!(json["data"]["action"], "click(7)", "{body} {json}");
    }
}

#[tokio::test]
async fn an_empty_page_and_no_page_are_turns_too() {
    let kit = Kit::new().await;
    let mut empty = page("what is here?");
    empty["interactiveTree"] = json!([]);
    empty["pageText"] = json!([]);
    assert_eq!(kit.interact(&empty).await.status, 200);
    let chat = json!({"query": "what did we do yesterday?", "url": ""});
    let data = kit.interact(&chat).await.data();
    assert_eq!(data["taskType"], "chat_only");
}

#[tokio::test]
async fn the_words_are_a_message_before_the_answer_is() {
    let kit = Kit::new().await;
    kit.script.act("click(7)");
    let data = kit.interact(&page("click Help")).await.data();
    let session = data["sessionId"].as_str().unwrap();
    let path = format!("/api/session/{session}/messages");
    assert_json_snapshot!(kit.get(&path, &kit.alice).await.json());
}

#[tokio::test]
async fn a_task_has_fifty_steps_and_no_more() {
    let kit = Kit::new().await;
    let mut last = Value::Null;
    for number in 0..50 {
        kit.script.act(&format!("wait({})", number % 30 + 1));
        let body = if last.is_null() {
            page("keep waiting")
        } else {
            page_of(&last, "keep waiting")
        };
        let reply = kit.interact(&body).await;
        assert_eq!(reply.status, 200, "{number} {}", reply.json());
        last = reply.data();
        assert_eq!(last["currentStep"], number, "{last}");
    }
    kit.script.act("wait(7)");
    let over = kit.interact(&page_of(&last, "keep waiting")).await;
    assert_eq!(over.problem(), (400, "MAX_STEPS_EXCEEDED".to_owned()));
    let after = kit.interact(&page_of(&last, "keep waiting")).await;
    assert_eq!(after.problem(), (409, "TASK_COMPLETED".to_owned()));
}
