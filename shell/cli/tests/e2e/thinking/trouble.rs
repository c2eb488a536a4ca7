//! A model that fails: each failure is typed, the task stands, and another try works.

use std::time::Duration;

use screen_agent_testkit::Turn;
use serde_json::json;

use super::Desk;
use crate::kit::{Model, Office, Player, Site};

const WORDS: &str = "Click One, then see to the rest";

fn lab() -> Site {
    Site::of(
        "<title>Lab</title><button onclick='said.textContent=\"pressed\"'>One</button><button>Two</button><p id=said>",
    )
}

/// Does so with Two.
fn doing(verb: &'static str) -> Player {
    Player::doing(move |told| format!("{verb}({})", told.id("Two"))).plan(&[
        "Attend to Two",
        "Attend to it again",
        "See whether all is well",
    ])
}

/// Every topic is answered so until the test says otherwise.
fn breaking(turn: &Turn) -> Player {
    ["analyze", "plan", "judge", "glance", "complete"]
        .into_iter()
        .fold(
            Player::answering({
                let turn = turn.clone();
                move |_| turn.clone()
            }),
            |player, topic| {
                let turn = turn.clone();
                player.on(topic, move |_| turn.clone())
            },
        )
}

/// A model fails so, then answers; the task goes on from where it stood.
fn fails_then_works(turn: Turn, code: &str) {
    let model = Model::playing(breaking(&turn));
    // Short only where waiting is the point: a busy machine is no model that hangs.
    let seconds = if turn == Turn::Hang { 2 } else { 60 };
    let settings = format!("[model]\ntimeout_seconds = {seconds}\n");
    let (office, site) = (Office::new(&model, &settings), lab());
    let body = office.at_a_models_turn(WORDS, &site);
    let (status, refused) = office.client.post("/api/agent/interact", &body);
    assert!(status >= 400, "{turn:?}: {refused}");
    assert_eq!(refused["code"], code, "{turn:?}: {refused}");
    assert_eq!(refused["success"], false);
    // What only points needs no yes.
    model.play(doing("hover"));
    let (status, answer) = office.client.post("/api/agent/interact", &body);
    assert_eq!(
        (status, &answer["data"]["action"]),
        (200, &json!("hover(2)")),
        "{turn:?}: {answer}"
    );
    assert_eq!(answer["data"]["taskId"], body["taskId"], "the same task");
}

#[test]
fn a_model_that_is_too_busy_is_said_and_the_task_stands() {
    fails_then_works(Turn::Status(429, Some(0)), "LLM_ERROR");
}

#[test]
fn a_model_that_breaks_is_said_and_the_task_stands() {
    fails_then_works(Turn::Status(500, None), "LLM_ERROR");
}

#[test]
fn a_model_that_never_answers_is_said_and_the_task_stands() {
    fails_then_works(Turn::Hang, "TIMEOUT");
}

#[test]
fn an_answer_that_breaks_off_is_said_and_the_task_stands() {
    fails_then_works(
        Turn::CutStream("{\"thought\": \"half of it\"".into()),
        "LLM_ERROR",
    );
}

#[test]
fn something_that_is_no_answer_is_said_and_the_task_stands() {
    fails_then_works(Turn::Garbage, "LLM_ERROR");
}

#[test]
fn one_failure_of_each_kind_is_got_over_within_the_task() {
    for turn in [
        Turn::Status(429, Some(0)),
        Turn::Status(503, None),
        Turn::CutStream("{\"tho".into()),
        Turn::WrongSchema,
    ] {
        let desk = Desk::new(Model::playing(doing("click").done_at("two was pressed")));
        let site = Site::of(
            "<title>Lab</title><button onclick='said.textContent=\"two was pressed\"'>Two</button><p id=said>",
        );
        desk.model.server.on("act", turn.clone());
        let ended = desk
            .task("See to the lab, then to the rest of it", &site)
            .with(0);
        assert_eq!(ended.actions()[0], "click(1)", "{turn:?}: {}", ended.out);
    }
}

#[test]
fn an_answer_of_another_kind_is_said_and_the_task_stands() {
    fails_then_works(Turn::WrongSchema, "INVALID_ACTION_FORMAT");
}

#[test]
fn what_a_task_may_spend_is_a_hard_limit() {
    let model = Model::playing(doing("hover"));
    let settings = "[model.budget]\ntask_tokens = 250\n";
    let (office, site) = (Office::new(&model, settings), lab());
    let body = office.at_a_models_turn(WORDS, &site);
    let mut answers = (0..6).map(|_| office.client.post("/api/agent/interact", &body));
    let refused = answers.find(|(status, _)| *status != 200);
    let (status, refused) = refused.expect("the budget is never exhausted");
    assert_eq!(
        (status, &refused["code"]),
        (429, &json!("QUOTA_EXCEEDED")),
        "{refused}"
    );
    let calls = model.topics().len();
    assert!(calls <= 3, "110 tokens each: {:?}", model.topics());
    let (status, _) = office.client.post("/api/agent/interact", &body);
    assert_eq!(
        (status, model.topics().len()),
        (429, calls),
        "nothing more is spent"
    );
}

#[test]
fn a_slow_model_is_waited_for() {
    let slow = Turn::Slow(
        Duration::from_millis(700),
        json!({"thought": "Slowly.", "action": "click(1)"}).to_string(),
    );
    let desk = Desk::new(Model::playing(doing("click").done_at("two was pressed")));
    let site = Site::of(
        "<title>Lab</title><button onclick='said.textContent=\"two was pressed\"'>Two</button><p id=said>",
    );
    desk.model.server.on("act", slow);
    desk.task("See to the lab, then to the rest of it", &site)
        .with(0);
}
