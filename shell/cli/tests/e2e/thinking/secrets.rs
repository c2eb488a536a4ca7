//! A password that a person types is for the page alone.

use super::Desk;
use crate::kit::{Model, Player, Site};

const SECRET: &str = "violet-anvil-77";

#[test]
fn a_password_reaches_the_page_and_nothing_else() {
    let player = Player::doing(|told| match told.shows("signed in") {
        true => "finish(\"Signed in.\")".to_owned(),
        false => told.click("Enter"),
    })
    .plan(&["Send the form", "See that one is signed in", "Say so"]);
    let desk = Desk::new(Model::playing(player));
    let site = Site::new(&[
        (
            "/",
            "<title>Door</title><form onsubmit='event.preventDefault(); fetch(\"/with-\" + p.value, {method: \"POST\"}).then(() => said.textContent = \"signed in\")'>
            <label>Password <input type=password id=p></label><button>Enter</button></form><p id=said role=status>",
        ),
    ]);
    let words = format!("Enter \"{SECRET}\" into Password, then see to it that I get in");
    let ended = desk.task(&words, &site).with(0);
    assert_eq!(site.asked(&format!("POST /with-{SECRET}")), 1);
    assert!(desk.asked_about("act") > 0, "a model was asked");
    for asked in desk.model.server.asked() {
        assert!(
            !asked.body.to_string().contains(SECRET),
            "a model was told: {}",
            asked.user()
        );
    }
    assert!(
        !ended.out.contains(SECRET) && !ended.err.contains(SECRET),
        "it was told"
    );
    for file in std::fs::read_dir(desk.machine.path("record"))
        .unwrap()
        .flatten()
    {
        let bytes = std::fs::read(file.path()).unwrap();
        let kept = bytes
            .windows(SECRET.len())
            .any(|window| window == SECRET.as_bytes());
        assert!(!kept, "it stands in {}", file.path().display());
    }
}
