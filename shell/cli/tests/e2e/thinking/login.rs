//! Level 4.2: a password that is refused is tried once, and then asked for.

use super::Desk;
use crate::kit::{Model, Player, Site};

const WORDS: &str = "Enter \"nora@brightwater.example\" into E-mail and \"green-kettle-40\" into Password, \
    click Sign in, and then tell me what I have to pay";
const RIGHT: &str = "blue-kettle-41";

fn player() -> Player {
    Player::doing(|told| match () {
        () if told.shows("Your balance is") => "finish(\"You have to pay € 41.80.\")".to_owned(),
        () if told.shows("[2 inp.password.filled") => told.click("Sign in"),
        () => told.enter("E-mail", "nora@brightwater.example"),
    })
    .plan(&["Sign in", "Find the balance", "Tell the balance"])
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
    let ended = desk
        .task_answering(WORDS, &site, &[RIGHT, "yes", "yes"])
        .with(0);
    assert_eq!(site.asked("POST /try"), 2, "{}", ended.out);
    assert!(ended.result().contains("41.80"), "{}", ended.out);
    assert!(
        !desk.model.heard().contains(RIGHT),
        "a model was told the password"
    );
    assert!(!desk.turns().contains(RIGHT), "the password was kept");
}
