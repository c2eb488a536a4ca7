//! The ten scenarios of where what is needed comes from: spec 002 §4.19.

use serde_json::{Value, json};

use super::Desk;
use crate::kit::{Ended, Model, Office, Player, Say, Search, Site, analysis, planned};

/// A clinic whose pages do not say what its fields want.
fn clinic() -> Site {
    Site::new(&[
        (
            "/",
            "<title>Clinic</title><h1>Patients</h1><form method=post action=/saved>
            <label>Name <input name=name></label> <button>Save</button></form>",
        ),
        (
            "/saved",
            "<title>Clinic</title><p role=status>Jaswanth was added.",
        ),
    ])
}

/// A model that finds its sources so, and then does the task.
fn finding(analysis: Value) -> Player {
    Player::doing(|told| told.enter("Name", "Jaswanth"))
        .on("analyze", move |_| analysis.clone())
        .plan(&[
            "Enter \"Jaswanth\" into Name",
            "Click Save",
            "See that the patient was added",
        ])
        .done_at("Jaswanth was added")
}

/// The task of the scenarios, for a model that finds its sources so.
fn add_patient(analysis: Value) -> (Desk, Site, Ended) {
    let search = Search::new()
        .finds("Enter the name of the patient and save.")
        .finds("The same.");
    let (desk, site) = (
        Desk::new(Model::playing(finding(analysis))).with_search(search),
        clinic(),
    );
    let ended = desk.task("Add patient Jaswanth", &site);
    (desk, site, ended)
}

fn web_search(confidence: f64) -> Value {
    let mut analysis = analysis("WEB_SEARCH", confidence);
    analysis["search_query"] = json!("how to add a patient");
    analysis["missing_info"] =
        json!([{"field": "steps", "type": "EXTERNAL_KNOWLEDGE", "description": "How it is done"}]);
    analysis
}

#[test]
fn a_simple_click_needs_no_search_and_no_model() {
    let desk = Desk::new(Model::new()).with_search(Search::new());
    let site = Site::new(&[
        ("/", "<title>Start</title><a href=/login>Login</a>"),
        ("/login", "<title>Login</title>"),
    ]);
    desk.task("Click the login button", &site).with(0);
    assert_eq!(site.asked("GET /login"), 1);
    assert_eq!((desk.model.topics().len(), desk.searched().len()), (0, 0));
}

#[test]
fn what_only_the_world_knows_is_searched_for() {
    let (desk, site, ended) = add_patient(web_search(0.9));
    ended.with(0);
    assert_eq!(site.asked("POST /saved"), 1);
    assert_eq!(desk.searched(), ["how to add a patient"]);
    let told = desk.model.told("evaluate");
    assert!(told.user().contains("Enter the name of the patient"));
    desk.assert_replays();
}

/// Only the person knows which error is meant.
fn billing() -> (Desk, Site) {
    let player = Player::doing(|told| match told.user().contains("should be 120") {
        true if told.shows("=\"120\"") => Say::from(told.click("Save")),
        true => told.enter("Amount of invoice 1042", "120").into(),
        false => Say::question("Which invoice is wrong, and how?", &["invoice"]),
    })
    .on("plan", |told| match told.user().contains("should be 120") {
        true => planned(&[
            "Enter \"120\" into \"Amount of invoice 1042\"",
            "Click Save",
            "See that it is saved",
        ]),
        false => json!({"missing": ["invoice"], "steps": []}),
    })
    .done_at("Saved");
    let site = Site::new(&[
        (
            "/",
            "<title>Billing</title><form method=post action=/saved><label>Amount of invoice 1041 <input value=80></label>
            <label>Amount of invoice 1042 <input value=210></label><button>Save</button></form>",
        ),
        ("/saved", "<title>Billing</title><p role=status>Saved"),
    ]);
    (Desk::new(Model::playing(player)), site)
}

/// The scenario's own words, few enough to be taken for one action; and longer ones.
const BILLING: [&str; 2] = [
    "Fix the billing error",
    "Fix the billing error that our customer wrote about, and save it",
];

#[test]
fn what_only_the_person_knows_is_asked() {
    for words in BILLING {
        let (desk, site) = billing();
        let ended = desk.task(words, &site).with(2);
        let events = ended.events();
        let asked = events.iter().find(|event| event["event"] == "asked");
        assert_eq!(asked.unwrap()["approval"], false, "{words}");
        assert_eq!(ended.actions(), [] as [&str; 0], "{words}");
    }
}

#[test]
fn an_answer_goes_on_with_the_same_task() {
    for words in BILLING {
        let (desk, site) = billing();
        let answers = ["Invoice 1042, it should be 120", "yes", "yes"];
        desk.task_answering(words, &site, &answers).with(0);
        assert_eq!(site.asked("POST /saved"), 1, "{words}");
        let turns = desk.turns();
        let both = turns.contains(words) && turns.contains("it should be 120");
        assert!(both, "one task holds question and answer");
        desk.assert_replays();
    }
}

#[test]
fn memory_that_is_certain_is_trusted() {
    let (desk, site, ended) = add_patient(analysis("MEMORY", 0.95));
    ended.with(0);
    assert_eq!(
        (desk.searched().len(), desk.asked_about("complete")),
        (0, 0)
    );
    assert_eq!(site.asked("POST /saved"), 1);
}

#[test]
fn memory_that_is_likely_is_held_against_the_page_first() {
    let (desk, site, ended) = add_patient(analysis("MEMORY", 0.75));
    ended.with(0);
    assert_eq!(
        (desk.searched().len(), desk.asked_about("complete")),
        (0, 1)
    );
    assert_eq!(site.asked("POST /saved"), 1);
}

#[test]
fn memory_that_is_doubtful_is_searched_for_instead() {
    let (desk, site, ended) = add_patient(analysis("MEMORY", 0.6));
    ended.with(0);
    assert_eq!((desk.searched().len(), site.asked("POST /saved")), (1, 1));
}

#[test]
fn a_page_that_is_clear_is_trusted() {
    let (desk, site, ended) = add_patient(analysis("PAGE", 0.95));
    ended.with(0);
    assert_eq!((desk.searched().len(), site.asked("POST /saved")), (0, 1));
}

#[test]
fn a_page_that_is_unclear_is_searched_for_instead() {
    let (desk, site, ended) = add_patient(analysis("PAGE", 0.6));
    ended.with(0);
    assert_eq!((desk.searched().len(), site.asked("POST /saved")), (1, 1));
}

#[test]
fn a_search_that_is_hopeless_is_a_question_instead() {
    let (desk, site, ended) = add_patient(web_search(0.4));
    ended.with(2);
    assert_eq!((desk.searched().len(), site.asked("POST /saved")), (0, 0));
}

#[test]
fn a_question_in_mid_task_goes_on_with_its_answer() {
    let player = Player::doing(|told| match told.user().contains("Rosewood") {
        true if told.has("Save") && told.shows("=\"Rosewood\"") => Say::from(told.click("Save")),
        true => told.enter("Name", "Rosewood").into(),
        false => Say::question("Which name should it be?", &["name"]),
    })
    .plan(&["Put the right name in", "Send it", "See that it is there"])
    .done_at("was added");
    let (desk, site) = (Desk::new(Model::playing(player)), clinic());
    let answers = ["Rosewood", "yes", "yes"];
    desk.task_answering(
        "Put the patient on the list who came in this morning",
        &site,
        &answers,
    )
    .with(0);
    assert_eq!(site.asked("POST /saved"), 1);
    desk.assert_replays();
}

#[test]
fn what_was_said_earlier_is_remembered_in_the_next_task() {
    let player = Player::doing(|told| told.enter("Name", "Jaswanth Kumar")).plan(&[
        "Name the patient",
        "Send it",
        "See that it is there",
    ]);
    let model = Model::playing(player);
    let (office, site) = (Office::new(&model, ""), clinic());
    let session = json!("5f0c7f5e-6a0c-4a53-9d0b-0d5d1b1f6a01");
    let talk = json!({"query": "What do you call the patient Jaswanth Kumar in one word?", "sessionId": session});
    let (status, answer) = office.client.post("/api/agent/interact", &talk);
    assert_eq!(
        (status, &answer["data"]["taskType"]),
        (200, &json!("chat_only")),
        "{answer}"
    );
    let mut body = office.look("Register the patient I spoke of with full name", &site);
    body["sessionId"] = session;
    let (status, answer) = office.client.post("/api/agent/interact", &body);
    let wanted = json!("setValue(1, \"Jaswanth Kumar\")");
    assert_eq!(
        (status, &answer["data"]["action"]),
        (200, &wanted),
        "{answer}"
    );
    assert!(
        model.told("plan").user().contains("Jaswanth Kumar"),
        "the conversation is told"
    );
}
