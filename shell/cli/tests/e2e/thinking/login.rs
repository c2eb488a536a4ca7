//! Level 4.2: a password that is refused is tried once, and then asked for.

use serde_json::{Value, json};

use super::Desk;
use crate::kit::{Machine, Model, Office, Player, Site};

const WORDS: &str = "Enter \"nora@brightwater.example\" into E-mail and \"green-kettle-40\" into Password, \
    click Sign in, and then tell me what I have to pay";
const RIGHT: &str = "blue-kettle-41";

fn player() -> Player {
    Player::doing(|told| match () {
        () if told.shows("Your balance is") => "finish(\"You have to pay € 41.80.\")".to_owned(),
        () if told.shows("[2 inp.password.filled") => told.click("Sign in"),
        () => told.enter("E-mail", "nora@brightwater.example"),
    })
    .plan(&[
        "Find what has to be paid",
        "Tell the amount",
        "Verify that it is told",
    ])
}

#[test]
fn level_4_2_a_refused_password_is_tried_once_and_then_asked_for() {
    let (desk, site) = (Desk::new(Model::playing(player())), Site::twin("login"));
    let ended = desk.task(WORDS, &site).with(2);
    assert_eq!(site.asked("POST /try"), 1, "{}", ended.out);
    assert!(
        ended.err.to_lowercase().contains("password"),
        "{}",
        ended.err
    );
}

#[test]
fn level_4_2_the_right_password_goes_on_with_the_task() {
    let (desk, site) = (Desk::new(Model::playing(player())), Site::twin("login"));
    // The name stays as it is; asked field by field.
    let ended = desk
        .task_answering(WORDS, &site, &["", RIGHT, "yes", "yes"])
        .with(0);
    assert_eq!(site.asked("POST /try"), 2, "{}", ended.out);
    assert!(ended.result().contains("41.80"), "{}", ended.out);
    let kept = [ended.out, ended.err, desk.turns(), desk.model.heard()];
    for (place, text) in ["told", "complained", "recorded", "asked"].iter().zip(kept) {
        let at = text.lines().find(|line| line.contains(RIGHT));
        assert_eq!(at, None, "the password was {place}");
    }
}

#[test]
fn what_a_client_gives_to_get_past_is_used_for_this_once() {
    let model = Model::playing(player());
    // What is given stays in the memory of the server that it was given to.
    let office = Office::on(Machine::new(), &model, "");
    let site = Site::twin("login");
    let mut body = office.look("Click Sign in, then tell me what I have to pay", &site);
    let interact = |body: &Value| {
        let (status, answer) = office.client.post("/api/agent/interact", body);
        assert_eq!(status, 200, "{answer}");
        answer["data"].clone()
    };
    let first = interact(&body);
    assert_eq!(first["action"], "click(3)", "{first}");
    for field in ["taskId", "sessionId"] {
        body[field] = first[field].clone();
    }
    body["lastActionStatus"] = json!("success");
    let said = "Invalid credentials. Please check your e-mail and password.";
    let lines = body["pageText"].as_array_mut().unwrap();
    lines.push(json!({"k": "alert", "c": [said]}));
    let asked = interact(&body);
    assert_eq!(asked["status"], "needs_user_input", "{asked}");
    let id = |name: &str| first[name].as_str().unwrap().to_owned();
    let session = format!("/api/session/{}", id("sessionId"));
    let path = format!("{session}/task/{}", id("taskId"));
    let given =
        json!({"resolutionMethod": "provide_in_chat", "resolutionData": {"password": RIGHT}});
    let (status, resumed) = office.client.post(&format!("{path}/resume"), &given);
    assert_eq!(status, 200, "{resumed}");
    let next = interact(&body);
    assert_eq!(
        next["action"],
        format!("setValue(2, \"{RIGHT}\")"),
        "{next}"
    );
    assert_eq!(next["taskId"], first["taskId"]);
    let (_, timeline) = office.client.get(&path);
    let (_, messages) = office.client.get(&format!("{session}/messages"));
    for kept in [timeline.to_string(), messages.to_string(), model.heard()] {
        assert!(!kept.contains(RIGHT), "{kept}");
    }
}
